"""What the API says of figures between events, and what people may say of them.

Asks of vision's, nudges, the turn, and rulings with what they rest on. Places, units and times are those of
`companion.service.models`. A crop is an id for `GET /api/v1/crops/ID.jpg`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MOST_NAME = 40
Word = Annotated[str, Meta(min_length=1, max_length=60)]


class PlaceView(msgspec.Struct, frozen=True):
    x_mm: float
    y_mm: float
    sigma_mm: float
    level_mm: float = 0.0
    stands_on: str | None = None


class OptionView(msgspec.Struct, frozen=True):
    """One answer to an ask, with a crop of what it means if there is one."""

    id: str
    label: str
    crop: str | None = None


class AskView(msgspec.Struct, frozen=True):
    """A question of the camera's. It stands until somebody answers it or it answers itself.

    kind: `which` (which of the look-alikes stands at place?), `lost` (a figure is not found), `name` (who is this?).
    """

    id: str
    kind: Literal["which", "lost", "name"]
    text: str
    options: list[OptionView]
    figures: list[str]
    since_s: float
    place: PlaceView | None = None
    crop: str | None = None
    side: str | None = None


class NudgeView(msgspec.Struct, frozen=True):
    """A figure that was moved out of its turn. home: where it stood; here: where it is now.

    back_mm: the way back, with its sigma; back_deg: its direction on the table, counter-clockwise from x.
    at_home: within the tolerance; it only has to stand still.
    """

    figure: str
    name: str
    home: PlaceView
    here: PlaceView
    back_mm: float
    back_sigma_mm: float
    back_deg: float
    since_s: float
    at_home: bool = False


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is: ids, names, sides or rings of figures; empty: nobody is watched. then: who comes next."""

    of: list[str] = []
    label: str = ""
    by: Literal["phone", "game", "mace"] = "phone"
    since_s: float = 0.0
    then: list[str] = []


class OffView(msgspec.Struct, frozen=True):
    """A figure that was taken off the table."""

    id: str
    name: str
    since_s: float


class RosterView(msgspec.Struct, frozen=True):
    """A figure of the setup file that has no marker, so that people may have to say which it is."""

    name: str
    side: str | None = None
    ring: str | None = None


class WatchView(msgspec.Struct, frozen=True):
    """What is asked of people. rulings: number of the newest ruling; a higher one means that there is news.

    guided: whether figures may be named, taken off and put back here. game_on: a game says whose turn it is.
    """

    asks: list[AskView] = []
    nudges: list[NudgeView] = []
    turn: TurnView = TurnView()
    off: list[OffView] = []
    roster: list[RosterView] = []
    rulings: int = 0
    guided: bool = False
    game_on: bool = False


class RulingView(msgspec.Struct, frozen=True):
    """What was ruled, with the numbers it rests on. n: grows; crop: None if there was none or it is not kept any more.

    event: `placed`, `moved`, `covered`, `uncovered`, `lost`, `asked`, `named`, `off`, `bumped`, `repaired`,
    `sheet-moved`; of moves out of turn `nudged`, `put-back`, `left`, `moved-on`, `unwatched`.
    """

    n: int
    time_s: float
    event: str
    figure: str | None
    text: str
    numbers: dict[str, float] = {}
    crop: str | None = None
    frame: int = 0


class RulingsView(msgspec.Struct, frozen=True):
    """Newest first. more: whether there are older ones; ask with `before` the last `n`."""

    rulings: list[RulingView]
    more: bool = False


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class NameFigure(_Command, frozen=True, tag="name"):
    """The figure is this one: a name of the roster, or a new one."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class TakeOff(_Command, frozen=True, tag="off"):
    """The figure was taken off the table."""


class PutBack(_Command, frozen=True, tag="back"):
    """The figure comes back to the table."""


class LeaveIt(_Command, frozen=True, tag="leave"):
    """The figure was moved out of its turn, and may stay where it is."""


FigureCommand = NameFigure | TakeOff | PutBack | LeaveIt


class AskAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """option: id of one of the ask's options."""

    option: Word


class TurnAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """of: whose turn it is, as ids, names, sides or rings of figures; empty: nobody is watched.

    next: the next of the order that the mace drew; `of` is not heeded then.
    """

    of: Annotated[list[Word], Meta(max_length=40)] = []
    next: bool = False


def clean_name(name: str) -> str:
    """A name as it may be shown and kept: printable, single spaces, at most 40 letters. Empty: nothing is left."""
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words)[:MOST_NAME].strip()
