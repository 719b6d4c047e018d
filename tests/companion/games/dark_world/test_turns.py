"""DW-9, DW-10, DW-23: rounds and turns."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dark_world import events as e
from tests.companion.games.dark_world.scene import do, hero, offered, position, refusal


def test_dw_9_the_mace_orders_the_heroes_and_korak_comes_last() -> None:
    state = position()
    told = do(state, "cora", "shake-mace", {"DW-9/mace": ["ranger", "knight", "dwarf", "barbarian"]})
    assert told.state.order == ("ranger", "knight", "dwarf", "barbarian")
    state, seen = told.state, []
    while state.phase == "heroes":
        seen.append(state.turn.hero)
        state = do(state, state.heroes[state.turn.hero].seat, "end-turn").state
    assert seen == ["ranger", "knight", "dwarf", "barbarian"]
    assert state.phase == "korak"
    state = do(state, "cora", "end-korak").state
    assert (state.phase, state.round) == ("mace", 2)


def test_dw_9_an_eliminated_hero_has_no_turn() -> None:
    state = hero(position(), "knight", out=True, square=None)
    told = do(state, "cora", "shake-mace", {"DW-9/mace": ["knight", "ranger", "dwarf", "barbarian"]})
    assert told.state.order == ("ranger", "dwarf", "barbarian")
    assert told.state.turn.hero == "ranger"


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    state = position(turn="knight")
    assert offered(state, "bob") == offered(state, "cora") == {}
    assert refusal(state, "bob", "end-turn").code == "not-now"
    assert refusal(state, "eve", "end-turn").code == "seat"
    assert refusal(state, "ann", "fly").code == "unknown"


def test_dw_10_three_actions_in_any_mixture() -> None:
    for fights in range(4):
        state = position({"knight": "3,1"}, {"orc-8": "4,1"}, turn="knight", doors=(1,))
        for _ in range(fights):
            state = do(state, "ann", "attack", monster="orc-8").state
        steps = 3 - fights
        assert state.turn.left == steps
        assert ("move" in offered(state, "ann")) is (steps > 0)
        assert ("attack" in offered(state, "ann")) is (steps > 0)


def test_dw_10_one_step_is_one_action_and_never_diagonal() -> None:
    state = position({"knight": "1,1"}, turn="knight")
    told = do(state, "ann", "move", square="2,2")
    assert told.only(e.HeroMoved).cost == 2
    assert told.state.turn.actions == 1


def test_dw_23_who_was_unconscious_has_one_hit_point_on_his_next_turn() -> None:
    state = hero(position(turn="knight"), "barbarian", hits=0)
    state = replace(state, order=("knight", "barbarian", "dwarf", "ranger"))
    told = do(state, "ann", "end-turn")
    assert told.state.heroes["barbarian"].hits == 1
    assert told.state.turn.recovering
    assert told.state.turn.actions == 3
