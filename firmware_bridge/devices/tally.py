"""How often each colour came first, and each face, this evening; judged by `fairness`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_bridge.devices.fairness import Fairness, fairness
from firmware_bridge.devices.happenings import DiceRolled, Happening, OrderDrawn


@dataclass(frozen=True, slots=True)
class Tally:
    """firsts: colour -> times first; shares: colour -> times a fair draw would put it first, 1/n of each round of n.

    faces: number of faces -> times each came, from face 1.
    """

    firsts: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    faces: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def of_firsts(self) -> Fairness:
        """Whether the first places look fair."""
        colours = sorted(self.shares)
        return fairness([self.firsts.get(one, 0) for one in colours], [self.shares[one] for one in colours])

    def of_faces(self, sides: int) -> Fairness:
        """Whether dice of so many faces look fair."""
        return fairness(self.faces.get(sides, ()))


def counted(tally: Tally, happening: Happening, sides: tuple[int, ...] = ()) -> Tally:
    """The tally after this. sides: for rolled dice, how many faces each has."""
    match happening:
        case OrderDrawn(order=order):
            share = 1 / len(order)
            return replace(
                tally,
                firsts={**tally.firsts, order[0]: tally.firsts.get(order[0], 0) + 1},
                shares={**tally.shares, **{one: tally.shares.get(one, 0.0) + share for one in order}},
            )
        case DiceRolled(faces=faces):
            counts = dict(tally.faces)
            for face, of in zip(faces, sides, strict=False):
                before = counts.get(of, (0,) * of)
                counts[of] = tuple(count + (place == face) for place, count in enumerate(before, 1))
            return replace(tally, faces=counts)
        case _:
            return tally
