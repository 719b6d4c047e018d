"""DA-33 in play: wagons after everybody else, quiet and panicked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.dark_age_skirmish import driving
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.state import State
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish.scene import OPEN, Told, box, part, position, with_terrain


def cart(x: float = 45.0, y: float = 30.0, **changes: Any) -> State:
    state = position({"svein": (5.0, 5.0), "osric": (85.0, 55.0)}, wagons={"cart": "south"})
    return replace(
        state, wagons={"cart": replace(state.wagons["cart"], where="table", x_mm=10 * x, y_mm=10 * y, **changes)}
    )


def go(state: State, team: str = "quiet", table: TableState = OPEN, answers: Mapping[str, Any] | None = None) -> Told:
    return part(state, driving.wagons_go(state, table), {"DA-33/team": team, **(answers or {})})


def test_da_33_its_player_drives_at_a_walk() -> None:
    told = go(cart(), answers={"DA-33/drive": [450, 355]})
    moved = told.only(te.WagonMoved)
    assert (moved.pace, moved.facing, moved.y_mm) == ("walk", 90, 355.0)
    assert told.question("DA-33/team").seat == told.question("DA-33/drive").seat == "bob"
    region = told.question("DA-33/drive").region
    assert region.complaint((450, 358)) is None and region.complaint((450, 362)) is not None


def test_da_33_what_bars_the_way_is_driven_round() -> None:
    table = with_terrain(box("wall", "wall", (30, 32), (60, 33)))
    region = go(cart(), table=table).question("DA-33/drive").region
    assert region.complaint((450, 350)) is not None and region.complaint((450, 310)) is None


@pytest.mark.parametrize(("die", "over"), [(0, True), (1, True), (2, False), (9, False)])
def test_da_33_a_panicked_team_runs_straight_on_or_overturns(die: int, over: bool) -> None:
    told = go(cart(), "panicked", answers={"DA-33/overturns": die})
    assert told.only(te.TeamJudged).panicked
    assert told.only(te.WagonRolled).overturned is over
    assert bool(told.all(te.WagonMoved)) is not over
    if not over:
        assert (told.state.wagons["cart"].x_mm, told.only(te.WagonMoved).pace) == (570.0, "run")


def test_da_33_it_stays_panicked_until_its_player_says_otherwise() -> None:
    told = go(cart(panicked=True), "panicked", answers={"DA-33/overturns": 5})
    assert not told.all(te.TeamJudged) and told.question("DA-33/team").default == "panicked"
    calm = go(told.state)
    assert calm.only(te.TeamJudged).panicked is False and not calm.all(te.WagonRolled)


def test_da_33_one_that_lies_goes_nowhere() -> None:
    assert go(cart(overturned=True)).events == ()


def test_da_7_on_hexes_it_goes_by_hexes() -> None:
    state = cart(panicked=True)
    hexes = replace(state, options=replace(state.options, units="hexes"))
    assert go(hexes, "panicked", answers={"DA-33/overturns": 5}).state.wagons["cart"].x_mm == 450.0 + 6 * 20.0


def test_it_stops_at_the_edge() -> None:
    told = go(cart(x=87), "panicked", answers={"DA-33/overturns": 5})
    assert told.state.wagons["cart"].x_mm == 880.0
