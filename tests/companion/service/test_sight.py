"""Which figures are a game's pieces, and what a camera may answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.questions import Measure, Place, Question
from companion.games.regions import Cells, Patch
from companion.service.sight import answered_by_camera, with_pieces
from companion.table.state import Figure, TableState
from tests.companion.service.fakes import figure

COLOURS = {"knight": "red", "dwarf": "green", "ranger": "violet"}
AREA = Patch(((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)))


def ringed(figure_id: str, ring: str, name: str | None = None) -> Figure:
    return replace(figure(figure_id, name=name), ring=ring)


@pytest.mark.parametrize(
    ("figures", "named"),
    [
        ((), {}),
        ((figure("f1", name="Knight"),), {"f1": "knight"}),
        ((figure("f1", name="Orc 1"),), {"f1": "orc-1"}),
        ((ringed("f1", "red"),), {"f1": "knight"}),
        ((ringed("f1", "red", "Sir Ansel"),), {"f1": "knight"}),
        ((ringed("f1", "red", "Dwarf"),), {"f1": "dwarf"}),
        ((ringed("f1", "purple"),), {"f1": "ranger"}),
        ((figure("f1", name="Knight"), ringed("f2", "red")), {"f1": "knight"}),
        ((ringed("f1", "red"), ringed("f2", "red")), {}),
        ((ringed("f1", "pink"), figure("f2", name="Orc")), {"f2": "Orc"}),
    ],
)
def test_a_figure_is_a_piece_by_its_name_or_else_by_its_ring(
    figures: tuple[Figure, ...], named: dict[str, str]
) -> None:
    table = with_pieces(TableState(figures=figures), (*COLOURS, "orc-1"), COLOURS)
    assert {one.id: one.name for one in table.figures if one.name in (*COLOURS, "Orc", "orc-1")} == named


def answer(question: Question, *figures: Figure, seen: tuple[str, ...] = ("a", "b"), square: str = "1,1") -> object:
    return answered_by_camera(question, TableState(figures=figures), frozenset(seen), lambda name: square)


def test_a_place_on_squares() -> None:
    question = Place("k", "ann", "why", "a", Cells(("1,1", "1,2")))
    assert answer(question, figure("a")) == "1,1"
    assert answer(question, figure("a"), square="5,5") is None
    assert answer(question, figure("a"), seen=()) is None, "it is not in sight now"
    assert answer(question) is None
    assert answer(question, replace(figure("a"), doubt="Two heights fit.")) is None


def test_a_place_in_an_area_is_inside_by_two_sigma() -> None:
    question = Place("k", "ann", "why", "a", AREA)
    assert answer(question, figure("a", 50.0, 50.0)) == [50.0, 50.0]
    assert answer(question, figure("a", 0.3, 50.0)) is None, "0.2 mm sigma: too near the edge"
    assert answer(question, figure("a", 0.5, 50.0)) == [0.5, 50.0]


def test_a_distance_between_bases_with_its_sigma() -> None:
    question = Measure("k", "ann", "why", "a", "b")
    found = answer(question, figure("a"), figure("b", 100.0))
    assert isinstance(found, list) and found[0] == pytest.approx(75.0) and 0 < found[1] < 1
    assert question.complaint(found) is None
    assert answer(question, figure("a"), figure("b", 100.0), seen=("a",)) is None
    assert answer(question, figure("a")) is None
    assert answer(Measure("k", "ann", "why", "a", "a"), figure("a")) is None
