"""Figures followed over time, whatever shows them: who stands where, who is hidden, who moved.

Idea: a track holds one figure's place until the picture says otherwise, twice. What is seen is first given to the track
that has its name, then to the one of its kind that stands there. What is left on both sides, tracks nobody sees and
bases nobody claims, is a figure that was lifted and put down; if several fit, looks decide, and if looks do not, people
are asked.

Invariants: no track jumps to a base that has not stood still for settle_s; nothing is lost while a hand is in the
picture; a place that is told as moved was seen at both ends.

Pure: no pictures, no clock. Times are seconds of the caller's.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.vision.settle import SETTLE_S

HERE_MM = 9.0
"""A base this close to a track of its kind is that figure, nudged at most."""
STILL_MM = 1.5
"""Beyond two sigma: less than this is not a move."""
LOST_S = 1.5
LIKE_MARGIN = 1.3
"""The second best assignment by looks must be this much worse for the best to be taken without asking."""
SIZE_MM = 4.0

Looks = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One figure or base in a picture. name: None unless a marker or the roster gives it. kind: ring or None. looks: a
    histogram of its colours. free: no hand is near it."""

    name: str | None
    ring: str | None
    base_mm: float
    xy_mm: tuple[float, float]
    sigma_mm: float
    looks: Looks | None = None
    free: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """An event, as it is printed: what happened to whom, where, and for moves from where."""

    event: str
    name: str | None
    xy_mm: tuple[float, float] | None = None
    sigma_mm: float | None = None
    from_mm: tuple[float, float] | None = None
    detail: str | None = None


@dataclass(slots=True, eq=False)
class Track:
    """One figure. told_mm: where it was last said to stand; anchor_mm, since_s: its present rest."""

    name: str
    ring: str | None
    base_mm: float
    xy_mm: tuple[float, float]
    sigma_mm: float
    anchor_mm: tuple[float, float]
    since_s: float
    seen_s: float
    named: bool
    state: str = "seen"
    told_mm: tuple[float, float] | None = None
    told_sigma_mm: float = 1.0
    looks: Looks | None = None
    frames: int = 1
    unsure: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class _New:
    seen: Seen
    since_s: float
    last_s: float


