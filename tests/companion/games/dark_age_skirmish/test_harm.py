"""Hits: effect, wounds, great blows, stun, death; the text's example (DA-14 to DA-17, DA-22)."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.fit import agility, fatigue_total, strength
from companion.games.dark_age_skirmish.harm import effect_terms, hit, wound_of
from companion.games.dark_age_skirmish.steps import D10, passes
from tests.companion.games.dark_age_skirmish.scene import OPEN, Told, do, figure, part, position

SCENE = {"svein": (40, 30), "osric": (55, 30)}


def struck(die: int, more: dict[str, int] | None = None, target: str = "osric", **changes: object) -> Told:
    """Svein, Strength 6, has hit; what the effect does."""
    state = figure(position({**SCENE, "ulf": (20, 20)}, "svein"), target, **changes)
    return part(state, hit(state, OPEN, "svein", target, (), False, "struck"), {"DA-14": die, **(more or {})})


def test_da_1_a_roll_against_a_figure_is_less_than_it() -> None:
    """Less than 4 is 40 %: 0 to 3. [vector]"""
    assert [die for die in D10 if passes(die, 4)] == [0, 1, 2, 3]
    assert sum(passes(die, 4) for die in D10) / len(D10) == 0.4


@pytest.mark.parametrize(
    ("weapon", "missile", "unseen", "target", "total"),
    [
        ("sword", "", False, "osric", 0),
        ("axe", "", False, "osric", 1),
        ("great axe", "", False, "svein", 0),
        ("improvised", "", False, "osric", -1),
        ("sword", "", True, "osric", 2),
        ("", "rocks", False, "osric", 0),
        ("", "spear", False, "osric", 1),
        ("", "javelin", False, "osric", 1),
        ("", "sling", False, "osric", 2),
        ("", "bow", False, "svein", 2),
        ("", "longbow", False, "osric", 4),
        ("", "crossbow", False, "osric", 5),
    ],
)
def test_da_14_what_is_added_to_strength(weapon: str, missile: str, unseen: bool, target: str, total: int) -> None:
    terms = effect_terms(position(SCENE), target, unseen, missile, weapon)
    assert sum(add for _, add in terms) == total


@pytest.mark.parametrize(("armour", "add"), [("none", 0), ("padded", -1), ("leather", -2), ("mail", -3), ("plate", -4)])
def test_da_14_armour(armour: str, add: int) -> None:
    people = {"title": "N", "people": [{"name": "man", "type": "warrior", "arms": ["sword"], "armour": armour}]}
    others = {"title": "S", "people": [{"name": "foe", "type": "warrior", "arms": ["sword"]}]}
    from companion.games.dark_age_skirmish.game import GAME

    state = GAME.begin({"seats": {"a": "n", "b": "s"}, "bands": {"n": people, "s": others}})
    assert sum(more for _, more in effect_terms(state, "man", False, weapon="sword")) == add


@pytest.mark.parametrize(
    ("die", "wound", "counters"),
    [(1, "light", 1), (2, "light", 1), (3, "serious", 2), (4, "serious", 2), (5, "critical", 3), (6, "critical", 3)],
)
def test_da_15_the_die_says_which_wound(die: int, wound: str, counters: int) -> None:
    assert wound_of(die) == (wound, counters)


@pytest.mark.parametrize("die", [7, 8, 9])
def test_da_15_a_seven_or_more_that_passes_kills(die: int) -> None:
    assert wound_of(die)[0] == "kill"
    told = struck(die, None, raging=False)
    assert told.all(fe.Wounded) == [] and told.only(fe.EffectRolled).outcome == "none", "not less than 6"


def test_da_15_each_counter_takes_one_off_strength_and_agility() -> None:
    told = struck(3, {"DA-17": 0})
    osric = told.state.figures["osric"]
    assert (osric.wounds, strength(osric), agility(osric)) == (2, 4, 5)
    told = struck(5, {"DA-17": 0}, wounds=3)
    assert told.only(fe.Died).figure == "osric", "as many counters as Strength"


@pytest.mark.parametrize(
    ("second", "outcome", "counters", "posture"),
    [(0, "killed", 0, "up"), (3, "stunned", 0, "stunned"), (6, "stunned and seriously wounded", 2, "stunned")],
)
def test_da_16_a_great_blow_is_a_second_roll(second: int, outcome: str, counters: int, posture: str) -> None:
    told = struck(0, {"DA-16": second})
    assert told.only(fe.GreatBlow).outcome == outcome
    osric = told.state.figures["osric"]
    assert osric.wounds == counters
    assert (osric.where == "dead") is (second == 0)
    assert second == 0 or osric.posture == posture
    assert "DA-17" not in " ".join(told.asked), "no stun roll after it"


def test_da_16_a_nought_to_hit_is_only_a_hit() -> None:
    state = position({"svein": (40, 30), "osric": (42, 30)}, "svein", fights=(("svein", "osric"),))
    told = do(state, "ann", "strike:svein", {"DA-12": 0, "DA-14": 9}, target="osric", **{"with": "sword"})
    assert told.only(fe.BlowStruck).hit and told.all(fe.GreatBlow) == []


@pytest.mark.parametrize(("die", "stunned"), [(4, False), (5, True), (0, False), (9, True)])
def test_da_17_who_is_hurt_rolls_against_what_strength_is_left(die: int, stunned: bool) -> None:
    told = struck(2, {"DA-17/stun": die})
    assert told.only(fe.StunRolled).needed == 5
    assert (told.state.figures["osric"].posture == "stunned") is stunned


def test_da_17_who_recovers_may_only_stand_up() -> None:
    state = figure(position(SCENE), "svein", posture="stunned")
    told = do(state, "ann", "call:north", {"DA-17/recover": 5}, figure="svein")
    assert told.only(fe.Recovered).passed
    from tests.companion.games.dark_age_skirmish.scene import offered

    assert set(offered(told.state, "ann")) == {"stand-up:svein", "done:svein"}
    stood = do(told.state, "ann", "stand-up:svein").state
    assert stood.figures["svein"].posture == "up" and stood.acting != "svein"
    down = do(state, "ann", "call:north", {"DA-17/recover": 6}, figure="svein")
    assert not down.only(fe.Recovered).passed and down.state.figures["svein"].posture == "stunned"
    assert down.state.acting == ""


def test_da_22_osric_shoots_at_svein() -> None:
    """Agility 7, snapshot and large shield: 5, so a 3 hits. Effect 6 + 3 - 1 = 8 (the text has 7 from a Strength of 5):
    a 2 is light either way. Svein then has Strength 5, Agility 5 and 10 fatigue, and a 4 keeps him up. [vector]"""
    state = position({"osric": (40, 30), "svein": (55, 30)}, "osric", facing={"svein": 180})
    answers = {"DA-8": [150, 0], "DA-10/to hit": 3, "DA-14": 2, "DA-17": 4, "DA-21": 5}
    told = do(state, "bob", "fire:osric", answers, target="svein", **{"with": "bow"})
    shot = told.only(e.ShotMade)
    assert (agility(state.figures["osric"]), shot.band, shot.needed, shot.hit) == (7, "short", 5, True)
    effect = told.only(fe.EffectRolled)
    assert (effect.needed, effect.outcome) == (8, "light")
    svein = told.state.figures["svein"]
    assert (strength(svein), agility(svein), fatigue_total(svein), svein.posture) == (5, 5, 10, "up")
    assert passes(2, 8) and passes(2, 7), "the figure that disagrees does not change what happened"


def test_da_22_svein_goes_in_and_strikes() -> None:
    """Bravery 7, a 4 dares; sprint and blow are 3 fatigue; Agility 5, no shield behind a bow, a 0 hits; Strength 5, a 4
    is serious; Osric has 6 - 2 = 4, a 6 stuns him. [vector]"""
    state = figure(position({"svein": (30, 30), "osric": (45, 30)}, "svein"), "svein", wounds=1)
    state = figure(state, "osric", hand="bow", facing=180)
    told = do(state, "ann", "attack:svein", {"DA-18": 4, "DA-21": 9}, target="osric")
    assert (told.only(fe.BraveryRolled).needed, told.only(fe.BraveryRolled).passed) == (7, True)
    assert told.only(e.FigureMoved).pace == "sprint"
    answers = {"DA-12": 0, "DA-14": 4, "DA-17": 6, "DA-21": 9}
    blow = do(told.state, "ann", "strike:svein", answers, target="osric", **{"with": "sword"})
    assert blow.state.figures["svein"].spent == 3
    assert (blow.only(fe.BlowStruck).needed, blow.only(fe.BlowStruck).hit) == (5, True)
    assert (blow.only(fe.EffectRolled).needed, blow.only(fe.EffectRolled).outcome) == (5, "serious")
    assert blow.only(fe.StunRolled).needed == 4 and blow.only(fe.StunRolled).stunned
    assert blow.state.figures["osric"].posture == "stunned"


@pytest.mark.parametrize(("die", "aims"), [(3, 2), (9, 0)])
def test_da_9_a_wound_takes_no_aim_from_whoever_keeps_his_feet(die: int, aims: int) -> None:
    told = struck(2, {"DA-17/stun": die}, aims=2)
    assert told.only(fe.StunRolled).stunned is (aims == 0)
    assert told.state.figures["osric"].aims == aims
