"""`companion run`: serve a live camera, and a game if one is named, until it is told to end.

Exit status: 0 ended as asked, 2 a fault in the call, the settings or the setup.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from companion.commands.announce import port_number
from companion.commands.serving import serve
from companion.service.settings import Settings, SettingsFault, read_settings
from companion.vision.watch import Watcher

HERE = "companion.toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command; each one given wins over the settings file."""
    add = parser.add_argument
    add("--settings", type=Path, metavar="FILE", help=f"settings file (default: {HERE}, if there is one)")
    add("--setup", type=Path, metavar="SETUP", help="setup file of the table")
    add(
        "--camera",
        metavar="SOURCE",
        help="v4l2:/dev/video0, rpicam, http://..., video:FILE, folder:FOLDER, phone, demo, none",
    )
    add(
        "--game",
        type=Path,
        metavar="FILE",
        help="play the game of this journal; made if it is not there, as [game] says",
    )
    add("--options", type=Path, metavar="FILE.toml", help="of a new game: seats, and what the game's page lists")
    add("--dice", choices=["software", "typed", "box"], help="of a new game: who rolls dice whose faces are known")
    add("--port", type=port_number, metavar="N", help="port to listen on; 0: any free one")


def run(arguments: argparse.Namespace) -> int:
    """Serve; returns the exit status."""
    try:
        settings, folder = chosen(arguments)
    except SettingsFault as fault:
        print(fault, file=sys.stderr)
        return 2
    return serve(settings, folder, Watcher)


def chosen(arguments: argparse.Namespace) -> tuple[Settings, Path]:
    """The settings with what the words change, and the folder where relative paths begin. Raises SettingsFault."""
    here = Path(HERE)
    path = arguments.settings or (here if here.exists() else None)
    settings = read_settings(path) if path is not None else Settings()
    replace = msgspec.structs.replace
    if arguments.setup is not None:
        settings = replace(settings, table=replace(settings.table, setup=str(arguments.setup.absolute())))
    if arguments.camera is not None:
        settings = replace(settings, camera=replace(settings.camera, source=_from_here(arguments.camera)))
    game = settings.game
    for word, value in (("file", arguments.game), ("options", arguments.options)):
        if value is not None:
            game = replace(game, **{word: str(value.absolute())})
    settings = replace(settings, game=replace(game, dice=arguments.dice) if arguments.dice else game)
    if arguments.port is not None:
        settings = replace(settings, web=replace(settings.web, port=arguments.port))
    return settings, path.absolute().parent if path is not None else Path.cwd()


def _from_here(source: str) -> str:
    """A source as typed in a shell: its path begins at the current folder, wherever the settings file is."""
    word, _, rest = source.partition(":")
    return f"{word}:{Path(rest).expanduser().absolute()}" if word in ("video", "folder") and rest else source
