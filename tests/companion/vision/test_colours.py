"""Paints by name: under any lamp, in shade, under gloss; earth is not brown, black is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.colours import FAR, FAR_OF, MOST_LEARNED, PAINTS, distances, features, learn, paint_name

NAMES = tuple(PAINTS)


def nearest(light_bgr: np.ndarray) -> str:
    return NAMES[int(distances(light_bgr, NAMES).argmin())]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("red", "red"),
        ("Light Blue", "light blue"),
        ("lightblue", "light blue"),
        ("dark-blue", "dark blue"),
        ("ultramarine", None),
        ("", None),
    ],
)
def test_names_as_people_write_them(written: str, name: str | None) -> None:
    assert paint_name(written) == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shade", [0.6, 1.0, 1.25])
@pytest.mark.parametrize("gloss", [0.0, 0.08])
def test_a_paint_is_itself_in_shade_and_under_gloss(name: str, shade: float, gloss: float) -> None:
    gloss = 0.0 if name == "brown" else gloss  # brown under gloss is earth
    light = shade * np.array(PAINTS[name][::-1]) + gloss
    assert nearest(light) == name
    assert distances(light, [name])[0] < FAR


@pytest.mark.parametrize(
    "earth_rgb", [(0.25, 0.16, 0.09), (0.11, 0.13, 0.05), (0.09, 0.08, 0.07), (0.43, 0.41, 0.38), (0.14, 0.12, 0.06)]
)
def test_painted_earth_on_bases_is_no_ring(earth_rgb: tuple[float, float, float]) -> None:
    assert distances(np.array(earth_rgb[::-1]), ("brown", "red", "green", "yellow")).min() > FAR - 0.5


@pytest.mark.parametrize("earth_rgb", [(0.11, 0.13, 0.05), (0.09, 0.08, 0.07), (0.14, 0.12, 0.06), (0.07, 0.05, 0.035)])
def test_a_bare_base_is_no_orange_ring(earth_rgb: tuple[float, float, float]) -> None:
    assert distances(np.array(earth_rgb[::-1]), ["orange"])[0] > FAR_OF["orange"]


def test_black_has_no_colour() -> None:
    assert distances(np.array([0.001, 0.0, 0.002]), NAMES).min() > FAR


@pytest.mark.parametrize("name", NAMES)
def test_a_named_ring_tells_how_its_paint_looks_here(name: str) -> None:
    """A lamp that lacks a fifth of the blue and the sheets do not show it."""
    paint = np.array(PAINTS[name][::-1])
    light = paint * (0.8, 1.0, 1.05)
    learned: dict[str, np.ndarray] = {}
    before = distances(light, [name])[0]
    for _ in range(12):
        learn(learned, name, light)
    assert distances(light, [name], learned)[0] <= before + 1e-9
    assert distances(light, [name], learned)[0] < 0.1 + 0.5 * before
    others = [n for n in NAMES if n != name]
    assert np.allclose(distances(light, others, learned), distances(light, others))


def test_what_is_learned_stays_near_the_list_and_nothing_is_learned_from_another_colour() -> None:
    learned: dict[str, np.ndarray] = {}
    learn(learned, "red", np.array(PAINTS["blue"][::-1]))
    assert learned == {}
    far = np.array(PAINTS["red"][::-1]) * (3.0, 1.0, 0.6)
    assert np.linalg.norm(features(far) - features(np.array(PAINTS["red"][::-1]))) > MOST_LEARNED
    for _ in range(40):
        learn(learned, "red", far)
    assert np.linalg.norm(learned.get("red", np.zeros(3))) <= MOST_LEARNED + 1e-9
