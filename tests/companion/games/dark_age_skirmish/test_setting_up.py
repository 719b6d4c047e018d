"""Options, and what comes before the first turn (DA-1, DA-2, DA-23, DA-34)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.dark_age_skirmish.events import Deployed
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.grounds import zone_of
from companion.games.dark_age_skirmish.options import read_options
from companion.games.dark_age_skirmish.setting_up import deploy_region
from tests.companion.games.dark_age_skirmish.scene import OPEN, begin, do, may_stand, offered


def test_da_34_without_any_options_vikings_meet_the_fyrd() -> None:
    options = read_options({})
    assert options.sides == ("vikings", "fyrd")
    assert options.seats == {"vikings": ("vikings",), "fyrd": ("fyrd",)}
    assert all(band.ours for band in options.bands.values())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"no_such": "x"}, "no_such"),
        ({"ground": "moon"}, "option ground: 'moon' is none of farm, ford"),
        ({"rounds": 0}, "rounds: 0 is not a whole number from 1 to 50"),
        ({"rounds": "²"}, "rounds: '²' is not a whole number"),
        ({"rounds": "many"}, "rounds"),
        ({"seats": {}, "units": 3}, "option units"),
        ({"seats": ["ann"]}, "seats: write"),
        ({"seats": {"ann": "vikings"}}, "at least two bands are needed"),
        ({"seats": {"ann": "vikings", "bob": "vikings"}}, "already taken"),
        ({"seats": {"ann": "vikings", "bob": "romans"}}, "'romans'"),
        ({"seats": {"ann": "vikings", "bob": 3}}, "a band, or a list of bands"),
        ({"seats": {"ann": "vikings", "bob": []}}, "plays no band"),
        ({"bands": {"mine": {"title": "Mine", "people": [{"name": "a", "type": "hero"}]}}}, "nobody plays 'mine'"),
        ({"bands": 3}, "bands"),
    ],
)
def test_options_that_are_wrong_are_told(data: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as told:
        GAME.begin(data)
    assert words in str(told.value)


def test_rounds_may_come_from_the_command_line_as_a_word() -> None:
    assert read_options({"rounds": "7"}).rounds == 7


def test_da_1_each_figure_is_put_where_its_band_begins_and_looks_to_the_middle() -> None:
    state = begin()
    assert may_stand(state, "ann", "deploy:svein", 40, 5) and not may_stand(state, "ann", "deploy:svein", 40, 30)
    assert may_stand(state, "bob", "deploy:osric", 40, 55)
    state = do(state, "ann", "deploy:svein", at=[450.0, 50.0]).state
    assert state.figures["svein"].facing == 90
    assert not may_stand(state, "ann", "deploy:ulf", 46, 5), "no base on another"
    assert "deploy:svein" not in offered(state, "ann")


def test_who_finds_no_room_where_a_large_band_begins_begins_beside_it() -> None:
    seats = {"ann": "vikings", "bob": ["fyrd", "peasants"]}
    low_x, low_y, high_x, high_y = zone_of("ford", 2)
    beside = 0
    for seed in range(5):
        state, rng = GAME.begin({"ground": "ford", "seats": seats}), random.Random(seed)
        for name in [figure.name for figure in state.figures.values() if figure.side == "peasants"]:
            region = deploy_region(state, OPEN, name)
            assert region is not None, f"{name}, seed {seed}"
            x, y = region.sample(rng)
            if not (low_x <= x <= high_x and low_y <= y <= high_y):
                assert low_x - 200 <= x <= high_x + 200 and low_y - 200 <= y <= high_y + 200
                beside += 1
            state = GAME.evolve(state, Deployed(name, x, y, 0))
    assert beside > 0


def test_da_2_only_figures_with_a_mounted_twin_ride() -> None:
    state = begin()
    assert state.figures["rider"].riding and state.figures["rider"].token == "rider-mounted"
    assert not state.figures["svein"].riding and state.figures["svein"].token == "svein"


def test_the_first_turn_begins_when_everybody_stands() -> None:
    state = begin()
    for number, name in enumerate(state.figures):
        side = state.figures[name].side
        at = [200.0 + 40 * number, 50.0 if side == "north" else 550.0]
        state = do(state, "ann" if side == "north" else "bob", f"deploy:{name}", table=OPEN, at=at).state
    assert (state.phase, state.turn) == ("turn", 1)
    assert set(state.pack) == set(state.figures)
