"""`companion host`: a game played on phones, by its rules and its journal; no camera is needed.

A file that is there is gone on with; else it is made, with the options given. Only one program has it open at a time.
0 ended as asked, at whatever moment; 2 a fault in the call.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import tomllib
from pathlib import Path
from typing import Any

from companion.commands.announce import END_S, announcement, port_number, shown_address
from companion.games.shelf import GAMES, take
from companion.service.match.desk import Desk
from companion.service.match.export import import_lines
from companion.service.match.journal import Header, Journal, JournalFault, create_journal, open_journal
from companion.service.match.match import Match
from companion.service.match.seats import Seats, host_code
from webui.game.app import create_game_app
from webui.serve import AddressTaken, WebServer, listen

MOST_PHONES = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the game's journal; made if it is not there")
    parser.add_argument("--game", default="dark-world", metavar="GAME", help=f"of a new game: {', '.join(GAMES)}")
    parser.add_argument(
        "--options", type=Path, metavar="FILE.toml", help="of a new game: seats, and what the game's page lists"
    )
    parser.add_argument(
        "--dice",
        choices=["software", "typed"],
        default="software",
        help="of a new game: who rolls dice whose faces are known; default software",
    )
    parser.add_argument(
        "--import", dest="exported", type=Path, metavar="EXPORT.jsonl", help="make the journal from an exported game"
    )
    parser.add_argument("--address", default="0.0.0.0", metavar="IP", help="address to listen on; default all")
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help="port (8000); 0: any free one")


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        journal = open_or_create(arguments)
        game = take(journal.header.game)
        match = Match(game, journal)
        listening = listen(arguments.address, arguments.port)
    except (ValueError, OSError, AddressTaken) as fault:
        print(f"companion host: {fault}", file=sys.stderr)
        return 2
    code = host_code()
    desk = Desk(match, Seats(journal, game.seats(match.state), code))
    server = WebServer(create_game_app(desk), listening, MOST_PHONES)
    server.start()
    url = f"http://{shown_address(arguments.address)}:{server.port}"
    print(announcement(url), flush=True)
    print(f"The host's page is {url}/host and its code is {code}", flush=True)
    stop.wait()
    last = threading.Timer(END_S, os._exit, (0,))
    last.daemon = True
    last.start()
    match.end()
    server.stop()
    desk.close()
    return 0


def open_or_create(arguments: argparse.Namespace) -> Journal:
    """The journal. Raises JournalFault, ValueError or OSError with a sentence."""
    if arguments.exported:
        with arguments.exported.open(encoding="utf-8") as lines:
            return import_lines(lines, arguments.file, alone=True)
    if arguments.file.exists():
        return open_journal(arguments.file, alone=True)
    game = take(arguments.game)
    options = read_options(arguments.options) if arguments.options else {}
    game.begin(options)
    header = Header(game.name, game.ruleset, options, arguments.dice)
    return create_journal(arguments.file, header, alone=True)


def read_options(path: Path) -> dict[str, Any]:
    """The options in a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise JournalFault(f"{path}: {fault}") from fault
