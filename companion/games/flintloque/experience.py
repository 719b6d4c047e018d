"""What a game teaches: experience levels, and wounds that heal between games (FL-2 to FL-5).

The sheets hold every modifier already, so a level is applied as the difference to the level the sheet was made for.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.flintloque.printed import CHARTS, about, number, stat

LEVELS = ("raw", "average", "experienced", "veteran")
DEAD = "dead"
"""In the place of a level: who has died in an earlier game is in no later one."""
HEALED = 1
"""Wounds that come back between two games (FL-5)."""


@dataclass(frozen=True, slots=True)
class Record:
    """A character between games.

    level: one of LEVELS, or DEAD. games: survived without routing at this level. wounds: missing at the next one.
    """

    level: str
    games: int = 0
    wounds: int = 0


def printed_record(name: str) -> Record:
    """The character as the sheet has him."""
    return Record(about(name, "level"))


def games_needed(level: str) -> int | None:
    """Games to the next level; None for a Veteran, who is not in the pack."""
    return number("experience", level, "games") if level in CHARTS["experience"].rows else None


def after_game(record: Record, lost: int, routed: bool) -> Record:
    """The record of one who survived. lost: wounds missing at the game's end."""
    wounds = max(0, lost - HEALED)
    if routed:
        return Record(record.level, record.games, wounds)
    games, needed = record.games + 1, games_needed(record.level)
    if needed is not None and games >= needed:
        return Record(LEVELS[LEVELS.index(record.level) + 1], 0, wounds)
    return Record(record.level, games, wounds)


def learnt(name: str, what: str, level: str) -> int:
    """The sheet's figure for melee, morale or firing, at another level than the sheet's. A Veteran's rules are not in
    the pack: he counts as Experienced."""
    return stat(name, what) + risen(name, what, level)


def risen(name: str, what: str, level: str) -> int:
    """What another level than the sheet's adds to a figure of the sheet; 0 for defence and wounds."""
    return _adds(level, what) - _adds(about(name, "level"), what)


def _adds(level: str, what: str) -> int:
    if what not in CHARTS["experience"].columns:
        return 0
    return number("experience", "experienced" if level == "veteran" else level, what)
