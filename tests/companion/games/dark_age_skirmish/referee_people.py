"""The people of a game as the referee of Dark Age Skirmish counts them. See `referee`."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.companion.games.dark_age_skirmish import referee_book as book

TOLD_MM = 8.0
"""So much a place that is seen may be off the one that was told, with two sigma of each."""
HULL_MM = 250.0
"""A longship is so long, and who sits in it may be anywhere aboard."""


class Objection(AssertionError):
    """What the event breaks."""


@dataclass
class Man:
    """One figure. where: "off" before the game, "table", "gone" or "dead". gait: of its last move in its own turn."""

    name: str
    band: str
    type: str
    arms: tuple[str, ...]
    shield: str
    armour: str
    rides: bool
    mounted: bool
    missiles: int | None = None
    bravery: int = 0
    x: float = 0.0
    y: float = 0.0
    facing: int = 0
    where: str = "off"
    wounds: int = 0
    yellow: int = 0
    spent: int = 0
    typed: int | None = None
    aims: int = 0
    lying: bool = False
    stunned: bool = False
    panicked: bool = False
    raging: bool = False
    loaded: bool = True
    held_by: str = ""
    held_since: int = 0
    freed: int = 0
    carries: str = ""
    carried_by: str = ""
    gait: str = ""
    using: str = ""
    boat: str = ""

    @property
    def missile(self) -> bool:
        return any(arm in book.MISSILE_ARMED for arm in self.arms)

    @property
    def strength(self) -> int:
        return book.TYPES[self.type] + 2 * self.raging - self.wounds - self.yellow

    @property
    def agility(self) -> int:
        return book.TYPES[self.type] + self.missile + self.raging - self.wounds - self.yellow

    @property
    def price(self) -> int:
        return book.PRICES[self.type] + self.missile

    @property
    def points(self) -> int:
        """Fatigue points left; twice the Strength, which only wounds lower for good."""
        total = 2 * (book.TYPES[self.type] - self.wounds) if self.typed is None else self.typed - 2 * self.wounds
        return total + 4 * self.raging - self.spent

    def read(self) -> str:
        """For an objection."""
        does = f"{self.facing} degrees, {self.gait or 'still'}, {self.using or 'nothing'} in hand, {self.shield} shield"
        return f"{self.name}: {self.strength}/{self.agility}, {self.wounds} red, {self.yellow} yellow, {does}"

    @property
    def place(self) -> tuple[float, float]:
        return self.x, self.y

    @property
    def radius(self) -> float:
        return 15.0 if self.mounted else 10.0

    @property
    def able(self) -> bool:
        return self.where == "table" and not (self.stunned or self.held_by or self.carried_by)


@dataclass
class Fight:
    """Of two. longer: who alone strikes at first. loose: a boat has moved, it may be over. turns: of each in it."""

    longer: str
    loose: bool = False
    turns: dict[str, int] = field(default_factory=dict)


@dataclass
class Turn:
    """What the one whose turn it is has done in it."""

    figure: str = ""
    moved: str = ""
    fought: str = ""
    other: str = ""
    spent: int = 0
    dared: dict[str, bool] = field(default_factory=dict)
    falls: list[bool] = field(default_factory=list)
    paid: set[str] = field(default_factory=set)
    nearest: str = ""
    idle: bool = False
    calmed: bool = False
    raged: bool = False
