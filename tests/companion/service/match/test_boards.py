"""The owner's board on disk: kept, read, taken into a game, and told where it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.dark_world.board_file import BoardFault, board_text
from companion.games.dark_world.game import GAME
from companion.games.dark_world.printed import BOARD_FILE
from companion.service.match.boards import FILE_NAME, OwnersBoard

TEXT = board_text(BOARD_FILE)


def of_the_owner(boards: OwnersBoard) -> dict[str, Any]:
    """Ours with the fountain elsewhere."""
    board: dict[str, Any] = boards.shown()["board"]
    board["places"]["fountain"] = "0,1"
    board["places"]["starts"] = ["1,0", "2,0", "1,1", "1,2"]
    return board


def test_without_a_file_it_shows_ours(tmp_path: Path) -> None:
    shown = OwnersBoard(tmp_path).shown()
    assert (shown["kept"], shown["fault"], shown["complaints"]) == (False, "", [])
    assert shown["board"] == shown["ours"]
    assert shown["board"]["status"] == "inferred"
    assert OwnersBoard(tmp_path).text() == TEXT


def test_a_board_is_kept_apart_from_ours_and_goes_into_a_new_game(tmp_path: Path) -> None:
    boards = OwnersBoard(tmp_path)
    saved = boards.save(of_the_owner(boards))
    assert (saved["kept"], saved["board"]["status"], saved["ours"]["status"]) == (True, "owner", "inferred")
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    options = OwnersBoard(tmp_path).in_force({"board": "file", "level": "advanced"})
    state = GAME.begin(options)
    assert (state.board.fountain, state.options.level) == ("0,1", "advanced")
    assert OwnersBoard(tmp_path).in_force({"level": "basic"}) == {"level": "basic"}
    (tmp_path / FILE_NAME).unlink()
    assert GAME.begin(options).board.fountain == "0,1", "a game has its board with it"


def test_exported_and_imported_it_is_the_same(tmp_path: Path) -> None:
    boards = OwnersBoard(tmp_path)
    boards.save(of_the_owner(boards))
    (tmp_path / "elsewhere").mkdir()
    read = OwnersBoard(tmp_path / "elsewhere").read(boards.text())
    assert read["board"] == boards.shown()["board"]
    assert not OwnersBoard(tmp_path / "elsewhere").shown()["kept"]


def test_a_board_that_cannot_be_played_on_is_not_kept(tmp_path: Path) -> None:
    boards = OwnersBoard(tmp_path)
    board = of_the_owner(boards)
    board["doors"].pop()
    assert [found["sentence"] for found in boards.check(board)["complaints"]] == [
        "Into room 8 no door leads; it needs one."
    ]
    with pytest.raises(BoardFault, match="Into room 8"):
        boards.save(board)
    with pytest.raises(BoardFault):
        boards.save("board")
    assert not boards.path.exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "entrance"', 'kind = "cellar"', "line 9: zones, number 1, kind: invalid enum value 'cellar'"),
        ("[haunter]", "[haunter", "It is not valid TOML"),
        ('title = "Board of', 'titel = "Board of', "line 1: titel: there is no such key"),
        ('square = "4,2"', 'square = "4,9"', "The secret door of room 1 stands at square 4,9, which is in no zone."),
    ],
)
def test_a_bad_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    boards = OwnersBoard(tmp_path)
    boards.path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BoardFault) as fault:
        boards.in_force({"board": "file"})
    assert said in str(fault.value)
    assert str(boards.path) in str(fault.value)
    shown = boards.shown()
    assert shown["fault"] or shown["complaints"]
    assert not shown["fault"] or shown["fault"].startswith("Line ")
    if shown["complaints"]:
        assert ", line " in str(fault.value)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    boards = OwnersBoard(tmp_path)
    with pytest.raises(BoardFault, match="make one on the page"):
        boards.in_force({"board": "file"})
    boards.path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardFault, match="line 1: is not UTF-8 text, as a board is"):
        boards.in_force({"board": "file"})
    with pytest.raises(BoardFault, match="cannot be written"):
        OwnersBoard(tmp_path / "nowhere").save(of_the_owner(OwnersBoard(tmp_path / "new")))
