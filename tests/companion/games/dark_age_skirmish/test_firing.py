"""Shooting: ranges, aims, what is added, sight (DA-8 to DA-11, DA-24)."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import telling
from companion.games.dark_age_skirmish.firing import aim_term, edges_mm, fire_terms
from companion.games.dark_age_skirmish.seeing import penalty, propose, step_of
from tests.companion.games.dark_age_skirmish.scene import OPEN, box, do, figure, kinds, offered, position, with_terrain

SCENE = {"osric": (20, 30), "svein": (40, 30)}
SHOT = {"target": "svein", "with": "bow"}
EYE_TO_EYE = {"osric": 0, "svein": 180}


def terms(**changes: object) -> dict[str, int]:
    state = position(SCENE, "osric")
    firer = {name[6:]: value for name, value in changes.items() if name.startswith("firer_")}
    target = {name[7:]: value for name, value in changes.items() if name.startswith("target_")}
    state = figure(figure(state, "osric", **firer), "svein", **target)
    band, agreed = str(changes.get("band", "short")), str(changes.get("agreed", "clear"))
    return dict(fire_terms(state, "osric", "svein", band, agreed))


@pytest.mark.parametrize(
    ("mm", "band"),
    [(100, "point blank"), (101, "short"), (250, "short"), (251, "medium"), (500, "medium"), (750, "long")],
)
def test_da_8_the_bands_of_a_bow(mm: float, band: str) -> None:
    told = do(position(SCENE, "osric"), "bob", "fire:osric", {"DA-8/distance": [mm, 0], "DA-10/to hit": 9}, **SHOT)
    assert told.only(e.ShotMade).band == band


def test_da_8_out_of_range_costs_nothing_but_the_action() -> None:
    told = do(position(SCENE, "osric"), "bob", "fire:osric", {"DA-8/distance": [751, 0]}, **SHOT)
    assert told.only(e.ShotSpoilt).rule == "DA-8"
    assert told.state.figures["osric"].missiles == 12 and told.state.figures["osric"].spent == 0


def test_da_8_a_range_that_is_too_close_to_call_is_the_target_s_player_s_to_say() -> None:
    answers = {"DA-8/distance": [249.8, 0.4], "DA-8/band": "medium", "DA-10/to hit": 9}
    told = do(position(SCENE, "osric"), "bob", "fire:osric", answers, **SHOT)
    question = told.question("DA-8/band")
    assert question.seat == "ann" and question.field.values == ("short", "medium") and question.default == "short"
    assert "25.0 ± 0.1 cm is too close to call" in question.why
    assert told.only(e.ShotMade).band == "medium"


def test_da_8_da_2_in_hexes_the_text_s_hexes_count_from_centres() -> None:
    state = position(SCENE, "osric", units="hexes")
    assert edges_mm(state, OPEN, "bow") == (100.0, 240.0, 500.0, 720.0)
    told = do(state, "bob", "fire:osric", {"DA-8/distance": [225, 0], "DA-10/to hit": 9}, **SHOT)
    assert (told.only(e.ShotMade).mm, told.only(e.ShotMade).band) == (245, "medium")
    centre = position(SCENE, "osric", ranges="centre")
    told = do(centre, "bob", "fire:osric", {"DA-8/distance": [235, 0], "DA-10/to hit": 9}, **SHOT)
    assert told.only(e.ShotMade).band == "medium"


def test_da_8_the_range_of_rocks_is_typed_once_a_game() -> None:
    state = position({"tofi": (20, 30), "svein": (28, 30)}, "tofi", rocks="asked")
    answers = {"DA-8/range/rocks, point blank": 2, "DA-8/range/rocks, short": 5, "DA-10/to hit": 9}
    rock = {"target": "svein", "with": "rocks"}
    told = do(state, "bob", "fire:tofi", {**answers, "DA-8/range": 20}, **rock)
    assert told.only(e.RangeRead).edges == (2, 5, 20, 20)
    assert edges_mm(told.state, OPEN, "rocks") == (20.0, 50.0, 200.0, 200.0)
    assert edges_mm(position(SCENE), OPEN, "rocks") == (20.0, 50.0, 100.0, 150.0), "ours"


@pytest.mark.parametrize(("aims", "add"), [(0, -1), (1, 0), (2, 1), (3, 2)])
def test_da_9_aims(aims: int, add: int) -> None:
    assert aim_term(aims)[1] == add


def test_da_9_three_aims_at_most_and_lost_by_anything_but_standing_still() -> None:
    state = position(SCENE, "osric")
    once = do(state, "bob", "aim:osric").state
    assert once.figures["osric"].aims == 1
    state = figure(state, "osric", aims=3)
    assert "aim" not in kinds(state, "bob")
    assert do(state, "bob", "done:osric").state.figures["osric"].aims == 3
    for offer_id, fields in (("walk:osric", {"to": [200.0, 320.0]}), ("lie-down:osric", {}), ("fire:osric", SHOT)):
        after = do(state, "bob", offer_id, {"DA-10/to hit": 9}, **fields).state
        assert after.figures["osric"].aims == 0, offer_id


@pytest.mark.parametrize(("band", "add"), [("point blank", 1), ("short", 0), ("medium", -1), ("long", -3)])
def test_da_10_range(band: str, add: int) -> None:
    assert terms(band=band).get(band, 0) == add


@pytest.mark.parametrize(
    ("gait", "add"),
    [("", 0), ("walk", 0), ("run", -1), ("trot", -1), ("sprint", -2), ("canter", -2), ("gallop", -3), ("crawl", 0)],
)
def test_da_10_the_target_s_pace(gait: str, add: int) -> None:
    assert sum(n for why, n in terms(target_gait=gait).items() if why.startswith("target")) == add


@pytest.mark.parametrize(("posture", "runs"), [("up", True), ("prone", False), ("stunned", False)])
def test_da_10_who_has_fallen_at_a_run_does_not_run(posture: str, runs: bool) -> None:
    assert ("target running" in terms(target_gait="run", target_posture=posture)) is runs


@pytest.mark.parametrize(
    ("moved", "add"),
    [
        ("", 0),
        ("walk", -1),
        ("carry", -1),
        ("board", -1),
        ("run", -2),
        ("trot", -2),
        ("sprint", -3),
        ("canter", -3),
        ("gallop", -4),
    ],
)
def test_da_10_the_shooter_s_pace(moved: str, add: int) -> None:
    assert sum(n for why, n in terms(firer_moved=moved).items() if why.startswith("firer")) == add


def test_da_10_shield_snapshot_and_horse() -> None:
    assert terms()["large shield"] == -1
    assert terms()["snapshot"] == -1
    assert "large shield" not in terms(target_hand="bow"), "a shield is not in use behind a bow (DA-22)"
    assert terms(firer_riding=True)["firer mounted"] == -1
    assert terms(firer_riding=True, firer_moved="horse walk") == {
        "large shield": -1,
        "snapshot": -1,
        "firer mounted": -1,
        "firer walking": -1,
    }


@pytest.mark.parametrize(
    ("words", "add"),
    [("clear", 0), ("75 %", -1), ("50 %", -2), ("25 %", -3), ("10 %", -4), ("50 %, soft", -1), ("10 %, soft", -2)],
)
def test_da_10_da_11_what_shows_of_the_target(words: str, add: int) -> None:
    assert penalty(words) == add


def test_da_11_a_hedge_to_the_waist_is_as_75_per_cent() -> None:
    """Half of 2 is 1, as of a man who shows 75 %. [vector]"""
    assert penalty("50 %, soft") == penalty("75 %")


@pytest.mark.parametrize(
    ("share", "step"),
    [
        (1.0, "clear"),
        (0.8, "75 %"),
        (0.5, "50 %"),
        (0.3, "25 %"),
        (0.1, "10 %"),
        (0.05, "10 %"),
        (0.04, "out of sight"),
    ],
)
def test_da_10_the_table_s_share_is_taken_to_the_nearest_step(share: float, step: str) -> None:
    assert step_of(share) == step


def test_da_10_sight_is_proposed_with_its_reason() -> None:
    state = position(SCENE)
    assert propose(state, OPEN, "osric", "svein").words == "clear"
    wall = with_terrain(box("stone wall", "wall", (38, 20), (38.5, 40), 18))
    found = propose(state, wall, "osric", "svein")
    assert found.words == "50 %" and "behind stone wall; 53 % of Svein shows" in found.reason
    hedge = with_terrain(box("long hedge", "wall", (38, 20), (38.5, 40), 18))
    assert propose(state, hedge, "osric", "svein").words == "50 %, soft"
    house = with_terrain(box("hut", "building", (30, 20), (34, 40), 60))
    assert propose(state, house, "osric", "svein").words == "out of sight"
    wood = with_terrain(box("wood", "trees", (36, 26), (44, 34), 120))
    assert propose(state, wood, "osric", "svein").words == "50 %, soft"


def test_da_10_both_players_may_overrule_what_is_proposed_and_the_log_has_both() -> None:
    state = position(SCENE, "osric")
    answers = {"DA-10/sight/": "25 %", "DA-10/sight overruled": "25 %", "DA-10/to hit": 9}
    told = do(state, "bob", "fire:osric", answers, **SHOT)
    judged = told.only(e.SightJudged)
    assert (judged.proposed, judged.agreed) == ("clear", "25 %")
    assert told.question("DA-10/sight/").seat == "ann" and told.question("DA-10/sight overruled").seat == "bob"
    alone = do(state, "bob", "fire:osric", {"DA-10/sight/": "25 %", "DA-10/to hit": 9}, **SHOT)
    judged = alone.only(e.SightJudged)
    assert (judged.said, judged.agreed) == ("25 %", "clear"), "one alone does not overrule the table"
    assert telling.line(state, judged, "ann").endswith("'s player said 25 %, the other did not agree")


def test_da_11_who_shoots_must_show_head_and_shoulders_or_have_a_loophole() -> None:
    """A high wall right before the shooter: from the other side almost nothing of him shows."""
    state = figure(position({"osric": (20, 30), "svein": (40, 30)}, "osric"), "svein", hand="sword")
    wall = with_terrain(box("palisade", "wall", (21.2, 20), (21.6, 40), 26.5))
    seen = {"DA-10/sight/": "50 %", "DA-10/sight overruled": "50 %", "DA-10/to hit": 9}
    told = do(state, "bob", "fire:osric", seen, wall, **SHOT)
    assert told.question("DA-11/exposed").seat == "ann"
    assert told.only(e.ShotSpoilt).rule == "DA-11"
    loophole = do(state, "bob", "fire:osric", {**seen, "DA-11": "through a loophole"}, wall, **SHOT)
    assert loophole.only(e.ShotMade).figure == "osric"


def test_da_24_shot_at_from_behind_one_reacts() -> None:
    state = position(SCENE, "osric")
    told = do(state, "bob", "fire:osric", {"DA-10/to hit": 9, "DA-24": 5}, **SHOT)
    assert told.only(e.Reacted).passed and told.state.figures["svein"].facing == 180
    slow = do(state, "bob", "fire:osric", {"DA-10/to hit": 9, "DA-24": 6}, **SHOT)
    assert slow.state.figures["svein"].facing == 0
    facing = position(SCENE, "osric", facing=EYE_TO_EYE)
    assert do(facing, "bob", "fire:osric", {"DA-10/to hit": 9}, **SHOT).all(e.Reacted) == []


def test_what_is_shot_is_counted_and_a_thrown_spear_is_gone() -> None:
    told = do(position(SCENE, "osric"), "bob", "fire:osric", {"DA-10/to hit": 9}, **SHOT)
    assert told.state.figures["osric"].missiles == 11
    assert "fire" not in kinds(figure(position(SCENE, "osric"), "osric", missiles=0), "bob")
    state = position({"godwin": (20, 30), "svein": (30, 30)}, "godwin")
    thrown = do(state, "bob", "fire:godwin", {"DA-10/to hit": 9}, target="svein", **{"with": "spear"}).state
    assert thrown.figures["godwin"].arms == ("sword",) and thrown.figures["godwin"].hand == "sword"


def test_da_35_a_crossbow_is_reloaded_if_the_table_wants_it() -> None:
    scene, shot = {"alric": (20, 30), "svein": (40, 30)}, {"target": "svein", "with": "crossbow"}
    for option, unloaded in (("no-reload", False), ("reload", True)):
        told = do(position(scene, "alric", crossbow=option), "bob", "fire:alric", {"DA-10/to hit": 9}, **shot)
        assert told.state.figures["alric"].unloaded is unloaded
    again = figure(position(scene, "alric", crossbow="reload"), "alric", unloaded=True)
    assert "fire:alric" not in offered(again, "bob")
    assert not do(again, "bob", "reload:alric").state.figures["alric"].unloaded
