"""The host's side of a mace: one open question at most, answered once, by the mace or by somebody else.

A question stays open while the mace is away and is put again when it comes back. A result for any other question is
logged as unused: its round is closed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from firmware_bridge.devices.happenings import MustRepeat, OrderDrawn, Unused
from firmware_bridge.devices.step import Step
from firmware_bridge.link.events import Message

Stage = Literal["idle", "armed", "shaking", "settling", "drawn"]


@dataclass(frozen=True, slots=True)
class Question:
    """Who goes first in this round? colours: of the heroes that are alive, two to four."""

    id: int
    round: int
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mace:
    """question: open; stage and level (0 to 100): as the mace last said; order: its last result, in `round`."""

    device: str
    question: Question | None = None
    stage: Stage = "idle"
    level: int = 0
    order: tuple[str, ...] = ()
    round: int = 0


def arm(mace: Mace, question: Question) -> Step[Mace]:
    """Put a question. It takes the place of an open one."""
    return Step(replace(mace, question=question, order=(), round=question.round), (_arm(question),))


def close(mace: Mace, question_id: int) -> Step[Mace]:
    """The question was answered otherwise, or is no longer wanted."""
    if mace.question is None or mace.question.id != question_id:
        return Step(mace)
    return Step(replace(mace, question=None, stage="idle", level=0), ({"m": "cancel", "id": question_id},))


def arrived(mace: Mace, is_new_boot: bool) -> Step[Mace]:
    """The mace is there, or there again."""
    question = mace.question
    if question is None:
        return Step(replace(mace, stage="idle", level=0))
    again = MustRepeat(mace.device, question.id, "The mace was without power: shake it again.")
    shaken = is_new_boot and mace.stage in ("shaking", "settling")
    return Step(replace(mace, stage="idle", level=0), (_arm(question),), (again,) if shaken else ())


def live(mace: Mace, message: Message) -> Step[Mace]:
    """How it stands just now."""
    return Step(replace(mace, stage=message["what"], level=message["level"]))


def said(mace: Mace, message: Message) -> Step[Mace]:
    """A result."""
    question, order = mace.question, tuple(message["order"])
    if question is None or question.id != message["id"]:
        why = f"Round {message['round']} is closed: this order is not used."
        return Step(mace, (), (Unused(mace.device, message, why),))
    if set(order) != set(question.colours) or message["round"] != question.round:
        return Step(mace, (), (Unused(mace.device, message, "An order of other colours than were asked for."),))
    drawn = OrderDrawn(mace.device, question.id, question.round, order)
    return Step(replace(mace, question=None, stage="drawn", level=0, order=order), (), (drawn,))


def _arm(question: Question) -> Message:
    return {"m": "arm", "id": question.id, "round": question.round, "colours": list(question.colours)}
