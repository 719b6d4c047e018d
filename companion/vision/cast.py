"""The figures that a picture shows: as sights for the tracker, and afterwards under their tracks' names.

Invariant: a figure that was not read again is the very same value as before, so whoever has judged it need not again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from calibration.camera import Camera
from companion.setup.model import FigureSection, Setup
from companion.table.state import Figure
from companion.vision.bodies import Standing
from companion.vision.hands import Hands
from companion.vision.locate import LIFTED_SIGMAS
from companion.vision.sightings import Sighting
from companion.vision.still import figure_of, figure_of_base
from companion.vision.track import Seen, Track

FINGERS_MM = 6.0
"""A hand this near to a base that has no marker may be holding it."""

Key = tuple[str | None, tuple[float, float]]


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A figure with what it came from. named: under whose name it was last told."""

    source: Sighting | Standing
    figure: Figure
    free: bool
    named: dict[str, Figure]


class Cast:
    """setup: the roster."""

    def __init__(self, setup: Setup) -> None:
        self._sections = {f.name: f for f in setup.figure}
        self._shown: dict[Key, _Shown] = {}

    def section(self, name: str) -> FigureSection | None:
        """The roster's figure of this name."""
        return self._sections.get(name)

    def show(
        self, sightings: Iterable[Sighting], standing: Iterable[Standing], hands: Hands | None, camera: Camera
    ) -> list[Seen]:
        """Take what a picture shows."""
        before = {id(one.source): one for one in self._shown.values()}
        self._shown = {}
        seen = []
        for sighting in sightings:
            name, old = sighting.figure.name, before.get(id(sighting))
            figure = figure_of(sighting) if old is None else old.figure
            free = abs(sighting.fitted.size_z) <= LIFTED_SIGMAS and not _covered(figure, 0.0, hands, camera)
            seen.append(self._take(sighting, figure, free, f"marker {name}", name, old))
        for one in standing:
            kind, old = one.base.kind, before.get(id(one))
            figure = figure_of_base(one.base, "") if old is None else old.figure
            free = not _covered(figure, FINGERS_MM, hands, camera)
            known = one.base.figure.name if one.base.figure is not None and kind.ring is not None else None
            seen.append(replace(self._take(one, figure, free, kind.ring, known, old), looks=one.looks))
        return seen

    def figures(self, tracks: Iterable[Track]) -> tuple[dict[str, Figure], frozenset[str]]:
        """The figures that the newest picture shows, under their tracks' names; and which of them no hand is near."""
        out: dict[str, Figure] = {}
        free = set()
        for track in tracks:
            shown = self._shown.get((track.ring, track.xy_mm))
            if shown is None or track.state not in ("seen", "moving"):
                continue
            if track.name not in shown.named:
                shown.named[track.name] = self._named(shown.figure, track)
            out[track.name] = shown.named[track.name]
            if shown.free:
                free.add(track.name)
        return out, frozenset(free)

    def others(self, track: Track, tracks: Sequence[Track]) -> list[Figure]:
        """The figures shown that cannot be a track's, because they are of another kind or another track's."""
        held = {(t.ring, t.xy_mm) for t in tracks if t is not track}
        return [one.figure for key, one in self._shown.items() if key[0] != track.ring or key in held]

    def _take(
        self,
        source: Sighting | Standing,
        figure: Figure,
        free: bool,
        ring: str | None,
        name: str | None,
        old: _Shown | None,
    ) -> Seen:
        place = figure.place
        at = (place.x_mm, place.y_mm)
        self._shown[ring, at] = _Shown(source, figure, free, {} if old is None else old.named)
        return Seen(name, ring, figure.base.length_mm, at, place.spread.sigma_mm, None, free)

    def _named(self, figure: Figure, track: Track) -> Figure:
        section = self.section(track.name)
        if section is None:
            return replace(figure, id=track.name, name=track.name if track.named else None)
        return replace(
            figure, id=track.name, name=section.name, side=section.side, height_mm=section.height_mm, ring=section.ring
        )


def _covered(figure: Figure, room_mm: float, hands: Hands | None, camera: Camera) -> bool:
    if hands is None or not hands.any:
        return False
    place = figure.place
    return hands.over(camera, (place.x_mm, place.y_mm), place.level_mm, figure.base.length_mm / 2 + room_mm)
