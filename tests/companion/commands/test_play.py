"""`companion play`: random games, scripts, and the exit status of each way to end."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands import play
from tests.companion.games.dark_world.scene import HOUSE

READY = [
    {"options": HOUSE},
    {"seat": "cora", "do": "hide-chest:1", "fields": {"spot": "3,0 from 4,0", "weapon": "warhammer"}},
    {"seat": "ann", "do": "ready:knight", "fields": {"square": "1,1", "weapon": "axe"}},
]
CARDS = {"answer": ["hit", "hit", "miss"]}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    status = play.run(parser.parse_args(list(words)))
    out, err = capsys.readouterr()
    return status, out, err


def script(tmp_path: Path, lines: list[dict[str, Any] | str]) -> str:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


def test_a_random_game_is_the_same_bytes_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    status, first, _ = run(capsys, "dark-world", "--seed", "3", "--auto", "--json")
    assert status == 0
    assert run(capsys, "dark-world", "--seed", "3", "--auto", "--json")[1] == first
    assert run(capsys, "dark-world", "--seed", "4", "--auto", "--json")[1] != first
    lines = [json.loads(line) for line in first.splitlines()]
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert {line["kind"] for line in lines[:-1]} == {"command", "question", "answer", "event"}
    assert all({"n", "kind", "seat", "rule", "data"} <= set(line) for line in lines)
    assert all(line["rule"] for line in lines[:-1])
    assert lines[-1]["kind"] == "end"
    assert lines[-1]["reason"] and lines[-1]["scores"]


def test_what_a_random_game_did_is_a_script_that_does_it_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, said, _ = run(capsys, "dark-world", "--seed", "3", "--auto", "--json")
    lines: list[dict[str, Any] | str] = []
    for line in map(json.loads, said.splitlines()):
        match line["kind"], line["data"]:
            case "event", {"event": "GameBegan", "options": options}:
                lines.append({"options": options})
            case "command", data:
                lines.append({"seat": line["seat"], **data})
            case "answer", data:
                lines.append(data)
    status, again, _ = run(capsys, "dark-world", "--script", script(tmp_path, lines), "--json")
    assert status == 0
    assert again == said


@pytest.mark.parametrize(("level", "players"), [("basic", "house"), ("advanced", "word")])
def test_options_of_a_random_game(capsys: pytest.CaptureFixture[str], level: str, players: str) -> None:
    status, said, _ = run(
        capsys, "dark-world", "--auto", "--json", "--option", f"level={level}", "--option", f"discs={players}"
    )
    options = json.loads(said.splitlines()[0])["data"]["options"]
    assert (status, options["level"], options["discs"]) == (0, level, players)


def test_without_json_it_tells_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = run(capsys, "dark-world", "--auto")
    assert status == 0
    assert "The game begins" in said
    assert "The winner: " in said


def test_it_stops_at_the_first_question_without_an_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, said, _ = run(capsys, "dark-world", "--script", script(tmp_path, [*READY]), "--json")
    assert status == 4
    last = json.loads(said.splitlines()[-1])
    assert (last["kind"], last["seat"], last["rule"]) == ("question", "ann", "DW-6")
    assert last["data"]["key"] == "DW-6/cards 1/knight"
    assert last["data"]["open"] == {"what": "card pack", "alphabet": ["hit", "miss"], "count": 3, "known": True}


def test_a_command_does_not_answer_a_question(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [*READY, {"seat": "ann", "do": "ready:barbarian", "fields": {}}, CARDS]
    assert run(capsys, "dark-world", "--script", script(tmp_path, lines), "--json")[0] == 4


def test_a_script_that_ends_between_commands_is_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = script(tmp_path, ["# set-up", READY[0], "", *READY[1:], CARDS])
    status, said, _ = run(capsys, "dark-world", "--script", path, "--json")
    assert status == 0
    assert json.loads(said.splitlines()[-1])["reason"] == "the game is not over"


def test_it_stops_at_a_refusal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = [*READY, CARDS, {"seat": "cora", "do": "shake-mace"}]
    status, said, _ = run(capsys, "dark-world", "--script", script(tmp_path, lines), "--json")
    last = json.loads(said.splitlines()[-1])
    assert (status, last["kind"], last["data"]["code"]) == (5, "refusal", "not-now")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "the first line"),
        ([{"seat": "ann"}], "the first line"),
        ([{"options": []}], "the first line"),
        ([{"options": {"seats": {}, "level": "hard"}}], "option level"),
        ([{"options": {"seats": {}, "level": ["hard"]}}], "option level"),
        ([{"options": {"seats": {"cora": "korak", "ann": 1}}}], "seats: ann plays"),
        (['{"answer": ' + "[" * 99_999], "line 1 has too many brackets"),
        (["{"], "line 1 is no JSON"),
        (["[]"], "line 1 is no JSON object"),
        ([READY[0], CARDS], "line 2 is no command: no question is open"),
        ([READY[0], {"do": "ready"}], "line 2 is no command"),
        ([*READY, {"answer": ["hit"]}], "line 4: DW-6/cards 1/knight: card pack: 3 values are needed"),
        ([*READY, {"key": "DW-9/mace", **CARDS}], "line 4 answers 'DW-9/mace', but the question is"),
    ],
)
def test_a_wrong_script_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: list[dict[str, Any] | str], said: str
) -> None:
    status, _, err = run(capsys, "dark-world", "--script", script(tmp_path, lines))
    assert status == 2
    assert said in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"weather": ["fog"]}, "option weather"),
        ({"weather": {}}, "option weather"),
        ({"seats": {"ann": 1, "bob": "elves"}}, "seats: ann plays"),
        ({"seats": {"ann": None, "bob": "elves"}}, "seats: ann plays"),
    ],
)
def test_wrong_options_of_flintloque_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: dict[str, Any], said: str
) -> None:
    status, _, err = run(capsys, "flintloque", "--script", script(tmp_path, [{"options": options}]))
    assert status == 2
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "--auto"), "there is no game 'chess'; the games are dark-world"),
        (("dark-world", "--script", "no-such-file"), "no-such-file"),
        (("dark-world", "--auto", "--option", "level"), "write NAME=VALUE"),
        (("dark-world", "--auto", "--option", "level=hard"), "none of basic, advanced"),
    ],
)
def test_a_wrong_call_is_told(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2
    assert said in err