@dataclass(slots=True, eq=False)
class Tracker:
    """Follows a table. starts: name -> place in mm where unmarked figures of the roster stand at the start."""

    starts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    settle_s: float = SETTLE_S
    tracks: dict[str, Track] = field(default_factory=dict)
    _news: list[_New] = field(default_factory=list)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _began_s: float | None = None

    def see(
        self,
        seen: Sequence[Seen],
        time_s: float,
        hand: bool = False,
        hidden: Callable[[Track], bool] = lambda _: False,
    ) -> list[Told]:
        """Take what one picture shows. hand: one is in the picture; hidden: whether it covers a track's place."""
        self._began_s = time_s if self._began_s is None else self._began_s
        left = list(seen)
        met: dict[str, Seen] = {}
        for one in list(left):
            track = self.tracks.get(one.name) if one.name is not None else None
            if track is not None and (one.free or _apart(one.xy_mm, track.xy_mm) < HERE_MM):
                met[track.name] = one
                left.remove(one)
        pairs = sorted(
            (_apart(s.xy_mm, t.xy_mm), i, t.name)
            for i, s in enumerate(left)
            for t in self.tracks.values()
            if t.name not in met and s.name is None and _alike(s, t)
        )
        used: set[int] = set()
        for apart, i, name in pairs:
            if apart < HERE_MM and name not in met and i not in used:
                met[name] = left[i]
                used.add(i)
        left = [s for i, s in enumerate(left) if i not in used]
        told: list[Told] = []
        for name, one in met.items():
            told += self._meet(self.tracks[name], one, time_s)
        missing = [t for t in self.tracks.values() if t.name not in met]
        for track in missing:
            told += self._miss(track, time_s, hand, hidden(track))
        self._wait(left, time_s)
        return told + self._place(time_s, hand)

    def end(self) -> list[Told]:
        """What stands still when the recording ends counts as settled."""
        told = self._place(math.inf, False)
        for track in self.tracks.values():
            if track.state in ("seen", "moving"):
                told += self._settled(track)
        return told

    def _meet(self, track: Track, one: Seen, time_s: float) -> list[Told]:
        told = []
        if track.state in ("covered", "lost"):
            told.append(Told("uncovered", track.name, one.xy_mm, one.sigma_mm))
        track.seen_s, track.sigma_mm = time_s, one.sigma_mm
        if _apart(one.xy_mm, track.anchor_mm) > STILL_MM + 2 * one.sigma_mm:
            track.anchor_mm, track.since_s = one.xy_mm, time_s
        track.xy_mm = one.xy_mm
        away = track.told_mm is not None and _apart(track.xy_mm, track.told_mm) > STILL_MM + 2 * _both(track)
        track.state = "moving" if away else "seen"
        track.frames += 1
        if one.looks is not None and one.free and track.frames < 6:
            track.looks = one.looks if track.looks is None else 0.5 * (track.looks + one.looks)
        if one.free and time_s - track.since_s >= self.settle_s - 1e-9:
            told += self._settled(track)
        return told

    def _settled(self, track: Track) -> list[Told]:
        before, sigma = track.told_mm, track.sigma_mm
        if before is None:
            track.told_mm, track.told_sigma_mm = track.xy_mm, sigma
            return [Told("placed", track.name, track.xy_mm, sigma)]
        if _apart(track.xy_mm, before) <= STILL_MM + 2 * _both(track):
            return []
        track.told_mm, track.told_sigma_mm, track.state = track.xy_mm, sigma, "seen"
        return [Told("moved", track.name, track.xy_mm, sigma, before)]

    def _miss(self, track: Track, time_s: float, hand: bool, hidden: bool) -> list[Told]:
        if track.state == "lost":
            return []
        if hidden and track.state != "covered":
            track.state = "covered"
            return [Told("covered", track.name, track.xy_mm, track.sigma_mm)]
        if hand:
            track.seen_s = max(track.seen_s, time_s - 0.5)
        claimed = any(_alike(n.seen, track) for n in self._news)
        if not hand and not claimed and time_s - track.seen_s >= LOST_S:
            track.state = "lost"
            return [Told("lost", track.name, track.xy_mm, track.sigma_mm)]
        return []

    def _wait(self, left: Sequence[Seen], time_s: float) -> None:
        """Bases nobody claims wait until they have stood still."""
        news = []
        for one in left:
            if not one.free:
                continue
            old = next((n for n in self._news if _apart(n.seen.xy_mm, one.xy_mm) < STILL_MM + 2 * one.sigma_mm), None)
            news.append(_New(one, time_s if old is None else old.since_s, time_s))
        self._news = news

    def _place(self, time_s: float, hand: bool) -> list[Told]:
        """Give settled new bases to tracks that nobody sees, or make tracks of them."""
        first = self._began_s is not None and time_s - self._began_s < self.settle_s
        ready = [n for n in self._news if first or time_s - n.since_s >= self.settle_s - 1e-9]
        told: list[Told] = []
        groups: dict[str | None, list[_New]] = {}
        for new in ready:
            groups.setdefault(new.seen.ring, []).append(new)
        for ring, own in groups.items():
            away = [
                t for t in self.tracks.values() if t.ring == ring and t.seen_s < own[0].last_s and t.told_mm is not None
            ]
            waiting = sum(n.seen.ring == ring for n in self._news) - len(own)
            if away and len(own) < len(away) and (hand or waiting):
                continue  # the others may still be in the hand, or about to settle
            told += self._match(own, away)
        return told

    def _match(self, news: list[_New], away: list[Track]) -> list[Told]:
        told: list[Told] = []
        taken: list[_New] = []
        for new in news:
            by_name = self.tracks.get(new.seen.name) if new.seen.name is not None else None
            if by_name is None and new.seen.name is not None:
                self._begin(new, new.seen.name, True)
                taken.append(new)
        news = [n for n in news if n not in taken]
        choices = _assignments(news, away)
        if choices:
            cost, best = choices[0]
            clear = len(choices) < 2 or len(news) == len(away) == 1 or choices[1][0] > LIKE_MARGIN * cost + 0.02
            names = tuple(sorted(t.name for _, t in best))
            for new, track in best:
                told += self._moved(new, track, () if clear else names)
                taken.append(new)
            if not clear:
                told.append(Told("asked", None, detail=", ".join(names)))
        for new in news:
            if new not in taken:
                near = [
                    (math.dist(at, new.seen.xy_mm), name)
                    for name, at in self.starts.items()
                    if name not in self.tracks and new.seen.ring is None
                ]
                known = min(near, default=(math.inf, ""))
                if known[0] < 40.0:
                    self._begin(new, known[1], True)
                else:
                    self._begin(new, f"{new.seen.ring or 'unmarked'} #{next(self._numbers)}", False)
        self._news = [n for n in self._news if n not in taken and n not in news]
        return told

    def _begin(self, new: _New, name: str, named: bool) -> None:
        one = new.seen
        self.tracks[name] = Track(
            name, one.ring, one.base_mm, one.xy_mm, one.sigma_mm, one.xy_mm, new.since_s, new.last_s, named
        )
        self.tracks[name].looks = one.looks

    def _moved(self, new: _New, track: Track, unsure: tuple[str, ...]) -> list[Told]:
        told = []
        if track.state in ("covered", "lost"):
            told.append(Told("uncovered", track.name, new.seen.xy_mm, new.seen.sigma_mm))
        track.xy_mm = track.anchor_mm = new.seen.xy_mm
        track.sigma_mm, track.since_s, track.seen_s, track.state = new.seen.sigma_mm, new.since_s, new.last_s, "seen"
        track.unsure = unsure
        return told + self._settled(track)


def _assignments(news: list[_New], away: list[Track]) -> list[tuple[float, list[tuple[_New, Track]]]]:
    """Ways to give new bases to tracks away, best first, with their cost: how unlike they look."""
    if not news or not away or len(news) > 6 or len(away) > 6:
        return []
    count = min(len(news), len(away))
    out = []
    for who in itertools.permutations(away, count):
        for where in itertools.combinations(news, count):
            if all(_alike(n.seen, t) for n, t in zip(where, who, strict=True)):
                pairs = list(zip(where, who, strict=True))
                out.append((sum(_unlike(n.seen, t) for n, t in pairs), pairs))
    return sorted(out, key=lambda c: c[0])


def _alike(one: Seen, track: Track) -> bool:
    return one.ring == track.ring and abs(one.base_mm - track.base_mm) < SIZE_MM


def _unlike(one: Seen, track: Track) -> float:
    if one.looks is None or track.looks is None:
        return 0.5
    return float(np.abs(one.looks - track.looks).sum() / 2)


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.dist(a, b)


def _both(track: Track) -> float:
    return math.hypot(track.sigma_mm, track.told_sigma_mm)
