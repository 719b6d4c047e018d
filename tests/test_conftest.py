"""Under REQUIRE_ALL=1 a skip fails, whichever way it came; only what lies outside the project may be missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import ROOT

TESTS = """
import pytest
from tests.needs import missing, need_shared

def test_that_runs(): pass
def test_skips_in_its_call(): pytest.skip("no reason at all")
@pytest.mark.skip(reason="marked")
def test_skipped_by_mark(): pass
@pytest.mark.skipif(True, reason="conditional")
def test_skipped_if(): pass
@pytest.mark.xfail(reason="known")
def test_expected_to_fail(): assert False
def test_of_outside_material(): need_shared("no/such/folder")
def test_of_other_outside_material(): missing("the owner's folder is missing", outside=True)
@pytest.fixture
def absent(): pytest.skip("a fixture's skip")
def test_of_a_fixture(absent): pass
"""
SKIPPED_MODULE = 'import pytest\npytest.importorskip("no_such_module_anywhere")\n'


def outcome(folder: Path, require_all: str) -> tuple[int, str]:
    """Exit status and closing lines of a pytest of these tests with our conftest."""
    (folder / "test_some.py").write_text(TESTS)
    (folder / "test_import.py").write_text(SKIPPED_MODULE)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-ra",
        "-c",
        os.devnull,
        f"--confcutdir={folder}",
    ]
    environment = {**os.environ, "REQUIRE_ALL": require_all, "PYTHONPATH": str(ROOT)}
    command.append("--continue-on-collection-errors")
    run = subprocess.run([*command, str(folder)], env=environment, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout


@pytest.mark.parametrize("require_all", ["", "0"])
def test_skips_are_skips(tmp_path: Path, require_all: str) -> None:
    status, said = outcome(tmp_path, require_all)
    assert status == 0, said
    assert "1 passed, 7 skipped, 1 xfailed" in said


def test_skips_are_failures_where_nothing_may_be_skipped(tmp_path: Path) -> None:
    status, said = outcome(tmp_path, "1")
    assert status == 1, said
    closing = said.strip().splitlines()[-1]
    for part in ("1 passed", "2 skipped", "1 xfailed"):
        assert part in closing, said
    for reason in ("no reason at all", "marked", "conditional", "a fixture's skip", "no_such_module_anywhere"):
        assert f"was skipped: {reason}" in said or f"was skipped: could not import '{reason}'" in said, reason
    assert "was skipped: needs ../shared" not in said
