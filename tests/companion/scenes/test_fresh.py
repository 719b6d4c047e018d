"""Fresh tables: every kind in turn, the same from the same number, with light that varies over the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.scenes.fresh import KINDS, fresh_table
from companion.scenes.render import render
from companion.scenes.scene import Light, Thing
from companion.scenes.tabletop import level_light_at
from companion.vision.colours import paint_name

SIZE_PX = (320, 180)
MIDDLE = np.array([300.0, 200.0])


def at(light: Light, x: float, y: float) -> np.ndarray:
    return level_light_at(light, MIDDLE, np.array([x]), np.array([y]))[0]


@pytest.mark.parametrize("number", range(1, len(KINDS) + 1))
def test_each_kind_comes_in_turn_with_an_empty_table_before_it(number: int) -> None:
    table = fresh_table(number, size_px=SIZE_PX)
    assert table.kind is KINDS[number - 1] and fresh_table(number + len(KINDS), size_px=SIZE_PX).kind is table.kind
    again = fresh_table(number, size_px=SIZE_PX)
    assert [(f.name, f.x_mm, f.ring) for f in again.scene.figures] == [
        (f.name, f.x_mm, f.ring) for f in table.scene.figures
    ]
    assert len(table.scene.figures) >= 8 and not table.empty.figures and not table.empty.things
    assert bool(table.scene.things) == table.kind.cluttered
    assert (table.empty.light != table.scene.light) == (table.kind.before is not None)
    assert {paint_name(f.ring) for f in table.scene.figures if f.ring} == {
        f.ring for f in table.scene.figures if f.ring
    }


def test_a_near_lamp_lights_its_own_side_more_and_lamps_add_up() -> None:
    far = Light(0.0, 60.0, 0.5, colour="#ffffff")
    near = replace(far, reach_mm=1000.0)
    assert at(far, 0, 200) == pytest.approx(at(far, 600, 200))
    assert at(near, *MIDDLE) == pytest.approx(at(far, *MIDDLE))
    assert (at(near, 600, 200) > 1.3 * at(near, 0, 200)).all()
    both = replace(far, others=(replace(far, ambient=0.8, colour="#ff0000"),))
    assert at(both, *MIDDLE) - at(far, *MIDDLE) == pytest.approx([0, 0, 0.2])


def test_things_are_drawn_and_throw_shadows() -> None:
    table = fresh_table(1, size_px=SIZE_PX)
    bare = replace(table.empty, terrain=())
    plain = render(bare, 1)[0].astype(int)
    for kind in ("die", "phone", "paper", "cup", "person"):
        other = render(replace(bare, things=(Thing(kind, 450.0, 300.0),)), 1)[0].astype(int)
        assert np.abs(other - plain).max() > 40, kind
