"""A folder named in a call that is made when something is first kept in it."""

from __future__ import annotations

import os
from pathlib import Path


def no_folder(path: Path) -> str:
    """Why nothing can be kept there, in the rest of a sentence; "" if it is a folder or can be made one."""
    if path.is_dir():
        return ""
    if os.path.lexists(path):
        return "is no folder; name one"
    above = next((one for one in path.absolute().parents if os.path.lexists(one)), path)
    return "" if above.is_dir() else f"cannot be made: {above} is a file; check the path"
