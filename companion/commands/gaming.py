"""A game taken from its file, or made: what `host` and `run` put on the table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.commands.folders import no_folder
from companion.games.dark_world.board import Board
from companion.games.placing import Placing
from companion.games.shelf import take
from companion.service.match.boards import OwnersBoard
from companion.service.match.book import BookFault, OwnersBook
from companion.service.match.export import import_lines
from companion.service.match.journal import Journal, JournalFault, create_journal, open_journal
from companion.service.match.laying import Laying
from companion.service.match.lists import started
from companion.service.match.match import Match
from companion.service.match.seats import Seats, host_code
from companion.service.match.starting import header_of, recover
from companion.service.settings import MOST_BYTES, GameSettings
from companion.setup.files import parse_toml, read_text

MOST_EXPORTED_BYTES = 100_000_000
"""A game of 5,000 commands has 4 MB."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A game on the table. code: the host's. boards: where the owner's board is kept, beside the game.
    laying: of the board under a camera. Both None for a game without one. book: what the owner typed.
    """

    match: Match
    seats: Seats
    code: str
    boards: OwnersBoard | None
    laying: Laying | None
    book: OwnersBook


def lay_game(settings: GameSettings, folder: Path, exported: Path | None = None, code: str = "") -> Laid:
    """The game of the settings; relative paths begin at `folder`. exported: make it from these JSON lines. code: the
    host's, "" for a new one.

    ValueError with a sentence.
    """
    journal = open_or_create(settings, folder, exported)
    game = take(journal.header.game)
    book = OwnersBook(book_folder(settings, folder), game)
    match = Match(game, journal)
    code = code or host_code()
    board = getattr(match.state, "board", None)
    boards = OwnersBoard((folder / settings.file).parent) if isinstance(board, Board) else None
    layout = game.layout(game.begin(journal.header.options)) if isinstance(game, Placing) else None
    ground = board if isinstance(board, Board) else layout
    laying = Laying(journal, ground, lambda: match.table.sheets) if ground is not None else None
    return Laid(match, Seats(journal, game.seats(match.state), code), code, boards, laying, book)


def open_or_create(settings: GameSettings, folder: Path, exported: Path | None = None) -> Journal:
    """The journal. ValueError with a sentence."""
    path = folder / settings.file
    if exported:
        try:
            return import_lines(
                read_text(exported, MOST_EXPORTED_BYTES, "an exported game").splitlines(), path, alone=True
            )
        except JournalFault as fault:
            raise JournalFault(f"{exported}: {fault}") from fault
    recover(path)
    if path.exists():
        return open_journal(path, alone=True)
    take(settings.game)
    options = read_options(folder / settings.options) if settings.options else {}
    if settings.lists:
        _, options = started([folder / one for one in settings.lists], settings.game, options)
    header = header_of(settings.game, options, settings.dice, path.parent, book_folder(settings, folder))
    return create_journal(path, header, alone=True)


def book_folder(settings: GameSettings, folder: Path) -> Path:
    """Where the owner's charts are kept. BookFault if that is a file."""
    if not settings.book:
        return (folder / settings.file).parent
    book = folder / settings.book
    if fault := no_folder(book):
        raise BookFault(f"the folder for what you type from your own book, {book}, {fault}.")
    return book


def read_options(path: Path) -> dict[str, Any]:
    """The options in a TOML file. FileFault."""
    return parse_toml(read_text(path, MOST_BYTES, "a file of options"), str(path))
