"""What `companion lens` wrote, read back."""

from __future__ import annotations

import tomllib
from pathlib import Path

from calibration.lens import Lens, lens_of


def lens_in(path: Path) -> Lens:
    """The lens of a file that holds its table and nothing else."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert list(content) == ["lens"]
    return lens_of(**content["lens"])
