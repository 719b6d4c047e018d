"""Whether bases seen before still stand where they stood: their rims fitted again, and nothing looked for elsewhere.

Idea: most of a table stands still from one picture to the next, and a rim costs a small part of a search. A base that
was nudged is found again a few mm off; one farther off has gone from its place, and finding it is another's task.

Invariant: what stands is proved as it was when it was found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.fitting import Sight, Taken, Tries, base_of, fit, ground_of, proof_of
from companion.vision.kinds import BaseSeen
from companion.vision.levels import Level

REACH_MM = (4.5, 2.5, 1.5)
"""How far from its old rim a step is looked for, by round."""
ROUGH_REACH_MM, ROUGH_WALKS = (4.5, 2.0), 32
"""The same of a rough check, and how many walks across the rim it takes; about a quarter of the work."""
STOOD_MM = 0.6
"""A rough fit within this of where a base stood says that it still stands there: that is what it scatters by."""
NUDGED_MM = 6.0
"""A rim fitted farther off than this is another's, or nobody's."""


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A base as it was, and as it is now: None if it does not stand within NUDGED_MM of its place any more."""

    before: BaseSeen
    now: BaseSeen | None

    @property
    def moved_mm(self) -> float:
        """How far it moved; NaN if it is gone."""
        if self.now is None:
            return math.nan
        was, now = self.before.place, self.now.place
        return math.dist((was.x_mm, was.y_mm), (now.x_mm, now.y_mm))


def check_bases(sight: Sight, known: Sequence[BaseSeen], *, rough: bool = False) -> tuple[Checked, ...]:
    """What became of each known base, in their order; its kind and figure stay what they were.

    rough: what stands within STOOD_MM of its place is the same value as before, and what moved is good to a millimetre
    or two.
    """
    if not known:
        return ()
    tries = Tries()
    for base in known:
        place = base.place
        tries.add(base.kind, Level(place.level_mm, place.stands_on), np.array([[place.x_mm, place.y_mm]]))
    if rough:
        rims = fit(tries, sight, reach_mm=ROUGH_REACH_MM, walks=ROUGH_WALKS)
    else:
        rims = fit(tries, sight, reach_mm=REACH_MM)
    ringed = np.array([base.kind.ring is not None for base in known])
    proved = np.where(ringed, proof_of(tries, rims, sight, by_change=False), 0.0)
    if sight.views.empty is not None:
        proved = np.maximum(proved, proof_of(tries, rims, sight, by_change=True))
    out: list[Checked] = [Checked(base, None) for base in known]
    busy: list[Taken] = []
    for i in np.argsort(-proved, kind="stable"):
        own = ground_of(tries, rims, int(i))
        if proved[i] <= 0 or any(own.clashes(other) for other in busy):
            continue
        checked = Checked(known[i], replace(base_of(tries, rims, int(i), sight), figure=known[i].figure))
        if checked.moved_mm <= NUDGED_MM:
            busy.append(own)
            out[i] = Checked(known[i], known[i]) if rough and checked.moved_mm < STOOD_MM else checked
    return tuple(out)
