"""`companion play`: a game by its rules alone, played at random or from a script; no web server, no camera.

0 played; 1 the game broke its own rules (report it); 2 a fault in the call or the script; 4 the script does not answer
a question, which is printed; 5 a command of the script was refused.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

from companion.commands.numbers import whole_between
from companion.games.autoplay import Stuck, play_random
from companion.games.coding import line
from companion.games.contract import Game
from companion.games.script import Refused, ScriptFault, Unanswered, play_script
from companion.games.shelf import GAMES, take
from companion.games.transcript import Transcript
from companion.setup.files import read_text

MOST_BYTES = 20_000_000
MOST_SEED = 10**9
BROKEN, FAULT, UNANSWERED, REFUSED = 1, 2, 4, 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--auto", action="store_true", help="play random legal moves to the end")
    how.add_argument("--script", type=Path, metavar="FILE.jsonl", help="play what the file says; - for standard input")
    parser.add_argument(
        "--seed",
        type=whole_between(0, MOST_SEED),
        default=1,
        metavar="N",
        help="of the random game; default 1",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="of the random game, such as level=advanced; may be given again; what is not given is drawn by the seed",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, with everything, secrets too")


def run(arguments: argparse.Namespace) -> int:
    """Play, print, and say how it went."""
    try:
        game = take(arguments.game)
        transcript = Transcript(game, print_json if arguments.json else print_said)
        if arguments.auto:
            return auto(game, arguments, transcript, quiet=arguments.json)
        return script(game, arguments.script, transcript, quiet=arguments.json)
    except ValueError as fault:
        print(f"companion play: {fault}", file=sys.stderr)
        return FAULT


def auto(game: Game, arguments: argparse.Namespace, transcript: Transcript, quiet: bool) -> int:
    """A random game."""
    options = game.sample_options(random.Random(arguments.seed))
    for chosen in arguments.option:
        name, equals, value = chosen.partition("=")
        if not equals or name == "seats":
            raise ValueError(f"--option {chosen}: write NAME=VALUE; seats are drawn by the seed")
        options[name] = value
    game.begin(options)
    transcript.begun(options)
    try:
        played = play_random(game, arguments.seed, options, transcript.commanded, transcript.heard)
    except Stuck as stuck:
        print(f"companion play: {stuck}", file=sys.stderr)
        return BROKEN
    transcript.ended(played.end)
    if not quiet:
        print_end(played.end)
    return 0


def script(game: Game, path: Path, transcript: Transcript, quiet: bool) -> int:
    """A game from a file."""
    lines = typed_lines() if str(path) == "-" else read_text(path, MOST_BYTES, "a script").splitlines()
    try:
        state = play_script(game, lines, transcript)
    except Unanswered:
        return UNANSWERED
    except Refused:
        return REFUSED
    except ScriptFault as fault:
        raise ValueError(f"{path}: {fault}") from fault
    end = game.end(state)
    transcript.ended(end)
    if not quiet and end is not None:
        print_end(end)
    return 0


def typed_lines() -> list[str]:
    """What comes in on standard input. ValueError with a sentence if it is no text."""
    try:
        return sys.stdin.readlines()
    except UnicodeDecodeError as fault:
        raise ValueError("standard input is not UTF-8 text, as a script is; save it as plain text in UTF-8") from fault


def print_json(entry: dict[str, Any], said: str) -> None:
    """A line for programs."""
    print(line(entry))


def print_said(entry: dict[str, Any], said: str) -> None:
    """A line for people; what has no sentence is not printed."""
    if said:
        print(said)


def print_end(end: Any) -> None:
    """The scores."""
    for name, points in sorted(end.scores.items(), key=lambda pair: -pair[1]):
        print(f"{points:4d}  {name}")
