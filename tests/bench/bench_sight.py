"""CPU time of all lines of sight of a full table: 40 figures, both ways, 40 terrain pieces, with low and high.

Run as a script; prints `sight_ms` and the median of several runs. CPU time of the whole process.
"""

from __future__ import annotations

import math
import random
import statistics
import time

from companion.geometry.polygons import disc_outline, rectangle_outline
from companion.table.sight import all_sights
from companion.table.state import Base, Figure, Place, Spread, TableState, TerrainPiece

WIDTH_MM, DEPTH_MM = 1200.0, 900.0
FIGURES, PIECES, RUNS = 40, 40, 9


def _piece(dice: random.Random, n: int) -> TerrainPiece:
    """Buildings, walls, woods of 24 corners and hills of 14, a quarter each, of the sizes in our scenes."""
    at = (dice.uniform(0, WIDTH_MM), dice.uniform(0, DEPTH_MM))
    turn = dice.uniform(0, math.pi)
    match n % 4:
        case 0:
            outline = rectangle_outline(at, dice.uniform(60, 120), dice.uniform(60, 90), turn)
            return TerrainPiece(f"T{n}", "building", dice.uniform(40, 70), outline)
        case 1:
            outline = rectangle_outline(at, dice.uniform(80, 160), 10.0, turn)
            return TerrainPiece(f"T{n}", "wall", dice.uniform(15, 30), outline)
        case 2:
            return TerrainPiece(f"T{n}", "trees", dice.uniform(50, 75), disc_outline(at, dice.uniform(70, 110), 24))
        case _:
            size = dice.uniform(120, 200)
            top = disc_outline(at, size * 0.65, 14)
            return TerrainPiece(f"T{n}", "hill", dice.uniform(15, 30), disc_outline(at, size, 14), top)


def full_table(seed: int = 2) -> TableState:
    """A crowded table; figures may stand in woods, on nothing but the ground."""
    dice = random.Random(seed)
    terrain = tuple(_piece(dice, n) for n in range(PIECES))
    figures = []
    for n in range(FIGURES):
        size = dice.choice((25.0, 32.0, 40.0, 60.0))
        shared = ((dice.gauss(0, 0.2), dice.gauss(0, 0.2)), (dice.gauss(0, 0.2), dice.gauss(0, 0.2)))
        place = Place(
            dice.uniform(0, WIDTH_MM), dice.uniform(0, DEPTH_MM), Spread((0.04, 0.0, 0.04), shared, "bench"), 0.0
        )
        figures.append(
            Figure(f"F{n:02}", None, Base("disc", size, size, 3.5), dice.uniform(30, 55), place, heading_rad=0.0)
        )
    return TableState(1, tuple(figures), terrain)


def sight_ms(runs: int = RUNS) -> float:
    """Median CPU time of one `all_sights` on a full table, ms."""
    state = full_table()
    all_sights(state)
    times = []
    for _ in range(runs):
        start = time.process_time()
        sights = all_sights(state)
        times.append((time.process_time() - start) * 1e3)
        assert len(sights) == FIGURES * (FIGURES - 1)
    return statistics.median(times)


if __name__ == "__main__":
    print(f"sight_ms {sight_ms():.1f}")
