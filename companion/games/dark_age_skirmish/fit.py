"""What a character is worth now: wounds, yellow counters and rage taken into his figures (DA-15, DA-21, DA-23, DA-36).

Each red counter takes one off Strength and Agility, yellow ones as their chart says, and rage adds. Fatigue points are
twice the Strength without the yellow counters, so a wound takes two for good and rage gives four, as the text's own
bracket has it. Nothing here decides anything.
"""

from __future__ import annotations

from companion.games.dark_age_skirmish.people import fatigue_of
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import Character

TIRED = ("", "tired", "exhausted")
"""By yellow counters."""
EXHAUSTED = 2


def sound_strength(figure: Character) -> int:
    """Strength by wounds and rage alone; what is left of his life."""
    rage = number("bonuses", "berserk", "strength") if figure.raging else 0
    return figure.person.strength + rage - figure.wounds


def strength(figure: Character) -> int:
    """Strength as blows and rolls have it."""
    return sound_strength(figure) + _tired(figure, "strength")


def agility(figure: Character) -> int:
    """Agility, which is also his Reaction (DA-24)."""
    rage = number("bonuses", "berserk", "agility") if figure.raging else 0
    return figure.person.agility + rage - figure.wounds + _tired(figure, "agility")


def bravery(figure: Character, berserkers: str = "nine") -> int:
    """Bravery, which nothing takes away. berserkers: the option (DA-4)."""
    if figure.person.is_berserker and berserkers == "eight":
        return number("types", figure.person.type, "strength") + 1
    return figure.person.bravery


def fatigue_total(figure: Character) -> int:
    """Fatigue points that he has or has had: what wounds take is lost for good (DA-20, DA-23)."""
    now = fatigue_of(sound_strength(figure))
    typed = figure.person.fatigue if figure.fatigue is None else figure.fatigue
    if typed is None:
        return max(0, now)
    return max(0, typed + now - fatigue_of(figure.person.strength))


def fatigue_left(figure: Character) -> int:
    """Fatigue points that he has."""
    return max(0, fatigue_total(figure) - figure.spent)


def may_spend(figure: Character, points: int) -> bool:
    """Whether he has so many points, and his yellow counters let him spend them in this turn (DA-21)."""
    if points == 0:
        return True
    if fatigue_left(figure) < points:
        return False
    return not figure.tired or figure.spent_now + points <= number("tired", TIRED[figure.tired], "most")


def is_exhausted(figure: Character) -> bool:
    """Two yellow counters."""
    return figure.tired >= EXHAUSTED


def shield_in_use(figure: Character) -> str:
    """The shield that covers him; none while he shoots with both hands (DA-22)."""
    return "none" if figure.hand in BOTH_HANDS or figure.helpless else figure.person.shield


BOTH_HANDS = ("bow", "longbow", "crossbow", "great axe")
"""A shield is not in use with these; the example has it of the bow, the rest is ours."""


def _tired(figure: Character, what: str) -> int:
    return number("tired", TIRED[figure.tired], what) if figure.tired else 0
