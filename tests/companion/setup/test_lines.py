"""Lines of keys: tables of small texts, and a property against what tomllib parses."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.setup.lines import Path, key_lines

CASES: list[tuple[str, dict[Path, int]]] = [
    ("", {}),
    ("# only a comment = 3\n\n", {}),
    ("a = 1\nb = 2", {("a",): 1, ("b",): 2}),
    ("[x]\na = 1\n[y.z]\na = 1", {("x",): 1, ("x", "a"): 2, ("y",): 3, ("y", "z"): 3, ("y", "z", "a"): 4}),
    ("[[f]]\na=1\n[[f]]\na=2\n[f.g]\nb=1", {("f", 0, "a"): 2, ("f", 1): 3, ("f", 1, "a"): 4, ("f", 1, "g", "b"): 6}),
    ("a.b.c = 1\n'a'.\"d\" = 2", {("a",): 1, ("a", "b", "c"): 1, ("a", "d"): 2}),
    ("a = [\n 1, # one ]\n\n [2,\n 3],\n]\nb=1", {("a", 0): 2, ("a", 1): 4, ("a", 1, 1): 5, ("b",): 7}),
    ("a = {b = 1, c = {d = 2}}\ne = {}", {("a", "b"): 1, ("a", "c", "d"): 1, ("e",): 2}),
    ("a = '''\nx = 1\n[y]\n'''\nb = 1", {("a",): 1, ("b",): 5}),
    ('a = """\n\\""" # no\n"""\nb = 1', {("a",): 1, ("b",): 4}),
    ('a = """x"""""\nb = """"""\nc = \'\'\'\'\'\'\nd = ""', {("a",): 1, ("b",): 2, ("c",): 3, ("d",): 4}),
    ('a = "# ] \\" ="\n"k \\u0041\\n" = 1', {("a",): 1, ("k A\n",): 2}),
    ("a = 1979-05-27 07:32:00 # when\nb = -1.5e3\n", {("a",): 1, ("b",): 2}),
    ("x = [{a = 1}, {a = 2}]", {("x", 0, "a"): 1, ("x", 1, "a"): 1}),
]


@pytest.mark.parametrize(("text", "lines"), CASES)
def test_lines(text: str, lines: dict[Path, int]) -> None:
    tomllib.loads(text)
    found = key_lines(text)
    assert {path: found.get(path) for path in lines} == lines


def _paths(value: Any, path: Path = ()) -> set[Path]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(_paths(v, (*path, k)) for k, v in inner))


KEYS = st.text("ab-_ .\"'#=[]\n\t", min_size=1, max_size=4)
LEAVES = st.one_of(st.integers(-9, 9), st.booleans(), st.text("a#]}\"'\\\n,= ", max_size=6))
VALUES = st.recursive(LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(KEYS, v, max_size=3), max_leaves=8)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _toml(value: Any, gap: str) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list():
            return "[" + gap + ("," + gap).join(_toml(v, gap) for v in value) + gap + "]"
        case _:
            return "{" + ", ".join(f"{_quoted(k)} = {_toml(v, ' ')}" for k, v in value.items()) + "}"


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from([" ", "\n", " # [,]}\n "]))
def test_every_path_of_any_text_has_its_line(tree: dict[str, Any], gap: str) -> None:
    text, first_lines = "", {}
    for key, value in tree.items():
        first_lines[(key,)] = text.count("\n") + 1
        text += f"{_quoted(key)} = {_toml(value, gap)}\n"
    assert tomllib.loads(text) == tree
    found = key_lines(text)
    assert set(found) == _paths(tree) - {()}
    assert {path: found[path] for path in first_lines} == first_lines
