"""A setup file's text in, a checked `Setup` out, or one fault: a sentence with the line.

Four passes, each on what the one before let through: TOML; keys and numbers as written; types and ranges (`model.py`);
whether the values fit each other (`checks.py`). Line numbers are looked up only when there is a fault to report.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from companion.setup.checks import contradictions
from companion.setup.dictionaries import dictionary_name
from companion.setup.faults import (
    SetupContradiction,
    SetupFault,
    SetupSyntax,
    SetupUnknownKey,
    SetupUnreadable,
    SetupWrongValue,
)
from companion.setup.files import FileFault, parse_toml, read_text
from companion.setup.lines import Path as KeyPath
from companion.setup.lines import key_lines
from companion.setup.model import (
    FigureSection,
    GridSection,
    LensSection,
    Setup,
    SheetAt,
    TableSection,
    TerrainSection,
)
from companion.setup.wanted import cleaned, path_of, shown, wanted

MAX_BYTES = 1_000_000
MAX_NUMBER = 1e6
"""No length, pixel count or angle of a table comes near this; a larger number is a slip of the finger."""

SECTIONS: dict[str, type[msgspec.Struct]] = {
    "table": TableSection,
    "lens": LensSection,
    "figure": FigureSection,
    "terrain": TerrainSection,
    "sheet": SheetAt,
    "grid": GridSection,
}
REPEATED = frozenset({"figure", "terrain", "sheet"})


def read_setup(path: str | Path) -> Setup:
    """Read and check a setup file; raises SetupFault."""
    try:
        text = read_text(Path(path), MAX_BYTES, "a setup file")
    except FileFault as fault:
        raise SetupUnreadable(fault.message, fault.where) from fault
    return parse_setup(text, str(path))


def parse_setup(text: str, where: str = "setup.toml") -> Setup:
    """Parse and check a setup file's text; `where` names it in faults. Raises SetupFault."""
    _refuse_large(len(text), where)
    source = _Source(text.removeprefix("\ufeff").replace("\r\n", "\n"), where)
    raw = source.parse()
    for path, value in _leaves(raw):
        _check_number(source, path, value)
    _check_keys(source, raw)
    try:
        setup = msgspec.convert(raw, Setup)
    except msgspec.ValidationError as error:
        _refuse_value(source, raw, str(error), error)
    for path, message in contradictions(setup):
        raise SetupContradiction(message, source.at(path))
    return _with_full_names(setup)


def _with_full_names(setup: Setup) -> Setup:
    """The dictionary by OpenCV's name, however the owner wrote it."""
    name = dictionary_name(setup.table.dictionary) or setup.table.dictionary
    return msgspec.structs.replace(setup, table=msgspec.structs.replace(setup.table, dictionary=name))


class _Source:
    """The text with its name, to say where a path stands."""

    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where

    def parse(self) -> dict[str, Any]:
        try:
            return parse_toml(self.text, self.where)
        except FileFault as fault:
            raise SetupSyntax(fault.message, fault.where) from fault

    def at(self, path: KeyPath) -> str:
        """File and line of the path, or of the nearest thing around it that has a line."""
        try:
            lines = key_lines(self.text)
        except RecursionError:
            return self.where
        while path and path not in lines:
            path = path[:-1]
        return f"{self.where}, line {lines[path]}" if path else self.where


def _refuse_large(size: int, where: str) -> None:
    if size > MAX_BYTES:
        raise SetupUnreadable(f"is larger than {MAX_BYTES // 1_000_000} MB, which no setup is; is it a picture?", where)


def _leaves(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _leaves(inner, (*path, n))
    else:
        yield path, value


def _check_number(source: _Source, path: KeyPath, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if isinstance(value, float) and not math.isfinite(value):
        raise SetupWrongValue(f"{key_text(path)} is {value}, which is not a number.", source.at(path))
    if abs(value) > MAX_NUMBER:
        raise SetupWrongValue(f"{key_text(path)} is {shown(value, ())}, which is far too large.", source.at(path))


def _check_keys(source: _Source, raw: dict[str, Any]) -> None:
    for section, content in raw.items():
        struct = SECTIONS.get(section)
        if struct is None:
            _refuse_key(source, (section,), SECTIONS, "the file")
        if section in REPEATED and isinstance(content, dict):
            raise SetupWrongValue(
                f"write [[{section}]] with two brackets: there can be several.", source.at((section,))
            )
        if section not in REPEATED and isinstance(content, list):
            raise SetupWrongValue(f"write [{section}] with one bracket: there is only one.", source.at((section,)))
        entries = content if isinstance(content, list) else [content]
        for n, entry in enumerate(entries):
            path: KeyPath = (section, n) if section in REPEATED else (section,)
            for key in entry if isinstance(entry, dict) else ():
                if key not in struct.__struct_fields__:
                    _refuse_key(source, (*path, key), struct.__struct_fields__, header_text(section))


def _refuse_key(source: _Source, path: KeyPath, known: Any, section: str) -> NoReturn:
    key = str(path[-1])
    message = f'"{cleaned(key)}" is not a {"key" if len(path) > 1 else "section"} of {section}'
    near = difflib.get_close_matches(key.lower().replace("-", "_"), list(known), n=1, cutoff=0.6)
    homes = [header_text(name) for name, struct in SECTIONS.items() if key in struct.__struct_fields__]
    if homes:
        message += f"; it belongs in {homes[0]}."
    elif near:
        message += f'; did you mean "{near[0]}"?'
    else:
        message += "; known here: " + ", ".join(known) + "."
    raise SetupUnknownKey(message, source.at(path))


def _refuse_value(source: _Source, raw: dict[str, Any], message: str, cause: Exception) -> NoReturn:
    """Turn msgspec's message into a sentence about the key as the owner wrote it."""
    what = message.partition(" - at `$")[0]
    path = path_of(message)
    missing = re.fullmatch(r"Object missing required field `(\w+)`", what)
    if missing and not path:
        sentence = f"there is no [{missing[1]}] section."
    elif missing:
        sentence = f"{key_text(path)} lacks {missing[1]}."
    elif choice := re.fullmatch(r"Invalid enum value '(.*)'", what, re.DOTALL):
        allowed = _choices(path)
        near = difflib.get_close_matches(choice[1].lower(), allowed, n=1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        sentence = f'{key_text(path)} is "{cleaned(choice[1])}"; it must be one of {", ".join(allowed)}.{hint}'
    else:
        sentence = f"{key_text(path)} must be {wanted(what)}, but it says {shown(raw, path)}."
    raise SetupWrongValue(sentence, source.at(path)) from cause


def _choices(path: KeyPath) -> list[str]:
    names = [part for part in path if isinstance(part, str)]
    field = next(f for f in msgspec.structs.fields(SECTIONS[names[0]]) if f.name == names[1])
    kind = msgspec.inspect.type_info(field.type)
    return [str(value) for value in kind.values] if isinstance(kind, msgspec.inspect.LiteralType) else []


def header_text(section: str) -> str:
    """The section as it is written in the file."""
    return f"[[{section}]]" if section in REPEATED else f"[{section}]"


def key_text(path: KeyPath) -> str:
    """A path for people: `[[figure]] number 2, marker_offset_mm, element 1`."""
    parts = [header_text(str(path[0]))]
    rest = list(path[1:])
    if rest and path[0] in REPEATED:
        parts[0] += f" number {int(rest.pop(0)) + 1}"
    parts += [f"element {part + 1}" if isinstance(part, int) else cleaned(part) for part in rest]
    return ", ".join(parts)


__all__ = ["MAX_BYTES", "SECTIONS", "SetupFault", "parse_setup", "read_setup"]
