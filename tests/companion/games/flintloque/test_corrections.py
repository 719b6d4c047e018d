"""What a table may agree otherwise. That every law is kept is the battery's (tests/contract)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import AGREED, HOST, Command, Refusal, corrected
from companion.games.flintloque.game import GAME
from companion.games.flintloque.printed import BODY
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import OPEN, do, figure, position

SCENE = {"noaks": (30, 30), "soutie": (30, 32), "sweepe": (60, 60)}


def agreed(state: State, offer_id: str, **fields: Any) -> State:
    events = corrected(GAME, state, OPEN, Command("c", HOST, offer_id, fields))
    assert not isinstance(events, Refusal), events
    for event in events:
        assert event.rule == AGREED
        state = GAME.evolve(state, event)
        assert GAME.tell(state, event, "")
    return state


def ids(state: State) -> set[str]:
    return {offer.id for offer in GAME.corrections(state, OPEN)}


def test_nothing_is_corrected_before_the_game_and_after_it() -> None:
    state = position(SCENE)
    assert ids(replace(state, phase="setup")) == ids(replace(state, phase="over")) == set()


def test_a_figure_is_put_elsewhere_out_of_its_fight() -> None:
    state = agreed(position(SCENE, fights=(("noaks", "soutie", 1),)), "place:noaks", at=[500.0, 500.0])
    assert state.figures["noaks"].place == (500, 500)
    assert state.fights == ()


def test_not_on_another_s_base() -> None:
    told = corrected(GAME, position(SCENE), OPEN, Command("c", HOST, "place:noaks", {"at": [605.0, 600.0]}))
    assert isinstance(told, Refusal)
    assert (told.code, told.reason) == ("base", "No base may lie on another: Sweepe stands there.")
    agreed(position(SCENE), f"place:{BODY}", at=[600.0, 600.0])


def test_not_over_the_edge_of_the_table() -> None:
    told = corrected(GAME, position(SCENE), OPEN, Command("c", HOST, "place:noaks", {"at": [5.0, 600.0]}))
    assert isinstance(told, Refusal)


def test_what_it_carries_goes_with_it() -> None:
    state = position(SCENE)
    body = replace(state.body, carrier="noaks")  # type: ignore[type-var]
    state = agreed(replace(figure(state, "noaks", carries=BODY), body=body), "place:noaks", at=[500.0, 500.0])
    assert state.body is not None and (state.body.x_mm, state.body.y_mm) == (500, 500)
    assert f"place:{BODY}" not in ids(state)
    free = agreed(position(SCENE), f"place:{BODY}", at=[100.0, 200.0])
    assert free.body is not None and (free.body.x_mm, free.body.y_mm) == (100, 200)


def test_wounds_and_loads() -> None:
    state = agreed(position(SCENE), "set-wounds:noaks", lost=2)
    assert state.figures["noaks"].lost == 2
    assert agreed(state, "set-loaded:noaks", loaded="no").figures["noaks"].loaded == ()
    assert agreed(state, "set-loaded:noaks", loaded="yes").figures["noaks"].loaded == ("bakur",)


@pytest.mark.parametrize("where", ["dead", "routed", "wet"])
def test_a_figure_comes_back_with_a_wound_left(where: str) -> None:
    state = figure(position(SCENE), "purvis", where=where, lost=3)
    state = agreed(state, "revive:purvis", at=[700.0, 700.0])
    assert (state.figures["purvis"].where, state.figures["purvis"].lost) == ("table", 2)


@pytest.mark.parametrize(
    ("phase", "declared"),
    [("declare", {}), ("move", {"noaks": "walk"}), ("fire", {"noaks": "fire", "sweepe": "fire"})],
)
def test_a_side_that_sleeps_is_passed_over(phase: str, declared: dict[str, str]) -> None:
    scene = {"noaks": (30, 30), "soutie": (30, 50), "sweepe": (60, 60)}
    state = position(scene, phase, declared=declared)
    if phase == "declare":
        state = replace(state, order=(), slots=(), totals={})
    state = agreed(state, "skip:orcs")
    if phase == "move":
        assert state.slot == 1
    else:
        assert "orcs" in state.sealed


def test_a_slot_is_taken_for_who_sleeps() -> None:
    state = replace(position(SCENE, "slots"), slots=("", ""))
    assert agreed(state, "skip:orcs").slots == ("orcs", "")
    assert "skip:elves" not in ids(state)


def test_where_nobody_has_anything_left_to_do_anybody_goes_on() -> None:
    state = position({"noaks": (30, 30), "soutie": (30, 50)}, "fire", declared={"noaks": "fire"})
    assert [offer.id for offer in GAME.offers(state, OPEN, "elves")] == []
    state = agreed(state, "skip:orcs")
    assert [offer.id for offer in GAME.offers(state, OPEN, "elves")] == ["go-on"]
    assert do(state, "elves", "go-on").state.turn == 3


def test_a_correction_says_what_is_now() -> None:
    now = {offer.id: offer for offer in GAME.corrections(figure(position(SCENE), "noaks", lost=1), OPEN)}
    assert now["place:noaks"].now == {"at": [300, 300]}
    assert now["set-wounds:noaks"].now == {"lost": 1}
    assert now["set-loaded:noaks"].now == {"loaded": "yes"}
    assert now[f"place:{BODY}"].now == {"at": [450, 450]}
    fits = [
        one.fields[name].complaint(value) for one in now.values() for name, value in one.now.items() if name != "at"
    ]
    assert set(fits) == {None}
