"""What is vendored is exactly what the table says, and nothing else."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "webui" / "static" / "vendor"


def test_vendored_files_are_those_of_the_table() -> None:
    table = tomllib.loads((VENDOR / "VENDORED.toml").read_text())["file"]
    said = {row["path"]: row["sha256"] for row in table}
    found = {
        str(path.relative_to(VENDOR)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "VENDORED.toml"
    }
    assert found == said
    assert all(row["version"] and row["package"] and row["licence"] for row in table)
