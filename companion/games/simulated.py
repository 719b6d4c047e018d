"""A table without a camera that behaves like one: figures have true places, and are seen with an error and its sigma.

It follows a game that says where its figures were told to stand (`FreeTable`). A hand puts each near that place; the
camera then sees it with an error of its own. `Measure` is answered from what is seen, `Place` by a place drawn from the
region. The same seed gives the same table. A game without such places has an empty table.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from companion.games.questions import Measure
from companion.table.distance import measure
from companion.table.state import (
    Figure,
    FigureGone,
    FigurePlaced,
    Spread,
    TableState,
    TerrainPiece,
    TerrainPlaced,
    evolve,
)

SIGMA_MM = 1.0
HAND_MM = 0.5
MOST_SIGMAS = 3.0


@runtime_checkable
class FreeTable(Protocol):
    """What a game without squares tells of its table. Nothing here may be secret."""

    def placed(self, state: Any) -> tuple[Figure, ...]:
        """The figures on the table as they were told to stand; their spread is not looked at."""

    def ground(self, state: Any) -> tuple[TerrainPiece, ...]:
        """The terrain that the game is played on, where the table has none of its own."""


class SimulatedTable:
    """state: the table as it is seen. sigma_mm: of each coordinate of each place."""

    def __init__(self, game: Any, seed: int, sigma_mm: float = SIGMA_MM) -> None:
        self.state = TableState()
        self._game, self._sigma_mm = game, sigma_mm
        self._rng = random.Random(f"table {seed}")
        self._told: dict[str, Figure] = {}

    def follow(self, state: Any) -> None:
        """Move the figures as the game's state says."""
        if not isinstance(self._game, FreeTable):
            return
        terrain = self._game.ground(state)
        if terrain != self.state.terrain:
            self.state = evolve(self.state, TerrainPlaced(terrain, 0.0))
        told = {figure.id: figure for figure in self._game.placed(state)}
        for gone in self._told.keys() - told.keys():
            self.state = evolve(self.state, FigureGone(gone, 0.0, "taken off the table"))
        for name, figure in told.items():
            if self._told.get(name) != figure:
                self.state = evolve(self.state, FigurePlaced(self._seen(figure), 0.0))
        self._told = told

    def answer(self, question: Measure) -> list[float] | None:
        """The distance as it is seen, [mm, sigma in mm]; None if one of the figures is not on the table."""
        if {question.a, question.b} <= {figure.id for figure in self.state.figures}:
            found = measure(self.state, question.a, question.b)
            return [round(found.edge_mm, 1), round(found.edge_sigma_mm, 2)]
        return None

    def _seen(self, figure: Figure) -> Figure:
        variance = self._sigma_mm**2
        off = [self._error(HAND_MM) + self._error(self._sigma_mm) for _ in range(2)]
        place = replace(
            figure.place,
            x_mm=round(figure.place.x_mm + off[0], 1),
            y_mm=round(figure.place.y_mm + off[1], 1),
            spread=Spread((variance, 0.0, variance)),
        )
        return replace(figure, place=place)

    def _error(self, sigma_mm: float) -> float:
        most = MOST_SIGMAS * sigma_mm
        return max(-most, min(most, self._rng.gauss(0.0, sigma_mm)))
