"""What the referee of Dark Age Skirmish has read: the figures of the text, and where the tables' terrain lies.

Typed from the rulebook, not taken from the charts of the rules. Of the project's own files it knows only the drawings
of the grounds and our ranks of weapons, as the text has neither maps nor lengths.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from shapely import LineString, Point, Polygon

GAME = Path("companion/games/dark_age_skirmish")
GROUNDS: dict[str, Any] = tomllib.loads((GAME / "grounds.toml").read_text())
RANKS = {name: row["rank"] for name, row in tomllib.loads((GAME / "charts/lengths.toml").read_text())["house"].items()}

TYPES = {"non-combatant": 4, "peasant": 5, "warrior": 6, "hero": 7, "berserker": 7}
PRICES = {"non-combatant": 0, "peasant": 1, "warrior": 2, "hero": 4, "berserker": 5}
MISSILES = {"rocks": 0, "spear": 1, "javelin": 1, "sling": 2, "bow": 3, "longbow": 4, "crossbow": 5}
MISSILE_ARMED = ("javelin", "sling", "bow", "longbow", "crossbow")
"""A spear is for the hand first, and rocks lie about: neither makes its bearer missile armed (ours)."""
THROWN = ("rocks", "spear", "javelin")
BOTH_HANDS = ("bow", "longbow", "crossbow", "great axe")
"""Osric is using his bow and so does not have his shield in use; the great axe is ours."""
AXES = ("axe", "great axe")
ARMOUR = {"none": 0, "padded": -1, "leather": -2, "mail": -3, "plate": -4}

ON_FOOT = {"crawl": 20, "walk": 60, "run": 120, "sprint": 160}
MOUNTED = {"horse walk": 60, "trot": 120, "canter": 160, "gallop": 240}
OTHERS = {"swim": 20, "carry": 60, "flight": 160, "closing up": 12}
PACES = {**ON_FOOT, **MOUNTED, **OTHERS}
TIRES = {"run": 1, "sprint": 2}
FALLS = {"run": 1, "sprint": 2, "canter": 1, "gallop": 2, "trot": 1}
"""A trot is not named by the text; ours rolls for it at a wall, which is jumped."""

COSTS = {
    **TIRES,
    **dict.fromkeys(("shoot", "throw", "blow", "punch", "kick", "climb", "break off", "carry", "stay afloat"), 1),
    "swim": 2,
    "grapple": 2,
}
BANDS = ("point blank", "short", "medium", "long")
BAND_ADDS = dict(zip(BANDS, (1, 0, -1, -3), strict=True))
RANGES_CM = {
    "spear": (3, 10, 20, 30),
    "javelin": (3, 10, 20, 30),
    "sling": (5, 15, 30, 50),
    "bow": (10, 25, 50, 75),
    "longbow": (15, 50, 100, 150),
    "crossbow": (15, 50, 100, 150),
}
RANGES_HEXES = {
    "spear": (2, 5, 10, 15),
    "javelin": (2, 5, 10, 15),
    "sling": (3, 8, 15, 25),
    "bow": (5, 12, 25, 36),
    "longbow": (8, 25, 50, 75),
    "crossbow": (8, 25, 50, 75),
}
HEX_MM = 20.0
STRIP_MM = 25.0
"""Cover along a wall or a building; ours."""
TARGET_MOVES = {"run": -1, "trot": -1, "sprint": -2, "canter": -2, "gallop": -3}
FIRER_MOVES = {
    "walk": -1,
    "carry": -1,
    "board": -1,
    "horse walk": -1,
    "run": -2,
    "trot": -2,
    "sprint": -3,
    "canter": -3,
    "gallop": -4,
}
VISIBLE = {"clear": 0, "75 %": -1, "50 %": -2, "25 %": -3, "10 %": -4}
CONCEALED = {"open": 0, "50 % concealed": -1, "75 % concealed": -2}
WOUNDS = {"light": 1, "serious": 2, "critical": 3}
ROWERS = {"rowing boat": ((2, "walk"), (1, "crawl")), "longship": ((12, "run"), (6, "walk"), (2, "crawl"))}
WINDS = {"light": "crawl", "moderate": "walk", "strong": "run"}
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def visible(words: str) -> int:
    """Soft cover counts half; half of an odd number is rounded for the shooter (ours)."""
    if words.endswith(", soft"):
        return -(-VISIBLE[words.removesuffix(", soft")] // 2)
    return VISIBLE[words]


def damage(die: int, needed: int) -> str:
    """Of a blow or missile that has found its target."""
    if die == 0:
        return "great blow"
    if die >= needed:
        return "none"
    return {1: "light", 2: "light", 3: "serious", 4: "serious", 5: "critical", 6: "critical"}.get(die, "kill")


MOVES = ("FigureMoved", "FellOver")
ANSWERS = {
    **dict.fromkeys(("crawl", "walk", "run", "sprint", "horse-walk", "trot", "canter", "gallop", "carry"), MOVES),
    **dict.fromkeys(("strike", "punch", "kick", "grapple"), ("BlowStruck",)),
    "attack": ("BraveryRolled", "RageRolled", "NearestFound", *MOVES),
    "type-fatigue": ("FatigueTyped",),
    "deploy": ("Deployed",),
    "place-thing": ("ThingPlaced",),
    "call": (),
    "end-turn": ("SideDone",),
    "stand-up": ("StoodUp",),
    "lie-down": ("LayDown",),
    "face": ("Faced",),
    "rush": ("NearestFound",),
    "disengage": ("Disengaged",),
    "fire": ("ShotMade", "ShotSpoilt"),
    "swim": ("FigureMoved",),
    "mount": ("MountedUp",),
    "dismount": ("Dismounted",),
    "aim": ("Aimed",),
    "rest": ("Rested",),
    "reload": ("Reloaded",),
    "lift": ("Lifted",),
    "put-down": ("PutDown",),
    "leave": ("LeftTable",),
    "board": ("Boarded",),
    "ashore": ("FigureMoved",),
    "row": ("Rowed",),
    "sail": ("SailHandled",),
    "lead": ("AnimalLed",),
    "let-go": ("AnimalFreed",),
    "rage": ("RageRolled",),
    "done": ("FigureDone",),
    "concede": ("SideConceded",),
}
"""What comes of a command: one of these events, of its figure or band."""


class Land:
    """One ground: pieces by kind, and what a straight way crosses."""

    def __init__(self, name: str) -> None:
        drawn = GROUNDS[name]
        self.width, self.height = drawn["size"]
        self.zones, self.homes = drawn["zones"], drawn["homes"]
        self.pieces = {one["name"]: (one["kind"], Polygon(one["outline"])) for one in drawn["terrain"]}

    def crossed(
        self, a: tuple[float, float], b: tuple[float, float], kinds: tuple[str, ...], by_mm: float
    ) -> list[str]:
        """Names of the pieces that the straight way crosses more than so many mm inside."""
        way = LineString([a, b])
        return [
            name
            for name, (kind, outline) in self.pieces.items()
            if kind in kinds and way.intersection(outline.buffer(-by_mm)).length > 0
        ]

    def clear(self, a: tuple[float, float], b: tuple[float, float], others: list[tuple[float, float]]) -> bool:
        """Whether nothing at all is between two places, nor around them."""
        way = LineString([a, b])
        blocked = any(outline.distance(way) < 4.0 for kind, outline in self.pieces.values() if kind != "water")
        return not blocked and all(way.distance(Point(other)) > 20.0 for other in others)

    @property
    def has_water(self) -> bool:
        """Whether a way may have to go round some."""
        return any(kind == "water" for kind, _ in self.pieces.values())

    def wet(self, place: tuple[float, float]) -> bool:
        """Whether it lies in the water for sure, not on its edge."""
        at = Point(place)
        return any(kind == "water" and outline.buffer(-0.02).contains(at) for kind, outline in self.pieces.values())

    def cover_mm(self, place: tuple[float, float]) -> float:
        """To the nearest wood, bush, wall or building."""
        kinds = ("trees", "rough", "wall", "building")
        return float(min(outline.distance(Point(place)) for kind, outline in self.pieces.values() if kind in kinds))
