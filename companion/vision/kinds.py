"""Kinds of figures without markers, and a base of one of them as it was seen.

A kind is what looks alike from above, so a base in the picture is of a kind first; it has a name only where the roster
leaves one possibility.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.setup.model import FigureSection, Setup
from companion.setup.values import figure_base
from companion.table.state import Base, Place
from companion.vision.colours import paint_name

SURE_SHARE = 0.5
"""Least share of an unmarked base's rim by which its size may name it."""
SIZES_APART_MM = 2.5
"""Radii this far apart cannot be taken for each other, so a size alone may name a figure."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Figures of the roster that look alike from above: one ring colour (None: no ring) and one base."""

    ring: str | None
    base: Base
    figures: tuple[FigureSection, ...]

    @property
    def radius_mm(self) -> float:
        return self.base.length_mm / 2


@dataclass(frozen=True, slots=True, eq=False)
class BaseSeen:
    """A base in the picture. figure: its section where the roster leaves one possibility. share: of its rim proved."""

    kind: Kind
    place: Place
    figure: FigureSection | None
    share: float
    look_bgr: tuple[float, float, float]


def kinds_of(setup: Setup, missing: Sequence[FigureSection] = ()) -> tuple[Kind, ...]:
    """The kinds of figures without markers in a setup, ringed ones first; ring colours not on the list of paints are
    left out, and so are bases that are not round. missing: marked figures whose marks are not in sight; if there are
    unmarked figures, theirs are bases like the others."""
    bare = any(f.marker is None and f.ring is None for f in setup.figure)
    groups: dict[tuple[str, float, float], list[FigureSection]] = {}
    for figure in setup.figure:
        if figure.base_shape != "disc" or not (figure.marker is None or (bare and figure in missing)):
            continue
        colour = "" if figure.ring is None or figure.marker is not None else paint_name(figure.ring)
        if colour is not None:
            base = figure_base(figure)
            groups.setdefault((colour, base.length_mm, base.thickness_mm), []).append(figure)
    kinds = [Kind(colour or None, figure_base(own[0]), tuple(own)) for (colour, _, _), own in groups.items()]
    return tuple(sorted(kinds, key=lambda k: (k.ring is None, k.ring or "", -k.radius_mm)))


def named(one: BaseSeen, kinds: Sequence[Kind]) -> BaseSeen:
    """With its figure, if the roster has one of its ring and size, and no other size of that ring close to it; an
    unmarked one only if enough of its rim shows how large it is."""
    if one.kind.ring is None and one.share < SURE_SHARE:
        return one
    others = [k for k in kinds if k.ring == one.kind.ring and k is not one.kind]
    like = [k for k in others if abs(k.radius_mm - one.kind.radius_mm) < SIZES_APART_MM]
    if like or len(one.kind.figures) != 1 or one.kind.figures[0].marker is not None:
        return one
    return replace(one, figure=one.kind.figures[0])
