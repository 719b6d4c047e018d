"""The host's side of a dials board: what each dial reads, and what it should read.

That the game's number and the dial differ is a normal state. It stays, and shows on the dial and on the phones, until
somebody turns the dial, the game's number changes, or somebody accepts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.devices.happenings import DialTurned, Happening, Unused
from firmware_bridge.devices.step import Step
from firmware_bridge.link.events import Message

MOST = 4
HIGHEST = 8


@dataclass(frozen=True, slots=True)
class Dial:
    """value: where it rests; should: the game's number; both 0 to 8, None: not known. fault: a sentence."""

    value: int | None = None
    should: int | None = None
    colour: str = "white"
    name: str = ""
    accepted: bool = False
    fault: str = ""

    @property
    def disagrees(self) -> bool:
        """Whether dial and game differ, and nobody has accepted it."""
        return not self.accepted and self.differs

    @property
    def differs(self) -> bool:
        """Whether dial and game differ."""
        return self.value is not None and self.should is not None and self.value != self.should


@dataclass(frozen=True, slots=True)
class Dials:
    """dials: by their number from 1."""

    device: str
    dials: tuple[Dial, ...] = (Dial(),) * MOST

    def dial(self, at: int) -> Dial:
        """Dial number `at`, 1 to 4."""
        return self.dials[at - 1]


def dress(board: Dials, at: int, colour: str, name: str = "") -> Step[Dials]:
    """Give a dial its hero's colour and name."""
    return Step(_with(board, at, replace(board.dial(at), colour=colour, name=name)), (_show("colour", at, colour),))


def expect(board: Dials, at: int, value: int | None) -> Step[Dials]:
    """Say what a dial should read; None: the game no longer says."""
    dial = board.dial(at)
    if value == dial.should:
        return Step(board)
    new = replace(dial, should=value, accepted=False)
    message = _show("accept", at) if value is None else _show("should", at, dial.colour, value)
    return Step(_with(board, at, new), (message,))


def accept(board: Dials, at: int) -> Step[Dials]:
    """Let dial and game differ."""
    if not board.dial(at).disagrees:
        return Step(board)
    return Step(_with(board, at, replace(board.dial(at), accepted=True)), (_show("accept", at),))


def arrived(board: Dials) -> Step[Dials]:
    """The board is there, or there again: it is told colours and numbers, and tells itself where its dials rest."""
    messages: list[Message] = []
    for at, dial in enumerate(board.dials, 1):
        messages.append(_show("colour", at, dial.colour))
        if dial.should is not None and not dial.accepted:
            messages.append(_show("should", at, dial.colour, dial.should))
    return Step(board, tuple(messages))


def said(board: Dials, message: Message) -> Step[Dials]:
    """A dial has come to rest."""
    at, value = message["at"], message["value"]
    dial = board.dial(at)
    happenings: tuple[Happening, ...] = ()
    if value != dial.value:
        happenings = (DialTurned(board.device, at, value, dial.value),)
    new = replace(dial, value=value, fault="", accepted=dial.accepted and value == dial.value)
    return Step(_with(board, at, new), (), happenings)


def failed(board: Dials, message: Message) -> Step[Dials]:
    """A dial cannot be read."""
    at = message["at"]
    if not 1 <= at <= len(board.dials):
        return Step(board, (), (Unused(board.device, message, "A fault of no dial."),))
    return Step(_with(board, at, replace(board.dial(at), fault=message["text"], value=None)))


def _with(board: Dials, at: int, dial: Dial) -> Dials:
    return replace(board, dials=(*board.dials[: at - 1], dial, *board.dials[at:]))


def _show(what: str, at: int, colour: str = "white", value: int = 0) -> Message:
    return {"m": "show", "what": what, "at": at, "colour": colour, "value": value}
