"""What the README promises is done: its setup file, drawn as a table and measured; its commands and targets exist."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import COMMANDS
from companion.setup.read import parse_setup
from tests.needs import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SETUP = re.search(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def companion(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "companion", *words]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the README's setup.toml and pictures of such a table."""
    folder = tmp_path_factory.mktemp("readme")
    assert SETUP is not None
    (folder / "setup.toml").write_text(SETUP[1], encoding="utf-8")
    companion(folder, "scene", "--setup", "setup.toml", "--out", "pictures", "--seed", "3")
    return folder


def test_the_setup_is_one() -> None:
    assert SETUP is not None
    setup = parse_setup(SETUP[1])
    assert [figure.name for figure in setup.figure] == ["Sergeant", "Goblin"]


def test_the_setups_table_is_measured(table: Path) -> None:
    picture, empty = "pictures/table-1.jpg", "pictures/table-empty.jpg"
    said = json.loads(companion(table, "measure", picture, "--setup", "setup.toml", "--empty", empty, "--json"))
    truth = json.loads((table / "pictures" / "table-1.json").read_text())
    (pair,), (true_pair,) = said["pairs"], truth["pairs"]
    assert {pair["a"], pair["b"]} == {"Sergeant", "Goblin"}
    assert abs(pair["edge_mm"] - true_pair["edge_distance_mm"]) < 4 * pair["sigma_mm"]
    assert pair["sigma_mm"] < 5
    plain = companion(table, "measure", picture, "--setup", "setup.toml", "--picture", "seen.jpg")
    assert "Sergeant" in plain
    assert "±" in plain
    assert (table / "seen.jpg").stat().st_size > 10_000


def test_its_commands_exist() -> None:
    named = set(re.findall(r"`companion ([a-z][a-z-]*)", README))
    assert named <= set(COMMANDS)
    assert named >= {"sheets", "lens", "measure", "run"}


def test_its_targets_exist() -> None:
    makefile = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "Makefile", *sorted(ROOT.glob("*.mk"))))
    for target in set(re.findall(r"(?:^    |`)make ([a-z][a-z-]+)", README, re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


def test_the_two_commands_come_first() -> None:
    commands = re.findall(r"^    (\S.*)$", README, re.MULTILINE)
    assert commands[0].startswith("make demo")
    assert commands[1].startswith("make test")
