"""All devices the host knows, as one value, and how each thing the link tells changes it. Pure.

A device stays on the desk when it goes: its open question, its dials and their numbers wait for it. `there` says
whether it is connected; what happened is told as happenings, what it must be told as messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_bridge.devices import dials, dicebox, mace
from firmware_bridge.devices.happenings import Happening, Trouble, Unused
from firmware_bridge.devices.step import Step
from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, Message, NotDone, Said

Board = mace.Mace | dials.Dials | dicebox.DiceBox
MAKE: dict[str, Callable[[str], Board]] = {"mace": mace.Mace, "dials": dials.Dials, "dice": dicebox.DiceBox}


@dataclass(frozen=True, slots=True)
class Desk:
    """boards: by device; there: those connected now."""

    boards: Mapping[str, Board] = field(default_factory=dict)
    there: frozenset[str] = frozenset()

    def first(self, kind: type) -> str | None:
        """The first connected device of this kind, by name."""
        return next((name for name in sorted(self.there) if isinstance(self.boards.get(name), kind)), None)


@dataclass(frozen=True, slots=True)
class Turn:
    """The desk after something happened; messages: (device, message) to be sent in this order."""

    desk: Desk
    messages: tuple[tuple[str, Message], ...] = ()
    happenings: tuple[Happening, ...] = ()


def take(desk: Desk, event: LinkEvent) -> Turn:
    """One event of the link."""
    match event:
        case Arrived(device=name, kind=kind):
            board = desk.boards.get(name)
            if not isinstance(board, type(MAKE[kind](name))):
                board = MAKE[kind](name)
            desk = replace(desk, boards={**desk.boards, name: board}, there=desk.there | {name})
            return put(desk, name, _arrived(board, event.is_new_boot))
        case Gone(device=name):
            return Turn(replace(desk, there=desk.there - {name}))
        case Said(device=name, message=message) | Live(device=name, message=message):
            board = desk.boards.get(name)
            return put(desk, name, _said(board, message)) if board is not None else Turn(desk)
        case NotDone(device=name, message=message):
            return Turn(desk, (), (Unused(name, message, event.why),))


def put(desk: Desk, name: str, step: Step[Any]) -> Turn:
    """The desk after a step of one of its boards; nothing is sent to one that is not there."""
    messages = tuple((name, message) for message in step.messages) if name in desk.there else ()
    return Turn(replace(desk, boards={**desk.boards, name: step.state}), messages, step.happenings)


def _arrived(board: Board, is_new_boot: bool) -> Step[Any]:
    match board:
        case mace.Mace():
            return mace.arrived(board, is_new_boot)
        case dials.Dials():
            return dials.arrived(board)
        case dicebox.DiceBox():
            return dicebox.arrived(board, is_new_boot)


def _said(board: Board, message: Message) -> Step[Any]:
    match board, message["m"]:
        case mace.Mace(), "result":
            return mace.said(board, message)
        case mace.Mace(), "live" if message["what"] in MACE_STAGES:
            return mace.live(board, message)
        case dials.Dials(), "dial":
            return dials.said(board, message)
        case dicebox.DiceBox(), "rolled":
            return dicebox.said(board, message)
        case dicebox.DiceBox(), "live" if message["what"] in BOX_STAGES:
            return dicebox.live(board, message)
        case _, "error":
            step: Step[Any] = dials.failed(board, message) if isinstance(board, dials.Dials) else Step(board)
            told = Trouble(board.device, message["at"], message["text"])
            return replace(step, happenings=(*step.happenings, told))
        case _, "dropped":
            return Step(board, (), (Trouble(board.device, 0, f"{message['n']} of its events were lost."),))
        case _:
            return Step(board, (), (Unused(board.device, message, "Not a message of this kind of device."),))


MACE_STAGES = ("idle", "armed", "shaking", "settling", "drawn")
BOX_STAGES = ("idle", "asked", "rolling", "drawn")
