"""Laws for files: they name no machine and no registry, stay small, and packages state their law."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.law.files import project_files, texts
from tests.needs import ROOT

MOST_LINES = 400

# Written in parts, so that this file keeps the law too.
MACHINE = re.compile(
    "|".join(["(?<![\\w.])/" + name + "/" for name in ("work", "home", "root", "Users", "opt/pypi", "opt/wheels")])
)
REGISTRY = re.compile("|".join(["py" + "pi\\.org", "pythonhosted\\.", "npm" + "js\\.", "--(extra-)?index-" + "url"]))


@pytest.mark.parametrize("law", [MACHINE, REGISTRY], ids=["machine paths", "registry addresses"])
def test_no_file_names(law: re.Pattern[str]) -> None:
    broken = [
        f"{path}:{number}: {line.strip()[:80]}"
        for path in texts()
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
        if law.search(line)
    ]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    ("law", "line"),
    [
        (MACHINE, "cp x " + "/ho" + "me/mia/x"),
        (MACHINE, "'" + "/wo" + "rk/main'"),
        (REGISTRY, "https://py" + "pi.org/simple"),
        (REGISTRY, "resolved https://registry.npm" + "js.org/a"),
    ],
)
def test_the_laws_can_be_broken(law: re.Pattern[str], line: str) -> None:
    assert law.search(line)
    assert not law.search("frame" + "work/x, src/home/x, ../shared/x")


def test_files_stay_small() -> None:
    long = {
        str(path): lines
        for path in project_files(".py", ".js", ".css")
        if (lines := len((ROOT / path).read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long


def packages() -> list[Path]:
    return [path for path in project_files(".py") if path.name == "__init__.py" and path.parts[0] != "tests"]


def test_there_are_packages() -> None:
    assert {path.parts[0] for path in packages()} >= {"calibration", "companion", "firmware_bridge", "webui"}


@pytest.mark.parametrize("path", packages(), ids=str)
def test_a_package_states_its_law(path: Path) -> None:
    said = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))) or ""
    assert "Law: " in said, f"{path}: its docstring has no paragraph that begins with `Law:`"


def test_source_opens_with_its_strategy() -> None:
    silent = [
        str(path)
        for path in project_files(".py")
        if path.parts[0] != "tests" and not ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    ]
    assert not silent, "no docstring at the top"
