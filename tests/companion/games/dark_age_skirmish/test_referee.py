"""Random games before a referee who shares no code with the rules; and that he sees what is wrong.

For many games: python -m tests.companion.games.dark_age_skirmish.test_referee GAMES [FIRST].
"""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from companion.games.dark_age_skirmish import agreed
from companion.games.dark_age_skirmish.game import GAME
from tests.companion.games.dark_age_skirmish.referee import Referee
from tests.companion.games.dark_age_skirmish.referee_people import Objection
from tests.companion.games.random_lines import Line, random_lines

SEEDS = (124, 130, 222)
"""Games that are watched; most kinds of events come in them."""
MORE = range(100, 124)
"""Where a kind is looked for that does not come in those."""
AGREED = {event.__name__ for event in agreed.AGREED_FOLDS} | {"WindAgreed", "TeamAgreed"}
"""What no rule brings, but a table that agrees otherwise."""


@cache
def lines_of(seed: int) -> tuple[Line, ...]:
    return random_lines(GAME, seed)


def watched(lines: tuple[Line, ...]) -> Referee:
    referee = Referee()
    referee.watch(lines)
    return referee


@pytest.mark.parametrize("seed", SEEDS)
def test_a_referee_who_has_only_read_the_book_objects_to_nothing(seed: int) -> None:
    assert watched(lines_of(seed)).ended


def test_every_kind_of_event_is_one_that_he_judges() -> None:
    assert {name for name in GAME.events if not hasattr(Referee, f"on_{name}")} == AGREED


def occurring(event: str, like: Line) -> tuple[tuple[Line, ...], int]:
    """A game in which an event like this comes, and its place in it."""
    for seed in (*SEEDS, *MORE):
        for at, one in enumerate(lines_of(seed)):
            known = {"rule": one["rule"], **one["data"]}
            if one["kind"] == "event" and known["event"] == event and like.items() <= known.items():
                return lines_of(seed), at
    raise AssertionError(f"no {event} like {like} comes in these games")


@pytest.mark.parametrize(
    ("event", "like"),
    [
        ("Aimed", {}),
        ("AnimalFreed", {}),
        ("AnimalLed", {}),
        ("AnimalRan", {}),
        ("BlowStruck", {}),
        ("Boarded", {}),
        ("BraveryRolled", {"passed": True}),
        ("CalmRolled", {"passed": False}),
        ("CardTurned", {}),
        ("Deployed", {}),
        ("Died", {"how": "dead of his wounds"}),
        ("Disengaged", {}),
        ("EffectRolled", {}),
        ("Faced", {"rule": "DA-25"}),
        ("FatigueSpent", {"what": "blow"}),
        ("FatigueSpent", {"what": "break off"}),
        ("FatigueSpent", {"what": "carry"}),
        ("FatigueSpent", {"what": "climb"}),
        ("FatigueSpent", {"what": "grapple"}),
        ("FatigueSpent", {"what": "shoot"}),
        ("FatigueSpent", {"what": "sprint"}),
        ("FatigueSpent", {"what": "throw"}),
        ("FatigueTyped", {}),
        ("FigureDone", {}),
        ("FigureMoved", {"pace": "run"}),
        ("FigureMoved", {"pace": "flight"}),
        ("FirstRolled", {}),
        ("GreatBlow", {}),
        ("Lifted", {}),
        ("NearestFound", {}),
        ("Overpowered", {}),
        ("PanicRolled", {"rule": "DA-27", "passed": True}),
        ("RageKept", {"ended": False}),
        ("RageRolled", {"came": True}),
        ("Reacted", {"why": "shot at", "passed": True}),
        ("Recovered", {"passed": False}),
        ("Rested", {}),
        ("ShotMade", {"hit": True}),
        ("SightJudged", {"what": "sight"}),
        ("StoodUp", {}),
        ("StunRolled", {"stunned": False}),
        ("TurnBegan", {}),
        ("WagonRolled", {}),
        ("Wounded", {}),
        ("Wrestled", {}),
    ],
)
def test_he_misses_what_something_has_called_for(event: str, like: Line) -> None:
    lines, at = occurring(event, like)
    with pytest.raises(Objection):
        watched((*lines[:at], *lines[at + 1 :]))


def more(value: Any) -> Any:
    return value + 1


def farther(value: Any) -> Any:
    return value + 100.0


def other(value: Any) -> Any:
    return not value


