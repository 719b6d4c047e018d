"""The 120 degrees: near their edge, as sure as the camera is of a heading, the players say (DA-25)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.board import arc
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.harm import die_of
from companion.games.dark_age_skirmish.state import State
from companion.games.gauging import Ranged
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish.scene import OPEN, do, figure, part, position, seen

LOOKS, AWAY = "he looks there", "he does not look there"


def scene(acting: str, **more: Any) -> State:
    """Osric 20 cm east of svein, who fights ulf beside him where that is asked for."""
    return position({"svein": (40, 30), "osric": (60, 30), "godwin": (42, 30)}, acting, **more)


def table(state: State, svein_degrees: float, sigma_mm: float = 1.0) -> TableState:
    return seen(state, sigma_mm, headings={"svein": math.radians(svein_degrees)})


@pytest.mark.parametrize(
    ("degrees", "inside", "doubtful"),
    [(0, True, False), (50, True, False), (57, True, True), (60, True, True), (63, False, True), (75, False, False)],
)
def test_da_25_near_the_edge_of_the_120_degrees_is_too_close_to_call(
    degrees: float, inside: bool, doubtful: bool
) -> None:
    """Three degrees are the sigma of a heading that comes without one."""
    state = scene("osric")
    for turned in (degrees, -degrees):
        found = arc(state, table(state, turned), "svein", "osric")
        assert (found.inside, found.doubtful) == (inside, doubtful)


def test_da_25_places_that_are_not_sure_count_most_near_by() -> None:
    state = scene("osric")
    sure, unsure = table(state, 52.0, 0.1), table(state, 52.0, 2.0)
    assert [arc(state, one, "svein", "osric").doubtful for one in (sure, unsure)] == [False, False]
    assert [arc(state, one, "svein", "godwin").doubtful for one in (sure, unsure)] == [False, True]


@pytest.mark.parametrize("changes", [{"posture": "stunned"}, {"asleep": True, "unaware": True}])
def test_who_is_stunned_or_asleep_sees_nobody_and_nobody_is_asked(changes: dict[str, Any]) -> None:
    state = figure(scene("osric"), "svein", **changes)
    found = arc(state, table(state, 60.0), "svein", "osric")
    assert (found.inside, found.doubtful) == (False, False)


def test_without_a_camera_the_facing_that_the_game_keeps_is_exact() -> None:
    state = scene("osric", facing={"svein": 60})
    assert arc(state, OPEN, "svein", "osric").doubtful is False


@pytest.mark.parametrize(("said", "agreed", "reacts"), [(LOOKS, "", False), (AWAY, AWAY, True), (AWAY, LOOKS, False)])
def test_da_25_a_shot_from_the_edge_is_as_both_players_say(said: str, agreed: str, reacts: bool) -> None:
    """The target's player is asked first, then, if he says otherwise than the table, the shooter."""
    state = scene("osric")
    answers: dict[str, Any] = {"DA-25/arc/": said, "DA-10/to hit": 9}
    if agreed:
        answers["DA-25/arc overruled"] = agreed
    told = do(state, "bob", "fire:osric", answers, table(state, 58.0), target="svein", **{"with": "bow"})
    judged = next(event for event in told.events if isinstance(event, e.SightJudged) and event.what == "arc")
    assert (judged.looker, judged.target, judged.proposed, judged.rule) == ("osric", "svein", LOOKS, "DA-25")
    assert bool(told.all(e.Reacted)) is reacts, "shot at from where he does not look (DA-24)"
    assert "58 ± 6 degrees off straight ahead; too close to call" in judged.reason
    assert GAME.tell(told.state, judged, "").startswith("Svein and Osric, who comes from the edge of what he sees")


@pytest.mark.parametrize(("said", "shield", "unseen"), [(LOOKS, -2, 0), (AWAY, 0, 2)])
def test_da_12_a_blow_from_the_edge_meets_the_shield_or_is_not_seen(said: str, shield: int, unseen: int) -> None:
    state = scene("godwin", fights=(("svein", "godwin"),))
    told = do(
        state,
        "bob",
        "strike:godwin",
        {"DA-25": said, "DA-12": 9},
        table(state, 60.0),
        target="svein",
        **{"with": "sword"},
    )
    assert told.only(fe.BlowStruck).needed == 6 + shield + unseen


@pytest.mark.parametrize(("said", "needed"), [(LOOKS, 7), (AWAY, 9)])
def test_da_18_going_in_from_the_edge_is_from_behind_or_not(said: str, needed: int) -> None:
    state = position({"svein": (40, 30), "godwin": (45, 30)}, "godwin")
    told = do(state, "bob", "attack:godwin", {"DA-25": said, "DA-18": 9}, table(state, 60.0), target="svein")
    assert told.only(fe.BraveryRolled).needed == needed


@pytest.mark.parametrize(("said", "rolls"), [(LOOKS, True), (AWAY, False)])
def test_da_26_a_friend_who_falls_at_the_edge_is_seen_or_not(said: str, rolls: bool) -> None:
    state = position({"svein": (40, 30), "ulf": (60, 30)})
    told = part(state, die_of(state, table(state, 60.0), "ulf", "killed"), {"DA-25": said, "DA-26/panic": 3})
    assert bool(told.all(fe.PanicRolled)) is rolls


def test_a_range_says_that_it_is_too_close_to_call() -> None:
    state = scene("osric")
    notes = [GAME.ranged(state, table(state, turned), "osric", "svein") for turned in (0.0, 60.0, 90.0)]
    assert all(isinstance(one, Ranged) for one in notes)
    assert [[note for note in one.notes if "looks" in note or "look there" in note] for one in notes] == [
        [],
        ["whether Svein looks there is too close to call"],
        ["Svein does not look there"],
    ]
