"""Figures followed over time, whatever shows them: who stands where, who is hidden, who moved.

Idea: a track holds one figure's place until the picture says otherwise, twice. What is seen is first given to the track
that has its name, then to the one of its kind that stands there. What is left on both sides, tracks nobody sees and
bases nobody claims, is a figure that was lifted and put down; if several fit, looks decide, and if looks do not, people
are asked.

Invariants: no track jumps to a base that has not stood still for settle_s; nothing is lost while a hand is in the
picture or over its place; a place that is told as moved was seen at both ends, for settle_s with no hand over it; a
figure that was told of once stays in the list until people take it off.

Pure: no pictures, no clock. Times are seconds of the caller's.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.vision.asking import NOTHING, OFF, STAYS, Asking
from companion.vision.pairing import pair
from companion.vision.roll import Kind, Roll
from companion.vision.settle import SETTLE_S
from companion.vision.track import STILL_MM, Looks, May, New, Point, Seen, Told, Track, alike, apart

__all__ = ["Kind", "Looks", "Seen", "Told", "Track", "Tracker"]

HERE_MM = 9.0
"""A base this close to a track of its kind is that figure, nudged at most."""
START_MM = 40.0
"""An unmarked figure may stand this far from where the setup has it at the start."""
LOST_S = 1.5
STRANGER_S = 3.0
"""What nobody is known to be is asked about after it has stood this long."""
GAP_S = 0.6
"""A new base may be missed for so long and has still stood all the time: one picture at two a second."""
SLOW = 1.5
"""Or for so many times the time between pictures, where they are few."""
CAMERA_MM, CAMERA_S = 5.0, 3.0
"""For so long after the camera was moved, a figure that is this near to its place was measured anew, not moved."""


@dataclass(slots=True, eq=False)
class Tracker:
    """Follows a table.

    starts: name -> place in mm where unmarked figures of the roster stand at the start. kinds: every figure of the
    roster without a marker; with it, a base that can be none of them is a stranger and no figure.
    """

    starts: Mapping[str, Point] = field(default_factory=dict)
    settle_s: float = SETTLE_S
    kinds: Mapping[str, Kind] | None = None
    may: May | None = None
    roll: Roll = field(init=False)
    _news: list[New] = field(default_factory=list)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _began_s: float | None = None
    _before_s: float = 0.0

    def __post_init__(self) -> None:
        self.roll = Roll(self.starts, self.kinds)

    @property
    def tracks(self) -> dict[str, Track]:
        """Every figure that was seen on the table, by name."""
        return self.roll.tracks

    @property
    def strangers(self) -> dict[str, Track]:
        """What stands there and is no known figure, by its own id."""
        return self.roll.strangers

    def asks(self) -> tuple[Asking, ...]:
        """The questions that wait for an answer, oldest first."""
        return self.roll.asks.open()

    def answer(self, ask_id: str, option_id: str) -> str | None:
        """Answer an open question; a sentence if that cannot be done. What it changes is told by the next `see`."""
        return self.roll.answer(ask_id, option_id)

    def rename(self, figure_id: str, name: str) -> str | None:
        """Give what has no marker its name, one of the roster's or a new one; a sentence if that cannot be done."""
        return self.roll.rename(figure_id, name)

    def take_off(self, figure_id: str) -> str | None:
        """The figure is no longer on the table; a sentence if that cannot be done."""
        return self.roll.take_off(figure_id)

    def put_back(self, figure_id: str) -> str | None:
        """The figure is looked for again; a sentence if it is not off."""
        return self.roll.put_back(figure_id)

    def bumped(self, time_s: float) -> None:
        """The camera was moved: rests begin anew, and small differences are for a while the camera's."""
        for track in self.tracks.values():
            track.bumped_s = track.since_s = time_s
        self._news = []

    def see(
        self,
        seen: Sequence[Seen],
        time_s: float,
        hand: bool = False,
        hidden: Callable[[Track], bool] = lambda _: False,
    ) -> list[Told]:
        """Take what one picture shows. hand: one is in the picture; hidden: whether something covers a track's place,
        a hand or another figure's body."""
        self._began_s = time_s if self._began_s is None else self._began_s
        self._before_s, self.roll.time_s = self.roll.time_s, time_s
        told = self.roll.news()
        met, left = self._meetings(seen)
        for name, one in met.items():
            told += self._meet(self._known(name), one, time_s)
        for track in [t for t in self.tracks.values() if t.name not in met]:
            told += self._miss(track, time_s, hand, hidden)
        for track in [t for t in self.strangers.values() if t.name not in met]:
            self._forget(track, time_s, hand or hidden(track))
        self._wait(left, time_s)
        self._carry(time_s)
        return told + self._place(time_s, time_s, hand) + self._ask(time_s)

    def end(self) -> list[Told]:
        """What stands still when the recording ends counts as settled."""
        told = self._place(math.inf, self.roll.time_s, False)
        for track in self.tracks.values():
            if self.roll.there(track) and track.free:
                told += self._settled(track, math.inf)
        return told

    def _known(self, name: str) -> Track:
        return self.tracks[name] if name in self.tracks else self.strangers[name]

    def _meetings(self, seen: Sequence[Seen]) -> tuple[dict[str, Seen], list[Seen]]:
        """Who is seen where, and what is left: markers by their name, the rest by where they stood."""
        met: dict[str, Seen] = {}
        for one in seen:
            track = self.tracks.get(one.name) if one.name is not None and one.marked else None
            if track is None or track.state == "off":
                continue
            before = met.get(track.name)
            if before is None or apart(one.xy_mm, track.xy_mm) < apart(before.xy_mm, track.xy_mm):
                met[track.name] = one
        left = [s for s in seen if not (s.marked and s.name in self.tracks)]
        tracks = [*self.tracks.values(), *self.strangers.values()]
        pairs = sorted(
            (apart(s.xy_mm, t.xy_mm), i, t.name)
            for i, s in enumerate(left)
            for t in tracks
            if not s.marked and s.name in (None, t.name) and alike(s, t) and (t.state != "off" or t.claims)
        )
        used: set[int] = set()
        for far, i, name in pairs:
            if far < HERE_MM and name not in met and i not in used:
                met[name] = left[i]
                used.add(i)
        return met, [s for i, s in enumerate(left) if i not in used]

    def _meet(self, track: Track, one: Seen, time_s: float) -> list[Told]:
        track.gone_s, track.hidden, track.seen_s, track.sigma_mm = None, False, time_s, one.sigma_mm
        if track.state == "off":
            track.xy_mm = one.xy_mm
            return []
        told = []
        if track.out:
            told.append(Told("uncovered", track.name, one.xy_mm, one.sigma_mm))
            self.roll.asks.close("lost", track.name)
        track.out = False
        if not (one.free and track.free) or apart(one.xy_mm, track.anchor_mm) > STILL_MM + 2 * one.sigma_mm:
            track.anchor_mm, track.since_s = one.xy_mm, time_s
        track.xy_mm, track.free = one.xy_mm, one.free
        track.turn("moving" if track.away() and (one.free or track.marked) else "seen", time_s)
        track.frames += 1
        if one.looks is not None and one.free and not track.unsure and track.state == "seen":
            share = 0.5 if track.frames < 6 else 0.1
            track.looks = one.looks if track.looks is None else (1 - share) * track.looks + share * one.looks
        if one.free and track.name in self.tracks and time_s - track.since_s >= self.settle_s - 1e-9:
            told += self._settled(track, time_s)
        return told

    def _settled(self, track: Track, time_s: float) -> list[Told]:
        before, sigma = track.told_mm, track.sigma_mm
        if before is not None and not track.away():
            track.turn("seen", time_s)
            return []
        track.told_mm, track.told_sigma_mm = track.xy_mm, sigma
        track.turn("seen", time_s)
        if before is None:
            return [Told("placed", track.name, track.xy_mm, sigma)]
        camera = self.roll.time_s - track.bumped_s < CAMERA_S and apart(before, track.xy_mm) < CAMERA_MM
        if camera:
            return [Told("placed", track.name, track.xy_mm, sigma, detail="measured anew: the camera was moved")]
        return [Told("moved", track.name, track.xy_mm, sigma, before)]

    def _miss(self, track: Track, time_s: float, hand: bool, hidden: Callable[[Track], bool]) -> list[Told]:
        if track.told_mm is not None and track.state != "off":
            track.xy_mm = track.anchor_mm = track.told_mm
        track.hidden = hidden(track)
        if track.hidden or hand:
            track.gone_s = None
        elif track.gone_s is None:
            track.gone_s = time_s
        gone = track.gone_s is not None and time_s - track.gone_s >= LOST_S
        if track.state == "off":
            track.claims &= not gone
        elif track.told_mm is None:
            if gone:
                self.tracks.pop(track.name)
        elif track.state != "lost" and not (track.kept and not hand):
            return self._unseen(track, time_s, hand, gone)
        return []

    def _unseen(self, track: Track, time_s: float, hand: bool, gone: bool) -> list[Told]:
        """What to say of a figure that stood on the table and is not seen there."""
        track.kept = False
        if track.hidden:
            news, track.out = not track.out, True
            track.turn("covered", time_s)
            return [Told("covered", track.name, track.xy_mm, track.sigma_mm)] if news else []
        if hand:
            track.turn("moving", time_s)
        elif gone:
            track.turn("lost", time_s)
            track.out = True
            self.roll.asks.ask("lost", track.name, (track.name,), (OFF, STAYS), time_s)
            return [Told("lost", track.name, track.xy_mm, track.sigma_mm)]
        return []

    def _forget(self, track: Track, time_s: float, explained: bool) -> None:
        """A stranger that is gone was never a figure: nothing is said of it."""
        if explained:
            track.gone_s = None
        elif track.gone_s is None:
            track.gone_s = time_s
        elif time_s - track.gone_s >= LOST_S:
            self.roll.asks.close("name", track.name)
            self.strangers.pop(track.name)

    def _wait(self, left: Sequence[Seen], time_s: float) -> None:
        """Bases nobody claims wait until they have stood still."""
        kept = [n for n in self._news if time_s - n.last_s < max(GAP_S, SLOW * (time_s - self._before_s))]
        news = []
        for one in left:
            if not one.free:
                continue
            old = next((n for n in kept if apart(n.seen.xy_mm, one.xy_mm) < STILL_MM + 2 * one.sigma_mm), None)
            if old is not None:
                kept.remove(old)
            news.append(New(one, time_s if old is None else old.since_s, time_s))
        self._news = news + kept

    def _carry(self, time_s: float) -> None:
        """A figure that is not seen at its place while one like it goes elsewhere is on its way: where it is now is
        known, but it stands nowhere. Bases that could be several figures' say nothing of any."""
        now = [n for n in self._news if n.last_s == time_s]
        for new in now:
            out = [t for t in self.tracks.values() if _left(t, time_s) and _could_be(new.seen, t)]
            for track in out:
                track.gone_s = None
            if len(out) == 1 and sum(_could_be(n.seen, out[0]) for n in now) == 1 and not out[0].hidden:
                track = out[0]
                track.xy_mm, track.sigma_mm, track.free = new.seen.xy_mm, new.seen.sigma_mm, new.seen.free
                track.anchor_mm, track.since_s = new.seen.xy_mm, new.since_s
                track.turn("moving", time_s)

    def _place(self, until_s: float, time_s: float, hand: bool) -> list[Told]:
        """Give settled new bases to tracks that nobody sees, or make tracks of them."""
        first = self._began_s is not None and until_s - self._began_s < self.settle_s
        now = [n for n in self._news if n.last_s == time_s]
        ready = [n for n in now if first or until_s - n.since_s >= self.settle_s - 1e-9]
        told: list[Told] = []
        for ring in dict.fromkeys(n.seen.ring for n in ready):
            own = [n for n in ready if n.seen.ring == ring]
            away = [
                t
                for t in self.tracks.values()
                if t.ring == ring and t.seen_s < time_s and t.told_mm is not None and t.state != "off"
            ]
            waiting = sum(n.seen.ring == ring for n in now) - len(own)
            if away and len(own) < len(away) and (hand or waiting):
                continue  # the others may still be in the hand, or about to settle
            told += self._match(own, away, time_s)
        return told

    def _match(self, news: list[New], away: list[Track], time_s: float) -> list[Told]:
        told: list[Told] = []
        pairs = pair(news, away, self.may)
        groups = {p.unsure for p in pairs if p.unsure}
        for name in itertools.chain.from_iterable(groups):
            track = self.tracks[name]
            track.before_mm = track.before_mm or track.told_mm
        for one in pairs:
            told += self._moved(one.new, one.track, time_s)
        for group in sorted(groups):
            told += self.roll.unsure(group, time_s)
        self._begin_all([n for n in news if all(p.new is not n for p in pairs)], time_s)
        self._news = [n for n in self._news if n not in news]
        return told

    def _moved(self, new: New, track: Track, time_s: float) -> list[Told]:
        told = []
        if track.out:
            told.append(Told("uncovered", track.name, new.seen.xy_mm, new.seen.sigma_mm))
            self.roll.asks.close("lost", track.name)
        track.out = track.hidden = track.kept = False
        track.gone_s, track.free = None, True
        track.xy_mm = track.anchor_mm = new.seen.xy_mm
        track.sigma_mm, track.since_s, track.seen_s = new.seen.sigma_mm, new.since_s, new.last_s
        track.turn("seen", time_s)
        return told + self._settled(track, time_s)

    def _begin_all(self, news: Sequence[New], time_s: float) -> None:
        """Make tracks: of those the setup has near, nearest first, then of those the roster has room for."""
        near = sorted(
            (apart(at, new.seen.xy_mm), i, name)
            for i, new in enumerate(news)
            for name, at in self.starts.items()
            if new.seen.name is None and self._may_be(new.seen, name)
        )
        named: dict[int, str] = {}
        for far, i, name in near:
            if far < START_MM and i not in named and name not in named.values():
                named[i] = name
        for i, new in enumerate(news):
            seen = new.seen
            known = seen.name if seen.name is not None and seen.name not in self.tracks else named.get(i)
            if known is not None:
                self.tracks[known] = _begun(new, known, True, time_s)
            elif seen.name is None and self.roll.room(seen.ring, seen.base_mm):
                unnamed = f"{seen.ring or 'unmarked'} #{next(self._numbers)}"
                self.tracks[unnamed] = _begun(new, unnamed, False, time_s)
            else:
                stranger = f"stranger #{next(self._numbers)}"
                self.strangers[stranger] = _begun(new, stranger, False, time_s)

    def _may_be(self, seen: Seen, name: str) -> bool:
        kind = Kind(None, seen.base_mm) if self.kinds is None else self.kinds.get(name)
        return name not in self.tracks and kind is not None and kind.ring == seen.ring

    def _ask(self, time_s: float) -> list[Told]:
        """Ask who the unnamed are, and what strangers are that stay."""
        for track in self.tracks.values():
            if not track.named and track.told_mm is not None and self.roll.there(track):
                names = self.roll.names_for(track.ring, track.base_mm)
                self.roll.asks.ask("name", track.name, names, (*names, NOTHING), time_s)
        told = []
        for track in self.strangers.values():
            if not track.kept and self.roll.there(track) and time_s - track.since_s >= STRANGER_S:
                names = self.roll.names_for(track.ring, track.base_mm)
                before = len(self.asks())
                self.roll.asks.ask("name", track.name, names, (*names, NOTHING), time_s)
                if len(self.asks()) > before:
                    told.append(Told("asked", track.name, track.xy_mm, track.sigma_mm, detail="not in the list"))
        return told


def _left(track: Track, time_s: float) -> bool:
    """Whether a figure that was told of is not seen where it stood."""
    return track.seen_s < time_s and track.told_mm is not None and track.state not in ("lost", "off")


def _could_be(seen: Seen, track: Track) -> bool:
    return alike(seen, track) and seen.name in (None, track.name)


def _begun(new: New, name: str, named: bool, time_s: float) -> Track:
    one = new.seen
    track = Track(name, one.ring, one.base_mm, one.xy_mm, one.sigma_mm, one.xy_mm, new.since_s, new.last_s, named)
    track.looks, track.state_s = one.looks, time_s
    return track
