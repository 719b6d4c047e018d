"""The board laid by taps and by sheets, tried, kept with the game, and taken off."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.dark_world.on_table import where_mm
from companion.games.dark_world.printed import BOARD
from companion.games.placing import Layout
from companion.geometry.lain import Lain
from companion.geometry.laying import LayingFault
from companion.service.match.journal import Journal
from companion.service.match.laying import LayAsked, Laying
from companion.table.state import SheetPlace, Spread
from tests.companion.service.match.players import again, new_match

SIDE_MM = 450.0
CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


class Above:
    """A camera that looks straight down on a square of the table; 1 mm a tap."""

    def points(self, picture: int, at: Sequence[tuple[float, float]]) -> Any:
        if picture != 7:
            return "That picture is no longer kept; tap on the newest one."
        return tuple(((1000 * x, 1000 * (1 - y)), 1.0) for x, y in at)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    match = new_match(tmp_path / "g")
    yield match.journal
    match.journal.close()


def test_it_is_tried_kept_and_found_again(journal: Journal, tmp_path: Path) -> None:
    laying = Laying(journal, BOARD).under(Above())
    assert laying.shown()["laid"] is None
    assert laying.shown()["corners"][0]["words"] == "upper left corner, at Castle Entrance"
    tried = laying.ask(LayAsked(7, CORNERS))
    assert tried["laid"]["square_mm"] == [88.9, 88.9]
    assert (laying.laid, tried["tapped"]) == (None, None)
    kept = laying.ask(LayAsked(7, CORNERS, keep=True))
    assert kept["tapped"] == {"picture": 7, "corners": [list(at) for at in CORNERS]}
    assert kept["laid"]["corners_mm"][0] == [100.0, 900.0]
    journal.close()
    match = again(tmp_path / "g")
    found = Laying(match.journal, BOARD).under(Above())
    assert found.laid == laying.laid
    assert found.laid is not None
    assert where_mm(found.laid, "0,0") == pytest.approx((100 + 400 / 9, 900 - 400 / 9))
    assert found.shown()["tapped"] == kept["tapped"]
    assert found.ask(LayAsked(keep=True))["laid"] is None
    assert Laying(match.journal, BOARD).under(Above()).laid is None
    match.journal.close()


@pytest.mark.parametrize("kept", [{"laid": {"origin": 3}, "tapped": None}, {"laid": None}, [1], "x"])
def test_what_another_version_kept_is_laid_again(journal: Journal, kept: Any) -> None:
    journal.keep("laid board", kept)
    assert Laying(journal, BOARD).shown()["laid"] is None


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (LayAsked(6, CORNERS), "no longer kept"),
        (LayAsked(7, CORNERS[:3]), "3 corners"),
        (LayAsked(7, CORNERS[::-1]), "wrong way"),
        (LayAsked(7, ((math.nan, 0.1), *CORNERS[1:])), "no point of the picture"),
        (LayAsked(sheets=True), "0 sheets"),
    ],
)
def test_what_cannot_be_leaves_the_old_one(journal: Journal, asked: LayAsked, said: str) -> None:
    laying = Laying(journal, BOARD).under(Above())
    laying.ask(LayAsked(7, CORNERS, keep=True))
    before = laying.laid
    with pytest.raises(LayingFault, match=said):
        laying.ask(LayAsked(asked.picture, asked.corners, asked.sheets, asked.first, keep=True))
    assert laying.laid == before is not None


def test_without_a_camera_it_says_so(journal: Journal) -> None:
    laying = Laying(journal, BOARD)
    assert laying.shown()["camera"] is False
    with pytest.raises(LayingFault, match="no camera"):
        laying.ask(LayAsked(7, CORNERS))


def sheets(turn: float) -> list[SheetPlace]:
    """Four sheets of 100 mm round a board of 450 mm, turned with it."""
    found = []
    for number, (x, y) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        at = (SIDE_MM / 2 + 50) * x, (SIDE_MM / 2 + 50) * y
        cos, sin = math.cos(turn), math.sin(turn)
        place = (at[0] * cos - at[1] * sin, at[0] * sin + at[1] * cos)
        found.append(SheetPlace(number, *place, turn, 100.0, Spread((0.25, 0.0, 0.25))))
    return found


@pytest.mark.parametrize("turn", [0.0, 0.4, -1.2])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_by_four_sheets(journal: Journal, turn: float, first: int) -> None:
    laying = Laying(journal, BOARD, lambda: sheets(turn))
    assert laying.shown()["sheets"] == 4
    laying.ask(LayAsked(sheets=True, first=first, keep=True))
    assert laying.laid is not None
    assert laying.laid.square_mm == pytest.approx((50.0, 50.0))
    corner = [(-225, 225), (225, 225), (225, -225), (-225, -225)][first]
    found = laying.laid.mm((0, 0))
    assert math.hypot(*found) == pytest.approx(math.hypot(225, 225))
    assert found[0] == pytest.approx(corner[0] * math.cos(turn) - corner[1] * math.sin(turn))


LAYOUT = Layout("A farm", 800.0, 800.0)


def test_a_free_table_is_laid_by_its_corners_and_never_stretched(journal: Journal) -> None:
    laying = Laying(journal, LAYOUT).under(Above())
    shown = laying.shown()
    assert shown["corners"][0]["words"] == "north-west corner of the table"
    assert shown["zones"] == [{"name": "A farm", "room": "N", "squares": ["0,0"]}]
    assert "printed" not in shown["hint"]
    kept = laying.ask(LayAsked(7, CORNERS, keep=True))
    assert "The table is 80.0 by 80.0 cm." in kept["laid"]["words"]
    assert kept["laid"]["corners_mm"] == [[100.0, 900.0], [900.0, 900.0], [900.0, 100.0], [100.0, 100.0]]
    assert laying.laid is not None and Lain(laying.laid).game((150.0, 180.0)) == pytest.approx((50.0, 80.0))
    with pytest.raises(LayingFault, match=r"the game's is 60\.0 cm"):
        Laying(journal, replace(LAYOUT, height_mm=600.0)).under(Above()).ask(LayAsked(7, CORNERS))
