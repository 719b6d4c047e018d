"""The board as a text: read, written, and told where it is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dark_world.board_file import (
    BoardFault,
    board_text,
    built,
    parse_board,
    spread_out,
    squares_of,
    take_board,
)
from companion.games.dark_world.printed import BOARD, BOARD_FILE

TEXT = board_text(BOARD_FILE)


def test_written_and_read_again_it_is_the_same_board() -> None:
    assert parse_board(TEXT) == BOARD_FILE
    assert built(parse_board(TEXT)) == BOARD
    assert built(take_board(spread_out(BOARD_FILE))) == BOARD
    assert TEXT.replace("\n", "\r\n") != TEXT
    assert parse_board(TEXT.replace("\n", "\r\n")) == BOARD_FILE


SQUARES = st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), min_size=1, max_size=9, unique=True)


@given(SQUARES, st.text(min_size=1, max_size=30))
def test_any_squares_and_words_come_back(squares: list[tuple[int, int]], words: str) -> None:
    zone = msgspec.structs.replace(
        BOARD_FILE.zones[0], name=words, columns=None, rows=None, squares=[f"{x},{y}" for x, y in squares]
    )
    file = msgspec.structs.replace(BOARD_FILE, zones=[zone, *BOARD_FILE.zones[1:]], source=words)
    again = parse_board(board_text(file))
    assert (again.source, again.zones[0].name) == (words, words)
    assert set(squares_of(again.zones[0])) == set(zone.squares)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('status = "inferred"', 'status = "printed"', "status: invalid enum value 'printed'"),
        ('kind = "entrance"', 'kind = "cellar"', "zones, number 1, kind: invalid enum value 'cellar'"),
        ("columns = [0, 2]", "columns = [0, 2, 3]", "zones, number 1, columns: expected `array`"),
        ("columns = [0, 2]", "columns = [2, 0]", "zones, number 1, columns: the first is past the last"),
        ("columns = [0, 2]", "columns = [0, 40]", "zones, number 1, columns, number 2: expected `int` <= 39"),
        ("rows = [0, 2]", "", "zones, number 1: give columns and rows, or squares"),
        ("into = 1", "into = 9", "doors, number 1, into: expected `int` <= 8"),
        ('before = "2,1"', 'before = "here"', "doors, number 1, before: expected `str` matching regex"),
        ('fountain = "0,2"', 'font = "0,2"', "places, font: there is no such key."),
        ("[haunter]", "[haunted]", "haunted: there is no such key."),
        ("first = 0", "first = zero", "not valid TOML"),
        ('title = "Board', 'title = "Board" # "', "printed"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, said: str) -> None:
    text = TEXT.replace(old, new, 1)
    if said == "printed":
        assert parse_board(text).title == "Board"
        return
    with pytest.raises(BoardFault) as fault:
        parse_board(text)
    assert said.replace("`", "") in fault.value.sentence


def test_a_text_that_is_no_toml_has_its_line_and_a_huge_one_is_refused() -> None:
    with pytest.raises(BoardFault) as fault:
        parse_board('title = "x"\nzones = [\n')
    assert fault.value.line == 3
    with pytest.raises(BoardFault, match="too long"):
        parse_board("#" * 70_000)


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"zones": []}])
def test_what_is_no_board_at_all(data: Any) -> None:
    with pytest.raises(BoardFault):
        take_board(data)


def test_too_many_squares() -> None:
    data = spread_out(BOARD_FILE)
    data["zones"] = [{"name": f"z{n}", "kind": "lower", "columns": [0, 39], "rows": [0, 39]} for n in range(2)]
    with pytest.raises(BoardFault, match="more than 1000"):
        take_board(data)
