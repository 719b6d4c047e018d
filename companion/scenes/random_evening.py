"""Evenings nobody planned: a seed in, a table and what happens there out.

Four seeds share one shuffled list of all happenings, so that any four in a row (1-4, 5-8, ...) hold them all. Odd seeds
look from overhead, even ones from the side; in half of the evenings two unmarked figures are twins.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.scenes.evening import HAPPENINGS, Evening
from companion.scenes.random_scene import RINGS, Mode, random_scene
from companion.scenes.scene import Scene
from companion.scenes.textures import Theme
from companion.scenes.truth import truth_of

SIZE_PX, MAT_MM = (1120, 630), (720.0, 450.0)
MODES: tuple[Mode, ...] = ("plain", "ring", "plain", "marker-top", "plain", "ring", "marker-base")
IN_A_DECK = 4
THEMES: tuple[Theme, ...] = ("grass", "slate", "sand", "wood")
FIRST_REST = 4


def happenings_of(seed: int) -> list[str]:
    """What happens in an evening, in order."""
    deck, own = divmod(seed - 1, IN_A_DECK)
    names = [name for name in HAPPENINGS if name != "clear"]
    order = [names[i] for i in np.random.default_rng(1000 + deck).permutation(len(names))]
    return order[own::IN_A_DECK] + (["clear"] if own == IN_A_DECK - 1 else [])


def evening_scene(seed: int, size_px: tuple[int, int] = SIZE_PX) -> tuple[Scene, tuple[str, str] | None]:
    """The table as it is at first, all sheets in sight, and the names of the twins if there are two."""
    scene = random_scene(
        seed,
        pose=("oblique", "overhead")[seed % 2],
        size_px=size_px,
        mat_mm=MAT_MM,
        figures=len(MODES),
        modes=MODES,
        sheet_side_mm=40.0,
        theme=THEMES[seed % len(THEMES)],
    )
    scene = replace(scene, terrain=tuple(piece for piece in scene.terrain if piece.kind != "wall"))
    if any(m["visible_fraction"] < 1 for m in truth_of(scene.without_figures(), 0)["markers"]):
        scene = replace(scene, terrain=tuple(piece for piece in scene.terrain if piece.kind == "hill"))
    rings = [f.name for f in scene.figures if f.ring is not None]
    figures = tuple(replace(f, ring=RINGS[rings.index(f.name)]) if f.ring else f for f in scene.figures)
    scene = replace(scene, figures=figures)
    plain = [f for f in scene.figures if f.mark is None and f.ring is None]
    if len(plain) < 2 or seed % 4 < 2:
        wide = replace(plain[0], length_mm=32.0, width_mm=32.0) if plain else None
        return replace(scene, figures=tuple(wide if wide and f is plain[0] else f for f in scene.figures)), None
    one, other = plain[-2:]
    twin = replace(other, body=one.body, cloth=one.cloth, trim=one.trim, height_mm=one.height_mm)
    twins = (one.name, other.name)
    return replace(scene, figures=tuple(twin if f is other else f for f in scene.figures)), twins


def random_evening(seed: int, *, size_px: tuple[int, int] = SIZE_PX, happenings: list[str] | None = None) -> Evening:
    """The evening of a seed, or other happenings at its table."""
    scene, twins = evening_scene(seed, size_px)
    evening = Evening(scene, np.random.default_rng(seed), twins=twins)
    evening.rest(FIRST_REST)
    for what in happenings_of(seed) if happenings is None else happenings:
        evening.happen(what)
    return evening
