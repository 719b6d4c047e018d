"""The book's figures, typed once more from its text for the referee: sheets, rates, firearms, tables.

Lengths in mm. No value is read from the game's own charts; the two maps are ours and come from their file, see
`referee_ground`. What the text has lost is not here: the referee holds such a cell to be the same whenever it is read.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRST = {"orcs": "oswold", "elves": "saquais", "dwarves": "schneider"}
"""Side -> its Section Leader. The Ogre is alone."""
PRIVATES = ("soutie", "sweepe", "soue", "lescampe")
RIFLES = ("noaks", "purvis", "singleturn")
ELITE_SECTIONS = ("orcs", "dwarves")
RATES = {
    "elves": (30, 60, 120, 240, 360),
    "orcs": (20, 40, 80, 160, 240),
    "dwarves": (20, 30, 70, 140, 210),
    "ogre": (20, 30, 70, 140, 210),
}
COLUMN = {"prone": 1, "walk": 3, "run": 4}
WEATHER = {"clear": 0, "light-snow": 1, "fog": 1, "deep-snow": 2}
BANDS = ("0-5", "5-10", "10-20", "20-30", "30-40", "40-50")
BAND_ENDS_MM = (50, 100, 200, 300, 400, 500)
FIREARMS = {
    "musket": ((80, 5), (70, 4), (60, 3), (45, 3), (25, 2), (15, 2)),
    "pistol": ((80, 5), (65, 4), (30, 3), (15, 2)),
    "bakur": ((80, 7), (70, 5), (60, 4), (45, 3), (30, 3), (15, 2)),
    "jager": ((75, 7), (65, 5), (55, 4), (40, 3), (25, 3), (10, 2)),
}
COVER = {"clear": 0, "light woods": -2, "low wall": -2, "woods and wall": -4}
MORALE = {
    "leader": ("G", "G", "G", "F", "F"),
    "wounded": ("G", "F", "F", "D", "D"),
    "pushed": ("G", "G", "F", "F", "E"),
    "hit": ("E", "E", "D", "D", "C"),
}
"""Column -> letters of the rows 1 or less to 5; the columns from left to right."""
LEVEL_FIRING = {"raw": -1, "average": 0, "experienced": 1, "veteran": 1}
LEVEL_FIGHTING = {"raw": -2, "average": 0, "experienced": 2, "veteran": 2}


@dataclass(slots=True)
class Sheet:
    """One line of a character sheet; firing is None for who has no firearm."""

    side: str
    melee: int
    morale: int
    firing: int | None
    defence: int
    wounds: int
    level: str
    weapon: str = ""
    elite: bool = False


def sheets() -> dict[str, Sheet]:
    """As printed; lines that are cut off are as those of their comrades."""
    found = {
        "oswold": Sheet("orcs", 8, 4, None, 3, 3, "experienced", elite=True),
        "saquais": Sheet("elves", 8, 4, 2, 2, 2, "experienced", "musket", elite=True),
        "corbette": Sheet("elves", 3, 0, 1, 2, 2, "average", "pistol"),
        "hassle": Sheet("ogre", 8, 2, None, 4, 4, "experienced"),
    }
    found |= {name: Sheet("orcs", 2, 0, -1, 3, 3, "raw", "bakur", elite=True) for name in RIFLES}
    found |= {name: Sheet("elves", 1, 0, 1, 2, 2, "average", "musket") for name in PRIVATES}
    return found | {
        name: Sheet("dwarves", 6, 4, 1, 3, 3, "experienced", "jager", elite=True) for name in ("schneider", "schumaker")
    }


def risen(sheet: Sheet, level: str) -> None:
    """The sheet at another Experience Level than the printed one."""
    sheet.melee += LEVEL_FIGHTING[level] - LEVEL_FIGHTING[sheet.level]
    sheet.morale += LEVEL_FIGHTING[level] - LEVEL_FIGHTING[sheet.level]
    if sheet.firing is not None:
        sheet.firing += LEVEL_FIRING[level] - LEVEL_FIRING[sheet.level]
    sheet.level = level


def rate_mm(side: str, rate: str, columns: int) -> int:
    """How far a move at this rate goes, so many columns to the left."""
    return RATES[side][max(0, COLUMN[rate] - columns)]


def bands_of(mm: float, sure_mm: float) -> set[str]:
    """The bands that a measured range may be in."""
    names = (*BANDS, "beyond 50")
    low, high = (sum(mm + off > end for end in BAND_ENDS_MM) for off in (-sure_mm, sure_mm))
    return set(names[low : high + 1])


def shot(weapon: str, band: str, shift: int) -> tuple[int, int]:
    """Chance in per cent and attack factor; (0, 0) off the table."""
    if band not in BANDS:
        return 0, 0
    column = max(0, BANDS.index(band) - shift)
    cells = FIREARMS[weapon]
    return cells[column] if column < len(cells) else (0, 0)


def wounds_of(attack: int, defence: int) -> int:
    """Attack factor against defence factor."""
    return (attack >= defence) + (attack > 2 * defence) + (attack > 3 * defence)


def melee_result(difference: int) -> str:
    """ "draw", "pushed", or the wounds of the loser."""
    if difference == 0:
        return "draw"
    return "pushed" if difference <= 3 else str(min(4, 1 + (difference - 4) // 3))
