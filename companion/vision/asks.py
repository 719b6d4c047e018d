"""What vision tells of figures between events, and what it asks people: values only.

A track's state goes with every look; an ask stands until it is answered or answers itself. A crop of a picture is an
opaque id above vision: `Watcher.crop` gives its JPEG.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.table.state import Place, Point, TerrainPiece

TrackState = Literal["seen", "moving", "covered", "lost", "off"]
"""seen: stands where the table has it. moving: seen away from there, not settled. covered: a hand or a figure hides it,
its place is held. lost: not found where it stood nor anywhere else. off: a player or the game took it off the table."""


@dataclass(frozen=True, slots=True)
class TrackNow:
    """One figure in the newest picture.

    since_s: when it came into this state. place: where the picture shows it, None while it does not. moved_mm: how far
    that is from where it last stood, with its sigma; None unless it is moving.
    """

    figure_id: str
    state: TrackState
    since_s: float
    place: Place | None = None
    moved_mm: float | None = None
    moved_sigma_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to an ask. crop: id of a picture of it, or None."""

    id: str
    label: str
    crop: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of vision's to people.

    kind: `which` (look-alikes were lifted: which of them stands at place?), `lost` (a figure is not found), `name` (a
    figure that nobody has named stands at place). figures: ids it is about. crop: what the camera sees there now.
    side: whose figures they are if all are one side's: only it is asked where a game keeps a secret about them.
    """

    id: str
    kind: Literal["which", "lost", "name"]
    text: str
    options: tuple[Option, ...]
    figures: tuple[str, ...]
    since_s: float
    place: Place | None = None
    crop: str | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why vision ruled as it did: an event with the numbers it rests on and a crop of the picture.

    event: `placed`, `moved`, `covered`, `uncovered`, `lost`, `asked`, `named`, `off`, `bumped`, `repaired`,
    `sheet-moved`. numbers: name with unit -> value.
    """

    id: str
    time_s: float
    frame_number: int
    event: str
    figure_id: str | None
    text: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    crop: str | None = None


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a tap on a picture means: the point of the table, mm, and the figure that is there, if one is."""

    xy_mm: Point
    level_mm: float
    figure_id: str | None


@dataclass(frozen=True, slots=True)
class Proposed:
    """A piece of terrain that the picture shows where the empty table has none. Its kind and height are a guess to be
    confirmed."""

    id: str
    piece: TerrainPiece
    crop: str | None = None
