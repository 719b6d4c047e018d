"""DA-32 in play: taken by the rope, following, let go, and driven off."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from companion.games.dark_age_skirmish import agreed, events, fight_events
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.herding import startle
from companion.games.dark_age_skirmish.state import State
from tests.companion.games.dark_age_skirmish.scene import do, figure, kinds, offered, part, position


def herd(*, penned: bool = False, acting: str = "svein", **at: tuple[float, float]) -> State:
    """svein at 30, 30; the animals where they are said to be, in cm."""
    said: dict[str, Any] = {"animals": dict.fromkeys(at, "pig"), "penned": list(at) if penned else []}
    state = position({"svein": (30.0, 30.0), "osric": (80.0, 50.0)}, acting, **said)
    animals = {
        name: replace(state.animals[name], where="table", x_mm=10 * x, y_mm=10 * y) for name, (x, y) in at.items()
    }
    return replace(state, animals=animals)


def after(state: State, *events: Any) -> State:
    def told() -> Any:
        yield from events

    return part(state, told()).state


def test_da_32_one_at_hand_is_taken_and_follows_behind() -> None:
    state = herd(sow=(32.5, 30))
    told = do(state, "ann", "lead:svein", animal="sow")
    assert told.state.animals["sow"].leader == "svein"
    walked = do(told.state, "ann", "walk:svein", to=[300, 350]).state
    sow = walked.animals["sow"]
    assert sow.x_mm == 300.0
    assert sow.y_mm == pytest.approx(328.0)
    assert "let-go" in kinds(walked, "ann")
    free = do(walked, "ann", "let-go:svein", animal="sow").state
    assert free.animals["sow"].leader == "" and free.animals["sow"].y_mm == sow.y_mm


def test_da_32_two_are_led_and_no_third() -> None:
    state = herd(a=(32.5, 30), b=(27.5, 30), c=(30, 32.5))
    for name in ("a", "b"):
        state = do(state, "ann", "lead:svein", animal=name).state
    assert "lead" not in kinds(state, "ann")
    walked = do(state, "ann", "walk:svein", to=[300, 240]).state
    apart = [math.dist((300, 240), (walked.animals[n].x_mm, walked.animals[n].y_mm)) for n in ("a", "b")]
    assert apart == [pytest.approx(22.0), pytest.approx(44.0)]


def test_da_32_too_far_to_take() -> None:
    assert "lead" not in kinds(herd(sow=(33.2, 30)), "ann")
    assert offered(herd(sow=(32.9, 30)), "ann")["lead:svein"]["animal"].values == ("sow",)


def test_da_32_whoever_runs_at_loose_ones_drives_them_off() -> None:
    state = herd(sow=(30, 45), ewe=(30, 10))
    told = do(state, "ann", "run:svein", {"DA-32/runs": 0, "DA-21": 9}, to=[300, 400])
    ran = told.only(te.AnimalRan)
    assert (ran.animal, ran.die, ran.gone) == ("sow", 0, True)
    assert told.state.animals["sow"].where == "gone", "24 cm to the north is off the table"
    assert told.state.animals["ewe"].where == "table", "he ran away from that one"
    assert "lead" not in kinds(told.state, "ann")


def test_da_32_who_flees_drives_them_off_too_and_is_asked_under_a_key_of_its_own() -> None:
    state = herd(sow=(30, 45))
    near = figure(state, "svein", y_mm=400.0)
    keys = [
        set(part(now, startle(now, "svein", (300.0, 300.0), "sprint", 240.0), {"DA-32/runs": 5}).asked)
        for now in (near, replace(near, acting="osric"))
    ]
    assert all(keys) and not keys[0] & keys[1]


def test_da_32_a_walk_frightens_nobody_and_a_pen_holds() -> None:
    assert not do(herd(sow=(30, 38)), "ann", "walk:svein", to=[300, 350]).all(te.AnimalRan)
    penned = herd(sow=(30, 45), penned=True)
    assert not do(penned, "ann", "run:svein", {"DA-21": 9}, to=[300, 400]).all(te.AnimalRan)


def led() -> State:
    return do(herd(sow=(32.5, 30)), "ann", "lead:svein", animal="sow").state


@pytest.mark.parametrize(
    ("event", "where", "leader"),
    [
        (events.LeftTable("svein", "south"), "taken", ""),
        (fight_events.Died("svein", "dead"), "table", ""),
        (agreed.FigurePlaced("svein", 500.0, 300.0), "table", ""),
        (fight_events.StunRolled("svein", 9, 5, True), "table", ""),
        (fight_events.StunRolled("svein", 2, 5, False), "table", "svein"),
        (events.FigureMoved("svein", 300.0, 400.0, 90, "flight", 100.0, 0.0), "table", ""),
    ],
)
def test_who_is_gone_down_or_away_leads_nothing(event: Any, where: str, leader: str) -> None:
    sow = after(led(), event).animals["sow"]
    assert (sow.where, sow.leader) == (where, leader)


def test_who_fights_or_lies_takes_nothing() -> None:
    assert "lead" not in kinds(figure(herd(sow=(32.5, 30)), "svein", posture="prone"), "ann")
