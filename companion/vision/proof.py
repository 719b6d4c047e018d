"""Whether a fitted mark is really there, and is the one it is taken for.

Idea: with the fit's own black and white, every cell of the mark either is as printed or is not. A hidden cell is not; a
cell of another mark is not. So count: white and black cells apart (a dark patch has all the black of any mark), and
against every other mark of the dictionary on the cells in sight.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from companion.vision.detect import cell_book
from companion.vision.locate import Fitted

WHITE_FROM, BLACK_TO = 0.6, 0.4
"""Shares of the contrast; between them a cell says nothing."""
WHOLE = 0.8
"""Share of the cells a fit believed above which a mark counts as in full sight."""
BEYOND = 0.45
"""A cell more than this brighter than white or darker than black is something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """good: (n, n) cells that are as printed, row 0 the print's top. white, black: how many of either, of `whites`,
    `blacks`.

    lead: by how many cells the mark is ahead of the best other mark of the dictionary. looked_at: share of the cells
    the fit believed; roster_lead: by how many of those it is ahead of the best other mark that is still missing (all,
    if there is none).
    """

    good: NDArray[np.bool_]
    white: int
    whites: int
    black: int
    blacks: int
    looked_at: float
    lead: int
    roster_lead: int

    @property
    def share(self) -> float:
        """Share of all cells that are as printed."""
        return (self.white + self.black) / (self.whites + self.blacks)

    @property
    def holds(self) -> bool:
        """Enough of both colours, and enough ahead of other marks, for its name to be given.

        A mark in full sight must be ahead of the whole dictionary. Of one partly hidden fewer cells can be seen than
        that takes; it must be ahead of the marks that are missing, and no other may fit better.
        """
        enough = self.white >= max(4, 0.5 * self.whites) and self.black >= 0.6 * self.blacks and self.share >= 0.65
        if self.looked_at > WHOLE:
            return enough and self.lead >= 2
        return enough and self.lead >= 0 and self.roster_lead >= 3


def proof(green: NDArray[np.uint8], fitted: Fitted, name: str, missing: Set[int]) -> Proof:
    """Count the cells of a fitted mark in the picture. missing: marks that may be the one in sight, its own among
    them."""
    book = cell_book(name)
    n, mark = book.side, fitted.guess.figure.marker
    share = (_cell_medians(green, fitted.corners_px, n) - fitted.dark) / max(fitted.contrast, 1.0)
    is_white = (share > WHITE_FROM) & (share < 1 + BEYOND)
    is_black = (share < BLACK_TO) & (share > -BEYOND)
    bits = book.rows > 0
    as_printed = np.where(bits, is_white, is_black)
    trust = fitted.guess.trust
    believed = np.ones(n * n) if trust is None else np.asarray(trust).ravel()
    own = (book.ids == mark) & (book.turns == 0)
    good, mine = as_printed[own][0], bits[own][0]
    agree = as_printed @ believed
    others = book.ids != mark
    among = others & np.isin(book.ids, list(missing))
    return Proof(
        good.reshape(n, n),
        int(good[mine].sum()),
        int(mine.sum()),
        int(good[~mine].sum()),
        int((~mine).sum()),
        float(believed.mean()),
        int(good.sum() - as_printed[others].sum(1).max()),
        int(agree[own][0] - agree[among].max(initial=0)),
    )


def _cell_medians(green: NDArray[np.uint8], corners_px: Floats, n: int) -> Floats:
    """(n * n,) the middle of nine samples in each cell, row 0 the print's top."""
    at = ((np.arange(n)[:, None] + np.array([0.3, 0.5, 0.7])) / n).ravel()
    u, v = np.meshgrid(at, at)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    q = cv2.getPerspectiveTransform(unit, corners_px.astype(np.float32)) @ np.stack(
        [u.ravel(), v.ravel(), np.ones(u.size)]
    )
    px = (q[:2] / q[2]).astype(np.float32)
    values = cv2.remap(green, px[0], px[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel().astype(float)
    return np.asarray(np.median(values.reshape(n, 3, n, 3).transpose(0, 2, 1, 3).reshape(n * n, 9), 1))
