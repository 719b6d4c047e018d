"""Levels to look on, and parts of them: on the whole's grid, merged where they meet, tops where they show up."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from companion.table.state import TerrainPiece
from companion.vision.bases import PITCH_MM
from companion.vision.grounds import AROUND_MM, Ground2D, floors
from companion.vision.levels import Level

REACH = (-10.5, -20.0, 600.0, 400.0)
EYE = np.array([300.0, -200.0, 1000.0])
GROUND = Ground2D(Level(0.0), REACH, shapely.box(*REACH))


def box(x: float, y: float, half: float = 5.0) -> shapely.Polygon:
    return shapely.box(x - half, y - half, x + half, y + half)


@pytest.mark.parametrize(
    ("look_in", "count"),
    [
        (shapely.Polygon(), 0),
        (box(5000, 0), 0),
        (box(100, 100), 1),
        (shapely.MultiPolygon([box(100, 100), box(400, 300)]), 2),
        (shapely.MultiPolygon([box(100, 100), box(140, 100)]), 1),
        (shapely.box(-9999, -9999, 9999, 9999), 1),
    ],
)
def test_parts_cover_what_is_asked_for_with_room_round_it(look_in: shapely.Geometry, count: int) -> None:
    parts = GROUND.parts(look_in, EYE, 12.5)
    assert len(parts) == count
    for part in parts:
        x0, y0, x1, y1 = part.reach_mm
        assert REACH[0] <= x0 and REACH[1] <= y0 and x1 <= REACH[2] and y1 <= REACH[3]
        assert (x0 - REACH[0]) % (2 * PITCH_MM) == 0 and (y0 - REACH[1]) % (2 * PITCH_MM) == 0
        room = part.allowed.buffer(12.5 + AROUND_MM - 0.1, join_style="mitre").intersection(shapely.box(*REACH))
        assert shapely.box(*part.reach_mm).covers(room)
    asked = shapely.union_all([p.allowed for p in parts])
    assert asked.symmetric_difference(look_in.intersection(GROUND.allowed)).area == pytest.approx(0)


def test_a_top_is_looked_on_where_it_is_and_where_it_shows_up_on_the_table() -> None:
    top = Ground2D(Level(50.0, "hill"), REACH, shapely.box(*REACH))
    on_table = shapely.Point(300.0, 300.0)
    (part,) = top.parts(on_table.buffer(1.0), EYE, 12.5)
    assert part.allowed.covers(on_table)
    assert part.allowed.covers(shapely.Point(300.0, 300.0 - 500.0 * 50 / 1000))  # the ray to it, 50 mm up


def test_solid_terrain_takes_its_foot_from_the_table_and_offers_its_top() -> None:
    house = TerrainPiece("house", "building", 40.0, ((100, 100), (200, 100), (200, 200), (100, 200)))
    wood = TerrainPiece("wood", "trees", 60.0, ((300, 100), (400, 100), (400, 200), (300, 200)))
    table, top = floors([house, wood], REACH)
    assert not table.allowed.contains(shapely.Point(150, 150)) and table.allowed.contains(shapely.Point(350, 150))
    assert (top.level.height_mm, top.level.stands_on) == (40.0, "house")
    assert top.allowed.contains(shapely.Point(150, 150)) and not top.allowed.contains(shapely.Point(210, 150))
