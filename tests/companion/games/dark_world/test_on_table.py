"""The board under the camera: figures to squares and squares to places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.dark_world.on_table import OnSquare, corners, lay, on_square, outlines_mm, where_mm
from companion.games.dark_world.printed import BOARD
from companion.geometry.laying import LayingFault
from companion.geometry.points import Point

SIDE = 45.0


def table(at: Point) -> Point:
    return 100 + SIDE * at[0], 900 - SIDE * at[1]


LAID = lay(BOARD, [table(corner.at) for corner in corners(BOARD)], 1.5)


def test_corners_are_named_by_what_lies_there() -> None:
    assert [corner.words for corner in corners(BOARD)] == [
        "upper left corner, at Castle Entrance",
        "upper right corner, at room 2",
        "lower right corner, at room 8",
        "lower left corner, at room 6",
    ]


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ((0.5, 0.5), OnSquare("0,0")),
        ((8.5, 8.5), OnSquare("8,8")),
        ((2.97, 1.5), OnSquare("2,1", ("3,1",))),
        ((3.03, 1.5), OnSquare("3,1", ("2,1",))),
        ((-0.5, 1.5), OnSquare(None)),
        ((-0.03, 1.5), OnSquare(None, ("0,1",))),
        ((4.5, 14.5), OnSquare(None)),
    ],
)
def test_a_figure_is_on_a_square(at: Point, found: OnSquare) -> None:
    assert on_square(BOARD, LAID, table(at), 0.5) == found


def test_where_to_put_a_figure_back() -> None:
    assert where_mm(LAID, "2,1") == pytest.approx(table((2.5, 1.5)))
    assert set(outlines_mm(BOARD, LAID)) == {f"{x},{y}" for x in range(9) for y in range(9)}


def test_a_block_that_begins_elsewhere() -> None:
    board = replace(BOARD, camera=(3, 8, 3, 8))
    laid = lay(board, [table(corner.at) for corner in corners(board)], 1.5)
    assert where_mm(laid, "2,1") == pytest.approx(table((2.5, 1.5)))
    assert on_square(board, laid, table((2.5, 1.5)), 0.5) == OnSquare(None)
    assert on_square(board, laid, table((3.5, 3.5)), 0.5) == OnSquare("3,3")
    assert laid.sigma_mm((6, 6)) == pytest.approx(0.75)
    assert laid.sigma_mm((3, 3)) == pytest.approx(LAID.sigma_mm((0, 0)))


def test_corners_the_wrong_way_round_are_told_in_words() -> None:
    with pytest.raises(LayingFault, match="order of the drawing"):
        lay(BOARD, [table(corner.at) for corner in reversed(corners(BOARD))], 1.5)
