"""Secret orders, aiming and reloading (FL-6 to FL-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.game import GAME
from companion.games.flintloque.state import State
from tests.companion.games.flintloque.scene import OPEN, Told, do, figure, offered, position

FAR = {"noaks": (10, 10), "purvis": (20, 10), "soutie": (10, 80)}
NEAR = {"noaks": (30, 30), "soutie": (30, 53), "sweepe": (45, 80)}


def orders(state: State, name: str) -> set[str]:
    seat = state.figures[name].side
    fields = offered(state, seat).get(f"declare:{seat}", {})
    return set(fields[name].values) if name in fields else set()


def declaring(figures: dict[str, tuple[float, float]]) -> State:
    return replace(position(figures, "declare"), order=(), slots=(), totals={})


def whole_turn(
    state: State, orcs: dict[str, str], elves: dict[str, str], targets: dict[str, str] | None = None
) -> Told:
    """Declare, and pass everything else by, but for shots at targets. The state when the next turn begins."""
    told = do(state, "orcs", "declare:orcs", **orcs)
    told = do(told.state, "elves", "declare:elves", **elves)
    events = list(told.events)
    turn = state.turn
    while told.state.turn == turn and told.state.end is None:
        seat, offer = next(
            (seat, offer) for seat in ("orcs", "elves") for offer in reversed(list(offered(told.state, seat)))
        )
        fields = {}
        if offer.startswith("take-slot"):
            fields = {"slot": 1}
        elif "fire" in offer:
            fields = {n: (targets or {}).get(n, "hold fire") for n in offered(told.state, seat)[offer]}
        told = do(told.state, seat, offer, **fields)
        events += told.events
    return Told(told.state, tuple(events), {}, {})


def test_fl_6_the_phases_follow_in_their_order() -> None:
    told = whole_turn(
        declaring(NEAR), {"noaks": "walk-fire"}, {"soutie": "fire", "sweepe": "hold"}, {"soutie": "noaks"}
    )
    shown = [event.phase for event in told.events if isinstance(event, e.OrdersOpened | e.PhaseBegan)]
    assert shown == ["declare", "aimed", "move", "fire", "fire"]
    assert told.state.phase == "declare"
    assert told.state.turn == 3


def test_fl_7_orders_are_sealed_and_opened_together() -> None:
    state = do(declaring(FAR), "orcs", "declare:orcs", noaks="run", purvis="aim").state
    assert state.figures["noaks"].declared == ""
    assert "declare:orcs" not in offered(state, "orcs")
    for seat in ("elves", "", "ogre"):
        shown = GAME.view(state, OPEN, seat)
        assert shown["sealed"] == ["orcs"], "who is done is no secret"
        assert "run" not in str(shown)
    assert GAME.tell(state, e.OrdersSealed("orcs", {"noaks": "run"}), "elves") == "The Orcs have sealed their orders"
    told = do(state, "elves", "declare:elves", soutie="fire")
    assert {f.name: f.declared for f in told.state.figures.values() if f.on_table} == {
        "noaks": "run",
        "purvis": "aim",
        "soutie": "fire",
    }


@pytest.mark.parametrize(
    ("changes", "may", "may_not"),
    [
        ({}, {"hold", "aim", "fire", "walk-fire", "walk", "run", "prone"}, {"reload", "pick-up"}),
        ({"loaded": ()}, {"reload", "walk"}, {"aim", "fire", "walk-fire"}),
        ({"loaded": (), "aim": ""}, {"reload"}, {"fire"}),
        ({"aim": "set"}, {"reload", "run", "fire"}, set()),
        ({"ran": 1}, {"walk"}, {"run"}),
        ({"ran": 1, "loaded": ()}, {"reload"}, {"run"}),
        ({"carries": "dead-dwarf"}, {"walk", "run"}, {"fire", "aim", "prone"}),
    ],
)
def test_fl_7_what_may_be_ordered(changes: dict[str, object], may: set[str], may_not: set[str]) -> None:
    found = orders(figure(declaring(FAR), "noaks", **changes), "noaks")
    assert may <= found
    assert not may_not & found


def test_fl_7_who_may_do_nothing_has_no_field() -> None:
    assert orders(figure(declaring(FAR), "noaks", frozen=2), "noaks") == set()


def test_fl_8_a_turn_of_aiming_gives_an_aimed_shot_in_the_next() -> None:
    state = whole_turn(declaring(NEAR), {"noaks": "hold"}, {"soutie": "aim", "sweepe": "hold"}).state
    assert state.figures["soutie"].aim == "set"
    told = do(state, "orcs", "declare:orcs", noaks="hold")
    told = do(told.state, "elves", "declare:elves", soutie="hold", sweepe="hold")
    first = told.state.order[0]
    told = do(told.state, first, f"take-slot:{first}", slot=1)
    assert told.state.phase == "aimed"
    told = do(told.state, "elves", "aimed-fire:elves", {"FL-25/to hit": [70]}, soutie="noaks")
    shot = told.only(fe.ShotFired)
    assert (shot.band, shot.column, shot.shift, shot.chance) == ("20-30", "5-10", 2, 70)
    assert shot.aimed


@pytest.mark.parametrize("changes", [{"disturbed": True}, {"limit": "C"}, {"moved": "walk"}])
def test_fl_8_the_aim_is_lost_by_a_fight_a_wound_or_morale_while_aiming(changes: dict[str, object]) -> None:
    state = position(NEAR, "fire", declared={"soutie": "aim", "noaks": "fire"})
    state = figure(state, "soutie", **changes)
    told = do(state, "orcs", "fire:orcs", noaks="hold fire")
    assert told.state.figures["soutie"].aim == ""
    assert told.all(e.AimTaken) == []


def test_fl_8_a_target_out_of_sight_costs_the_aim_but_not_the_shot() -> None:
    state = figure(position(NEAR, "aimed", declared={"soutie": "hold"}), "soutie", aim="set")
    told = do(state, "elves", "aimed-fire:elves", {"FL-25/sight": "out of sight"}, soutie="noaks")
    assert told.only(fe.AimLost).figure == "soutie"
    assert told.state.figures["soutie"].loaded == ("musket",)
    assert told.state.phase == "fire"
    told = do(told.state, "elves", "fire:elves", {"FL-25/sight": "clear", "FL-25/to hit": [61]}, soutie="noaks")
    assert not told.only(fe.ShotFired).aimed
    assert told.only(fe.ShotFired).chance == 60


def test_fl_8_a_shot_not_taken_may_be_fired_later_without_the_bonus() -> None:
    state = figure(position(NEAR, "aimed", declared={"soutie": "hold"}), "soutie", aim="set")
    told = do(state, "elves", "aimed-fire:elves", soutie="hold fire")
    assert told.state.figures["soutie"].aim == "slow"
    assert set(offered(told.state, "elves")["fire:elves"]) == {"soutie"}


def test_fl_8_who_is_in_a_fight_has_no_aimed_shot() -> None:
    state = figure(position(NEAR, "aimed", fights=(("noaks", "soutie", 1),)), "soutie", aim="set")
    assert offered(state, "elves") == {}


def test_fl_9_reloading_takes_a_turn_in_peace() -> None:
    state = figure(declaring(NEAR), "soutie", loaded=())
    told = whole_turn(state, {"noaks": "hold"}, {"soutie": "reload", "sweepe": "hold"})
    assert told.state.figures["soutie"].loaded == ("musket",)


@pytest.mark.parametrize("changes", [{"disturbed": True}, {"limit": "D"}, {"limit": "E", "disturbed": True}])
def test_fl_9_not_if_met_hurt_or_moved(changes: dict[str, object]) -> None:
    state = position(NEAR, "fire", declared={"soutie": "reload", "noaks": "fire"})
    state = figure(figure(state, "soutie", loaded=()), "soutie", **changes)
    assert do(state, "orcs", "fire:orcs", noaks="hold fire").state.figures["soutie"].loaded == ()


def test_fl_9_also_after_an_aimed_shot() -> None:
    state = figure(position(NEAR, "aimed", declared={"soutie": "reload"}), "soutie", aim="set")
    told = do(state, "elves", "aimed-fire:elves", {"FL-25/sight": "clear"}, soutie="noaks")
    assert told.only(e.Reloaded).figure == "soutie"
    assert told.state.figures["soutie"].loaded == ("musket",)


@pytest.mark.parametrize("order", ["reload", "aim"])
def test_fl_9_not_after_a_shot_in_the_firing_phase(order: str) -> None:
    state = figure(position(NEAR, "aimed", declared={"soutie": order}), "soutie", aim="set")
    state = do(state, "elves", "aimed-fire:elves", soutie="hold fire").state
    told = do(state, "elves", "fire:elves", {"FL-25/sight": "clear"}, soutie="noaks")
    assert not told.only(fe.ShotFired).aimed
    assert told.all(e.Reloaded) == told.all(e.AimTaken) == []
    assert told.state.figures["soutie"].loaded == ()


@pytest.mark.parametrize(("order", "may"), [("walk-fire", True), ("fire", True), ("run", False), ("walk", False)])
def test_fl_10_walk_and_fire_but_not_run_and_fire(order: str, may: bool) -> None:
    state = position(NEAR, "move", declared={"soutie": order}, order=("elves", "orcs"))
    if order == "fire":
        state = replace(state, phase="fire")
    else:
        state = do(state, "elves", "move:soutie", to=[300.0, 500.0]).state
        if state.phase == "move":
            state = do(state, "elves", "end-moves:elves").state
    assert ("fire:elves" in offered(state, "elves")) is may


def test_fl_10_after_an_aimed_shot_one_may_run_or_fire_a_second_weapon() -> None:
    state = figure(position(NEAR, "aimed", declared={"soutie": "run"}), "soutie", aim="set")
    told = do(state, "elves", "aimed-fire:elves", soutie="noaks")
    assert "move:soutie" in offered(told.state, "elves")
    armed = figure(state, "soutie", weapons=("musket", "pistol"), loaded=("musket", "pistol"), declared="fire")
    told = do(armed, "elves", "aimed-fire:elves", {"FL-25/sight": "clear"}, soutie="noaks")
    assert told.only(fe.ShotFired).weapon == "musket"
    told = do(told.state, "elves", "fire:elves", {"FL-25/sight": "clear"}, soutie="noaks")
    assert told.only(fe.ShotFired).weapon == "pistol"
