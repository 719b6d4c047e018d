"""A match: questions wait, undo takes back, a file read again is the same game."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Command, Refusal
from companion.games.dark_world import places
from companion.games.fields import OneOf
from companion.games.questions import Choose, Place
from companion.games.regions import Cells
from companion.service.match import history
from companion.service.match.match import Accepted, Match
from companion.service.match.view import seat_view
from companion.table.state import TableState
from tests.companion.service.match.players import GAME, again, essence, new_match, one, play

CHEST = Command("c1", "cora", "hide-chest:1", {"spot": "3,0 from 4,0", "weapon": "warhammer"})
READY = Command("c2", "ann", "ready:knight", {"square": "1,1", "weapon": "axe"})
CARDS = "DW-6/cards 1/knight"


def refused(said: Accepted | Refusal) -> str:
    assert isinstance(said, Refusal), said
    return said.code


def kinds(match: Match) -> list[str]:
    return [row.kind for row in match.journal.rows()]


def test_software_rolls_and_all_of_it_is_on_disk(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    assert isinstance(match.command(READY), Accepted)
    assert kinds(match) == ["command", "event", "question", "answer", "event", "done"]
    assert [row.source for row in match.journal.rows()] == ["ann", "", "", "software", "", ""]
    assert match.state.heroes["knight"].cards == 3


def test_typed_dice_wait_for_their_player(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "typed")
    match.command(READY)
    assert match.view("ann")["question"]["open"]["count"] == 3
    assert "open" not in match.view("bob")["question"]
    assert match.view("ann")["offers"] == match.view("cora")["offers"] == []
    assert refused(match.command(CHEST)) == "busy"
    assert refused(match.answer("bob", CARDS, ["hit"] * 3)) == "seat"
    assert refused(match.answer("ann", "other", ["hit"] * 3)) == "answered"
    assert refused(match.answer("ann", CARDS, ["hit"])) == "answer"
    assert isinstance(match.answer("ann", CARDS, ["hit", "hit", "miss"]), Accepted)
    assert refused(match.answer("ann", CARDS, ["hit", "hit", "miss"])) == "answered", "two phones at once: one wins"
    assert match.view("ann")["question"] is None
    assert match.state.heroes["knight"].hit_cards == 2


def test_a_die_of_unknown_faces_is_never_rolled_by_software(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", die="unknown")
    rng = random.Random(4)
    for _ in range(3000):
        question = match.open_question
        if question is not None and "blow" in question.key:
            break
        one(match, rng)
    else:
        pytest.fail("nobody fought")


def test_a_command_sent_twice_is_done_once(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    assert match.command(CHEST) == match.command(CHEST)
    assert kinds(match).count("command") == 1
    assert again(tmp_path / "g").command(CHEST) == Accepted(1)


def test_a_refusal_writes_nothing(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    assert refused(match.command(Command("c", "cora", "shake-mace"))) == "not-now"
    assert match.revision == 0


def test_the_host_passes_over_a_sleeping_phone_by_the_default(tmp_path: Path) -> None:
    match, rng = new_match(tmp_path / "g"), random.Random(4)
    assert refused(match.pass_over()) == "default"
    while match.open_question is None or "hit cards" not in match.open_question.key:
        one(match, rng)
    assert isinstance(match.pass_over(), Accepted)
    assert "default" in [row.source for row in match.journal.rows()]


def test_the_host_passes_over_a_sleeping_phone_that_has_a_piece_to_put_down(tmp_path: Path) -> None:
    match, rng = new_match(tmp_path / "g"), random.Random(4)
    while not isinstance(match.open_question, Place):
        one(match, rng)
    question = match.open_question
    assert isinstance(question.region, Cells)
    assert isinstance(match.pass_over(), Accepted)
    row = next(row for row in match.journal.rows() if row.source == "default")
    assert row.data == {"key": question.key, "answer": question.region.cells[0]}


@pytest.mark.parametrize("steps", [1, 7, 40, 200])
def test_a_file_read_again_is_the_same_game(tmp_path: Path, steps: int) -> None:
    match = new_match(tmp_path / "g", "typed")
    play(match, random.Random(steps), steps)
    assert essence(again(tmp_path / "g")) == essence(match)


def test_an_open_question_is_open_again(tmp_path: Path) -> None:
    match, rng = new_match(tmp_path / "g", "typed"), random.Random(9)
    opened = 0
    for _ in range(150):
        one(match, rng)
        if match.open_question is not None:
            opened += 1
            assert again(tmp_path / "g").open_question == match.open_question
    assert opened > 20


def test_undo_takes_back_one_command_after_another(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    before = match.state
    match.command(CHEST)
    middle = match.state
    match.command(READY)
    newest = match.undoable()
    assert newest is not None
    assert refused(match.undo(1, None)) == "undone", "not the newest"
    assert isinstance(match.undo(newest, None), Accepted)
    assert match.state == middle
    assert refused(match.undo(newest, None)) == "undone", "a second press undoes nothing more"
    match.undo(1, None)
    assert match.state == before
    assert match.undoable() is None
    assert match.view("ann")["log"] == []
    assert again(tmp_path / "g").state == before


def test_undo_of_an_open_command_closes_its_question(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "typed")
    match.command(READY)
    match.undo(1, None)
    assert match.open_question is None
    assert match.state.heroes["knight"].square is None
    assert isinstance(match.command(CHEST), Accepted)
    assert essence(again(tmp_path / "g")) == essence(match)


def test_a_seat_takes_back_only_its_own_and_only_if_nothing_was_asked(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    match.command(CHEST)
    assert refused(match.undo(1, "ann")) == "undo"
    assert isinstance(match.undo(1, "cora"), Accepted)
    match.command(READY)
    assert refused(match.undo(match.undoable() or 0, "ann")) == "undo", "the cards have been seen"


def test_undo_goes_back_further_than_the_states_that_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_STATES", 5)
    match, rng, states = new_match(tmp_path / "g"), random.Random(3), []
    while len(states) < 30:
        if match.open_question is None:
            states.append(match.state)
        one(match, rng)
    while states:
        assert match.state != states[-1]
        match.undo(match.undoable() or 0, None)
        assert match.state == states.pop()
        assert again(tmp_path / "g").state == match.state


def test_a_rule_that_fails_changes_nothing_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match(tmp_path / "g")
    before = match.state
    with monkeypatch.context() as patch:
        patch.setattr("companion.games.dark_world.setting_up.draw_cards", lambda *words: 1 / 0)
        assert refused(match.command(READY)) == "fault"
    assert match.state == before
    assert isinstance(match.command(Command("c3", *READY_AGAIN)), Accepted)
    assert essence(again(tmp_path / "g")) == essence(match)


READY_AGAIN: Any = ("ann", "ready:knight", {"square": "1,1", "weapon": "axe"})


def searching(tmp_path: Path) -> tuple[Match, Any]:
    """A game with the failed search of a secret door open: the die has been rolled, the square is not chosen yet."""
    for seed in range(40):
        match, rng = new_match(tmp_path / f"g{seed}", "typed", seed), random.Random(seed)
        for _ in range(700):
            question = match.open_question
            if question is not None and question.key.startswith("DW-31/step away"):
                return match, tmp_path / f"g{seed}"
            if GAME.end(match.state) is not None:
                break
            one(match, rng)
        match.journal.close()
    raise AssertionError("nobody searched in vain")


def test_if_the_rule_has_changed_the_command_is_abandoned_and_its_roll_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path = searching(tmp_path)
    row = next(row for row in reversed(list(match.journal.rows())) if row.kind == "answer")
    hero = match.state.turn.hero
    with monkeypatch.context() as patch:
        patch.setattr(places, "D10", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
        patch.setattr(places, "tell", lambda state, *events: (_ for _ in ()).throw(RuntimeError("another rule")))
        other = again(path)
    assert other.open_question is None
    assert list(other.journal.rows())[-1].kind == "abandoned"
    assert other.state.heroes[hero].square in ("4,2", "4,5")
    newest = again(path)
    newest.command(Command("anew", other.state.heroes[hero].seat, "search"))
    kept = [r for r in newest.journal.rows() if r.source == "kept"]
    assert [r.data for r in kept] == [row.data], "nobody rolls again for free"


def test_wait_tells_of_news(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    assert match.wait(0, 0.01) == 0
    match.command(CHEST)
    assert match.wait(0, 5) == match.revision > 0


def test_a_look_that_changes_what_is_shown_is_news_without_a_row(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    table = TableState(revision=7)
    match.see(table, False)
    assert (match.revision, match.now.table) == (0, table)
    match.see(table, True)
    assert match.wait(0, 5) == match.view("ann")["revision"] == 1
    said = match.command(CHEST)
    assert said == Accepted(1), "rows are counted for themselves"


def test_a_question_that_would_tell_a_secret_names_no_rule_to_the_others(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    asked = Choose("DW-44/fate/knight", "ann", "the knight dies?", OneOf(("yes", "no")), "no", aside="ann thinks")
    now = replace(match.now, question=asked)
    mine, others = (seat_view(match.game, now, seat) for seat in ("ann", "bob"))
    assert (mine["question"]["rule"], "DW-44" in mine["rules"]) == ("DW-44", True)
    assert (others["question"]["why"], "DW-44" in others["rules"]) == ("ann thinks", False)


def test_who_guesses_a_secret_question_is_told_nothing_by_the_refusal(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g", "typed")
    match.command(READY)
    assert match._running is not None
    asked = Choose("DW-44/fate/knight", "ann", "the knight dies?", OneOf(("yes", "no")), "no", aside="ann thinks")
    match._running.question = asked
    guessed = match.answer("bob", asked.key, "yes")
    assert guessed == match.answer("bob", "DW-44/other/knight", "yes")
    assert match.answer("bob", "aside", "yes") == Refusal("seat", "ann is asked, not bob.", "")
    assert isinstance(match.answer("ann", "aside", "yes"), Refusal)
    refused = match.answer("ann", asked.key, "perhaps")
    assert isinstance(refused, Refusal) and refused.code == "answer"


def test_views_are_made_from_any_thread_while_commands_come(tmp_path: Path) -> None:
    match, rng, wrong = new_match(tmp_path / "g"), random.Random(5), list[object]()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            now = match.now
            view = seat_view(match.game, now, "ann")
            if view["revision"] != now.revision or (view["question"] and view["offers"]):
                wrong.append(view)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    play(match, rng, 60)
    stop.set()
    for thread in threads:
        thread.join(5)
    assert wrong == []
