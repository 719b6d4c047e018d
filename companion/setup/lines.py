"""On which line of a TOML text each key and each array element stands.

Runs only on text that `tomllib` has accepted, so it checks nothing: it walks headers, dotted and quoted keys, strings
of all four kinds, arrays over many lines and inline tables, and notes the line where each path begins. Paths are those
of the parsed value: `("figure", 0, "base_mm")`.
"""

from __future__ import annotations

import re
from collections import Counter

Path = tuple[str | int, ...]

_SKIP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]+")
_STRING = re.compile(
    r'"""(?P<ml_basic>(?:\\.|[^\\])*?"{0,2})"""(?!")'
    r"|'''(?P<ml_plain>.*?'{0,2})'''(?!')"
    r'|"(?P<basic>(?:\\.|[^"\\\n])*)"'
    r"|'(?P<plain>[^'\n]*)'",
    re.DOTALL,
)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def key_lines(text: str) -> dict[Path, int]:
    """Line numbers, from 1, of every header, key and array element of a valid TOML text."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted_to, self.line = 0, 1
        self.lines: dict[Path, int] = {}
        self.elements: Counter[Path] = Counter()

    def run(self) -> dict[Path, int]:
        section: Path = ()
        self.skip()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                section = self.header()
            else:
                self.pair(section)
            self.skip()
        return self.lines

    def skip(self) -> None:
        match = _SKIP.match(self.text, self.at)
        assert match is not None  # the pattern matches the empty string
        self.at = match.end()

    def note(self, path: Path) -> None:
        self.line += self.text.count("\n", self.counted_to, self.at)
        self.counted_to = self.at
        self.lines.setdefault(path, self.line)

    def header(self) -> Path:
        many = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if many else 1
        keys = self.key()
        end, self.at = self.at, start
        path: Path = ()
        for n, key in enumerate(keys):
            path = (*path, key)
            if many and n == len(keys) - 1:
                self.note(path)
                path = (*path, self.elements[path])
                self.elements[path[:-1]] += 1
            elif self.elements[path]:
                path = (*path, self.elements[path] - 1)
            self.note(path)
        self.at = end
        self.skip()
        self.at += 2 if many else 1
        return path

    def key(self) -> list[str]:
        keys = []
        while True:
            self.skip()
            match = _BARE.match(self.text, self.at)
            if match:
                keys.append(match.group())
            else:
                match = _STRING.match(self.text, self.at)
                assert match is not None  # tomllib accepted the text
                keys.append(_unescape(match["basic"]) if match["basic"] is not None else match["plain"])
            self.at = match.end()
            self.skip()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def pair(self, section: Path) -> None:
        start = self.at
        keys = self.key()
        equals, self.at = self.at, start
        path = section
        for key in keys:
            path = (*path, key)
            self.note(path)
        self.at = equals + 1
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip()
        match self.text[self.at]:
            case "[":
                self.array(path)
            case "{":
                self.inline_table(path)
            case '"' | "'":
                self.leap(_STRING)
            case _:
                self.leap(_SCALAR)

    def leap(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        assert match is not None  # tomllib accepted the text
        self.at = match.end()

    def array(self, path: Path) -> None:
        self.at += 1
        self.skip()
        n = 0
        while self.text[self.at] != "]":
            self.note((*path, n))
            self.value((*path, n))
            n += 1
            self.comma()
        self.at += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        self.skip()
        while self.text[self.at] != "}":
            self.pair(path)
            self.comma()
        self.at += 1

    def comma(self) -> None:
        self.skip()
        if self.text[self.at] == ",":
            self.at += 1
            self.skip()


def _unescape(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        kind, digits = match.group(1)[0], match.group(1)[1:]
        return chr(int(digits, 16)) if kind in "uU" else _ESCAPES.get(kind, kind)

    return re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", one, text)
