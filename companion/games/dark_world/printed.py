"""What is printed: the charts and the board, loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.games.charts import Chart, load_chart
from companion.games.dark_world.board_file import built, parse_board

HERE = Path(__file__).parent
CHARTS: Mapping[str, Chart] = {path.stem: load_chart(path) for path in sorted((HERE / "charts").glob("*.toml"))}
BOARD_FILE = parse_board((HERE / "board.toml").read_text(encoding="utf-8"))
BOARD = built(BOARD_FILE)
"""The layout that is in force unless a game has its owner's."""

HEROES = ("knight", "barbarian", "dwarf", "ranger")
BASIC_WEAPONS = ("axe", "rapier", "cutlass", "spiked mace")
GOLDEN_WEAPONS = ("battle axe", "broadsword", "warhammer", "morning star")
CHESTS = ("chest-1", "chest-2", "chest-3", "chest-4")
MONSTERS = CHARTS["discs"].rows
ITEMS = ("potion", "boots", "grenade")
FULL_HITS = 8


def pieces(what: str) -> int:
    """How many of a piece are in the box (DW-5)."""
    return int(CHARTS["pieces"].cell(what, "pieces").value or 0)
