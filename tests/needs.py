"""What a test needs of the machine: missing means a skip with a reason, or, where nothing may be skipped, a failure.

`.ci/run` sets REQUIRE_ALL=1. Material outside the project (`outside=True`) is always only a skip: a clone does not
have it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def missing(reason: str, *, outside: bool = False) -> NoReturn:
    """Skip the running test (or module) with this reason; fail instead under REQUIRE_ALL=1."""
    if os.environ.get("REQUIRE_ALL") == "1" and not outside:
        pytest.fail(f"REQUIRE_ALL=1, but {reason}", pytrace=False)
    pytest.skip(reason, allow_module_level=True)


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
