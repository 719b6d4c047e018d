"""The owner's board of Dark World: one TOML file of theirs beside their games, checked, read, written and exchanged.

The program's own layout is never written to. A game begun with `board = "file"` takes the text of the file with it, so
that it stays as it was whatever becomes of the file. What comes from outside is checked before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from calibration.refusals import unwritable
from companion.games.dark_world.board_checks import Complaint, complaints
from companion.games.dark_world.board_file import (
    MOST_CHARACTERS,
    BoardFault,
    BoardFile,
    board_text,
    parse_board,
    spread_out,
    take_board,
)
from companion.games.dark_world.printed import BOARD_FILE
from companion.setup.files import FileFault, read_text
from companion.setup.lines import key_lines

FILE_NAME = "dark-world-board.toml"


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """A board from the page."""

    board: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextAsked:
    """A board's file from somewhere else."""

    text: str


class OwnersBoard:
    """folder: where the owner's file is, or will be."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def shown(self) -> dict[str, Any]:
        """For the page: the owner's board if there is one that can be read, else ours; and ours to begin again from."""
        fault, file, text = "", BOARD_FILE, ""
        if self.path.exists():
            try:
                text = self._text()
                file = parse_board(text)
            except BoardFault as wrong:
                fault = str(_with_line(wrong, text, ""))
        return {"kept": self.path.exists(), "fault": fault, "ours": spread_out(BOARD_FILE), **_looked_at(file)}

    def check(self, board: Any) -> dict[str, Any]:
        """What is wrong with a board from the page. BoardFault if it is none."""
        return _looked_at(take_board(board))

    def read(self, text: str) -> dict[str, Any]:
        """A board from a text, for the page; it is not kept yet. BoardFault with a sentence that names the line."""
        try:
            return _looked_at(parse_board(text))
        except BoardFault as fault:
            raise _with_line(fault, text, "") from fault

    def save(self, board: Any) -> dict[str, Any]:
        """Keep a board from the page as the owner's. BoardFault if it cannot be played on, or not be written."""
        file = msgspec.structs.replace(take_board(board), status="owner", source="typed by the owner")
        for complaint in complaints(file):
            raise BoardFault(complaint.sentence, complaint.path)
        self._write(board_text(file))
        return self.shown()

    def text(self) -> str:
        """The owner's file, or ours as one to begin from."""
        return self._text() if self.path.exists() else board_text(BOARD_FILE)

    def in_force(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """A new game's options with `board = "file"` replaced by the text of the file. BoardFault if it cannot be."""
        if options.get("board") != "file":
            return dict(options)
        if not self.path.exists():
            raise BoardFault(f"option board: there is no {self.path}; make one on the page of the board, /board.")
        text = self._text()
        try:
            found = complaints(parse_board(text))
        except BoardFault as fault:
            raise _with_line(fault, text, f"{self.path}, ") from fault
        for complaint in found:
            raise _with_line(BoardFault(complaint.sentence, complaint.path), text, f"{self.path}, ")
        return {**options, "board": text}

    def _text(self) -> str:
        try:
            return read_text(self.path, 4 * MOST_CHARACTERS, "a board")
        except FileFault as fault:
            raise BoardFault(str(fault)) from fault

    def _write(self, text: str) -> None:
        """Whole or not at all, so that a pulled plug leaves the old file."""
        new = self.path.with_suffix(".new")
        try:
            with new.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as fault:
            raise BoardFault(f"{self.path} {unwritable(fault)}.") from fault


def _looked_at(file: BoardFile) -> dict[str, Any]:
    return {"board": spread_out(file), "complaints": [_plain(complaint) for complaint in complaints(file)]}


def _plain(complaint: Complaint) -> dict[str, Any]:
    return {"sentence": complaint.sentence, "squares": list(complaint.squares)}


def _with_line(fault: BoardFault, text: str, where: str) -> BoardFault:
    """The fault with the line of the text that it is on, in front."""
    line = fault.line
    if not line and fault.path:
        lines = key_lines(text.replace("\r\n", "\n"))
        known = (lines.get(fault.path[:length]) for length in range(len(fault.path), 0, -1))
        line = next((n for n in known if n), 0)
    said = f"{where}line {line}: {fault.sentence}" if line else f"{where}{fault.sentence}"
    return BoardFault(said[:1].upper() + said[1:] if not where else said, fault.path, line)
