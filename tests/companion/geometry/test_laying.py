"""A board on the table: corners to squares and back, what is refused, and what is too close to call."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.geometry.laying import LaidBoard, LayingFault, Pin, corners_of_sheets, lay_board, lay_corners, standing
from companion.geometry.points import Point, distance, rotate

SQUARE_MM = 40.0
PLACES: tuple[Point, ...] = ((0, 0), (9, 0), (9, 9), (0, 9))
TURNS, SHIFTS = st.floats(-math.pi, math.pi), st.tuples(st.floats(-500, 500), st.floats(-500, 500))


def true_mm(at: Point, turn: float = 0.0, shift: Point = (0.0, 0.0), square: float = SQUARE_MM) -> Point:
    """Rows go down the drawing, and the table's y goes up."""
    x, y = rotate((at[0] * square, -at[1] * square), turn)
    return x + shift[0], y + shift[1]


def laid(turn: float = 0.0, shift: Point = (0.0, 0.0), sigma: float = 1.0) -> LaidBoard:
    return lay_corners([true_mm(at, turn, shift) for at in PLACES], 9, 9, sigma)


@given(TURNS, SHIFTS, st.tuples(st.floats(-3, 12), st.floats(-3, 16)))
def test_there_and_back(turn: float, shift: Point, at: Point) -> None:
    board = laid(turn, shift)
    assert distance(board.mm(at), true_mm(at, turn, shift)) < 1e-6
    assert board.at(board.mm(at)) == pytest.approx(at, abs=1e-8)
    assert board.residual_mm < 1e-6


@given(TURNS, st.integers(0, 8), st.integers(0, 15))
def test_the_middle_of_a_square_is_on_it_for_certain(turn: float, column: int, row: int) -> None:
    board = laid(turn)
    found = standing(board, board.centre_mm((column, row)), 1.0)
    assert (found.cell, found.close) == ((column, row), ())
    assert found.margin_mm == pytest.approx(SQUARE_MM / 2)
    assert board.outline_mm((column, row))[2] == pytest.approx(true_mm((column + 1, row + 1), turn), abs=1e-6)


@pytest.mark.parametrize(
    ("at", "cell", "close"),
    [
        ((1.5, 1.5), (1, 1), ()),
        ((1.99, 1.5), (1, 1), ((2, 1),)),
        ((2.01, 1.5), (2, 1), ((1, 1),)),
        ((1.5, 0.02), (1, 0), ((1, -1),)),
        ((1.99, 1.985), (1, 1), ((2, 1), (1, 2), (2, 2))),
        ((-0.02, 4.5), (-1, 4), ((0, 4),)),
    ],
)
def test_near_an_edge_it_is_too_close_to_call(at: Point, cell: tuple[int, int], close: tuple[object, ...]) -> None:
    found = standing(laid(0.3), true_mm(at, 0.3), 1.0)
    assert (found.cell, found.close) == (cell, close)


def test_two_sigma_is_the_limit() -> None:
    board = laid(sigma=1e-6)
    for off_mm, close in ((1.9, ((2, 1),)), (2.1, ())):
        assert standing(board, true_mm((2 - off_mm / SQUARE_MM - 0.0, 1.5)), 1.0).close == close


@pytest.mark.parametrize("n", range(4))
def test_a_corner_that_is_a_little_off_is_told_as_residual_and_sigma(n: int) -> None:
    corners = [true_mm(at) for at in PLACES]
    corners[n] = (corners[n][0] + 8, corners[n][1])
    board = lay_corners(corners, 9, 9, 1.0)
    assert board.residual_mm == pytest.approx(2.0)
    assert board.sigma_mm((4.5, 4.5)) > laid().sigma_mm((4.5, 4.5))
    assert distance(board.mm((4.5, 4.5)), true_mm((4.5, 4.5))) == pytest.approx(2.0)


