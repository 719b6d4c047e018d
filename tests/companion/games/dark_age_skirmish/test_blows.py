"""Blows, kicks, punches, and longer weapons (DA-12, DA-13, DA-29)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.blows import blow_terms, within_reach
from companion.games.dark_age_skirmish.board import in_arc
from companion.games.dark_age_skirmish.state import Fight
from tests.companion.games.dark_age_skirmish.scene import OPEN, box, do, figure, kinds, offered, position, with_terrain

PAIR = {"ulf": (40, 30), "svein": (42, 30), "osric": (38, 30), "godwin": (42, 32.2)}
WITH_SWORD = {"target": "osric", "with": "sword"}


def terms(striker: str, target: str, **changes: object) -> dict[str, int]:
    state = position(PAIR, facing={"svein": 180, "osric": 0})
    state = figure(state, target, **changes)
    sees = in_arc(state, OPEN, target, state.figures[striker].place)
    return dict(blow_terms(state, striker, target, state.figures[striker].hand, sees))


@pytest.mark.parametrize(
    ("striker", "target", "changes", "expected"),
    [
        ("osric", "svein", {}, {"large shield": -2}),
        ("osric", "svein", {"facing": 0}, {"striker unseen": 2}),
        ("svein", "ulf", {}, {"small shield": -1}),
        ("ulf", "osric", {}, {"axe": -1}),
        ("svein", "osric", {"tired": 2}, {"target exhausted": 1}),
        ("svein", "osric", {"tired": 1}, {}),
        ("osric", "svein", {"posture": "stunned"}, {"helpless or unaware": 4}),
        ("svein", "osric", {"unaware": True}, {"helpless or unaware": 4}),
        ("osric", "svein", {"unaware": True, "asleep": True}, {"helpless or unaware": 4}),
        ("svein", "osric", {"unaware": True, "facing": 180}, {"helpless or unaware": 4}),
    ],
)
def test_da_12_what_is_added_to_a_blow(
    striker: str, target: str, changes: dict[str, object], expected: dict[str, int]
) -> None:
    assert terms(striker, target, **changes) == expected


def test_da_12_a_friend_who_attacks_too() -> None:
    state = position(PAIR, facing={"osric": 0}, fights=(("svein", "osric"), ("ulf", "osric")))
    assert dict(blow_terms(state, "svein", "osric", "sword", sees=True)) == {"friend attacking": 1}
    held = figure(state, "ulf", posture="stunned")
    assert dict(blow_terms(held, "svein", "osric", "sword", sees=True)) == {}


@pytest.mark.parametrize(("height_mm", "words", "add"), [(22.8, "50 % concealed", -1), (25.8, "75 % concealed", -2)])
def test_da_12_concealment_is_proposed_where_something_stands_between(height_mm: float, words: str, add: int) -> None:
    state = position({"svein": (40, 30), "osric": (42.2, 30)}, "svein", fights=(("svein", "osric"),))
    state = figure(state, "osric", facing=180)
    fence = with_terrain(box("fence", "wall", (41.0, 20), (41.1, 40), height_mm))
    told = do(state, "ann", "strike:svein", {"DA-12/strike": 9}, fence, **WITH_SWORD)
    judged = told.only(e.SightJudged)
    assert (judged.what, judged.proposed) == ("concealment", words)
    assert told.only(fe.BlowStruck).needed == 6 + add
    clear = do(state, "ann", "strike:svein", {"DA-12/strike": 9}, **WITH_SWORD)
    assert clear.all(e.SightJudged) == [], "nobody is asked where nothing stands"


def test_da_13_the_shorter_weapon_may_not_strike_in_its_first_turn_of_a_fight() -> None:
    state = position({"svein": (40, 30), "godwin": (48, 30)}, "svein", facing={"godwin": 180})
    state = figure(state, "godwin", hand="spear")
    told = do(state, "ann", "attack:svein", {"DA-21": 9}, target="godwin")
    assert told.only(fe.Entered).longer == "godwin"
    fought = told.state
    gap = fought.figures["godwin"].x_mm - fought.figures["svein"].x_mm - 20
    assert gap == pytest.approx(6, abs=0.1), "a little apart"
    assert fought.acting == "" or "strike" not in kinds(fought, "ann")
    done = do(fought, "ann", "done:svein").state if fought.acting else fought
    assert done.figures["godwin"].x_mm - done.figures["svein"].x_mm == pytest.approx(20, abs=0.1), "closed up"
    assert within_reach(done, "svein") == ("godwin",)
    assert within_reach(done, "godwin") == ("svein",), "the longer one may strike from the first"


@pytest.mark.parametrize(("said", "longer"), [("spear", "godwin"), ("sword", "svein"), ("neither", "")])
def test_da_13_which_is_longer_is_asked_once_a_game(said: str, longer: str) -> None:
    state = position({"svein": (40, 30), "godwin": (45, 30), "ulf": (20, 20)}, "svein", lengths="asked")
    told = do(figure(state, "godwin", hand="spear"), "ann", "attack:svein", {"DA-13": said}, target="godwin")
    assert told.only(fe.LengthSaid).pair == "spear|sword"
    assert told.only(fe.Entered).longer == longer
    again = replace(told.state, acting="svein", fights=())
    again = figure(again, "svein", moved="", fought="", x_mm=400.0, done=False)
    assert do(again, "ann", "attack:svein", target="godwin").all(fe.LengthSaid) == []


def test_da_13_of_one_weapon_nobody_is_asked() -> None:
    state = position({"svein": (40, 30), "godwin": (45, 30)}, "svein", lengths="asked")
    state = figure(state, "godwin", hand="sword")
    assert do(state, "ann", "attack:svein", target="godwin").only(fe.Entered).longer == ""


def test_da_29_a_kick_is_one_wound_and_a_punch_none_and_both_may_stun() -> None:
    state = position({"svein": (40, 30), "osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    kick = do(state, "ann", "kick:svein", {"DA-29": 0, "DA-17": 9, "DA-21": 9}, target="osric")
    assert kick.only(fe.Wounded).counters == 1 and kick.only(fe.StunRolled).stunned
    assert kick.only(e.FatigueSpent).what == "kick"
    punch = do(state, "ann", "punch:svein", {"DA-29": 0, "DA-17": 9, "DA-21": 9}, target="osric")
    assert punch.all(fe.Wounded) == [] and punch.only(fe.StunRolled).stunned
    missed = do(state, "ann", "kick:svein", {"DA-29": 9, "DA-21": 9}, target="osric")
    assert missed.all(fe.Wounded) == missed.all(fe.StunRolled) == []


def test_da_14_whatever_is_at_hand_is_improvised() -> None:
    state = position({"alric": (40, 30), "svein": (42, 30)}, "alric", fights=(("alric", "svein"),))
    state = figure(state, "svein", facing=180)
    assert offered(state, "bob")["strike:alric"]["with"].values == ("improvised",)
    told = do(state, "bob", "strike:alric", {"DA-12": 0, "DA-14": 9}, target="svein", **{"with": "improvised"})
    assert told.only(fe.EffectRolled).needed == 5 - 1 - 1


def test_nobody_strikes_who_is_not_in_combat_with_anybody() -> None:
    assert kinds(position({"svein": (40, 30), "osric": (42, 30)}, "svein"), "ann").isdisjoint({"strike", "kick"})
    state = position({"svein": (40, 30), "osric": (42, 30)}, "svein")
    fight = replace(state, fights=(Fight("osric", "svein", "osric"),))
    assert kinds(fight, "ann").isdisjoint({"strike", "kick"})
