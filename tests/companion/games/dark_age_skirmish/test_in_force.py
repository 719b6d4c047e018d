"""What the owner typed from a book of his own is used before anybody is asked; what is printed is never overwritten."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.charts import ChartFault
from companion.games.contract import Booked
from companion.games.dark_age_skirmish.fights import longer_of
from companion.games.dark_age_skirmish.game import GAME
from tests.companion.games.dark_age_skirmish.scene import begin

ROCKS = {"point blank": 2, "short": 6, "medium": 12, "long": 20}
BOOK: dict[str, Any] = {
    "ranges": {"rocks": ROCKS},
    "fatigue_costs": {"row": {"points": 2}},
    "lengths": {"spear": {"rank": 5}, "axe": {"rank": 2}, "sword": {"rank": 2}},
    "prices": {"mail": {"points": 3}},
}


def test_without_a_book_everything_is_asked() -> None:
    state = begin(rocks="asked", lengths="asked", rowing="asked")
    assert state.read == {} and longer_of(state, "spear", "axe") is None
    assert isinstance(GAME, Booked)


def test_da_8_13_31_the_book_answers_before_anybody_is_asked() -> None:
    state = begin(book=BOOK, rocks="asked", lengths="asked", rowing="asked")
    assert state.read == {"rocks": (2, 6, 12, 20), "row": (2,)}
    assert longer_of(state, "axe", "spear") == "spear" and longer_of(state, "axe", "sword") == ""
    assert longer_of(state, "axe", "club") is None, "the book has no club"


def test_where_ours_is_chosen_ours_counts() -> None:
    state = begin(book=BOOK, rocks="house", lengths="house", rowing="house")
    assert state.read == {} and longer_of(state, "axe", "spear") == "spear"


@pytest.mark.parametrize("units", ["cm", "hexes"])
def test_ranges_are_those_of_the_units(units: str) -> None:
    state = begin(book=BOOK, rocks="asked", units=units)
    assert ("rocks" in state.read) is (units == "cm")


def test_half_a_row_is_asked_whole() -> None:
    assert "rocks" not in begin(book={"ranges": {"rocks": {"short": 6}}}, rocks="asked").read


def in_force(**options: Any) -> Any:
    return GAME.charts_in_force({"seats": {"ann": "vikings", "bob": "fyrd"}, **options})


def test_each_cell_says_whose_it_is() -> None:
    charts = in_force(book=BOOK)
    assert (charts["prices"].cell("mail", "points").value, charts["prices"].cell("mail", "points").status) == (
        3,
        "owner",
    )
    assert charts["prices"].cell("plate", "points").status == "unknown"
    ours = in_force(rowing="house", rocks="house")
    assert ours["fatigue_costs"].cell("row", "points").status == ours["ranges"].cell("rocks", "long").status == "house"


def test_what_is_printed_stays() -> None:
    with pytest.raises(ChartFault, match="is known and is not overwritten"):
        in_force(book={"types": {"hero": {"cost": 1}}})
    with pytest.raises(ValueError):
        begin(book="all of it")
