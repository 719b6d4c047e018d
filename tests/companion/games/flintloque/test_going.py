"""Rates, shifts and obstacles (FL-20 to FL-24), and what a phone is told about a move."""

from __future__ import annotations

import pytest

from companion.games.flintloque.game import GAME
from companion.games.flintloque.going import journey, kind_of, pace, rate_mm
from companion.games.gauging import Reaching
from tests.companion.games.flintloque.scene import OPEN, box, figure, may_stand, position, with_terrain

RATES = {"elf": (3, 6, 12, 24, 36), "orc": (2, 4, 8, 16, 24), "dwarf": (2, 3, 7, 14, 21), "ogre": (2, 3, 7, 14, 21)}


@pytest.mark.parametrize("race", RATES)
def test_fl_20_rates(race: str) -> None:
    assert tuple(rate_mm(race, rate, 0) / 10 for rate in ("crawl", "prone", "stagger", "walk", "run")) == RATES[race]


@pytest.mark.parametrize(
    ("name", "kind", "columns"),
    [
        ("heath", "rough", 1),
        ("wood", "trees", 2),
        ("river", "water", 2),
        ("dense wood", "trees", 3),
        ("Swamp", "rough", 3),
        ("inn", "building", 3),
        ("hill", "hill", 0),
    ],
)
def test_fl_21_terrain_shifts_the_whole_move(name: str, kind: str, columns: int) -> None:
    piece = box(name, kind, (10, 10), (80, 80))
    state = position({"soutie": (20, 20), "noaks": (70, 5)})
    read = journey(state, with_terrain(piece), "soutie", "run", (210.0, 200.0))
    assert read is not None
    assert read.allowed_mm == rate_mm("elf", "run", columns)
    assert bool(kind_of(piece)) is bool(columns)


@pytest.mark.parametrize(("weather", "columns"), [("clear", 0), ("light-snow", 1), ("fog", 1), ("deep-snow", 2)])
def test_fl_21_weather_wounds_and_loads_add_up(weather: str, columns: int) -> None:
    state = position({"soutie": (20, 20), "noaks": (70, 5)}, weather=weather)
    assert pace(state, state.figures["soutie"], "run").steady == columns
    hurt = figure(state, "soutie", lost=1)
    assert pace(hurt, hurt.figures["soutie"], "run").steady == columns + 1
    loaded = figure(hurt, "soutie", carries="dead-dwarf")
    assert pace(loaded, loaded.figures["soutie"], "run").steady == columns + 2
    assert rate_mm("elf", "walk", 9) == 30, "Crawl is the least"


def test_fl_22_a_run_through_scrub_is_a_walk() -> None:
    scrub = with_terrain(box("scrub", "rough", (10, 10), (80, 80)))
    state = position({"soutie": (20, 20), "noaks": (70, 5)})
    read = journey(state, scrub, "soutie", "run", (300.0, 200.0))
    assert read is not None
    assert read.allowed_mm == rate_mm("elf", "walk", 0) == 240


def test_fl_22_a_wounded_walk_across_a_river_is_a_crawl() -> None:
    river = with_terrain(box("river", "water", (0, 21), (90, 31)))
    state = figure(position({"soutie": (20, 20), "noaks": (70, 5)}), "soutie", lost=1)
    read = journey(state, river, "soutie", "walk", (200.0, 230.0))
    assert read is not None
    assert read.allowed_mm == rate_mm("elf", "crawl", 0) == 30
    assert read.through == (("river", pytest.approx(20)),)


@pytest.mark.parametrize(("height_mm", "cost_mm"), [(15, 40), (40, 80)])
def test_fl_23_walls_cost_length(height_mm: float, cost_mm: float) -> None:
    wall = with_terrain(box("wall", "wall", (0, 30), (90, 30.5), height_mm))
    state = position({"soutie": (20, 20), "noaks": (70, 5)}, declared={"soutie": "walk"}, order=("elves", "orcs"))
    read = journey(state, wall, "soutie", "walk", (200.0, 330.0))
    assert read is not None
    assert read.spent_mm == pytest.approx(130 + cost_mm)
    assert read.crossed == ("wall",)
    assert may_stand(state, "elves", "soutie", 20, 20 + (240 - cost_mm) / 10 - 0.2, wall)
    assert not may_stand(state, "elves", "soutie", 20, 20 + (240 - cost_mm) / 10 + 0.2, wall)


def test_fl_20_the_offered_area_is_the_rate() -> None:
    state = position({"noaks": (45, 45), "soutie": (5, 85)}, declared={"noaks": "walk"})
    assert may_stand(state, "orcs", "noaks", 45 + 15.8, 45, OPEN)
    assert not may_stand(state, "orcs", "noaks", 45 + 16.1, 45, OPEN)


def test_fl_20_the_way_round_a_wood_may_be_the_longer_move() -> None:
    wood = with_terrain(box("wood", "trees", (48, 38), (52, 52)))
    state = position({"noaks": (45, 45), "soutie": (5, 85)}, declared={"noaks": "walk"})
    assert not may_stand(state, "orcs", "noaks", 53, 45, wood), "through it is a Prone, round it more than a Walk"
    assert may_stand(state, "orcs", "noaks", 47, 55, wood)
    assert may_stand(state, "orcs", "noaks", 48.5, 45, wood)


def test_fl_24_a_load_is_one_column() -> None:
    state = figure(position({"noaks": (45, 45), "soutie": (5, 85)}), "noaks", carries="dead-dwarf")
    assert pace(state, state.figures["noaks"], "walk")(frozenset()) == rate_mm("orc", "stagger", 0)


def test_fl_20_before_a_move_the_area_and_the_length_at_each_rate_are_told() -> None:
    assert isinstance(GAME, Reaching)
    state = position({"noaks": (45, 45), "soutie": (5, 85)})
    found = GAME.reaches(state, OPEN, "noaks")
    for rate, cm in (("prone", 4), ("walk", 16), ("run", 24)):
        assert found[rate].complaint([450.0, 450 + 10 * cm - 2.0]) is None
        assert found[rate].complaint([450.0, 450 + 10 * cm + 1.0]) is not None
    assert {one.rate: one.words for one in GAME.ways_to(state, OPEN, "noaks", [(450.0, 650.0)])} == {
        "prone": "Noaks: 20.0 cm; a prone goes 4.0 cm here, 16.0 cm too far",
        "walk": "Noaks: 20.0 cm; a walk goes 16.0 cm here, 4.0 cm too far",
        "run": "Noaks: 20.0 cm; a run goes 24.0 cm here",
    }
