"""Questions about the table: every kind of spot, and what cannot be answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.answers import NO_SIGHT, find_spot, measure_view, tape_view
from companion.service.models import Fault, MeasureView, TapeView
from companion.table.state import GridSpec, TableState, TerrainPiece, TerrainPlaced, evolve
from tests.companion.service.fakes import figure

WALL = TerrainPiece("wall", "wall", 200.0, ((140.0, -99.0), (150.0, -99.0), (150.0, 99.0), (140.0, 99.0)))
TABLE = TableState(
    figures=(figure("f1", 0.0, 0.0, "Anna"), figure("f2", 300.0, 0.0, "Ben"), figure("f3", 300.0, 400.0, "Ben")),
    terrain=(WALL,),
)


def measured(a: str, b: str, table: TableState = TABLE) -> MeasureView:
    answer = measure_view(table, a, b)
    assert isinstance(answer, MeasureView)
    return answer


def test_sight_is_not_told_while_nobody_knows_where_the_terrain_lies() -> None:
    unknown = evolve(TABLE, TerrainPlaced((), 1.0, known=False))
    answer = measured("f1", "f2", unknown)
    assert answer.edge_mm == 275.0 and answer.a_sees_b is None and answer.b_sees_a is None
    assert answer.doubt == NO_SIGHT
    assert measured("f1", "10,10", unknown).doubt is None
    found = measured("f1", "f2", evolve(unknown, TerrainPlaced((WALL,), 2.0)))
    assert found.doubt is None and found.a_sees_b is not None and found.a_sees_b.answer == "blocked"


def test_two_figures_with_sight_both_ways() -> None:
    answer = measured("f1", "f2")
    assert (answer.a, answer.b, answer.centre_mm, answer.edge_mm) == ("Anna", "Ben", 300.0, 275.0)
    assert answer.text == "27.5 ± 0.1 cm" and answer.text_inches == "10.8 ± 0.1 in"
    assert answer.edge_low_mm < 275 < answer.edge_high_mm and answer.cells is None
    assert answer.a_sees_b is not None and answer.b_sees_a is not None
    assert (answer.a_sees_b.answer, answer.a_sees_b.first_blocker) == ("blocked", "wall")
    assert answer.a_sees_b.line_mm[0] == (0.0, 0.0) and answer.b_sees_a.line_mm[0] == (300.0, 0.0)
    assert answer.a_sees_b.line_mm[1][0] == pytest.approx(140, abs=1)
    clear = measured("f2", "f3")
    assert clear.a_sees_b is not None and (clear.a_sees_b.answer, clear.a_sees_b.first_blocker) == ("clear", None)


def test_by_name_and_both_directions_agree() -> None:
    there, back = measured("Anna", "f2"), measured("f2", "Anna")
    assert (there.edge_mm, there.edge_sigma_mm, there.a_sees_b) == (back.edge_mm, back.edge_sigma_mm, back.b_sees_a)


def test_a_point_has_no_base_no_sigma_and_no_sight() -> None:
    answer = measured("f1", "100,0")
    assert (answer.centre_mm, answer.edge_mm, answer.b) == (100.0, 87.5, "100,0")
    assert answer.centre_sigma_mm == pytest.approx(0.2, abs=0.01)
    assert answer.a_sees_b is None and answer.b_sees_a is None
    assert measured("0,0", "30,40").edge_mm == 50.0 and measured("0,0", "30,40").edge_sigma_mm == 0.0


def test_cells_on_a_grid() -> None:
    answer = measured("f1", "f2", replace(TABLE, grid=GridSpec("hex", 30.0)))
    assert (answer.cells, answer.cells_sure) == (10, True)


UNANSWERED = {
    ("f1", "f9"): ("unknown_figure", "f9"),
    ("f9", "f1"): ("unknown_figure", "f9"),
    ("f1", ""): ("unknown_figure", ""),
    ("f1", "1,2,3"): ("unknown_figure", "1,2,3"),
    ("f1", "nan,0"): ("unknown_figure", "nan,0"),
    ("f1", "1e999,0"): ("bad_spot", "1e999,0"),
    ("f1", "1e6,0"): ("bad_spot", "1e6,0"),
    ("f1", "f1"): ("bad_spot", "f1"),
    ("f1", "Anna"): ("bad_spot", "Anna"),
    ("f1", "Ben"): ("bad_spot", "Ben"),
}


@pytest.mark.parametrize("spots", UNANSWERED)
def test_what_cannot_be_answered_is_a_fault_with_its_place(spots: tuple[str, str]) -> None:
    answer = measure_view(TABLE, *spots)
    assert isinstance(answer, Fault) and (answer.code, answer.where) == UNANSWERED[spots]
    assert answer.message.endswith(".")


def test_an_ambiguous_name_says_which_ids_there_are() -> None:
    answer = find_spot(TABLE, "Ben")
    assert isinstance(answer, Fault) and "f2, f3" in answer.message


def test_a_tape_with_bends() -> None:
    answer = tape_view(TABLE, ["f1", "300,0", "f3"])
    assert isinstance(answer, TapeView)
    assert (answer.length_mm, answer.legs_mm, answer.points_mm[1]) == (700.0, [300.0, 400.0], (300.0, 0.0))
    assert answer.sigma_mm == pytest.approx(0.2 * 2**0.5, abs=0.01) and answer.text == "70.0 ± 0.1 cm"


@pytest.mark.parametrize("points", [[], ["f1"], ["0,0"] * 101, ["f1", "nobody"]])
def test_a_tape_that_is_none(points: list[str]) -> None:
    assert isinstance(tape_view(TABLE, points), Fault)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_words_get_an_answer_or_a_sentence(a: str, b: str) -> None:
    for answer in (measure_view(TABLE, a, b), tape_view(TABLE, [a, b])):
        assert isinstance(answer, (Fault, MeasureView, TapeView))


@given(st.floats(-9e4, 9e4), st.floats(-9e4, 9e4))
def test_any_point_is_found(x_mm: float, y_mm: float) -> None:
    spot = find_spot(TABLE, f"{x_mm!r}, {y_mm!r}")
    assert not isinstance(spot, Fault) and (spot.place.x_mm, spot.place.y_mm) == (x_mm, y_mm)
