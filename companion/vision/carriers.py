"""Terrain that goes where its marker goes.

Idea: a piece's outline was given while its marker lay somewhere; that place and heading are its home. Wherever the
marker is now, the outline is the home's, turned and shifted as the marker was. A home is written in the setup, or is
where the marker is first at rest, or where it is when people draw the outline anew.

Invariant: terrain moves only when its marker has come to rest more than two sigma from where the outline last was taken
from; a hand that slides a house along moves nothing until it lets go.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.geometry.points import rotate, wrap_angle
from companion.setup.model import Setup
from companion.setup.values import terrain_pieces, with_terrain
from companion.table.spread import largest_sigma
from companion.table.state import Figure, Place, Point, Spread, TerrainPiece
from companion.vision.settle import SETTLE_S, Settler
from companion.vision.sightings import Sighting
from companion.vision.still import figure_of

LEAST_MOVE_MM = 0.5
"""An outline that would move less is left: it was drawn by hand."""
EXACT = Spread((0.0, 0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a marker lies: its centre, where the top of its print points, and how sure both are."""

    place: Place
    heading_rad: float
    heading_sigma_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece at its new place. moved_mm: how far its middle went; sigma_mm: how sure its farthest corner is."""

    piece: TerrainPiece
    moved_mm: float
    turned_rad: float
    sigma_mm: float


class Carriers:
    """The terrain of a table, moved with its markers. settle_s: how long a marker must rest; 0: single pictures."""

    def __init__(self, setup: Setup, settle_s: float = SETTLE_S) -> None:
        self._carried = {piece.name for piece in setup.terrain if piece.marker is not None}
        self._terrain = terrain_pieces(setup)
        self._home: dict[str, tuple[Pose, TerrainPiece]] = {}
        for section, piece in zip(setup.terrain, self._terrain, strict=True):
            if section.marker is not None and section.marker_at_mm is not None:
                place = Place(section.marker_at_mm[0], section.marker_at_mm[1], EXACT)
                self._home[piece.name] = (Pose(place, math.radians(section.marker_turn_deg)), piece)
        self._now: dict[str, Pose] = {}
        self._settler = Settler(settle_s)

    @property
    def terrain(self) -> tuple[TerrainPiece, ...]:
        """All terrain as it lies."""
        return self._terrain

    def set_terrain(self, terrain: Iterable[TerrainPiece]) -> None:
        """People have said how the terrain lies: outlines belong to where their markers are now."""
        before = {piece.name: piece for piece in self._terrain}
        self._terrain = tuple(terrain)
        for piece in self._terrain:
            if piece != before.get(piece.name):
                self._home.pop(piece.name, None)
                if piece.name in self._now:
                    self._home[piece.name] = (self._now[piece.name], piece)

    def see(self, sightings: Sequence[Sighting], time_s: float) -> tuple[Moved, ...]:
        """The pieces that have just come to rest elsewhere; `terrain` has them at their new places."""
        return self.seen([figure_of(sighting) for sighting in sightings], time_s)

    def seen(self, markers: Sequence[Figure], time_s: float) -> tuple[Moved, ...]:
        """The same of markers as figures named as their pieces."""
        out = []
        for marker in markers:
            rested = self._settler.see(marker, time_s)
            if rested is None or marker.name not in self._carried or marker.heading_rad is None:
                continue
            pose = Pose(rested.place, marker.heading_rad, marker.heading_sigma_rad or 0.0)
            moved = self._rested(marker.id, pose)
            if moved is not None:
                out.append(moved)
        moves = {one.piece.name: one.piece for one in out}
        self._terrain = tuple(moves.get(piece.name, piece) for piece in self._terrain)
        return tuple(out)

    def forget(self) -> None:
        """The camera was solved anew: markers are told apart from their homes once more."""
        self._settler.forget()

    def _rested(self, name: str, pose: Pose) -> Moved | None:
        self._now[name] = pose
        pieces: Mapping[str, TerrainPiece] = {piece.name: piece for piece in self._terrain}
        if name not in pieces:
            return None
        if name not in self._home:
            self._home[name] = (pose, pieces[name])
            return None
        home, outlined = self._home[name]
        moved = carried(outlined, home, pose)
        went = max(math.dist(a, b) for a, b in zip(moved.outline, pieces[name].outline, strict=True))
        sigma_mm = sigma_of(moved, pose)
        if went <= max(2 * sigma_mm, LEAST_MOVE_MM):
            return None
        shift = math.dist(_middle(moved.outline), _middle(pieces[name].outline))
        before, after = pieces[name].outline, moved.outline
        turned = wrap_angle(_way(after) - _way(before))
        return Moved(moved, shift, turned, sigma_mm)


def as_carried(setup: Setup, markers: Sequence[Figure]) -> Setup:
    """The setup with its terrain where a single picture shows the markers on it, figures named as their pieces; the
    very same if none is elsewhere than where the setup says its outline was drawn."""
    carriers = Carriers(setup, settle_s=0.0)
    return with_terrain(setup, carriers.terrain) if carriers.seen(markers, 0.0) else setup


def carried(piece: TerrainPiece, home: Pose, now: Pose) -> TerrainPiece:
    """The piece, drawn while its marker was at home, with the marker now elsewhere."""
    turn = wrap_angle(now.heading_rad - home.heading_rad)
    shift = (now.place.x_mm - home.place.x_mm, now.place.y_mm - home.place.y_mm)
    about = (home.place.x_mm, home.place.y_mm)

    def gone(outline: tuple[Point, ...]) -> tuple[Point, ...]:
        turned = (rotate(point, turn, about) for point in outline)
        return tuple((x + shift[0], y + shift[1]) for x, y in turned)

    top = None if piece.top_outline is None else gone(piece.top_outline)
    return replace(piece, outline=gone(piece.outline), top_outline=top)


def sigma_of(piece: TerrainPiece, marker: Pose) -> float:
    """One standard deviation of the piece's farthest corner, mm: the marker's place, and its turn times the arm."""
    at = (marker.place.x_mm, marker.place.y_mm)
    arm = max(math.dist(at, corner) for corner in piece.outline)
    return math.hypot(largest_sigma(marker.place.spread), arm * marker.heading_sigma_rad)


def _middle(outline: Sequence[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _way(outline: Sequence[Point]) -> float:
    """A direction that turns with the outline."""
    (x, y), (mx, my) = outline[0], _middle(outline)
    return math.atan2(y - my, x - mx)
