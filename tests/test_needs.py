"""A missing thing is a skip, or a failure where nothing may be skipped."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.needs import need_path, need_program


@pytest.mark.parametrize(
    ("require_all", "outside", "outcome"),
    [("", False, pytest.skip.Exception), ("1", False, pytest.fail.Exception), ("1", True, pytest.skip.Exception)],
)
def test_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, require_all: str, outside: bool, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("REQUIRE_ALL", require_all)
    with pytest.raises(outcome, match="no such thing is missing"):
        need_path("no such thing", outside=outside)


def test_a_missing_program_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="apt install poppler-utils"):
        need_program("no-such-program", "poppler-utils")


def test_what_is_there_is_handed_back() -> None:
    assert need_path(__file__) == Path(__file__)
    assert need_program(sys.executable) == sys.executable
