"""The dead Dwarf, Oswold and the umbrella (FL-24, FL-40, FL-41, FL-44 to FL-47)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.flintloque import carrying
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.melee import melee
from companion.games.flintloque.morale import check
from companion.games.flintloque.phases import close
from companion.games.flintloque.printed import BODY, OSWOLD
from companion.games.flintloque.state import State, gap_mm
from companion.games.flintloque.volley import bury
from companion.games.questions import shown_to
from tests.companion.games.flintloque.scene import (
    DRAWN,
    OPEN,
    Told,
    box,
    do,
    figure,
    offered,
    part,
    position,
    refusal,
    seen,
    with_terrain,
)

RIVER = with_terrain(box("river", "water", (0, 50), (90, 60), 1))
BY_RIVER = {"oswold": (45, 45), "noaks": (80, 10), "soutie": (45, 43), "schneider": (47, 45), "hassle": (42.5, 45)}


def at_body(**changes: Any) -> State:
    """Noaks stands beside the dead Dwarf, with the order to pick him up."""
    state = position({"noaks": (45, 42.3), "soutie": (80, 80)}, "fire", declared={"noaks": "pick-up"})
    return figure(state, "noaks", **changes)


def two(mission_of: str, fights: bool = True) -> State:
    """Oswold fights one other by the river."""
    names = {"elves": "soutie", "dwarves": "schneider", "ogre": "hassle"}
    scene = {name: place for name, place in BY_RIVER.items() if name in (OSWOLD, "noaks", names[mission_of])}
    pairs = ((names[mission_of], OSWOLD, 0),) if fights else ()
    return position(scene, "fire", fights=pairs, scenario="two")


def held(by: str = "soutie", y: float = 43.0) -> State:
    state = position({"noaks": (80, 10), by: (45, y), OSWOLD: (45, y)}, "fire", scenario="two")
    return figure(figure(state, OSWOLD, where="held"), by, carries=OSWOLD)


def beaten(state: State, winner: str, answers: dict[str, Any] | None = None) -> Told:
    """Oswold loses the fight by a wound."""
    add = state.figures[winner].melee
    dice = {"FL-31/blow/oswold>": [1], f"FL-31/blow/{winner}>": [min(10, 9 + 5 - add)]}
    return part(state, melee(state, RIVER), {**dice, **(answers or {})})


def test_fl_41_a_stationary_turn_next_to_the_body_picks_it_up() -> None:
    told = part(at_body(), close(at_body(), OPEN))
    asked = told.question("FL-41/next to the body")
    assert (asked.a, asked.b) == ("noaks", BODY)
    assert told.only(e.BodyTaken).figure == "noaks"
    assert told.state.body is not None and told.state.body.carrier == "noaks"


@pytest.mark.parametrize(
    "changes", [{"disturbed": True}, {"limit": "C"}, {"declared": "hold"}, {"fired": ("bakur",), "loaded": ()}]
)
def test_fl_41_not_if_it_was_met_hurt_or_bound(changes: dict[str, Any]) -> None:
    assert part(at_body(**changes), close(at_body(**changes), OPEN)).all(e.BodyTaken) == []


@pytest.mark.parametrize(
    ("answer", "said", "taken"),
    [
        ([5.0, 1.0], None, True),
        ([13.0, 1.0], None, False),
        ([11.0, 1.0], "next to it", True),
        ([9.0, 1.0], "too far", False),
        ([0.0, 11.0], None, True),
    ],
)
def test_fl_41_next_to_it_is_measured(answer: list[float], said: str | None, taken: bool) -> None:
    answers: dict[str, Any] = {"FL-41/next to the body": answer, "FL-41/too close to call": said}
    told = part(at_body(), close(at_body(), OPEN), answers)
    assert bool(told.all(e.BodyTaken)) is taken
    assert any(key.startswith("FL-41/too close") for key in told.asked) is (said is not None)


def test_fl_41_of_two_the_side_with_the_initiative_takes_it() -> None:
    scene = {"noaks": (45, 42.3), "soutie": (45, 47.7)}
    state = position(scene, "fire", order=("elves", "orcs"), declared={"noaks": "pick-up", "soutie": "pick-up"})
    assert part(state, close(state, OPEN)).only(e.BodyTaken).figure == "soutie"


def test_fl_41_the_order_is_offered_next_to_the_body_only() -> None:
    state = replace(at_body(), phase="declare", sealed={})
    assert "pick-up" in offered(state, "orcs")["declare:orcs"]["noaks"].values
    away = figure(state, "noaks", y_mm=380.0)
    assert "pick-up" not in offered(away, "orcs")["declare:orcs"]["noaks"].values


def test_fl_41_the_carrier_takes_it_along_and_leaves_by_the_opposite_side() -> None:
    state = part(at_body(), close(at_body(), OPEN)).state
    state = replace(
        figure(state, "noaks", declared="walk"), phase="move", order=("orcs", "elves"), slots=("orcs", "elves")
    )
    state = do(state, "orcs", "move:noaks", to=[450.0, 490.0]).state
    assert state.body is not None and (state.body.x_mm, state.body.y_mm) == (450, 490)
    again = replace(state, slot=0, phase="move", order=("orcs", "elves"), slots=("orcs", "elves"))
    near = figure(again, "noaks", y_mm=830.0, moved="", declared="walk")
    told = do(near, "orcs", "leave:noaks")
    assert told.only(e.LeftTable).edge == "north"
    assert told.state.end is not None and told.state.end.winner == "orcs"


def test_fl_41_nobody_leaves_without_it() -> None:
    state = position({"noaks": (45, 83), "soutie": (10, 10)}, declared={"noaks": "walk"})
    assert "leave:noaks" not in offered(state, "orcs")


@pytest.mark.parametrize(("wounds", "dead"), [(1, False), (3, True)])
def test_fl_41_a_wound_drops_it(wounds: int, dead: bool) -> None:
    state = part(at_body(), close(at_body(), OPEN)).state
    hurt = {"noaks": wounds}
    state = part(state, iter_tell(fe.MeleeFell(hurt))).state
    told = part(state, bury(state, OPEN, hurt))
    assert told.only(e.BodyDropped).figure == "noaks"
    assert bool(told.all(fe.Fell)) is dead
    assert told.state.body is not None and told.state.body.carrier == ""


def iter_tell(event: Any) -> Any:
    yield event
    return None


def test_fl_40_oswold_has_no_firearm_and_goes_round_water() -> None:
    oswold = position({"oswold": (45, 45), "soutie": (10, 10)}, scenario="two").figures[OSWOLD]
    assert (oswold.weapons, oswold.firing) == ((), 0)
    state = position({"oswold": (20, 47), "soutie": (10, 10)}, declared={OSWOLD: "walk"}, scenario="two")
    assert state.umbrella == OSWOLD
    region = offered(state, "orcs", DRAWN)["move:oswold"]["to"]
    assert region.complaint([200.0, 480.0]) is None
    assert region.complaint([200.0, 520.0]) is not None
    said = refusal(state, "orcs", "move:oswold", DRAWN, to=[200.0, 520.0])
    assert "does not go into the water" in said.reason


def test_fl_44_pushed_into_the_water_oswold_is_wet_and_out() -> None:
    state = replace(two("elves"), order=("elves", "orcs"))
    dice = {"FL-31/blow/oswold>": [1], "FL-31/blow/soutie>": [10]}
    told = part(figure(state, OSWOLD, y_mm=470.0, melee=8), melee(figure(state, OSWOLD, y_mm=470.0), RIVER), dice)
    assert told.only(fe.BlowsStruck).result == "pushed"
    assert told.only(e.WentWet).by == ""
    assert told.state.figures[OSWOLD].where == "wet"


def test_fl_45_who_beats_oswold_may_pick_him_up_next_turn_before_morale_moves_anybody() -> None:
    told = beaten(two("elves"), "soutie")
    assert told.only(e.GrabEarned).figure == "soutie"
    state = figure(told.state, "soutie", marks=("wounded",))
    told = part(state, carrying.grab(state), {"FL-45/grab": "grab"})
    assert told.state.figures[OSWOLD].where == "held"
    assert told.state.figures["soutie"].carries == OSWOLD
    assert told.state.fights == ()


def test_fl_42_what_a_side_may_do_with_oswold_is_asked_beside_the_others() -> None:
    won = beaten(two("elves"), "soutie").state
    robbed = beaten(two("dwarves"), "schneider", {"FL-46/umbrella": "umbrella"})
    taken = beaten(two("ogre"), "hassle").state
    asked = [
        part(won, carrying.grab(won), {"FL-45/grab": "grab"}).question("FL-45/grab"),
        part(held(y=45.0), melee(held(y=45.0), RIVER), {"FL-45/throw": "throw"}).question("FL-45/throw"),
        robbed.question("FL-46/umbrella"),
        part(taken, carrying.grab(taken), {"FL-47/grab": "grab"}).question("FL-47/grab"),
    ]
    for question in asked:
        assert "Oswold" in shown_to(question, question.seat)["why"]
        assert shown_to(question, "orcs")["why"].endswith("briefing")
        told = str([shown_to(question, seat) for seat in ("orcs", "")])
        assert not [word for word in ("FL-4", "Oswold", "umbrella", "throw", "grab") if word in told]


@pytest.mark.parametrize(("frozen", "earned"), [(2, True), (3, False)])
def test_fl_18_who_stays_where_it_ran_to_picks_nobody_up(frozen: int, earned: bool) -> None:
    told = beaten(figure(two("elves"), "soutie", frozen=frozen), "soutie")
    assert bool(told.all(e.GrabEarned)) is earned


def test_fl_45_he_may_be_left() -> None:
    state = figure(two("elves", fights=False), "soutie", grab=True)
    assert part(state, carrying.grab(state), {"FL-45/grab": "leave"}).all(e.OswoldGrabbed) == []
    assert part(figure(state, OSWOLD, where="dead"), carrying.grab(figure(state, OSWOLD, where="dead"))).asked == {}


@pytest.mark.parametrize(
    ("order", "gets_him"), [(("elves", "ogre", "orcs"), "soutie"), (("ogre", "orcs", "elves"), "hassle")]
)
def test_fl_45_of_two_winners_the_side_with_the_initiative_grabs_him(order: tuple[str, ...], gets_him: str) -> None:
    state = position(BY_RIVER, "slots", scenario="two", order=order)
    state = figure(figure(state, "soutie", grab=True), "hassle", grab=True)
    told = part(state, carrying.grab(state), {"FL-45/grab": "grab", "FL-47/grab": "grab"})
    assert told.only(e.OswoldGrabbed).figure == gets_him


@pytest.mark.parametrize(("his", "mine", "free"), [(10, 1, True), (1, 10, False), (1, 8, False)])
def test_fl_45_held_he_struggles_in_melee(his: int, mine: int, free: bool) -> None:
    state = held("saquais", 20.0)
    dice = {"FL-31/blow/oswold>": [his], "FL-31/blow/saquais>": [mine]}
    told = part(state, melee(state, RIVER), dice)
    assert (told.state.figures[OSWOLD].where == "table") is free
    assert told.only(fe.BlowsStruck).result == ("free" if free else "held")
    assert not free or gap_mm(told.state, OSWOLD, "saquais") >= 0.5, "free he is in contact with nobody"
    assert told.state.figures["saquais"].lost == told.state.figures[OSWOLD].lost == 0


@pytest.mark.parametrize(("y", "sigma", "struggles"), [(45.0, 0.0, False), (40.0, 0.0, True), (43.95, 1.0, True)])
def test_fl_45_so_near_the_water_there_is_nothing_he_can_do(y: float, sigma: float, struggles: bool) -> None:
    state = held("soutie", y)
    table = replace(seen(state, sigma), terrain=RIVER.terrain) if sigma else RIVER
    told = part(state, melee(state, table), {"FL-45/throw": "keep", "FL-31/blow/oswold": [10]})
    assert bool(told.all(fe.BlowsStruck)) is struggles
    assert (told.state.figures[OSWOLD].where == "table") is struggles


@pytest.mark.parametrize(
    ("y", "sigma", "asked"),
    [(43.9, 0.0, False), (44.0, 0.0, True), (43.9, 1.0, True), (43.7, 1.0, False), (55.0, 0.0, True)],
)
def test_fl_45_within_5_cm_of_the_water_he_may_be_thrown_in(y: float, sigma: float, asked: bool) -> None:
    state = held("soutie", y)
    table = replace(seen(state, sigma), terrain=RIVER.terrain) if sigma else RIVER
    told = part(state, melee(state, table), {"FL-45/throw": "throw"})
    assert bool(told.all(e.WentWet)) is asked
    assert any(key.startswith("FL-45/throw") for key in told.asked) is asked
    if asked:
        assert (told.state.figures[OSWOLD].where, told.state.wet_by) == ("wet", "elves")
        assert told.all(fe.BlowsStruck) == [], "there is nothing he can do"


def test_fl_45_a_wound_or_a_forced_move_drops_oswold() -> None:
    state = held()
    told = part(state, bury(state, RIVER, {"soutie": 1}))
    assert told.only(e.OswoldFreed).figure == "soutie"
    moved = figure(state, "soutie", marks=("hit",), morale=0)
    told = part(moved, check(moved, RIVER, "soutie"), {"FL-16/morale": [1]})
    assert told.only(e.MoraleChecked).letter == "E"
    assert told.state.figures[OSWOLD].where == "table"
    assert told.state.figures["soutie"].carries == ""


def test_fl_24_the_bearer_goes_a_column_left() -> None:
    state = replace(figure(held(y=20.0), "soutie", declared="walk"), phase="move")
    state = replace(state, order=("elves", "orcs"), slots=("elves", "orcs"))
    region = offered(state, "elves")["move:soutie"]["to"]
    assert region.complaint([450.0, 200 + 119.0]) is None
    assert region.complaint([450.0, 200 + 121.0]) is not None
    told = do(
        state,
        "elves",
        "move:soutie",
        {"FL-31/blow/soutie": [10], "FL-31/blow/oswold": [1]},
        to=[450.0, 300.0],
    )
    assert told.state.figures[OSWOLD].place == (450.0, 300.0)


@pytest.mark.parametrize(("order", "loaded"), [("aim", ("musket",)), ("reload", ())])
def test_fl_24_full_hands_neither_aim_nor_reload(order: str, loaded: tuple[str, ...]) -> None:
    state = figure(held(y=20.0), "soutie", declared=order, loaded=loaded)
    told = part(state, close(state, OPEN))
    assert (told.state.figures["soutie"].aim, told.state.figures["soutie"].loaded) == ("", loaded)
    aimed = figure(replace(held(y=20.0), phase="aimed"), "soutie", aim="set")
    assert offered(aimed, "elves") == {}


def test_fl_46_a_dwarf_takes_the_umbrella_instead_of_a_wound() -> None:
    told = beaten(two("dwarves"), "schneider", {"FL-46/umbrella": "umbrella"})
    assert told.question("FL-46/umbrella").field.values == ("umbrella", "1 wound")
    assert told.state.umbrella == "schneider"
    assert told.state.figures[OSWOLD].lost == 0
    wounded = beaten(two("dwarves"), "schneider", {"FL-46/umbrella": "1 wound"})
    assert (wounded.state.umbrella, wounded.state.figures[OSWOLD].lost) == (OSWOLD, 1)


def test_fl_46_there_is_one_umbrella() -> None:
    scene = {OSWOLD: (45, 45), "noaks": (80, 10), "schneider": (47, 45), "schumaker": (43, 45)}
    fights = (("schneider", OSWOLD, 0), ("schumaker", OSWOLD, 0))
    state = position(scene, "fire", fights=fights, scenario="two")
    told = part(state, melee(state, RIVER), {"FL-31/blow/oswold>": [1], "FL-31/blow/sch": [4]})
    assert len(told.all(e.UmbrellaStolen)) == 1
    assert [blow.result for blow in told.all(fe.BlowsStruck)] == ["umbrella", "1"]


def test_fl_46_others_do_not_ask_for_it() -> None:
    assert not [key for key in beaten(two("elves"), "soutie").asked if key.startswith("FL-46")]


def test_fl_47_the_ogre_carries_him_off_south() -> None:
    told = beaten(two("ogre"), "hassle")
    assert (told.only(e.GrabEarned).figure, told.only(e.GrabEarned).rule) == ("hassle", "FL-47")
    state = replace(figure(held("hassle", 4.0), "hassle", declared="walk"), phase="move")
    state = replace(state, order=("ogre", "orcs"), slots=("ogre", "orcs"))
    told = do(state, "ogre", "leave:hassle")
    assert told.only(e.LeftTable).edge == "south"
    assert told.state.figures[OSWOLD].where == "left"
    assert told.state.settled["ogre"] == "done"
    assert told.state.settled["orcs"] == "lost"


def test_fl_47_to_the_river_is_an_option() -> None:
    state = held("hassle", 47.0)
    assert not carrying.may_throw(state, RIVER, "hassle")
    assert carrying.may_throw(replace(state, options=replace(state.options, ogre="river")), RIVER, "hassle")
