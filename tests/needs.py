"""What a test needs of the machine: missing means a skip with a reason, or, where nothing may be skipped, a failure.

`.ci/run` sets REQUIRE_ALL=1. `tests/conftest.py` then turns every skip into a failure, whoever skipped. Only material
that is no part of the project (the folder `../shared`: pictures that are not ours to ship) may be missing even then.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]

SHARED = next((p for up in ROOT.parents[:2] if (p := up / "shared").is_dir()), ROOT.parent / "shared")
"""The folder beside the project (or beside the folder of its worktrees). It need not exist."""

OUTSIDE = "needs ../shared/"
"""How the reason of a skip begins that is allowed even where nothing may be skipped."""


clocked = pytest.mark.flaky(reruns=2)
"""For a test with a limit on the wall clock: the limit is the program's, not that of a machine with other work to do,
so the best of three tries counts. A try that failed is counted in pytest's last line."""


def nothing_may_be_skipped() -> bool:
    return os.environ.get("REQUIRE_ALL") == "1"


def skip_allowed(reason: str) -> bool:
    """Whether a test may be skipped for this reason. reason: pytest's, which may put "Skipped: " before ours."""
    return not nothing_may_be_skipped() or reason.removeprefix("Skipped: ").startswith(OUTSIDE)


def missing(reason: str, *, outside: bool = False) -> NoReturn:
    """Skip the running test (or module) with this reason; fail instead under REQUIRE_ALL=1.

    outside: what is missing is no part of the project, and is always only a skip.
    """
    said = reason if not outside or reason.startswith(OUTSIDE) else f"{OUTSIDE}: {reason}"
    if not skip_allowed(said):
        pytest.fail(f"REQUIRE_ALL=1, but {reason}", pytrace=False)
    pytest.skip(said, allow_module_level=True)


def need_program(name: str, package: str | None = None) -> str:
    """The program's path. package: the Debian package that has it, if it has another name."""
    found = shutil.which(name)
    if found is None:
        missing(f"the program {name} is missing (apt install {package or name})")
    return found


def need_path(path: str | Path, *, outside: bool = False) -> Path:
    """The path, if it exists. outside: it is no part of the project, and a clone need not have it."""
    found = Path(path)
    if not found.exists():
        missing(f"{found} is missing", outside=outside)
    return found


def need_shared(name: str) -> Path:
    """A file or folder of `../shared`, for example "photos/left01.jpg"; a clone need not have it."""
    found = SHARED / name
    if not found.exists():
        missing(f"{OUTSIDE}{name}", outside=True)
    return found
