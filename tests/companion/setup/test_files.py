"""A text file: its text, or one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.setup.files import FileFault, parse_toml, read_text

MOST = 100


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"a\r\nb\n", "a\nb\n"),
        (b"\xef\xbb\xbfa", "a"),
        ("ä".encode(), "ä"),
        (b"x" * MOST, "x" * MOST),
    ],
)
def test_what_is_text(content: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert read_text(path, MOST, "a list") == text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * (MOST + 1), "is larger than 0.0001 MB, too large for a list; check that it is the right file."),
        (b"one\ntwo \xe4", "is not UTF-8 text, as a list is; save it as plain text in UTF-8, or name the right file."),
    ],
)
def test_what_is_none(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(FileFault) as fault:
        read_text(path, MOST, "a list")
    assert fault.value.message == words
    assert str(fault.value).startswith(str(path))


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none", "there is no such file"), (tmp_path, "it is a folder")):
        with pytest.raises(FileFault, match=words):
            read_text(path, MOST, "a list")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1\nb", "x.toml, line 2: not valid TOML: expected '=' after a key in a key/value pair; correct that"),
        ("a = [1,\n", "x.toml, line 2: not valid TOML: "),
        ("a = " + "[" * 5000, "x.toml: brackets are nested far too deep; close them."),
        ("a = " + "1" * 5000, "x.toml: not valid TOML: "),
    ],
)
def test_what_is_no_toml(text: str, words: str) -> None:
    with pytest.raises(FileFault) as fault:
        parse_toml(text, "x.toml")
    assert str(fault.value).startswith(words)


def test_what_is_toml() -> None:
    assert parse_toml("[a]\nb = 1", "x.toml") == {"a": {"b": 1}}
