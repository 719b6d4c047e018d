"""A figure followed over time, as a value that its tracker changes; what is seen of it, and what is told of it.

Not done here: any decision. `tracks` follows, `pairing` gives bases to figures, `asking` keeps what people are asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.asks import TrackState

SIZE_MM = 4.0
"""Bases whose diameters differ by less may be one figure's."""
STILL_MM = 1.5
"""Beyond two sigma: less than this is not a move."""

Looks = NDArray[np.float64]
Point = tuple[float, float]
May = Callable[[str, Point, Point], bool]
"""may(name, from_mm, to_mm): whether the rules allow that a figure went from one place to another."""


def apart(a: Point, b: Point) -> float:
    """Distance, mm."""
    return math.dist(a, b)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One figure or base in a picture. name: None unless a marker or the roster gives it. kind: ring or None. looks: a
    histogram of its colours. free: no hand is near it."""

    name: str | None
    ring: str | None
    base_mm: float
    xy_mm: Point
    sigma_mm: float
    looks: Looks | None = None
    free: bool = True

    @property
    def marked(self) -> bool:
        """Whether a marker says who it is, wherever it is."""
        return self.name is not None and self.ring is not None and self.ring.startswith("marker ")


@dataclass(frozen=True, slots=True)
class Told:
    """An event, as it is printed: what happened to whom, where, and for moves from where."""

    event: str
    name: str | None
    xy_mm: Point | None = None
    sigma_mm: float | None = None
    from_mm: Point | None = None
    detail: str | None = None


@dataclass(slots=True, eq=False)
class Track:
    """One figure.

    told_mm: where it was last said to stand, None before that. anchor_mm, since_s: its present rest. seen_s: when it
    was last seen; its place is held from then on. state_s: when it came into its state. gone_s: since when nothing
    explains that it is not seen, None while something does. hidden: something covers its place. out: it was told as
    covered or lost. free: it was last seen with no hand near. kept: people say that it stands where it stood. unsure:
    names of those of whom it may be any; before_mm: where it stood before it became so. bumped_s: when the camera was
    last moved under it. claims: taken off, but what stood there may not have been lifted yet.
    """

    name: str
    ring: str | None
    base_mm: float
    xy_mm: Point
    sigma_mm: float
    anchor_mm: Point
    since_s: float
    seen_s: float
    named: bool
    state: TrackState = "seen"
    told_mm: Point | None = None
    told_sigma_mm: float = 1.0
    looks: Looks | None = None
    frames: int = 1
    unsure: tuple[str, ...] = ()
    state_s: float = 0.0
    gone_s: float | None = None
    hidden: bool = False
    before_mm: Point | None = None
    out: bool = False
    free: bool = True
    kept: bool = False
    claims: bool = True
    bumped_s: float = -math.inf

    def turn(self, state: TrackState, time_s: float) -> None:
        """Take up a state; a state kept keeps its time."""
        if state != self.state:
            self.state, self.state_s = state, time_s

    @property
    def marked(self) -> bool:
        """Whether a marker says who it is."""
        return self.ring is not None and self.ring.startswith("marker ")

    @property
    def moved_mm(self) -> tuple[float, float] | None:
        """How far it is from where it was last said to stand, and the sigma of that; None unless it is moving in
        sight."""
        if self.state != "moving" or self.told_mm is None or self.gone_s is not None:
            return None
        return apart(self.xy_mm, self.told_mm), math.hypot(self.sigma_mm, self.told_sigma_mm)

    def away(self) -> bool:
        """Whether it is seen further from its told place than two sigma and what lamps and lenses do."""
        if self.told_mm is None:
            return False
        return apart(self.xy_mm, self.told_mm) > STILL_MM + 2 * math.hypot(self.sigma_mm, self.told_sigma_mm)


@dataclass(slots=True, eq=False)
class New:
    """A base that nobody claims: since when it has stood where it is, and when it was last seen there."""

    seen: Seen
    since_s: float
    last_s: float


def alike(one: Seen, track: Track) -> bool:
    """Whether a base may be a track's by its ring and its size."""
    return one.ring == track.ring and abs(one.base_mm - track.base_mm) < SIZE_MM


def unlike(one: Seen, track: Track) -> float:
    """0..1: how different a base's figure looks from a track's; 0.5 where either was never seen well."""
    if one.looks is None or track.looks is None:
        return 0.5
    return float(np.abs(one.looks - track.looks).sum() / 2)
