"""A text file that somebody wrote: its text, or what TOML it is, or a sentence of what is wrong and what to do.

No more is read than may be in it, so that a picture or a disk given by mistake costs nothing.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from calibration.refusals import unreadable


class FileFault(ValueError):
    """A file that cannot be used. message: a sentence; where: the file, and the line. `str` is both."""

    def __init__(self, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.message, self.where = message, where


def read_text(path: Path, most_bytes: int, what: str) -> str:
    """The text, with `\\n` line ends and no byte order mark. what: what the file should be, such as "a setup file".

    Raises FileFault: not there, a folder, not allowed, larger than most_bytes, not UTF-8.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except OSError as error:
        raise FileFault(f"{unreadable(error)}.", where) from error
    if len(data) > most_bytes:
        size = f"{most_bytes / 1e6:g} MB"
        raise FileFault(f"is larger than {size}, too large for {what}; check that it is the right file.", where)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        words = f"is not UTF-8 text, as {what} is; save it as plain text in UTF-8, or name the right file."
        raise FileFault(words, f"{where}, line {line}") from error
    return text.replace("\r\n", "\n")


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables in a text of TOML. Raises FileFault with the line."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise FileFault("brackets are nested far too deep; close them.", where) from error
    except ValueError as error:  # also an integer of more digits than Python converts
        message = str(error)
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
        if place:
            message = message[: place.start()]
            where = f"{where}, line {place[1] or text.count(chr(10)) + 1}"
        raise FileFault(f"not valid TOML: {message[:1].lower()}{message[1:]}; correct that line.", where) from error
