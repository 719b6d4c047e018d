"""DA-31 in play: aboard and ashore, hands at the oars and the sail, and where a boat goes at a turn's end."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish import sailing
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.aboard import boat_of, is_aboard
from companion.games.dark_age_skirmish.boats import HULLS, is_inside, outline, place_in
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.going import is_afloat, swims
from companion.games.dark_age_skirmish.state import State
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish.scene import box, do, figure, kinds, offered, part, position, with_terrain

LAKE = with_terrain(box("lake", "water", (20, 20), (70, 40)))
MIDDLE = (45.0, 30.0)
NORTH = math.pi / 2


def afloat(
    kind: str,
    crew: tuple[str, ...],
    acting: str = "",
    at: tuple[float, float] = MIDDLE,
    **more: Any,
) -> State:
    """A boat on the lake, these people in it; the others of svein, ulf and osric stand far off."""
    places = {"svein": (5.0, 5.0), "ulf": (5.0, 10.0), "osric": (85.0, 55.0)}
    options: dict[str, Any] = {"boats": {"swan": {"kind": kind, "crew": list(crew)}}, "rowing": "house", **more}
    state = position(places, acting, **options)
    placed = te.ThingPlaced("swan", 10 * at[0], 10 * at[1], 0)
    return part(state, iter_of(placed)).state


def iter_of(*events: Any) -> Any:
    yield from events


def test_a_boat_brings_its_crew() -> None:
    state = afloat("longship", ("svein", "ulf"))
    boat = state.boats["swan"]
    assert boat.people == ("svein", "ulf") and len(boat.aboard) == HULLS["longship"].places == 18
    assert boat_of(state, "ulf") == boat and not is_aboard(state, "osric")
    for name in ("svein", "ulf"):
        assert is_inside(boat, state.figures[name].place)
        assert is_afloat(state, LAKE, name) and not swims(state, LAKE, name), "nobody swims in a boat"


@pytest.mark.parametrize("kind", HULLS)
def test_places_are_in_the_hull_and_hold_a_base_each(kind: str) -> None:
    boat = afloat(kind, ()).boats["swan"]
    turned = replace(boat, heading_rad=1.0)
    for one in (boat, turned):
        places = [place_in(one, n) for n in range(one.hull.places)]
        assert all(is_inside(one, place) for place in places)
        assert min(math.dist(a, b) for a in places for b in places if a is not b) >= 20.5
        assert max(math.dist((one.x_mm, one.y_mm), corner) for corner in outline(one)) <= one.hull.length_mm / 2 + 5


def test_da_20_going_aboard_is_a_climb() -> None:
    state = figure(afloat("rowing boat", (), "svein", at=(45, 22)), "svein", x_mm=450.0, y_mm=180.0)
    assert "board" in kinds(state, "ann", LAKE)
    told = do(state, "ann", "board:svein", {"DA-21": 9}, LAKE, boat="swan")
    assert told.only(te.Boarded).boat == "swan"
    assert boat_of(told.state, "svein") is not None
    assert told.state.figures["svein"].spent == 1


def test_da_31_any_character_may_row_and_non_combatants_do_before_the_boat_goes() -> None:
    state = afloat("rowing boat", ("gudrun",))
    state = replace(figure(state, "gudrun", where="table"), phase="others", acting="gudrun", pack=())
    told = do(state, "ann", "row:gudrun", {"DA-21": 9}, LAKE)
    assert told.only(te.Rowed).figure == "gudrun"
    assert told.only(te.BoatMoved).pace == "crawl"


@pytest.mark.parametrize(("y_mm", "may"), [(138.0, True), (136.0, False)])
def test_a_boat_is_boarded_within_a_walk(y_mm: float, may: bool) -> None:
    state = figure(afloat("rowing boat", (), "svein", at=(45, 22)), "svein", x_mm=450.0, y_mm=y_mm)
    assert ("board" in kinds(state, "ann", LAKE)) is may


def test_a_full_boat_takes_nobody() -> None:
    state = afloat("rowing boat", ("svein", "ulf"), "osric", at=(45, 22))
    state = figure(state, "osric", x_mm=450.0, y_mm=180.0)
    assert "board" in kinds(state, "bob", LAKE), "an enemy may come aboard"
    boat = replace(state.boats["swan"], aboard=("svein", "ulf", "bersi"))
    assert "board" not in kinds(replace(state, boats={"swan": boat}), "bob", LAKE)


def test_aboard_one_does_not_walk_but_goes_ashore() -> None:
    state = afloat("rowing boat", ("svein",), "svein", at=(45, 22))
    assert kinds(state, "ann", LAKE) >= {"ashore", "row"} and not kinds(state, "ann", LAKE) & {"walk", "run", "attack"}
    shore = offered(state, "ann", LAKE)["ashore:svein"]["to"]
    assert shore.complaint([450, 180]) is None and shore.complaint([450, 250]) is not None
    told = do(state, "ann", "ashore:svein", {"DA-21": 9}, LAKE, to=[450, 180])
    assert not is_aboard(told.state, "svein") and told.state.figures["svein"].place == (450.0, 180.0)
    far_off = afloat("rowing boat", ("svein",), "svein")
    assert "ashore" not in kinds(far_off, "ann", LAKE)


@pytest.mark.parametrize("kind", HULLS)
def test_da_7_nobody_swims_inside_a_boat_but_over_its_side(kind: str) -> None:
    state = afloat(kind, ("svein", "ulf"), "svein")
    swims_to = offered(state, "ann", LAKE)["swim:svein"]["to"]
    x, y = state.figures["svein"].place
    beam = HULLS[kind].beam_mm / 2
    assert swims_to.complaint([x + 5, y]) is not None, "still aboard"
    told = do(state, "ann", "swim:svein", {"DA-21": 9}, LAKE, to=[x, MIDDLE[1] * 10 - beam - 1])
    assert not is_aboard(told.state, "svein") and swims(told.state, LAKE, "svein")


@pytest.mark.parametrize(
    ("y_mm", "his_arm", "closes"), [(219.0, "knife", False), (219.9, "knife", False), (222.0, "spear", True)]
)
def test_da_21_who_attacks_a_boat_from_the_bank_keeps_dry_feet(y_mm: float, his_arm: str, closes: bool) -> None:
    """Half a millimetre over the water's edge he would be a swimmer, and drown if he is tired."""
    state = on_the_bank(y_mm, his_arm)
    told = do(state, "ann", "attack:svein", {"DA-21": 9}, LAKE, target="osric")
    assert told.only(fe.Entered).longer == ("osric" if closes else "")
    assert told.state.figures["svein"].y_mm <= 200.0
    told = do(told.state, "ann", "done:svein", {}, LAKE) if told.state.acting == "svein" else told
    assert told.state.figures["svein"].y_mm <= 200.0 and not swims(told.state, LAKE, "svein")


