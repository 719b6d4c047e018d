"""Named figures in a picture: which level of several, which place of several.

Idea: a mark that fits two levels has a different size on each, so the size decides, and where it cannot both are kept
and said. A hunted mark is accepted at one place only, and a place belongs to one figure only, the best proved first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Floats
from companion.setup.model import FigureSection
from companion.vision.locate import LIFTED_SIGMAS, Fitted


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A named figure in the picture: its reading, other levels that fit within two sigma, a sentence of doubt."""

    figure: FigureSection
    fitted: Fitted
    others: tuple[Fitted, ...] = ()
    doubt: str | None = None


def choose_level(figure: FigureSection, fitted: Sequence[Fitted]) -> Sighting:
    """The level whose size fits best; others within two sigma are kept, and said."""
    ranked = sorted(fitted, key=lambda f: abs(f.size_z))
    best = ranked[0]
    others = tuple(f for f in ranked[1:] if f.size_z**2 - best.size_z**2 < 4.0)
    doubt = None
    if others:
        doubt = f"{figure.name} may stand on {_what(best)} or on {_what(others[0])}."
    elif abs(best.size_z) > LIFTED_SIGMAS:
        way = "larger" if best.size_z > 0 else "smaller"
        doubt = (
            f"{figure.name}'s marker looks {way} than its size and height in the setup make it: "
            "is the figure lifted, or is one of them written down wrong?"
        )
    elif best.guess.level.slope:
        doubt = f"{figure.name} stands on the slope of {_what(best)}; its height there is estimated."
    return Sighting(figure, best, others, doubt)


def settle_hunt(sure: Sequence[tuple[float, Fitted]], taken_px: Sequence[Floats]) -> list[Sighting]:
    """Sightings from (share of cells proved, fitted) of hunted marks; taken_px: corners of marks that have their
    place."""
    used = [quad.mean(0) for quad in taken_px]
    out: list[Sighting] = []
    left = sorted(sure, key=lambda s: -s[0])
    while left:
        best = left[0][1]
        figure, centre = best.guess.figure, best.corners_px.mean(0)
        reach = 0.5 * float(np.linalg.norm(best.corners_px[1] - best.corners_px[0]))
        if any(float(np.linalg.norm(px - centre)) < reach for px in used):
            left = left[1:]
            continue
        own = [f for _, f in left if f.guess.figure is figure]
        here = {f.guess.level: f for f in reversed(own) if np.linalg.norm(f.corners_px.mean(0) - centre) < reach}
        out.append(choose_level(figure, list(here.values())))
        used.append(centre)
        left = [s for s in left if s[1].guess.figure is not figure]
    return out


def _what(fitted: Fitted) -> str:
    return fitted.guess.level.stands_on or "the table"
