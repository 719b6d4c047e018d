"""docs/dark-age-skirmish.md says what the code does: its commands, its options, its questions, and its script runs."""

from __future__ import annotations

import re

from companion.games.dark_age_skirmish.game import GAME, PLAYS, STANDING
from companion.games.dark_age_skirmish.options import OPTIONS
from companion.games.dark_age_skirmish.seeing import CONCEALED, SIGHTS
from companion.games.script import play_script
from companion.games.transcript import Transcript
from tests.needs import ROOT

PAGE = (ROOT / "docs" / "dark-age-skirmish.md").read_text(encoding="utf-8")
FOLDER = ROOT / "companion" / "games" / "dark_age_skirmish"
COMPOSED = {
    "DA-10/sight",
    "DA-10/sight overruled",
    "DA-12/concealment",
    "DA-12/concealment overruled",
    "DA-12/strike",
    "DA-25/arc",
    "DA-25/arc overruled",
    "DA-29/punch",
    "DA-29/kick",
    "DA-26/panic",
    "DA-27/panic",
}
"""Questions whose rule or step is handed in."""


def first_cells(heading: str) -> list[str]:
    table = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    return [cell for line in table.splitlines() if line.startswith("| `") for cell in [line.split("|")[1]]]


def test_every_command_is_in_its_table() -> None:
    assert [cell.strip(" `").partition(":")[0] for cell in first_cells("Commands")] == list(PLAYS)


def test_every_question_is_in_its_table() -> None:
    listed = {key for cell in first_cells("Questions") for key in re.findall(r"`(DA-\d+/[^`]+)`", cell)}
    code = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    asked = re.findall(r'(?:key|roll)\((?:state, )?"(DA-\d+)",\s*"([^"]+)"', code)
    assert listed == {f"{rule}/{step}" for rule, step in asked} | COMPOSED
    assert set(STANDING) <= listed


def test_every_option_is_in_its_table_with_the_default_first() -> None:
    for name, values in OPTIONS.items():
        (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{name}`")]
        said = [word for word in re.findall(r"`([\w-]+)`", row)[1:] if word in values]
        assert said == list(values)


def test_every_word_for_sight_and_concealment_is_on_the_page() -> None:
    for word in (*SIGHTS, *CONCEALED):
        assert f"`{word.partition(',')[0]}`" in PAGE


def test_its_script_runs() -> None:
    found = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    state = play_script(GAME, found[1].splitlines(), Transcript(GAME, lambda entry, said: None))
    assert (state.turn, state.acting, state.side) == (2, "", "south")
    svein, osric = state.figures["svein"], state.figures["osric"]
    assert (svein.wounds, svein.posture) == (1, "up")
    assert (osric.missiles, osric.spent) == (11, 3)
