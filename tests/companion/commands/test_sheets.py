from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.commands import run_command


def test_it_writes_a_pdf_and_prints_setup_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheets.pdf"
    assert run_command(["sheets", "--out", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    setup = tomllib.loads(capsys.readouterr().out)
    assert setup["table"] == {
        "dictionary": "DICT_4X4_50",
        "sheets": [0, 1, 2, 3],
        "sheet_side_mm": 45.0,
        "sheet_kind": "saddle",
    }
    assert setup["figure"][0]["marker"] == 10


def test_the_lens_board_alone_names_no_ruler_for_it_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sheets", "--out", str(tmp_path / "b.pdf"), "--sheets", "0", "--figures", "0", "--lens-board"]
    assert run_command(words) == 0
    assert "ruler" not in capsys.readouterr().out


def test_a_shrunk_print_is_explained_with_both_ways_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sheets", "--out", str(tmp_path / "s.pdf"), "--measured-ruler-mm", "145.5", "--figures", "0"]
    assert run_command(words) == 0
    printed = capsys.readouterr().out
    assert tomllib.loads(printed)["table"]["sheet_side_mm"] == 45.0
    assert "103.09%" in printed and "sheet_side_mm = 43.65" in printed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--measured-ruler-mm", "14.55"], "120 to 180"),
        (["--dictionary", "DICT_4X4"], "DICT_4X4_50"),
        (["--sheets", "0", "--figures", "0"], "Nothing to print"),
        (["--sheet-side-mm", "100"], "largest"),
    ],
)
def test_faults_in_the_call(words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheets.pdf"
    assert run_command(["sheets", "--out", str(path), *words]) == 2
    assert says in capsys.readouterr().err
    assert not path.exists()


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["sheets", "--out", str(tmp_path / "no" / "sheets.pdf")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["A4", "a4", "Letter"])
def test_papers_are_named_as_people_name_them(paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["sheets", "--out", str(tmp_path / "s.pdf"), "--paper", paper]) == 0
    assert f"pages, {paper.lower()}." in capsys.readouterr().out
