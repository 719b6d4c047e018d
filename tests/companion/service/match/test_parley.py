"""Beside the rules: pause, time limit, standing orders, corrections by agreement; a file read again knows them all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import AGREED, HOST, Command, Refusal
from companion.games.questions import Choose
from companion.service.match.match import Accepted, Match
from companion.service.match.parley import SLEPT_S, Parley
from tests.companion.service.match.players import again, essence, new_match, one, play

CHEST = Command("c1", "cora", "hide-chest:1", {"spot": "3,0 from 4,0", "weapon": "warhammer"})
READY = Command("c2", "ann", "ready:knight", {"square": "1,1", "weapon": "axe"})
CARDS = "DW-6/cards 1/knight"
HITS = "DW-19/hit cards"
NOW_S = 1000.0
"""The wall clock of `new_match`."""


def refused(said: Accepted | Refusal) -> str:
    assert isinstance(said, Refusal), said
    return said.code


def taken(said: Accepted | Refusal) -> int:
    assert isinstance(said, Accepted), said
    return said.n


def sources(match: Match) -> list[str]:
    return [row.source for row in match.journal.rows() if row.kind == "answer"]


def begun(path: Path, seed: int = 4, **options: Any) -> tuple[Match, Parley]:
    """A game whose first Hero's turn it is, with nothing asked."""
    match, rng = new_match(path, **options), random.Random(seed)
    while match.state.phase != "heroes" or match.open_question is not None:
        one(match, rng)
    return match, Parley(match)


def deciding(path: Path, kind: str = HITS) -> tuple[Match, Parley, Choose]:
    """A game with a decision of this kind open."""
    match, rng = new_match(path), random.Random(4)
    while match.open_question is None or kind not in match.open_question.key:
        one(match, rng)
    question = match.open_question
    assert isinstance(question, Choose)
    return match, Parley(match), question


def test_a_pause_stops_commands_and_answers_and_is_told(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "typed")
    parley = Parley(match)
    match.command(READY)
    taken(parley.pause(True))
    assert match.view("ann")["table"]["paused"]
    assert refused(parley.pause(True)) == "paused"
    assert refused(match.answer("ann", CARDS, ["hit"] * 3)) == "paused"
    assert refused(match.pass_over()) in ("default", "paused")
    assert again(tmp_path / "g").talk.paused
    taken(parley.pause(False))
    assert refused(parley.pause(False)) == "paused"
    taken(match.answer("ann", CARDS, ["hit", "hit", "miss"]))
    parley.pause(True)
    assert refused(match.command(CHEST)) == "paused"
    assert essence(again(tmp_path / "g")) == essence(match)


@pytest.mark.parametrize(("seconds", "code"), [(-1, "limit"), (5, "limit"), (3601, "limit"), (0, ""), (60, "")])
def test_a_time_limit(tmp_path: Path, seconds: int, code: str) -> None:
    said = Parley(new_match(tmp_path / "g")).limit(seconds)
    assert (said.code if isinstance(said, Refusal) else "") == code


def test_a_decision_that_sleeps_past_the_limit_gets_its_default(tmp_path: Path) -> None:
    match, parley, question = deciding(tmp_path / "g")
    parley.tick(NOW_S + 9999)
    assert match.open_question == question, "no limit, no default"
    parley.limit(60)
    assert match.view("ann")["question"]["left_s"] == 60
    parley.tick(NOW_S + 59)
    assert match.open_question == question
    parley.pause(True)
    parley.tick(NOW_S + 9999)
    assert match.open_question == question, "paused"
    parley.pause(False)
    parley.tick(NOW_S + 60)
    assert match.open_question != question
    row = next(row for row in match.journal.rows() if row.source == "limit")
    assert row.data == {"key": question.key, "answer": question.default}


def test_dice_do_not_sleep(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "typed")
    parley = Parley(match)
    parley.limit(60)
    match.command(READY)
    parley.tick(NOW_S + 9999)
    assert match.open_question is not None


def test_a_standing_order_answers_what_is_open_and_what_comes_until_it_is_revoked(tmp_path: Path) -> None:
    match, parley, question = deciding(tmp_path / "g")
    seat, rng = question.seat, random.Random(5)
    taken(parley.order(seat, HITS))
    assert match.open_question != question
    assert sources(match).count("order") == 1
    (order,) = match.view(seat)["table"]["orders"]
    assert order["question"] == HITS and "Hit cards" in order["words"]
    others = [match.view(other)["table"] for other in ("cora", "") if other != seat]
    assert all(not table["orders"] for table in others), "it is the seat's own"
    for _ in range(600):
        asked = match.open_question
        assert asked is None or asked.seat != seat or HITS not in asked.key
        one(match, rng)
    assert sources(match).count("order") > 1
    assert essence(again(tmp_path / "g")) == essence(match)
    taken(parley.revoke(seat, HITS))
    assert refused(parley.revoke(seat, HITS)) == "order"
    assert match.view(seat)["table"]["orders"] == []


