"""How a game ends; all of it ours (DA-35)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.ending import broken, ended, points_left
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import State
from tests.companion.games.dark_age_skirmish.scene import do, figure, offered, position

ALL = {"svein": (20, 20), "ulf": (30, 20), "bersi": (40, 20), "osric": (60, 50), "godwin": (70, 50), "edith": (80, 50)}


def without(state: State, *names: str) -> State:
    for name in names:
        state = figure(state, name, where="dead")
    return state


def test_da_35_the_last_band_with_somebody_who_can_fight_has_won() -> None:
    state = position(ALL)
    assert ended(state) is None
    only_edith = without(state, "osric", "godwin")
    end = ended(only_edith)
    assert end is not None and end.winner == "north" and "ours" in end.reason
    held = figure(without(state, "osric"), "godwin", held_by="svein")
    assert ended(held) is not None, "who is overpowered cannot"
    assert (ended(without(only_edith, "svein", "ulf", "bersi")) or end).winner == "nobody"


def test_da_35_half_the_points_lost_is_enough_if_the_table_wants_it() -> None:
    state = position(ALL, end="half")
    assert not broken(state, "north")
    lost = without(state, "bersi", "rider", "svein")
    assert broken(lost, "north")
    end = ended(lost)
    assert end is not None and end.winner == "south"
    assert ended(without(position(ALL), "bersi", "rider", "svein")) is None


def test_da_35_after_so_many_turns_points_decide() -> None:
    state = position(ALL, end="rounds", rounds=3)
    assert ended(replace(state, turn=3)) is None
    end = ended(replace(state, turn=4))
    assert end is not None and end.scores["north"] == points_left(state, "north") > end.scores["south"]
    assert end.winner == "north"


def test_da_35_a_captive_taken_off_is_a_point() -> None:
    state = figure(figure(position(ALL), "svein", where="left"), "edith", where="taken")
    assert points_left(state, "north") == points_left(position(ALL), "north") + 1


def test_da_35_whom_a_band_that_gives_up_carries_stays_and_is_free() -> None:
    state = position({"svein": (30, 30), "edith": (30, 30), "osric": (60, 30)})
    state = figure(figure(state, "edith", where="carried", held_by="svein"), "svein", carries="edith")
    after = GAME.evolve(state, e.SideConceded("north"))
    assert (after.figures["svein"].where, after.figures["svein"].carries) == ("left", "")
    assert (after.figures["edith"].where, after.figures["edith"].held_by) == ("table", "")


def test_da_35_a_band_may_give_up() -> None:
    told = do(position(ALL, "svein"), "bob", "concede:south")
    assert told.only(e.SideConceded).side == "south"
    assert told.only(e.GameEnded).end.winner == "north"
    assert offered(told.state, "ann") == {} and told.state.phase == "over"
