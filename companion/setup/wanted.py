"""What a checked value should have been, and what it was, in words for people: "a number of 1000 at most", not
"`float` <= 1000.0". The checker is msgspec; its sentences are taken apart here and nowhere else.
"""

from __future__ import annotations

import re
from typing import Any

from companion.setup.lines import Path

MOST_SHOWN = 60
KINDS = {
    "array": "a list",
    "object": "a section",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
LENGTHS = {"array": "", "str": " characters", "object": " entries"}


def path_of(message: str) -> Path:
    """Where the fault is, from the end of the sentence: "... - at `$.terrain[2].height_mm`"; () for the whole."""
    _, _, location = message.partition(" - at `$")
    found = re.findall(r"\.([\w-]+)|\[(\d+)\]", location.rstrip("`"))
    return tuple(int(index) if index else name for name, index in found)


def wanted(message: str) -> str:
    """What was expected: "Expected `array` of length >= 1" is "a list of 1 or more"."""
    what = re.sub(r"^Expected |, got .*$| - at .*$", "", message)
    for pattern, words in (
        (r"`(\w+)` of length >= (\d+)", "{kind} of {number}{unit} or more"),
        (r"`(\w+)` of length <= (\d+)", "{kind} of {number}{unit} at most"),
        (r"`(\w+)` of length (\d+)", "{kind} of {number}{unit}"),
        (r"`(\w+)` >= (\S+)", "{kind} of {number} or more"),
        (r"`(\w+)` <= (\S+)", "{kind} of {number} at most"),
        (r"`(\w+)` > (\S+)", "{kind} above {number}"),
        (r"`(\w+)` < (\S+)", "{kind} below {number}"),
    ):
        match = re.fullmatch(pattern, what)
        if match:
            kind, number = match.groups()
            unit = LENGTHS.get(kind, "").removesuffix("s" if number == "1" else "")
            return words.format(kind=KINDS.get(kind, kind), number=_short(number), unit=unit)
    return re.sub(r"`([^`]+)`", lambda found: _kinds(found[1]), what)


def shown(raw: Any, path: Path) -> str:
    """The value there, cut and cleaned; "nothing" if there is none."""
    for part in path:
        try:
            raw = raw[part]
        except (KeyError, IndexError, TypeError):
            return "nothing"
    match raw:
        case None:
            return "nothing"
        case bool():
            return "true" if raw else "false"
        case str():
            return f'"{cleaned(raw)}"'
        case list():
            return f"a list of {len(raw)}" if raw else "an empty list"
        case dict():
            return "a section"
        case _:
            return cleaned(str(raw))


def cleaned(text: str) -> str:
    """Printable, and no longer than a line has room for."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= MOST_SHOWN else clean[: MOST_SHOWN - 3] + "..."


def sentence(message: str, raw: Any) -> str:
    """A whole sentence about a body or a query: what must be, and what is."""
    path, what = path_of(message), message.partition(" - at ")[0]
    name = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".") or "this"
    missing = re.fullmatch(r"Object missing required field `(\w+)`", what)
    if missing:
        return f"{missing[1]} is missing{f' in {name}' if path else ''}."
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL)
    if unknown:
        return f"{cleaned(unknown[1])} is not known here."
    if what.startswith("Invalid"):
        return f"{name} cannot be {shown(raw, path)}."
    return f"{name} must be {wanted(what)}, not {shown(raw, path)}.".replace("a section", "an object")


def _kinds(words: str) -> str:
    names = [KINDS.get(one, one) for one in words.split(" | ") if one != "null"]
    return " or ".join(names) or KINDS["null"]


def _short(number: str) -> str:
    return number.removesuffix(".0")
