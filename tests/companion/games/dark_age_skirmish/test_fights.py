"""Entering and leaving combat (DA-18, DA-19, DA-27)."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.board import in_arc
from companion.games.dark_age_skirmish.fights import bravery_terms
from companion.games.dark_age_skirmish.going import contact_area
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish.scene import OPEN, do, figure, kinds, offered, position

FACED = {"svein": 0, "osric": 180}
SCENE = {"svein": (40, 30), "osric": (45, 30), "ulf": (20, 20)}


@pytest.mark.parametrize(
    ("mover", "target", "facing", "fights", "changes", "expected"),
    [
        ("svein", "osric", 180, (), {}, {}),
        ("svein", "osric", 0, (), {}, {"from behind": 2}),
        ("svein", "osric", 180, (("ulf", "osric"),), {}, {"friends in the fight": 1}),
        ("rider", "osric", 180, (), {}, {"mounted against foot": 1}),
        ("osric", "rider", 180, (), {"facing": 0}, {"foot against mounted": -1}),
    ],
)
def test_da_18_what_is_added_to_bravery(
    mover: str,
    target: str,
    facing: int,
    fights: tuple[tuple[str, str], ...],
    changes: dict[str, object],
    expected: dict[str, int],
) -> None:
    people = {"svein": (40, 30), "osric": (45, 30), "ulf": (47, 30), "rider": (40, 32)}
    state = figure(position(people, fights=fights, facing={"osric": facing}), target, **changes)
    sees = in_arc(state, OPEN, target, state.figures[mover].place)
    assert dict(bravery_terms(state, mover, target, sees)) == expected


@pytest.mark.parametrize("changes", [{"posture": "stunned"}, {"held_by": "osric"}])
def test_da_18_a_friend_who_lies_stunned_or_is_held_lends_no_courage(changes: dict[str, object]) -> None:
    people = {"svein": (40, 30), "osric": (45, 30), "ulf": (47, 30)}
    state = figure(position(people, fights=(("ulf", "osric"),), facing=FACED), "ulf", **changes)
    assert bravery_terms(state, "svein", "osric", sees=True) == ()


@pytest.mark.parametrize("place", [(40, 0.8), (0.8, 30)])
def test_da_18_contact_is_made_on_the_table(place: tuple[float, float]) -> None:
    state = position({"svein": place, "osric": (45, 30)}, "svein")
    half = state.figures["svein"].base_mm / 2
    low_x, low_y, _, _ = contact_area(state, TableState(), "svein", "run").bounds
    assert low_x >= half and low_y >= half and half in (low_x, low_y)


@pytest.mark.parametrize(("die", "dares"), [(6, True), (7, False)])
def test_da_18_one_rolls_before_one_moves_and_may_do_something_else(die: int, dares: bool) -> None:
    told = do(position(SCENE, "svein", facing=FACED), "ann", "attack:svein", {"DA-18": die}, target="osric")
    assert told.only(fe.BraveryRolled).needed == 7
    assert bool(told.all(fe.Entered)) is dares
    if not dares:
        assert told.all(e.FigureMoved) == []
        assert {"walk", "rest"} & kinds(told.state, "ann") and "attack" not in kinds(told.state, "ann")


def test_da_18_the_slowest_pace_that_gets_there_is_taken() -> None:
    for x, pace in ((45, "walk"), (50, "run"), (57, "sprint")):
        state = position({"svein": (40, 30), "osric": (x, 30)}, "svein", facing=FACED)
        told = do(state, "ann", "attack:svein", {"DA-21": 9}, target="osric")
        assert told.only(e.FigureMoved).pace == pace
    far = position({"svein": (40, 30), "osric": (59, 30)}, "svein", facing=FACED)
    assert "attack:svein" not in offered(far, "ann")


@pytest.mark.parametrize("changes", [{"posture": "stunned"}, {"unaware": True, "asleep": True}])
def test_da_18_no_roll_against_the_stunned_or_asleep(changes: dict[str, object]) -> None:
    state = figure(position(SCENE, "svein", facing=FACED), "osric", **changes)
    told = do(state, "ann", "attack:svein", target="osric")
    assert told.all(fe.BraveryRolled) == [] and told.only(fe.Entered).target == "osric"


def test_da_18_but_against_who_is_awake_and_only_unaware() -> None:
    state = figure(position(SCENE, "svein", facing=FACED), "osric", unaware=True)
    assert do(state, "ann", "attack:svein", target="osric").only(fe.BraveryRolled).needed == 7


@pytest.mark.parametrize(("die", "free"), [(5, True), (6, False)])
def test_da_19_breaking_off_is_an_agility_roll_and_costs_a_point_anyway(die: int, free: bool) -> None:
    state = position(SCENE | {"osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    told = do(state, "ann", "disengage:svein", {"DA-19": die, "DA-21": 9})
    assert told.only(fe.Disengaged).needed == 6
    assert told.only(e.FatigueSpent).what == "break off"
    assert (told.state.fights == ()) is free
    if free:
        assert {"walk", "run"} <= kinds(told.state, "ann"), "and then one moves away"
    assert "strike" not in kinds(told.state, "ann"), "no swing"


def test_who_is_in_combat_does_not_walk_off() -> None:
    state = position(SCENE | {"osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    assert kinds(state, "ann") >= {"strike", "disengage", "punch", "kick", "grapple"}
    assert kinds(state, "ann").isdisjoint({"walk", "run", "attack", "aim", "rest"})


def test_da_20_who_has_no_point_cannot_strike_or_break_off() -> None:
    state = position(SCENE | {"osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    state = figure(state, "svein", spent=12)
    assert kinds(state, "ann").isdisjoint({"strike", "disengage", "kick"})


@pytest.mark.parametrize(("die", "stays"), [(6, True), (7, False)])
def test_da_27_whom_a_berserker_attacks_rolls_or_flees(die: int, stays: bool) -> None:
    state = position({"bersi": (40, 30), "osric": (45, 30), "svein": (10, 10)}, "bersi", facing={"osric": 180})
    told = do(figure(state, "bersi", raging=True), "ann", "attack:bersi", {"DA-27": die, "DA-21": 9}, target="osric")
    rolled = told.only(fe.PanicRolled)
    assert (rolled.rule, rolled.needed, rolled.passed) == ("DA-27", 7, stays)
    assert bool(told.state.fights) is stays
    assert told.state.figures["osric"].panicked is not stays


def test_da_7_who_lies_in_combat_may_stand_up_and_strike() -> None:
    state = position(SCENE | {"osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    state = figure(state, "svein", posture="prone")
    assert kinds(state, "ann") == {"stand-up", "face", "done"}
    stood = do(state, "ann", "stand-up:svein").state
    assert "strike" in kinds(stood, "ann") and "walk" not in kinds(stood, "ann")