@pytest.mark.parametrize(
    ("event", "like", "field", "wrong"),
    [
        ("Aimed", {}, "aims", more),
        ("AnimalRan", {"gone": False}, "x_mm", farther),
        ("BlowStruck", {"how": "strike"}, "needed", lambda needed: needed + 7),
        ("BlowStruck", {"how": "grapple"}, "needed", more),
        ("BlowStruck", {}, "die", more),
        ("BlowStruck", {}, "hit", other),
        ("BlowStruck", {"how": "strike"}, "weapon", lambda weapon: "a banner"),
        ("BoatMoved", {}, "spent_mm", lambda spent_mm: spent_mm + 200.0),
        ("BraveryRolled", {}, "needed", lambda needed: needed + 5),
        ("BraveryRolled", {}, "passed", other),
        ("CalmRolled", {}, "passed", other),
        ("Deployed", {}, "x_mm", farther),
        ("Died", {"how": "dead of his wounds"}, "figure", lambda figure: "nobody"),
        ("Disengaged", {}, "needed", more),
        ("Disengaged", {}, "passed", other),
        ("EffectRolled", {}, "needed", lambda needed: needed + 3),
        ("EffectRolled", {"outcome": "serious"}, "outcome", lambda outcome: "light"),
        ("FatigueSpent", {"what": "sprint"}, "points", lambda points: 1),
        ("FatigueSpent", {"counters": 0}, "counters", more),
        ("FellOver", {}, "stunned", other),
        ("FigureMoved", {"pace": "run"}, "pace", lambda pace: "gallop"),
        ("FigureMoved", {"pace": "sprint"}, "pace", lambda pace: "run"),
        ("FigureMoved", {"pace": "walk"}, "spent_mm", farther),
        ("FigureMoved", {"pace": "walk"}, "y_mm", farther),
        ("GreatBlow", {"outcome": "stunned"}, "outcome", lambda outcome: "killed"),
        ("LeftTable", {}, "edge", lambda edge: "the sky"),
        ("NearestFound", {}, "target", lambda target: "nobody"),
        ("PanicRolled", {"rule": "DA-26"}, "needed", more),
        ("PanicRolled", {"rule": "DA-27"}, "passed", other),
        ("RageKept", {}, "ended", other),
        ("RageRolled", {"chosen": True}, "came", other),
        ("RageRolled", {"chosen": False}, "came", other),
        ("Reacted", {}, "needed", more),
        ("Recovered", {}, "needed", more),
        ("Recovered", {}, "passed", other),
        ("Rested", {}, "spent", more),
        ("ShotMade", {}, "mm", lambda mm: mm + 400.0),
        ("ShotMade", {"band": "long"}, "band", lambda band: "point blank"),
        ("ShotMade", {}, "needed", lambda needed: needed + 3),
        ("ShotMade", {}, "hit", other),
        ("ShotMade", {"weapon": "bow"}, "weapon", lambda weapon: "a musket"),
        ("SightJudged", {"what": "sight"}, "agreed", lambda agreed: "out of sight"),
        ("StunRolled", {"stunned": False}, "stunned", other),
        ("StunRolled", {"stunned": False}, "needed", more),
        ("TeamJudged", {}, "panicked", other),
        ("TurnBegan", {}, "turn", more),
        ("WagonMoved", {"pace": "walk"}, "pace", lambda pace: "run"),
        ("WagonRolled", {}, "overturned", other),
        ("Wounded", {}, "counters", more),
        ("Wrestled", {}, "total", more),
        ("Wrestled", {}, "against", more),
    ],
)
def test_he_objects_to_an_event_that_is_wrong(event: str, like: Line, field: str, wrong: Callable[[Any], Any]) -> None:
    lines, at = occurring(event, like)
    one = copy.deepcopy(lines[at])
    one["data"][field] = wrong(one["data"][field])
    with pytest.raises((Objection, KeyError)):
        watched((*lines[:at], one, *lines[at + 1 :]))


def main() -> int:
    """Many games; what they held, and every objection."""
    games, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    kinds: Counter[str] = Counter()
    faults = 0
    for seed in range(first, first + games):
        lines = lines_of.__wrapped__(seed)
        kinds.update(one["data"]["event"] for one in lines if one["kind"] == "event")
        try:
            watched(lines)
        except Objection as fault:
            faults += 1
            print(f"the game of seed {seed}: {fault}")
    print(f"{games} games, {faults} with an objection: {', '.join(f'{n} {name}' for name, n in kinds.most_common())}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
