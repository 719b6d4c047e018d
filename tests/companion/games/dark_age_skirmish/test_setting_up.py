"""Options, and what comes before the first turn (DA-1, DA-2, DA-23, DA-34)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.options import read_options
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
