"""What happened on a device, in the words of a table: an order was drawn, a dial stands at 5, dice were rolled."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.link.events import Message


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The answer to the mace's question `id`; the first colour goes first."""

    device: str
    id: int
    round: int
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DialTurned:
    """Dial `at` (from 1) has come to rest at value, 0 to 8. before: where it stood; None: not known."""

    device: str
    at: int
    value: int
    before: int | None


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The answer to the dice box's question `id`. faces from 1; values: what stands on them."""

    device: str
    id: int
    faces: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollOffered:
    """Somebody pressed the box's button unasked; the game may take it or leave it."""

    device: str
    faces: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MustRepeat:
    """The device has lost its memory while this question was open: it must be shaken or pressed anew."""

    device: str
    id: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Unused:
    """Something came that nothing waits for: logged, and otherwise without effect."""

    device: str
    message: Message
    sentence: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The device tells of a fault of its own, or events of it were lost. at: which dial, or 0."""

    device: str
    at: int
    sentence: str


Happening = OrderDrawn | DialTurned | DiceRolled | RollOffered | MustRepeat | Unused | Trouble
