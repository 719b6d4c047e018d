"""The battery that every game passes, and that no game is missing from it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.games.autoplay import play_random
from companion.games.coding import event_from_plain, state_from_plain
from companion.games.contract import Ordered
from companion.games.shelf import GAMES, take
from tests.contract.batch import INVARIANTS, Watch, watched
from tests.needs import ROOT, SHARED, missing

GAMES_IN_A_TEST, MOST_GAMES = 12, 36
OPEN_GAMES = {"dark-age-skirmish"}
"""Games in which nothing is secret: a pack is turned card by card, and the order of the rest is nowhere."""
INVENTORY = SHARED / "rulebooks" / "inventory.md"
TESTED = re.compile(r"def test_(\w+)")
ID = re.compile(r"(?:^|_)([a-z]{2})_(\d+)(?=_|$)")


def folder_of(name: str) -> Path:
    return ROOT / "tests" / "companion" / "games" / name.replace("-", "_")


def test_every_game_is_on_the_shelf_with_invariants_and_tests() -> None:
    folders = {path.parent.name.replace("_", "-") for path in (ROOT / "companion" / "games").glob("*/game.py")}
    assert folders == set(GAMES) == set(INVARIANTS)
    assert all(folder_of(name).is_dir() for name in GAMES)


def test_a_game_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        take("chess")


@pytest.fixture(scope="module", params=GAMES)
def runs(request: pytest.FixtureRequest) -> list[Watch]:
    game = take(request.param)
    found = [watched(game, seed)[0] for seed in range(GAMES_IN_A_TEST)]
    for seed in range(GAMES_IN_A_TEST, MOST_GAMES):
        if not never_came(found):
            break
        found.append(watched(game, seed)[0])
    return found


def never_came(runs: list[Watch]) -> set[str]:
    """Kinds of events that have not come. Some are rare: a few more games are played for them."""
    return set(runs[0].game.events) - {kind for watch in runs for kind in watch.kinds}


def test_random_games_end_and_keep_every_law(runs: list[Watch]) -> None:
    """No dead end; folded again it is the live state; JSON there and back; no view tells a secret. See batch.Watch."""
    assert len(runs) >= GAMES_IN_A_TEST
    moved = sum(watch.secrets_moved for watch in runs)
    assert moved == 0 if runs[0].game.name in OPEN_GAMES else moved > 100, "nothing was permuted, or something was"


def test_every_kind_of_event_occurs(runs: list[Watch]) -> None:
    assert never_came(runs) == set()


def test_what_can_be_answered_beforehand_is_asked(runs: list[Watch]) -> None:
    """That every decision has a legal default is watched all the time. Rare questions need not come in these games."""
    game = runs[0].game
    standing = set(game.standing) if isinstance(game, Ordered) else set()
    decided = {kind for watch in runs for kind in watch.decided}
    assert not standing or standing & decided
    assert {kind.partition("/")[0] for kind in standing} <= set(game.rules)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    assert watched(take(name), 7)[0].lines == watched(take(name), 7)[0].lines


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_named_by_a_test_or_left_out_with_a_reason(name: str) -> None:
    words = " ".join(path.read_text(encoding="utf-8") for path in folder_of(name).glob("test_*.py"))
    named = {f"{a.upper()}-{n}" for test in TESTED.findall(words) for a, n in ID.findall(test)}
    rules = take(name).rules
    assert [rule for rule, note in rules.items() if rule not in named and not note.left_out] == []
    assert all(note.section and note.words for note in rules.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_those_of_the_inventory(name: str) -> None:
    if not INVENTORY.exists():
        missing("the inventory of the rulebooks", outside=True)
    rules = take(name).rules
    prefix = next(iter(rules)).partition("-")[0]
    listed = set(re.findall(rf"^- ({prefix}-\d+)", INVENTORY.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(rules) == listed


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_an_event_or_a_state_is_told(name: str) -> None:
    game = take(name)
    with pytest.raises(ValueError, match="has no event 'Nonsense'"):
        event_from_plain(game, {"event": "Nonsense"})
    with pytest.raises(ValueError, match="State"):
        state_from_plain(game, json.loads('{"phase": 3}'))
    with pytest.raises(ValueError):
        event_from_plain(game, {"event": next(iter(game.events)), "no_such": {}, "rule": 3})


@pytest.mark.parametrize("name", GAMES)
def test_options_that_are_none_are_told(name: str) -> None:
    with pytest.raises(ValueError, match="no_such_option"):
        play_random(take(name), 1, {"no_such_option": 1})
