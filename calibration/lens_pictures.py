"""From picture files to the boards in them: all pictures of one size, all boards of one kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from calibration.arrays import Grey
from calibration.chessboard import BoardView
from calibration.errors import InputFault, PictureFault
from calibration.lensfit import FEWEST_VIEWS
from calibration.opencv import decode_grey
from calibration.refusals import unreadable

Finder = Callable[[Grey], BoardView | None]


def read_pictures(paths: Sequence[Path]) -> list[tuple[str, Grey]]:
    """The pictures in grey, by name, all of one size.

    Raises InputFault `no-file`, PictureFault `not-a-picture` or `mixed-sizes`.
    """
    greys: list[tuple[str, Grey]] = []
    for path in paths:
        try:
            data = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as missing:
            raise InputFault("no-file", f"{path} {unreadable(missing)}.", str(path)) from missing
        grey = decode_grey(data)
        if grey is None:
            raise PictureFault("not-a-picture", f"{path} is not a picture (JPEG or PNG).", str(path))
        greys.append((str(path), grey))
    sizes = {f"{grey.shape[1]} x {grey.shape[0]}": name for name, grey in greys}
    if len(sizes) > 1:
        named = ", ".join(f"{name} is {size}" for size, name in sizes.items())
        raise PictureFault("mixed-sizes", f"All pictures must be of one size, the one you measure with: {named}.")
    return greys


def find_boards(greys: Sequence[tuple[str, Grey]], finders: Sequence[Finder]) -> list[tuple[str, BoardView]]:
    """The boards by the first finder that finds enough for a lens, else by the one that found most."""
    most: list[tuple[str, BoardView]] = []
    for find in finders:
        views = [(name, view) for name, grey in greys if (view := find(grey)) is not None]
        if len(views) > len(most):
            most = views
        if len(most) >= FEWEST_VIEWS:
            break
    return most
