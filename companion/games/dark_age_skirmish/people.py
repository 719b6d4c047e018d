"""A character as he comes to the game: type, arms, armour, shield, horse, and the figures that follow (DA-2 to DA-5).

A Person never changes in a game; wounds, fatigue and rage are the state's. Type and arms give Strength, Agility and
Bravery; nothing else does, so nothing else is kept. What the text prints no price for (DA-35) is not priced here: a
Price names it in words, and it is free until the table says what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.dark_age_skirmish.printed import number

HAND_ARMS = ("sword", "axe", "great axe", "spear", "club", "knife", "improvised")
"""What one strikes with. Only axes and improvised weapons differ in print (DA-12, DA-14)."""
FIRED = ("sling", "bow", "longbow", "crossbow")
THROWN = ("javelin", "spear", "rocks")
ARMS = (*HAND_ARMS, "javelin", *FIRED, "rocks")
AXES = ("axe", "great axe")
MISSILE_ARMS = ("javelin", *FIRED)
"""Whoever has one of these is missile armed (DA-5). A spear is a hand weapon that may be thrown; rocks lie about."""
SHIELDS = ("none", "small", "large")
LEAST, MOST = 1, 9
"""Of every characteristic (DA-4)."""


@dataclass(frozen=True, slots=True)
class Person:
    """One character. name: what the figure is called on the table; title: as people write it, or "".

    twin: what his mounted figure is called on the table, or ""; only who has one may ride (DA-2). missiles: arrows,
    bolts, stones or javelins at the start, None if nobody counts them (DA-34). fatigue: points as typed from a sheet of
    one's own, None for twice the Strength (DA-23). mounted: begins on his horse. Legal values: `bands.read_person`.
    """

    name: str
    type: str
    arms: tuple[str, ...] = ()
    shield: str = "none"
    armour: str = "none"
    twin: str = ""
    missiles: int | None = None
    fatigue: int | None = None
    title: str = ""
    mounted: bool = False

    @property
    def strength(self) -> int:
        """Unhurt."""
        return number("types", self.type, "strength") + self._missile("strength")

    @property
    def agility(self) -> int:
        """Unhurt; one more if missile armed."""
        return number("types", self.type, "agility") + self._missile("agility")

    @property
    def bravery(self) -> int:
        """One more than the type's number; a Berserker's is 9."""
        return number("types", self.type, "bravery")

    @property
    def is_berserker(self) -> bool:
        """Whether he may rage (DA-28)."""
        return self.type == "berserker"

    @property
    def is_combatant(self) -> bool:
        """Whether he has a card and starts fights (DA-30)."""
        return self.type != "non-combatant"

    @property
    def is_missile_armed(self) -> bool:
        """Whether he has the bonus of DA-5."""
        return any(weapon in MISSILE_ARMS for weapon in self.arms)

    @property
    def most_fatigue(self) -> int:
        """Points when fresh and unhurt."""
        return fatigue_of(self.strength) if self.fatigue is None else self.fatigue

    @property
    def shown(self) -> str:
        """How he is called in sentences."""
        return self.title or self.name.replace("-", " ").title()

    def _missile(self, what: str) -> int:
        return number("bonuses", "missile", what) if self.is_missile_armed else 0


@dataclass(frozen=True, slots=True)
class Price:
    """points: what is printed and what the table has agreed on. unpriced: rows of the chart of prices without any."""

    points: int
    unpriced: tuple[str, ...] = ()


def fatigue_of(strength: int) -> int:
    """Fatigue points at a Strength, whole or less by wounds (DA-23, inferred from DA-22)."""
    return number("fatigue_total", "strength", "times") * strength


def with_article(arm: str) -> str:
    """ "a sword", "an axe", "an improvised weapon"."""
    plain = {"improvised": "improvised weapon", "rocks": "rock"}.get(arm, arm)
    return f"an {plain}" if plain[0] in "aio" else f"a {plain}"


def shoots(arm: str) -> str:
    """What one does with it: "shoots at", or "throws a spear at"."""
    return f"throws {with_article(arm)} at" if arm in THROWN else "shoots at"


def price(person: Person, agreed: Mapping[str, int]) -> Price:
    """What a character costs. agreed: row of the chart of prices -> points, where the table has agreed on them."""
    points = number("types", person.type, "cost")
    if person.is_missile_armed:
        points += number("bonuses", "missile", "cost")
    extras = extras_of(person)
    unpriced = tuple(extra for extra in extras if extra not in agreed)
    return Price(points + sum(agreed[extra] for extra in extras if extra in agreed), unpriced)


def extras_of(person: Person) -> tuple[str, ...]:
    """What he has that the text prints no price for, as rows of the chart of prices."""
    shield = () if person.shield == "none" else (f"{person.shield} shield",)
    armour = () if person.armour == "none" else (person.armour,)
    return (*shield, *armour, *(("horse",) if person.twin else ()))
