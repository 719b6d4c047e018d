"""How a game ends; all of it ours (DA-35)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.ending import broken, ended, points_left
from companion.games.dark_age_skirmish.fights import friends_in
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import Fight, State, enemies
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


def three(**options: object) -> State:
    """Ann's Vikings against bob's Fyrd and Peasants; a man of each on the table."""
    seats = {"ann": "vikings", "bob": ["fyrd", "peasants"]}
    state = GAME.begin({"seats": seats, "lengths": "house", "turns": "factions", "first": "seated", **options})
    for name in state.figures:
        state = figure(state, name, where="left")
    for x, name in ((300, "svein"), (322, "osric"), (340, "alric")):
        state = figure(state, name, where="table", x_mm=float(x), y_mm=300.0)
    return replace(state, phase="turn", turn=1, order=("vikings", "fyrd", "peasants"), side="vikings")


@pytest.mark.parametrize("together", [False, True])
def test_da_35_bands_of_one_player_may_be_friends(together: bool) -> None:
    """They are no enemies, help each other (DA-12, DA-18), see each other fall (DA-26), and win together."""
    state = three(friends="players" if together else "bands")
    assert {foe.name for foe in enemies(state, "osric")} == ({"svein"} if together else {"svein", "alric"})
    fight = replace(state, fights=(Fight("osric", "svein"),))
    assert friends_in(fight, "alric", "svein") == (("osric",) if together else ())
    only_english = ended(figure(state, "svein", where="dead"))
    assert (only_english is not None) is together
    if only_english is not None:
        assert only_english.winner == "fyrd and peasants"
        said = GAME.tell(state, e.GameEnded(only_english), "")
        assert said.startswith("Only the Fyrd and the Peasants can fight on") and said.endswith("Fyrd and Peasants")
    one = replace(three(friends="players" if together else "bands", end="rounds", rounds=1), turn=2)
    scored = ended(one)
    assert scored is not None and scored.winner == ("fyrd and peasants" if together else "nobody")


def test_da_35_nobody_is_everybody_s_friend() -> None:
    with pytest.raises(ValueError, match="friends: 'ann' plays all bands, and there would be nobody to fight"):
        GAME.begin({"seats": {"ann": ["vikings", "fyrd"]}, "friends": "players"})


def test_da_35_a_band_may_give_up() -> None:
    told = do(position(ALL, "svein"), "bob", "concede:south")
    assert told.only(e.SideConceded).side == "south"
    assert told.only(e.GameEnded).end.winner == "north"
    assert offered(told.state, "ann") == {} and told.state.phase == "over"
