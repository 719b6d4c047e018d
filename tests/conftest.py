"""Where nothing may be skipped (REQUIRE_ALL=1), a skip is a failure, whichever way a test skipped: call, mark, import.

An expected failure (xfail) is no skip. What may be missing all the same is said in `tests/needs.py`. Drawn examples are
then the same in every run, too: a change is judged by itself and not by luck. Elsewhere they are drawn anew.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from tests.needs import nothing_may_be_skipped, skip_allowed

settings.register_profile("house", deadline=None, derandomize=nothing_may_be_skipped())
settings.load_profile("house")


def _forbid(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Make the report of a forbidden skip that of a failure, with the skip's reason."""
    if report.outcome != "skipped" or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not skip_allowed(reason):
        report.outcome = "failed"
        report.longrepr = f"REQUIRE_ALL=1, but {report.nodeid} was skipped: {reason.removeprefix('Skipped: ')}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _forbid(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, pytest.CollectReport]:
    report: pytest.CollectReport = yield
    _forbid(report)
    return report
