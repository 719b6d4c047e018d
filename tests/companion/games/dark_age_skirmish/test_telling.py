"""What the log says: whole sentences, of who does what, and nothing where there is nothing to say."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.harm import less_than
from companion.games.dark_age_skirmish.people import ARMS, shoots, with_article
from companion.games.dark_age_skirmish.printed import CHARTS
from companion.games.dark_age_skirmish.tiring import DOING
from tests.companion.games.dark_age_skirmish.scene import position

STATE = position({"svein": (40, 30), "osric": (42, 30)})
SHOT = (215.0, 1.4, "long", 1, "long -3", 8, False)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (e.FigureMoved("svein", 1.0, 2.0, 0, "walk", 0.0, 0.0), ""),
        (e.FigureMoved("svein", 10.0, 20.0, 0, "run", 95.0, 0.0), "Svein moves (run) 9.5 cm to 1.0, 2.0 cm"),
        (e.Faced("svein", 44), "Svein turns to the north-east"),
        (e.Faced("svein", 44, "DA-12"), ""),
        (e.Reacted("svein", "run through bushes", 7, 6, False), "Svein, run through bushes: rolls 7 against 6: falls"),
        (e.Reacted("svein", "shot at", 7, 6, False), "Svein, shot at: rolls 7 against 6: does not react"),
        (e.FatigueSpent("svein", "stay afloat", 1, 0, 1), "Svein spends 1 on staying afloat, rolls 0; tired"),
        (e.Rested("svein", 0, 3), "Svein rests; 0 yellow counters, 12 fatigue points left"),
        (e.Aimed("osric", 2), "Osric aims; he has 2 aims"),
        (
            e.ShotMade("osric", "svein", "bow", *SHOT),
            "Osric shoots at Svein (bow, 21.5 ± 0.3 cm, long): rolls 8 against 1: missed (long -3)",
        ),
        (
            e.ShotMade("osric", "svein", "javelin", *SHOT),
            "Osric throws a javelin at Svein (21.5 ± 0.3 cm, long): rolls 8 against 1: missed (long -3)",
        ),
        (
            fe.BlowStruck("svein", "osric", "strike", "axe", 5, "axe -1", 4, True),
            "Svein strikes at Osric with an axe: rolls 4 against 5: hit (axe -1)",
        ),
        (fe.BlowStruck("svein", "osric", "kick", "", 6, "", 7, False), "Svein kicks Osric: rolls 7 against 6: missed"),
        (
            fe.BlowStruck("svein", "osric", "grapple", "", 6, "", 4, True),
            "Svein grapples Osric: rolls 4 against 6: a hold",
        ),
        (fe.Wrestled("svein", "osric", 9, 9), "They wrestle, Svein 9 against Osric 9, who holds his own"),
        (fe.Wrestled("svein", "osric", 9, 8), "They wrestle, Svein 9 against Osric 8"),
        (fe.Disengaged("svein", 8, 6, False), "Svein rolls 8 against 6: stays in combat"),
        (fe.Died("svein", "dead of his wounds"), "Svein is dead of his wounds"),
        (fe.NearestFound("svein", "osric"), "Svein rages; nearest to him is Osric"),
    ],
)
def test_a_line_for_each(event: Any, line: str) -> None:
    assert GAME.tell(STATE, event, "") == line


def test_everything_that_tires_has_a_word() -> None:
    assert set(DOING) == set(CHARTS["fatigue_costs"].rows)


def test_every_weapon_has_its_article_and_what_is_thrown_is_not_shot() -> None:
    assert [with_article(arm) for arm in ("sword", "axe", "improvised", "rocks")] == [
        "a sword",
        "an axe",
        "an improvised weapon",
        "a rock",
    ]
    assert {arm for arm in ARMS if shoots(arm) != "shoots at"} == {"spear", "javelin", "rocks"}


def test_a_needed_number_that_no_die_is_less_than_says_so() -> None:
    assert less_than(1, "hits") == "less than 1 hits"
    assert less_than(0, "hits") == "less than 0 hits, which no die is"
