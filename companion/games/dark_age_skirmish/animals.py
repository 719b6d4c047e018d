"""Pigs, sheep, cows and goats: led by hand, or gone at a gallop (DA-32). Values and pure functions.

An animal stands by itself, is led, or is confined. Who runs toward loose ones drives them off; who walks up may take
hold of one. Toward is ours, for the text gives no distance: the runner ends nearer than he began, and within a gallop.
A led animal goes with its leader.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.games.dark_age_skirmish.printed import number, rate_mm, word

Point = tuple[float, float]

KINDS = ("pig", "sheep", "cow", "goat")
RUNNING = ("run", "sprint", "trot", "canter", "gallop")
"""Paces that frighten. A trot is a mounted run."""
PACE = word("paces", "loose animals", "pace")
"""At which loose ones run."""
GALLOP_MM = rate_mm(PACE)
HEADINGS = 10
"""A d10 says where one runs to: 0 to the north, each further face a tenth of a circle clockwise. Ours."""
HELD_WITHIN_MM = 10.0
"""Next to: who leads or takes one stands this near, base to base. Ours."""


@dataclass(frozen=True, slots=True)
class Animal:
    """where: "away" before the game, "table", "gone" off its edge, or "taken" off by its leader. leader: who leads
    it, or "". confined: behind a fence; frightened of nobody.
    """

    name: str
    kind: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    where: Literal["away", "table", "gone", "taken"] = "table"
    leader: str = ""
    confined: bool = False


def led_by(animals: Iterable[Animal], leader: str) -> tuple[Animal, ...]:
    """Those that somebody leads."""
    return tuple(animal for animal in animals if animal.leader == leader)


def lead_words(animals: Iterable[Animal], animal: Animal, leader: str, gap_mm: float, pace: str) -> str:
    """Why somebody cannot take this animal by the rope, in a sentence; "" if he can.

    gap_mm: between the bases. pace: how he moved this turn, "" if he did not.
    """
    most = number("hands", "animals to one man", "number")
    if animal.where != "table":
        return f"The {animal.kind} is not on the table."
    if animal.leader:
        return f"The {animal.kind} is led by {animal.leader} already."
    if pace in RUNNING:
        return "An animal must be approached slowly; whoever runs gets hold of none this turn."
    if len(led_by(animals, leader)) >= most:
        return f"One man leads {most} animals at most."
    if gap_mm > HELD_WITHIN_MM:
        return f"The {animal.kind} is {gap_mm / 10:.1f} cm away; he must stand next to it."
    return ""


def startled(
    animals: Iterable[Animal], was: Point, now: Point, pace: str, within_mm: float = GALLOP_MM
) -> tuple[Animal, ...]:
    """Those that run off from somebody who went from one place to another at this pace."""
    if pace not in RUNNING:
        return ()
    found = []
    for animal in animals:
        if animal.where != "table" or animal.leader or animal.confined:
            continue
        before_mm, after_mm = (math.dist(place, (animal.x_mm, animal.y_mm)) for place in (was, now))
        if after_mm < before_mm - 1e-6 and after_mm <= within_mm:
            found.append(animal)
    return tuple(found)


def flight(animal: Animal, die: int, width_mm: float, height_mm: float, far_mm: float = GALLOP_MM) -> Animal:
    """The animal after it has run: a gallop straight on, or off the table. die: 0 to 9."""
    heading_rad = math.tau * die / HEADINGS
    x, y = animal.x_mm + far_mm * math.sin(heading_rad), animal.y_mm + far_mm * math.cos(heading_rad)
    stays = 0.0 <= x <= width_mm and 0.0 <= y <= height_mm
    if not stays:
        x, y = min(max(x, 0.0), width_mm), min(max(y, 0.0), height_mm)
    return Animal(animal.name, animal.kind, x, y, "table" if stays else "gone")