def test_before_it_is_asked_only_what_the_game_lists_can_be_ordered(tmp_path: Path) -> None:
    parley = Parley(new_match(tmp_path / "g"))
    assert HITS in parley._match.view("ann")["table"]["standing"]
    assert refused(parley.order("ann", "DW-13/monster 1")) == "order"
    assert refused(parley.order("ann", HITS, 2)) == "order", "a value only where it fits an open question"
    taken(parley.order("ann", HITS))
    assert HITS not in parley._match.view("ann")["table"]["standing"]


def propose(parley: Parley, hits: int = 3, name: str = "1") -> Accepted | Refusal:
    return parley.propose(name, "set-hits:knight", {"hits": hits})


def test_a_correction_that_all_agree_to_is_carried_out_and_logged(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    n = taken(propose(parley))
    view = match.view("ann")["table"]["proposal"]
    assert view == {
        "n": n,
        "label": "The Knight has other hit points, hits 3",
        "agreed": [],
        "waits_for": ["cora", "ann", "bob"],
    }
    assert refused(match.command(Command("c", "ann", "end-turn"))) == "busy"
    assert refused(propose(parley, 4)) == "busy"
    assert again(tmp_path / "g").talk == match.talk
    for seat in ("cora", "ann", "ann"):
        taken(parley.vote(seat, n, True))
    assert match.state.heroes["knight"].hits == 8
    taken(parley.vote("bob", n, True))
    assert match.state.heroes["knight"].hits == 3
    assert match.view("bob")["log"][-1] == {
        "n": match.view("bob")["log"][-1]["n"],
        "text": "Agreed otherwise: Knight has 3 hit points",
        "rule": AGREED,
    }
    assert AGREED in match.view("bob")["rules"]
    assert match.view("")["table"]["closed"]["say"] == "done"
    assert refused(parley.vote("bob", n, True)) == "closed"
    assert essence(again(tmp_path / "g")) == essence(match)
    taken(match.undo(match.undoable() or 0, None))
    assert match.state.heroes["knight"].hits == 8
    assert match.view("")["table"]["closed"] is None, "it is not done any more"
    assert essence(again(tmp_path / "g")) == essence(match)


def test_one_refusal_ends_it(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    n = taken(propose(parley))
    parley.vote("cora", n, True)
    taken(parley.vote("bob", n, False))
    assert match.talk.proposal is None
    assert match.state.heroes["knight"].hits == 8
    closed = match.view("")["table"]["closed"]
    assert (closed["say"], closed["by"]) == ("refused", "bob")
    assert essence(again(tmp_path / "g")) == essence(match)


def test_the_host_forces_it_only_after_those_who_said_nothing_have_slept(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    assert refused(parley.force(NOW_S)) == "closed"
    n = taken(propose(parley))
    parley.vote("cora", n, True)
    assert refused(parley.force(NOW_S + SLEPT_S - 1)) == "consent"
    taken(parley.force(NOW_S + SLEPT_S))
    assert match.state.heroes["knight"].hits == 3
    forced = next(row for row in match.journal.rows() if row.data.get("say") == "forced")
    assert (forced.source, forced.data["asleep"]) == (HOST, ["ann", "bob"])


def test_a_program_that_ended_between_the_last_agree_and_the_correction_is_helped_by_the_host(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    taken(propose(parley))
    for seat in ("cora", "ann", "bob"):
        match.say(seat, {"say": "agreed"})
    later = again(tmp_path / "g")
    assert later.view("")["table"]["proposal"]["waits_for"] == []
    taken(Parley(later).force(NOW_S))
    assert later.state.heroes["knight"].hits == 3
    assert essence(again(tmp_path / "g")) == essence(later)


def test_the_tables_limit_is_how_long_phones_may_sleep(tmp_path: Path) -> None:
    _, parley = begun(tmp_path / "g")
    parley.limit(10)
    propose(parley)
    assert refused(parley.force(NOW_S + 9)) == "consent"
    taken(parley.force(NOW_S + 10))


def test_a_proposal_is_withdrawn(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    assert refused(parley.withdraw()) == "closed"
    propose(parley)
    taken(parley.withdraw())
    assert match.talk.proposal is None


def test_what_does_not_stand_or_does_not_fit_is_refused(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    assert refused(parley.propose("1", "set-hits:elf", {"hits": 1})) == "not-now"
    assert refused(parley.propose("1", "set-hits:knight", {"hits": 99})) == "field"
    assert refused(parley.propose("1", "set-hits:knight", {})) == "fields"
    new = new_match(tmp_path / "new", "typed")
    new.command(READY)
    assert refused(Parley(new).propose("1", "set-hits:knight", {"hits": 1})) == "busy"
    assert Parley(new).corrections() == ()
    assert match.talk.proposal is None


def test_a_game_goes_on_after_a_correction(tmp_path: Path) -> None:
    match, parley = begun(tmp_path / "g")
    n = taken(propose(parley))
    for seat in ("cora", "ann", "bob"):
        parley.vote(seat, n, True)
    assert play(match, random.Random(1), 50) > 0
    assert essence(again(tmp_path / "g")) == essence(match)
