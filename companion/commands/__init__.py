"""One file per command of the command line; the table of them is here.

Law: a command parses its words, puts the parts together, prints, and returns an exit status. Each module has
`add_arguments(parser)` and `run(arguments) -> int`, and is imported only when its command is the one that runs.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Sequence
from typing import NoReturn

COMMANDS: dict[str, str] = {
    "demo": "Serve the recorded table that ships with the program.",
    "devices": "List, watch, record, replay and flash the home-built electronics, or run their twins.",
    "host": "Host a game on phones, without a camera.",
    "lens": "Calibrate a lens from pictures of table sheets, the lens board or a chessboard.",
    "lists": "Write, keep and print unit lists, without a game.",
    "measure": "Measure the figures in pictures of a table.",
    "play": "Play a game by its rules alone, at random or from a script.",
    "replay": "Follow the figures of a recorded table and tell what happened.",
    "run": "Serve a live table that a camera sees.",
    "scene": "Draw pictures of a table like yours, with their truth, for a bug report.",
    "sheets": "Write the sheets and markers to print as a PDF at exact scale.",
}
"""Command word -> one line of help. The module has the word's name, with _ for -."""


class Parser(argparse.ArgumentParser):
    """Tells a fault in the call as JSON too, if `words`, those of the call, ask for JSON."""

    words: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        if "--json" in self.words:
            print(json.dumps({"error": {"code": "bad-call", "message": message, "where": self.prog}}))
        super().error(message)


def run_command(words: Sequence[str]) -> int:
    """Run the command these words name. 0 done; 2 a fault in the call; others as the command's page says."""
    parser = Parser(prog="companion", description="A camera beside the miniatures table.")
    parser.words = words
    chosen = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    asked = next((word for word in words if not word.startswith("-")), None)
    for word, help_line in COMMANDS.items():
        one = chosen.add_parser(word, help=help_line, description=help_line)
        if word == asked:
            one.words = words
            module = importlib.import_module(f"companion.commands.{word.replace('-', '_')}")
            module.add_arguments(one)
            one.set_defaults(run=module.run)
    arguments = parser.parse_args(list(words))
    result: int = arguments.run(arguments)
    return result
