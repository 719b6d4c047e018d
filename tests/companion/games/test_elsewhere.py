"""What a camera sees of figures that were told to stand somewhere."""

from __future__ import annotations

import pytest

from companion.games.elsewhere import Seen, at_rim, cm, elsewhere, may_be, seen, seen_figure, set_up, touched
from companion.games.placing import box
from companion.games.regions import Patch
from companion.table.state import Base, Figure, Place, Spread, TableState

DISC = Base("disc", 20.0, 20.0, 3.0)


def at(x: float, sigma_mm: float = 1.0, name: str | None = "Svein", others: tuple[Place, ...] = ()) -> TableState:
    place = Place(x, 50.0, Spread((sigma_mm**2, 0.0, sigma_mm**2)))
    return TableState(1, (Figure("f7", name, DISC, 30.0, place, others=others),))


def test_a_figure_is_found_by_its_id_or_its_name() -> None:
    table = at(50.0)
    assert seen_figure(table, "svein") is seen_figure(table, "f7") is table.figures[0]
    assert seen_figure(table, "osric") is None
    assert seen_figure(TableState(), "svein") is None


@pytest.mark.parametrize(("x", "moved"), [(50.0, False), (55.9, False), (56.1, True), (44.0, False), (43.9, True)])
def test_a_knock_and_two_sigma_are_no_move(x: float, moved: bool) -> None:
    assert (elsewhere(at(x), "svein", (50.0, 50.0)) is not None) is moved


def test_who_may_be_in_two_places_or_was_taken_back_says_nothing() -> None:
    assert seen(at(90.0), "svein") == Seen((90.0, 50.0), 1.0)
    assert seen(at(90.0, others=(Place(95.0, 50.0, Spread((1.0, 0.0, 1.0))),)), "svein") is None
    undone = TableState(2, at(90.0).figures, put_back=("svein",))
    assert elsewhere(undone, "svein", (0.0, 0.0)) is None
    assert elsewhere(TableState(), "svein", (0.0, 0.0)) is None


def test_what_may_be_touched_depends_on_sigma() -> None:
    others = [("near", (71.0, 50.0), 20.0), ("far", (75.0, 50.0), 20.0)]
    assert touched(Seen((50.0, 50.0), 0.0), others) == ["near"]
    assert touched(Seen((50.0, 50.0), 2.0), others) == ["near", "far"]
    assert cm((123.0, 45.6)) == "12.3, 4.6 cm"


@pytest.mark.parametrize(("x", "where"), [(50.0, "5.0, 5.0 cm"), (99.0, "9.9, 5.0 cm"), (101.0, "")])
def test_a_figure_in_its_area_is_set_up_where_it_is_seen(x: float, where: str) -> None:
    found = set_up(at(x), "svein", "Svein", Patch(box((0, 0, 100, 100))))
    assert [(one.fields, one.words) for one in found] == [({"at": [x, 50.0]}, f"Svein was seen at {where}")] * bool(
        where
    )
    assert set_up(TableState(), "svein", "Svein", Patch(box((0, 0, 100, 100)))) == ()


@pytest.mark.parametrize(("x", "there"), [(50.0, True), (99.9, True), (100.9, True), (101.1, False), (-0.9, True)])
def test_at_the_rim_of_an_area_is_as_good_as_inside(x: float, there: bool) -> None:
    assert at_rim((x, 50.0), Patch(((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)))) is there


@pytest.mark.parametrize(
    ("x", "excess_mm", "offered"), [(50.0, 0.0, True), (100.5, 0.0, True), (130.0, 0.0, False), (130.0, 2.0, True)]
)
def test_a_move_outside_its_area_may_be_legal(x: float, excess_mm: float, offered: bool) -> None:
    area = Patch(((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)))
    assert may_be(Seen((x, 50.0), 1.0), excess_mm, area) is offered
    assert may_be(Seen((x, 50.0), 1.0), 2.1, area) is False
