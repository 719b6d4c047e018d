"""docs/dark-world.md says what the code does: its commands, its options, and its script runs."""

from __future__ import annotations

import re

from companion.games.dark_world.game import GAME, PLAYS
from companion.games.dark_world.options import OPTIONS
from companion.games.dark_world.printed import BOARD
from companion.games.script import play_script
from companion.games.transcript import Transcript
from tests.needs import ROOT

PAGE = (ROOT / "docs" / "dark-world.md").read_text(encoding="utf-8")


def test_every_command_is_in_its_table() -> None:
    table = PAGE.partition("## Commands")[2].partition("```")[0]
    named = [line.partition("`")[2].partition("`")[0] for line in table.splitlines() if line.startswith("| `")]
    assert [name.partition(":")[0] for name in named] == list(PLAYS)


def test_every_option_is_in_its_table_with_the_default_first() -> None:
    for name, values in OPTIONS.items():
        (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}`")]
        said = [word for word in re.findall(r"`(\w+)`", row)[1:] if word in values]
        assert said == list(values)


def test_its_board_is_ours() -> None:
    assert (BOARD.teleport, BOARD.fountain) == ("0,0", "0,2")
    for door in BOARD.secret_doors:
        assert f"{door.square} to {door.far}" in PAGE


def test_its_script_runs() -> None:
    found = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    state = play_script(GAME, found[1].splitlines(), Transcript(GAME, lambda entry, said: None))
    assert state.heroes["knight"].slain == ("orc-4",)
    assert state.turn.actions == 3
