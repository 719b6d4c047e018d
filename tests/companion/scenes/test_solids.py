"""Rays meet shapes where the shapes are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scenes.solids import Capsule, Cone, Ellipsoid, Floats, Prism, Solid, convex_pieces

SQUARE = np.array([[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]])
DOWN = np.array([[0.0], [0.0], [-1.0]])

SOLIDS: dict[str, Solid] = {
    "prism": Prism(SQUARE, 0.0, 20.0),
    "frustum": Prism(SQUARE, 0.0, 20.0, SQUARE * 0.5),
    "cylinder": Cone(0, 0, 0, 20, 10, 10),
    "cone": Cone(0, 0, 0, 20, 10, 2),
    "funnel": Cone(0, 0, 0, 20, 3, 10),
    "oval": Cone(0, 0, 0, 20, 10, 10, 0.7, 0.5),
    "ball": Ellipsoid((0, 0, 10), (10, 10, 10)),
    "egg": Ellipsoid((0, 0, 10), (12, 6, 8), 0.4, 0.3),
    "rod": Capsule((-5, 0, 5), (6, 2, 15), 4),
}

ABOVE: list[tuple[str, float]] = [
    ("prism", 20), ("frustum", 20), ("cylinder", 20), ("cone", 20), ("funnel", 20), ("oval", 20), ("ball", 20),
]  # fmt: skip


@pytest.mark.parametrize(("name", "top"), ABOVE)
def test_from_above_the_top_is_met(name: str, top: float) -> None:
    solid = SOLIDS[name]
    at = solid.enter(np.array([[0.0], [0.0], [100.0]]), DOWN)
    assert at == pytest.approx([100 - top])
    assert np.allclose(solid.normals(np.array([[0.0], [0.0], [float(top)]])), [[0], [0], [1]], atol=1e-6)


@pytest.mark.parametrize("name", SOLIDS)
def test_beside_it_nothing_is_met_and_behind_it_neither(name: str) -> None:
    solid = SOLIDS[name]
    origins = np.array([[40.0, 0.0], [0.0, 0.0], [100.0, 100.0]])
    directions = np.array([[0.0, 0.0], [0.0, 0.0], [-1.0, 1.0]])
    assert np.all(np.isinf(solid.enter(origins, directions)))


@pytest.mark.parametrize("name", SOLIDS)
@given(seed=st.integers(0, 10_000))
def test_a_ray_to_an_inner_point_meets_the_surface_facing_it(name: str, seed: int) -> None:
    solid = SOLIDS[name]
    rng = np.random.default_rng(seed)
    inner = np.array([[0.3], [0.2], [10.0]])
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    origin = inner - 80 * direction[:, None]
    at = solid.enter(origin, direction[:, None])
    assert 40 < at[0] < 80
    point = origin + at * direction[:, None]
    normal = solid.normals(point)
    assert np.linalg.norm(normal) == pytest.approx(1)
    assert float(normal[:, 0] @ direction) < 1e-6, "the entered face looks at the ray's origin"
    low, high = solid.corners().min(axis=1), solid.corners().max(axis=1)
    assert np.all(point[:, 0] >= low - 1e-6) and np.all(point[:, 0] <= high + 1e-6)


@pytest.mark.parametrize("name", ["ball", "cylinder", "egg", "cone", "oval"])
def test_normals_are_the_slope_of_the_surface(name: str) -> None:
    solid = SOLIDS[name]
    origins = np.array([[-60.0], [1.0], [8.0]]) + np.array([[0, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]]).T
    directions = np.array([[1.0], [0.03], [0.02]]).repeat(3, axis=1)
    points = origins + solid.enter(origins, directions) * directions
    facet = np.cross(points[:, 2] - points[:, 0], points[:, 1] - points[:, 0])
    assert np.allclose(facet / np.linalg.norm(facet), solid.normals(points[:, :1])[:, 0], atol=1e-3)


def _area(outline: Floats) -> float:
    around = np.roll(outline, -1, axis=0)
    return float((outline[:, 0] * around[:, 1] - outline[:, 1] * around[:, 0]).sum() / 2)


OUTLINES: list[tuple[str, list[tuple[float, float]], float]] = [
    ("square, clockwise", [(0, 0), (0, 10), (10, 10), (10, 0)], 100),
    ("L", [(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)], 300),
    ("arrow", [(0, 0), (10, 5), (0, 10), (3, 5)], 35),
    ("U, clockwise", [(0, 0), (0, 20), (8, 20), (8, 8), (12, 8), (12, 20), (20, 20), (20, 0)], 352),
]


@pytest.mark.parametrize(("name", "outline", "area"), OUTLINES, ids=[o[0] for o in OUTLINES])
def test_pieces_cover_the_outline(name: str, outline: list[tuple[float, float]], area: float) -> None:
    pieces = convex_pieces(outline)
    assert all(_area(piece) > 0 for piece in pieces)
    assert sum(map(_area, pieces)) == pytest.approx(area)


def test_an_upright_wall_is_no_steeper_than_upright() -> None:
    wall = SOLIDS["prism"].normals(np.array([[10.0], [0.0], [7.0]]))
    assert math.isclose(float(wall[0, 0]), 1.0)
