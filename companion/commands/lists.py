"""`companion lists`: the page of unit lists by itself, for an afternoon before the game. 0 ended as asked; 2 bad call.

The lists are files in the folder that is named; a game begun beside that folder, and the page at a game, find them.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path

from companion.commands.announce import announcement, port_number, shown_address
from companion.commands.folders import no_folder
from companion.service.match.lists import FOLDER, Lists
from webui.game.lists import create_lists_app
from webui.serve import AddressTaken, WebServer, listen

PHONES = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path(FOLDER), metavar="FOLDER", help=f"of the lists; default {FOLDER}"
    )
    parser.add_argument("--address", default="0.0.0.0", metavar="IP", help="address to listen on; default all")
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help="port (8000); 0: any free one")


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    if fault := no_folder(arguments.folder):
        print(f"companion lists: {arguments.folder} {fault}.", file=sys.stderr)
        return 2
    try:
        listening = listen(arguments.address, arguments.port)
    except AddressTaken as fault:
        print(fault, file=sys.stderr)
        return 2
    server = WebServer(create_lists_app(Lists(arguments.folder)), listening, PHONES)
    server.start()
    said = announcement(f"http://{shown_address(arguments.address)}:{server.port}/lists")
    print(said.replace("The table is", "The unit lists are", 1), flush=True)
    stop.wait()
    server.stop()
    return 0
