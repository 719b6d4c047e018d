"""Events of older programs are read as today's; those of newer ones are refused."""

from __future__ import annotations

import json

import pytest

from companion.games.coding import event_from_plain, event_to_plain
from companion.games.dark_world import events as e
from companion.games.lifting import lifted, version_of
from companion.games.shelf import GAMES, take
from tests.needs import ROOT

GAME = take("dark-world")
OLD = {"event": "HeroHurt", "hero": "knight", "hits": 2, "rule": "DW-19"}


def test_a_blow_of_the_first_version_says_not_who_struck() -> None:
    assert event_from_plain(GAME, OLD, 1) == e.HeroHurt("knight", 2, "", "DW-19")
    assert OLD == {"event": "HeroHurt", "hero": "knight", "hits": 2, "rule": "DW-19"}, "what is read is not changed"


def test_todays_events_are_read_as_they_are() -> None:
    hurt = e.HeroHurt("knight", 2, "orc-1")
    assert event_from_plain(GAME, event_to_plain(hurt), version_of(GAME, "HeroHurt")) == hurt
    assert event_from_plain(GAME, event_to_plain(hurt)) == hurt
    assert version_of(GAME, "HeroHurt") == 2
    assert version_of(GAME, "HeroMoved") == 1


@pytest.mark.parametrize("version", [3, 99, -1])
def test_a_version_that_is_not_known_is_told(version: int) -> None:
    with pytest.raises(ValueError, match=f"written in version {version}; this program knows it up to version 2"):
        lifted(GAME, OLD, version)


@pytest.mark.parametrize("name", GAMES)
def test_every_lifted_event_lies_in_a_finished_game_that_must_always_open(name: str) -> None:
    game = take(name)
    lifts = getattr(game, "lifts", {})
    rows = [
        json.loads(line)
        for path in (ROOT / "tests" / "vectors" / "games").glob(f"{name}-[0-9].jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()[1:]
    ]
    kept = {(row["data"]["event"], row["v"]) for row in rows if row["kind"] == "event"}
    wanted = {(event, v) for event, steps in lifts.items() for v in range(1, len(steps) + 1)}
    assert wanted - kept == set()