def test_da_31_ashore_is_out_of_the_boat_where_its_hull_reaches_over_the_bank() -> None:
    """A longship across a stream of 5 cm: whoever stepped onto the bank below its stern was aboard still."""
    stream = with_terrain(box("stream", "water", (20, 27.5), (70, 32.5)))
    state = afloat("longship", ("svein",), "svein")
    turned = part(state, iter_of(te.BoatMoved("swan", 450.0, 300.0, 90, "crawl", 0.0))).state
    shore = offered(turned, "ann", stream)["ashore:svein"]["to"]
    assert shore.complaint([450, 250]) is not None, "in the hull"
    assert shore.complaint([490, 240]) is None
    told = do(turned, "ann", "ashore:svein", {"DA-21": 9}, stream, to=[490, 240])
    assert not is_aboard(told.state, "svein")


def on_the_bank(y_mm: float, his_arm: str) -> State:
    """Osric in a boat, svein south of him on the bank, which is at 200 mm."""
    state = afloat("rowing boat", ("osric",), "svein", at=(45, y_mm / 10))
    state = figure(state, "svein", x_mm=state.figures["osric"].x_mm, y_mm=150.0, facing=90, arms=("knife",))
    return figure(state, "osric", arms=(his_arm,), hand=his_arm)


def test_da_21_nobody_leans_over_the_water_to_attack() -> None:
    assert "attack" not in kinds(on_the_bank(220.3, "knife"), "ann", LAKE)
    assert "attack" in kinds(on_the_bank(219.9, "knife"), "ann", LAKE)


def test_da_31_rowing_tires_and_what_it_takes_is_asked_once() -> None:
    state = afloat("rowing boat", ("svein", "ulf"), "svein", rowing="asked")
    told = do(state, "ann", "row:svein", {"DA-31/rowing": 2, "DA-21": 9}, LAKE)
    assert told.question("DA-31/rowing").cell == ("row", "points")
    assert told.state.figures["svein"].spent == 2 and told.state.boats["swan"].rowers == ("svein",)
    again = replace(told.state, acting="ulf")
    told = do(again, "ann", "row:ulf", {"DA-21": 9}, LAKE)
    assert not [at for at in told.asked if at.startswith("DA-31/rowing")]
    assert told.state.figures["ulf"].spent == 2


def test_a_table_that_says_nothing_tires_is_believed() -> None:
    state = afloat("rowing boat", ("svein",), "svein", rowing="asked")
    told = do(state, "ann", "row:svein", {"DA-31/rowing": 0}, LAKE)
    assert told.state.figures["svein"].spent == 0 and told.state.boats["swan"].rowers == ("svein",)


