"""docs/flintloque.md says what the code does: its commands, its options, its questions, and its script runs."""

from __future__ import annotations

import re

import pytest

from companion.games.flintloque.declaring import orders_of
from companion.games.flintloque.game import GAME, PLAYS
from companion.games.flintloque.options import OPTIONS
from companion.games.script import play_script
from companion.games.transcript import Transcript
from tests.companion.games.flintloque.scene import OPEN, figure, position
from tests.needs import ROOT

PAGE = (ROOT / "docs" / "flintloque.md").read_text(encoding="utf-8")
FOLDER = ROOT / "companion" / "games" / "flintloque"


def first_cells(heading: str) -> list[str]:
    table = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    return [cell for line in table.splitlines() if line.startswith("| `") for cell in [line.split("|")[1]]]


def test_every_command_is_in_its_table() -> None:
    assert [cell.strip(" `").partition(":")[0] for cell in first_cells("Commands")] == list(PLAYS)


def test_every_question_is_in_its_table() -> None:
    listed = {key for cell in first_cells("Questions") for key in re.findall(r"`(FL-\d+/[^`]+)`", cell)}
    code = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    asked = {f"{rule}/{step}" for rule, step in re.findall(r'key\((?:state, )?"(FL-\d+)",\s*f?"([^"{]+?)\s*[{"]', code)}
    asked |= {"FL-18/walk home", "FL-18/run to cover", "FL-45/grab", "FL-47/grab"}
    assert listed == asked


def test_every_option_is_in_its_table_with_the_default_first() -> None:
    for name, values in OPTIONS.items():
        (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}`")]
        said = [word for word in re.findall(r"`([\w-]+)`", row)[1:] if word in values]
        assert said == list(values)


@pytest.mark.parametrize("changes", [{}, {"loaded": ()}])
def test_every_order_is_on_the_page(changes: dict[str, object]) -> None:
    state = figure(position({"noaks": (45, 42.3), "soutie": (10, 10)}, "declare"), "noaks", **changes)
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| `declare")]
    assert set(orders_of(state, OPEN, state.figures["noaks"])) <= set(re.findall(r"`([\w-]+)`", row))


def test_its_script_runs() -> None:
    found = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    state = play_script(GAME, found[1].splitlines(), Transcript(GAME, lambda entry, said: None))
    assert (state.turn, state.phase) == (3, "declare")
    assert state.figures["hassle"].marks == ("hit",)
    assert state.figures["noaks"].loaded == ()
