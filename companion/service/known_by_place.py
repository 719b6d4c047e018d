"""Figures without a name or a colour of their own, known by where they stood. Pure.

A figure that stands alone on the square of a game's figure, certainly, is that figure; it stays so while the camera
follows it under the same id, wherever it goes. Once known, neither a figure nor a piece is known anew: when two change
places, the one that arrives is not taken for the one that left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from companion.service.sight import called
from companion.table.state import Figure, TableState


@runtime_checkable
class ByPlace(Protocol):
    """A game that has such figures."""

    def by_place(self, state: Any) -> Mapping[str, str]:
        """Figure -> the square that it has to itself by the game."""

    def square_of(self, state: Any, table: TableState, figure: Figure) -> str | None:
        """The square on which any figure stands for certain; None: nobody can say."""


def known(
    before: Mapping[str, str], game: ByPlace, state: Any, table: TableState, names: Collection[str]
) -> dict[str, str]:
    """Id -> piece, from what was known before. table: with its board laid, and with names where figures bear them."""
    pieces = game.by_place(state)
    there = {figure.id: figure for figure in table.figures if called(figure.name) not in names}
    found = {one: piece for one, piece in before.items() if one in there and piece in pieces}
    borne = {figure.name for figure in table.figures}
    stands = {one: game.square_of(state, table, figure) for one, figure in there.items()}
    alone = {square for square, count in Counter(stands.values()).items() if square and count == 1}
    for piece, square in pieces.items():
        if piece not in found.values() and piece not in borne and square in alone:
            one = next(one for one, at in stands.items() if at == square)
            if one not in found:
                found[one] = piece
    return found


def renamed(table: TableState, found: Mapping[str, str]) -> TableState:
    """The table with them called by the game's names."""
    if not found:
        return table
    figures = tuple(replace(one, name=found[one.id]) if one.id in found else one for one in table.figures)
    return replace(table, figures=figures)
