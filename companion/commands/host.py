"""`companion host`: a game played on phones, by its rules and its journal; no camera is needed.

It is `companion run --game` with no camera, and with electronics only if they are asked for. A file that is there is
gone on with; else it is made, with the options given. 0 ended as asked; 2 a fault in the call.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from companion.commands.announce import port_number
from companion.commands.serving import serve
from companion.games.shelf import GAMES
from companion.service.blind import Blind
from companion.service.match.lists import ListFault, read_list
from companion.service.settings import (
    DevicesSettings,
    GameSettings,
    Settings,
    SettingsFault,
    WebSettings,
    read_settings,
)

HERE = "companion.toml"
FIRST = "dark-world"
MOST_PHONES = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the game's journal; made if it is not there")
    parser.add_argument(
        "--game", metavar="GAME", help=f"of a new game: {', '.join(GAMES)}; default: that of the lists, else dark-world"
    )
    parser.add_argument(
        "--options", type=Path, metavar="FILE.toml", help="of a new game: seats, and what the game's page lists"
    )
    parser.add_argument(
        "--list",
        dest="lists",
        type=Path,
        action="append",
        default=[],
        metavar="FILE.json",
        help="of a new game: a unit list that plays in it; once for each",
    )
    parser.add_argument(
        "--dice",
        choices=["software", "typed", "box"],
        default="software",
        help="of a new game: who rolls dice whose faces are known; default software",
    )
    parser.add_argument(
        "--import", dest="exported", type=Path, metavar="EXPORT.jsonl", help="make the journal from an exported game"
    )
    parser.add_argument(
        "--book",
        type=Path,
        metavar="FOLDER",
        help="where what you type from your own book is kept; default: beside the journal",
    )
    parser.add_argument("--devices", action="store_true", help="use mace, dials and dice box, as [devices] says")
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help=f"settings file for --devices (default: {HERE}, if there is one)"
    )
    parser.add_argument("--address", default="0.0.0.0", metavar="IP", help="address to listen on; default all")
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help="port (8000); 0: any free one")


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    try:
        settings, folder = chosen(arguments)
    except (SettingsFault, ListFault) as fault:
        print(f"companion host: {fault}", file=sys.stderr)
        return 2
    return serve(settings, folder, lambda setup, empty, settle_s: Blind(), exported=arguments.exported)


def chosen(arguments: argparse.Namespace) -> tuple[Settings, Path]:
    """What `serve` is told, and the folder where relative paths begin. SettingsFault, ListFault."""
    here = Path(HERE)
    path = arguments.settings or (here if arguments.devices and here.exists() else None)
    settings = read_settings(path) if path is not None else Settings()
    replace = msgspec.structs.replace
    devices = settings.devices if arguments.devices else DevicesSettings(ports=[], picos=False, kept="")
    options = str(arguments.options.absolute()) if arguments.options else ""
    return replace(
        settings,
        camera=replace(settings.camera, source="none"),
        web=WebSettings(arguments.address, arguments.port, MOST_PHONES, settings.web.names),
        devices=devices,
        game=GameSettings(
            str(arguments.file.absolute()),
            arguments.game or (read_list(arguments.lists[0]).game if arguments.lists else FIRST),
            options,
            [str(path.absolute()) for path in arguments.lists],
            book=str(arguments.book.absolute()) if arguments.book else "",
            dice=arguments.dice,
        ),
    ), path.absolute().parent if path is not None else Path.cwd()
