"""The figures of a table by name, and what people may say of them: who is who, who is off, who is back.

What people say is done at once and told by the next look. Their word goes over looks: a name given to a base takes the
name from wherever it was thought to be, and who stood there takes what is left.

Not done here: following. `tracks` says what the pictures say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.vision.asking import ASK_KINDS, Asking, Askings
from companion.vision.track import SIZE_MM, STILL_MM, Point, Told, Track, apart


@dataclass(frozen=True, slots=True)
class Kind:
    """What a figure of the roster without a marker is known by. ring: its colour or None; base_mm: its diameter."""

    ring: str | None
    base_mm: float


_PLACE = (
    "xy_mm", "sigma_mm", "anchor_mm", "since_s", "seen_s", "state", "told_mm", "told_sigma_mm", "frames", "state_s",
    "gone_s", "hidden", "out", "free", "kept", "bumped_s",
)  # fmt: skip
"""What belongs to the place and not to the figure."""


@dataclass(slots=True, eq=False)
class Roll:
    """starts: where unmarked figures stand at the start. kinds: the roster's figures without markers; None: unknown.

    strangers: bases that stand there although every figure of their kind is accounted for; they are no figures unless
    people name them.
    """

    starts: Mapping[str, Point] = field(default_factory=dict)
    kinds: Mapping[str, Kind] | None = None
    tracks: dict[str, Track] = field(default_factory=dict)
    strangers: dict[str, Track] = field(default_factory=dict)
    asks: Askings = field(default_factory=Askings)
    time_s: float = 0.0
    _told: list[Told] = field(default_factory=list)

    def news(self) -> list[Told]:
        """What people's words have changed since the last call."""
        told, self._told = self._told, []
        return told

    def there(self, track: Track) -> bool:
        """Whether the newest picture shows it standing, or moving by itself."""
        return track.seen_s >= self.time_s and track.state in ("seen", "moving")

    def room(self, ring: str | None, base_mm: float) -> bool:
        """Whether the roster has a figure of this kind that is not on the table."""
        if self.kinds is None:
            return True
        has = sum(k.ring == ring and abs(k.base_mm - base_mm) < SIZE_MM for k in self.kinds.values())
        there = sum(
            t.ring == ring and abs(t.base_mm - base_mm) < SIZE_MM and t.state != "off" for t in self.tracks.values()
        )
        return there < has

    def names_for(self, ring: str | None, base_mm: float) -> tuple[str, ...]:
        """Names of the roster that a base of this kind may have: those not on the table or not found."""
        known = self.kinds if self.kinds is not None else {n: Kind(None, base_mm) for n in self.starts}
        fits = [n for n, k in known.items() if k.ring == ring and abs(k.base_mm - base_mm) < SIZE_MM]
        return tuple(n for n in fits if n not in self.tracks or self.tracks[n].state in ("lost", "off"))

    def answer(self, ask_id: str, option_id: str) -> str | None:
        """Answer an open question; a sentence if that cannot be done."""
        ask = self.asks.get(ask_id)
        if ask is None:
            return "This question is no longer open."
        if option_id not in ask.options:
            return f"{option_id} is no answer to this question: {', '.join(ask.options)} are."
        match ask.kind, option_id:
            case "which", _:
                self._which(ask, option_id)
            case "lost", "off":
                return self.take_off(ask.about)
            case "lost", _:
                track = self.tracks[ask.about]
                track.kept = True
                track.turn("covered", self.time_s)
                self.asks.close("lost", ask.about)
            case "name", "nothing":
                self._nothing(ask.about)
            case _:
                return self.rename(ask.about, option_id)
        return None

    def rename(self, figure_id: str, name: str) -> str | None:
        """Give a figure without a marker its name; a sentence if that cannot be done."""
        name = name.strip()
        track = self.tracks.get(figure_id) or self.strangers.get(figure_id)
        if track is None:
            return f"There is no figure {figure_id} on the table."
        if not name:
            return "A figure's name must not be empty."
        other = self.tracks.get(name)
        marked = next((t.name for t in (track, other) if t is not None and t.marked), None)
        if marked is not None:
            return f"{marked} is known by its marker; its name stands in the setup file."
        kind = (self.kinds or {}).get(name)
        if kind is not None and (kind.ring != track.ring or abs(kind.base_mm - track.base_mm) >= SIZE_MM):
            return f"{name} has another base in the setup file than what stands there."
        if other is not None and other is not track:
            self._give(track, other)
        else:
            self._call(track, name)
        return None

    def take_off(self, figure_id: str) -> str | None:
        """The figure left the table; a sentence if that cannot be done."""
        track = self.tracks.get(figure_id)
        if track is None:
            return f"There is no figure {figure_id} on the table."
        if track.state == "off":
            return f"{figure_id} is off the table already."
        rest = [n for n in track.unsure if n != figure_id]
        self._close(track)
        track.turn("off", self.time_s)
        track.gone_s, track.claims, track.out, track.unsure = None, True, False, ()
        self._regroup(rest)
        self._told.append(Told("off", figure_id, track.xy_mm, track.sigma_mm))
        return None

    def put_back(self, figure_id: str) -> str | None:
        """The figure comes back: the next base of its kind that nobody claims is it. A sentence if it is not off."""
        track = self.tracks.get(figure_id)
        if track is None or track.state != "off":
            return f"{figure_id} is not off the table."
        track.turn("lost", self.time_s)
        track.out = True
        return None

    def unsure(self, names: Iterable[str], time_s: float) -> list[Told]:
        """These may be any of each other: ask about one of them that is in sight, and tell of all that are."""
        group = set(names).union(*(self.tracks[n].unsure for n in names))
        order = tuple(sorted(n for n in group if n in self.tracks and self.tracks[n].state != "off"))
        for name in order:
            self.asks.close("which", name)
            self.tracks[name].unsure = order
        there = [self.tracks[n] for n in order if self.there(self.tracks[n])]
        if not there:
            return []
        self.asks.ask("which", there[0].name, order, order, time_s)
        return [Told("asked", t.name, t.xy_mm, t.sigma_mm, detail=", ".join(order)) for t in there]

    def _which(self, ask: Asking, name: str) -> None:
        here, meant = self.tracks[ask.about], self.tracks[name]
        if here is not meant:
            self._exchange(here, meant)
        rest = [n for n in meant.unsure if n != name]
        self._close(meant)
        meant.unsure, meant.before_mm = (), None
        self._told.append(Told("named", name, meant.xy_mm, meant.sigma_mm))
        self._regroup(rest)

    def _regroup(self, names: list[str]) -> None:
        """Those left of a group: the last one is known."""
        for name in names:
            self.asks.close("which", name)
        if len(names) > 1:
            for name in names:
                self.tracks[name].unsure = ()
            self._told += self.unsure(names, self.time_s)
        elif names:
            last = self.tracks[names[0]]
            last.unsure, last.before_mm = (), None
            if self.there(last):
                self._told.append(Told("named", last.name, last.xy_mm, last.sigma_mm))

    def _give(self, track: Track, owner: Track) -> None:
        """The base at track is owner's: they change places, and an unnamed one whose place was nowhere ceases."""
        nowhere = owner.state in ("lost", "off")
        stranger = self.strangers.pop(track.name, None) is not None
        self._close(track)
        self._close(owner)
        group = [n for n in {*track.unsure, *owner.unsure} if n not in (track.name, owner.name)]
        self._exchange(track, owner)
        for one in (track, owner):
            one.unsure, one.before_mm = (), None
        self._regroup(sorted(group))
        owner.named, owner.claims = True, True
        if stranger or (nowhere and not track.named):
            self.tracks.pop(track.name, None)
        self._told.append(Told("named", owner.name, owner.xy_mm, owner.sigma_mm, detail=f"was {track.name}"))

    def _call(self, track: Track, name: str) -> None:
        was = track.name
        self._close(track)
        self.strangers.pop(was, None)
        self.tracks.pop(was, None)
        track.name, track.named = name, True
        self.tracks[name] = track
        for other in self.tracks.values():
            other.unsure = tuple(sorted(name if n == was else n for n in other.unsure))
        if track.unsure:
            self._told += self.unsure(track.unsure, self.time_s)
        self._told.append(Told("named", name, track.xy_mm, track.sigma_mm, detail=f"was {was}"))

    def _nothing(self, figure_id: str) -> None:
        """What stands there is no figure: it stays a stranger, and nobody is asked again."""
        track = self.tracks.pop(figure_id, None) or self.strangers[figure_id]
        self._close(track)
        if figure_id not in self.strangers:
            self._told.append(Told("off", figure_id, track.xy_mm, track.sigma_mm, detail="not a figure"))
        track.kept, self.strangers[figure_id] = True, track

    def _exchange(self, a: Track, b: Track) -> None:
        """Two figures change places. One that is nowhere is held where it stood itself, not where the other did."""
        stood = {t.name: t.before_mm or t.told_mm for t in (a, b)}
        for key in _PLACE:
            mine, its = getattr(a, key), getattr(b, key)
            setattr(a, key, its)
            setattr(b, key, mine)
        for one in (a, b):
            before = stood[one.name]
            if self.there(one) and one.told_mm is not None and before is not None:
                if apart(one.told_mm, before) > STILL_MM:
                    self._told.append(Told("moved", one.name, one.told_mm, one.told_sigma_mm, before, "as people say"))
            elif not self.there(one) and before is not None:
                one.xy_mm = one.anchor_mm = one.told_mm = before

    def _close(self, track: Track) -> None:
        for kind in ASK_KINDS:
            self.asks.close(kind, track.name)