def test_sigma_is_that_of_many_tappings() -> None:
    rng, far = random.Random(7), {(4.5, 4.5): [], (0.0, 0.0): [], (4.0, 15.0): []}
    for _ in range(400):
        pins = [Pin(at, (x + rng.gauss(0, 2), y + rng.gauss(0, 2)), 2.0) for at in PLACES for x, y in [true_mm(at)]]
        board = lay_board(pins)
        for at, misses in far.items():
            misses.append(board.mm(at)[0] - true_mm(at)[0])
    for at, misses in far.items():
        spread = math.sqrt(sum(miss * miss for miss in misses) / len(misses))
        assert spread == pytest.approx(laid(sigma=2.0).sigma_mm(at), rel=0.12)
    assert laid(sigma=2.0).sigma_mm((4.5, 4.5)) == pytest.approx(1.0), "four corners, half the sigma in the middle"


def mixed(*order: int) -> list[Point]:
    return [true_mm(PLACES[n]) for n in order]


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        (mixed(0, 1, 2), "3 corners are given"),
        (mixed(0, 2, 1, 3), "crossed"),
        (mixed(1, 0, 2, 3), "crossed"),
        (mixed(0, 3, 2, 1), "wrong way"),
        (mixed(0, 0, 2, 3), "crossed"),
        ([true_mm(at) for at in ((0, 0), (4.5, 0), (4.5, 9), (0, 9))], "A square would be 20 mm by 40 mm"),
        ([true_mm(at) for at in ((0, 0), (9, 0), (9, 9), (1.5, 9))], "upper and lower sides are 360 and 300 mm"),
        ([true_mm(at) for at in ((0, 0), (9, 2.5), (9, 11.5), (0, 9))], "degrees"),
        ([true_mm(at, square=5.0) for at in PLACES], "only 5.0 mm wide"),
        ([(math.nan, 0.0), *mixed(1, 2, 3)], "no point of the table"),
    ],
)
def test_corners_that_are_none_are_refused(corners: list[Point], said: str) -> None:
    with pytest.raises(LayingFault, match=said):
        lay_corners(corners, 9, 9, 1.0)


@given(TURNS, SHIFTS)
def test_corners_from_another_corner_on_lie_turned_and_are_no_fault(turn: float, shift: Point) -> None:
    corners = [true_mm(at, turn, shift) for at in PLACES]
    board = lay_corners([*corners[1:], corners[0]], 9, 9, 1.0)
    assert distance(board.mm((0, 0)), true_mm((9, 0), turn, shift)) < 1e-6


def test_pins_in_one_line_and_too_few_are_refused() -> None:
    with pytest.raises(LayingFault, match="one line"):
        lay_board([Pin(at, true_mm(at), 1.0) for at in ((0, 0), (1, 1), (5, 5))])
    with pytest.raises(LayingFault, match="takes three"):
        lay_board([Pin(at, true_mm(at), 1.0) for at in PLACES[:2]])


@given(TURNS, SHIFTS, st.permutations(range(4)), st.lists(st.floats(-0.5, 0.5), min_size=4, max_size=4))
def test_sheets_that_touch_the_corners(turn: float, shift: Point, order: list[int], tilts: list[float]) -> None:
    sheets = []
    for (x, y), tilt in zip(PLACES, tilts, strict=True):
        away = math.pi / 4 * (1 if (x > 0) == (y > 0) else -1) + (math.pi if x == 0 else 0) + tilt
        ends = [(x, y)] + [(x + 2 * math.cos(away + d), y + 2 * math.sin(away + d)) for d in (-0.7, 0.0, 0.7)]
        sheets.append([true_mm(end, turn, shift) for end in ends])
    found = corners_of_sheets([sheets[n] for n in order])
    first = order[0]
    for corner, n in zip(found, range(4), strict=True):
        assert distance(corner, true_mm(PLACES[(first + n) % 4], turn, shift)) < 1e-6
    with pytest.raises(LayingFault, match="3 sheets"):
        corners_of_sheets(sheets[:3])
