"""The host's side of a dice box: one open question at most, answered once; unasked rolls are only offered.

Faces travel with the question: a die whose faces nobody has entered cannot be rolled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from firmware_bridge.devices.happenings import DiceRolled, MustRepeat, RollOffered, Unused
from firmware_bridge.devices.step import Step
from firmware_bridge.link.events import Message

Stage = Literal["idle", "asked", "rolling", "drawn"]


@dataclass(frozen=True, slots=True)
class Roll:
    """faces: of up to four kinds of dice, each 2 to 20 numbers of 0 to 99; dice: the kind of each die, from 0.

    wait: for the button; otherwise the box rolls at once.
    """

    id: int
    faces: tuple[tuple[int, ...], ...]
    dice: tuple[int, ...]
    wait: bool = True


@dataclass(frozen=True, slots=True)
class DiceBox:
    """question: open; values: of the last roll."""

    device: str
    question: Roll | None = None
    stage: Stage = "idle"
    values: tuple[int, ...] = ()


def ask(box: DiceBox, roll: Roll) -> Step[DiceBox]:
    """Put a question. It takes the place of an open one."""
    return Step(replace(box, question=roll, values=()), (_roll(roll),))


def close(box: DiceBox, question_id: int) -> Step[DiceBox]:
    """The question was answered otherwise, or is no longer wanted."""
    if box.question is None or box.question.id != question_id:
        return Step(box)
    return Step(replace(box, question=None, stage="idle"), ({"m": "cancel", "id": question_id},))


def arrived(box: DiceBox, is_new_boot: bool) -> Step[DiceBox]:
    """The box is there, or there again."""
    if box.question is None:
        return Step(replace(box, stage="idle"))
    lost = is_new_boot and box.stage != "idle"
    again = MustRepeat(box.device, box.question.id, "The dice box was without power: press its button again.")
    return Step(replace(box, stage="idle"), (_roll(box.question),), (again,) if lost else ())


def live(box: DiceBox, message: Message) -> Step[DiceBox]:
    """How it stands just now."""
    return Step(replace(box, stage=message["what"]))


def said(box: DiceBox, message: Message) -> Step[DiceBox]:
    """A roll."""
    faces, values = tuple(message["faces"]), tuple(message["values"])
    if message["id"] == 0:
        return Step(replace(box, values=values), (), (RollOffered(box.device, faces, values),))
    roll = box.question
    if roll is None or roll.id != message["id"]:
        return Step(box, (), (Unused(box.device, message, "Nobody waits for this roll: it is not used."),))
    if not _fits(roll, faces, values):
        return Step(box, (), (Unused(box.device, message, "A roll of other dice than were asked for."),))
    rolled = DiceRolled(box.device, roll.id, faces, values)
    return Step(replace(box, question=None, values=values), (), (rolled,))


def _fits(roll: Roll, faces: tuple[int, ...], values: tuple[int, ...]) -> bool:
    if len(faces) != len(roll.dice):
        return False
    kinds = [roll.faces[die] for die in roll.dice]
    return all(
        face <= len(kind) and kind[face - 1] == value for kind, face, value in zip(kinds, faces, values, strict=True)
    )


def _roll(roll: Roll) -> Message:
    return {
        "m": "roll",
        "id": roll.id,
        "start": "button" if roll.wait else "now",
        "faces": [list(kind) for kind in roll.faces],
        "dice": list(roll.dice),
    }
