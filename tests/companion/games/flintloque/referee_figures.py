"""What the referee keeps of each figure. See `referee`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.companion.games.flintloque.referee_book import Sheet
from tests.companion.games.flintloque.referee_ground import Place


class Objection(AssertionError):
    """What the event breaks."""


@dataclass(slots=True)
class Figure:
    name: str
    sheet: Sheet
    at: Place = (0.0, 0.0)
    was: Place = (0.0, 0.0)
    """Where it stood when the turn began."""
    here: bool = False
    held: bool = False
    lost: int = 0
    loaded: bool = True
    prone: bool = False
    order: str = ""
    moved: str = ""
    """At which rate in this turn."""
    ran: int = -9
    """The turn of its last run."""
    ever_hit: bool = False
    causes: set[str] = field(default_factory=set)
    due: set[str] = field(default_factory=set)
    letter: str = ""
    frozen: int = -9
    """The turn that F takes besides its own."""
    forced: bool = False
    aim: bool = False
    had_aim: bool = False
    """When the turn began."""
    fired_aimed: bool = False
    fired_late: bool = False
    foes: set[str] = field(default_factory=set)
    fought: bool = False
    """In the fight that it is in now."""
    charged: str = ""
    """Whom it charged in this turn."""
    chargers: set[str] = field(default_factory=set)
    struck: bool = False
    wounded_now: bool = False
    broke_off: bool = False
    carries: str = ""

    @property
    def side(self) -> str:
        return self.sheet.side

    @property
    def radius(self) -> float:
        return 15.0 if self.side == "ogre" else 10.0


def gap(a: Figure, b: Figure) -> float:
    """Between the edges of two bases."""
    return math.dist(a.at, b.at) - a.radius - b.radius