def test_da_31_two_men_set_the_sail() -> None:
    state = afloat("longship", ("svein", "ulf"), "svein")
    one = do(state, "ann", "sail:svein", table=LAKE).state
    assert (one.boats["swan"].sail, one.boats["swan"].sailors) == ("down", ("svein",))
    both = do(replace(one, acting="ulf"), "ann", "sail:ulf", table=LAKE).state
    assert (both.boats["swan"].sail, both.boats["swan"].sailors) == ("up", ())
    assert "sail" not in kinds(afloat("rowing boat", ("svein",), "svein"), "ann", LAKE)


def goes(state: State, to: tuple[float, float], table: TableState = LAKE) -> Any:
    return part(state, sailing.boats_go(state, table), {"DA-31/course": [10 * to[0], 10 * to[1]]})


def rowed(state: State, *names: str, sail: Any = "down") -> State:
    boat = replace(state.boats["swan"], rowers=names, sail=sail)
    return replace(state, boats={"swan": boat})


def test_da_31_a_boat_takes_its_crew_along_and_turns() -> None:
    state = rowed(afloat("rowing boat", ("svein", "ulf")), "svein", "ulf")
    told = goes(state, (45, 35))
    moved = told.only(te.BoatMoved)
    assert (moved.pace, moved.facing, moved.spent_mm) == ("walk", 90, 50.0)
    boat = told.state.boats["swan"]
    assert all(is_inside(boat, told.state.figures[name].place) for name in ("svein", "ulf"))


@pytest.mark.parametrize(
    ("rowers", "sail", "wind", "reach"),
    [
        ((), "down", "none", None),
        ((), "down", "strong", None),
        (("svein",), "down", "none", None),
        (("svein", "ulf"), "down", "none", 20.0),
        ((), "up", "none", None),
        ((), "up", "light", 20.0),
        ((), "up", "moderate", 60.0),
    ],
)
def test_da_31_how_far_a_longship_goes(rowers: tuple[str, ...], sail: str, wind: str, reach: float | None) -> None:
    state = rowed(afloat("longship", ("svein", "ulf"), wind={"strength": wind}), *rowers, sail=sail)
    region = sailing.course_region(state, LAKE, state.boats["swan"])
    if reach is None:
        assert region is None
        return
    assert region is not None
    assert region.complaint((450 + reach - 2, 300)) is None and region.complaint((450 + reach + 2, 300)) is not None


def test_da_31_not_into_the_wind() -> None:
    state = rowed(afloat("longship", ("svein", "ulf"), wind={"strength": "moderate", "to": "east"}), sail="up")
    region = sailing.course_region(state, LAKE, state.boats["swan"])
    assert region is not None
    assert region.complaint((480, 300)) is None and region.complaint((450, 330)) is None
    assert region.complaint((420, 300)) is not None, "the wind blows from there"


def test_a_boat_keeps_to_its_water_and_off_swimmers() -> None:
    state = rowed(afloat("rowing boat", ("svein",), at=(25, 30)), "svein")
    region = sailing.course_region(state, LAKE, state.boats["swan"])
    assert region is not None and region.complaint((238, 300)) is None
    swimmer = figure(state, "osric", x_mm=262.0, y_mm=300.0)
    assert sailing.course_region(swimmer, LAKE, state.boats["swan"]) is None


def test_a_boat_without_people_goes_nowhere() -> None:
    state = rowed(afloat("longship", (), wind={"strength": "strong"}), sail="up")
    assert goes(state, MIDDLE).events == ()


def test_the_dead_are_no_crew() -> None:
    state = afloat("rowing boat", ("svein", "ulf"))
    from_water = figure(state, "svein", where="dead")
    told = part(from_water, iter_of(te.WindAgreed("light", 90)))
    assert told.state.boats["swan"].people == ("ulf",)
    assert told.state.wind.to_rad == pytest.approx(NORTH)


def test_a_captive_in_a_boat_goes_with_whoever_carries_him() -> None:
    state = figure(afloat("longship", ("svein",)), "osric", where="carried", held_by="svein")
    state = figure(state, "svein", carries="osric")
    moved = part(state, iter_of(te.BoatMoved("swan", 500.0, 310.0, 90, "walk", 60.0))).state
    assert moved.figures["osric"].place == moved.figures["svein"].place != state.figures["svein"].place


def test_da_6_who_lies_in_a_boat_is_offered_once_to_stand_up() -> None:
    state = figure(afloat("rowing boat", ("svein",), "svein"), "svein", posture="prone")
    assert [offer.kind for offer in GAME.offers(state, LAKE, "ann")].count("stand-up") == 1
