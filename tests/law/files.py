"""The files of the project, as git knows them: what is committed and what would be."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.needs import ROOT, need_path, need_program

BINARY = {".jpg", ".jpeg", ".png", ".npz", ".pdf", ".ico", ".woff2", ".mp4", ".webp"}


def project_files(*suffixes: str) -> list[Path]:
    """Paths relative to the project, those with one of these suffixes (or all), without vendored ones."""
    need_path(ROOT / ".git")
    command = [need_program("git"), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    found = [Path(name) for name in sorted(set(listed)) if name and (ROOT / name).is_file()]
    return [
        path for path in found if "vendor" not in path.parts and (not suffixes or path.suffix in suffixes)
    ]  # fmt: skip


def texts() -> list[Path]:
    """The files that are text."""
    return [path for path in project_files() if path.suffix not in BINARY]
