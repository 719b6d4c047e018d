"""Every option that takes a file, with every file that cannot be one: a sentence with its name, and nothing raw."""

from __future__ import annotations

import argparse
import importlib
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import COMMANDS, run_command
from tests.companion.commands.plain_user import plain_user
from tests.needs import ROOT

SETUP = str(ROOT / "tests" / "vectors" / "setup" / "d1-1.toml")
PICTURE = str(ROOT / "tests" / "vectors" / "scenes" / "d1-1.jpg")
READ: dict[str, list[str]] = {
    "play --script": ["play", "dark-world", "--script", "@"],
    "host FILE": ["host", "@", "--port", "0"],
    "host --options": ["host", "NEW", "--options", "@", "--port", "0"],
    "host --list": ["host", "NEW", "--list", "@", "--port", "0"],
    "host --import": ["host", "NEW", "--import", "@", "--port", "0"],
    "host --book": ["host", "NEW", "--book", "@", "--port", "0"],
    "host --settings": ["host", "NEW", "--devices", "--settings", "@", "--port", "0"],
    "run --settings": ["run", "--settings", "@", "--port", "0"],
    "run --setup": ["run", "--setup", "@", "--camera", "phone", "--port", "0"],
    "run --game": ["run", "--game", "@", "--camera", "none", "--port", "0"],
    "run --options": ["run", "--game", "NEW", "--options", "@", "--camera", "none", "--port", "0"],
    "lists FOLDER": ["lists", "@", "--port", "0"],
    "measure PICTURE": ["measure", "@", "--setup", SETUP],
    "measure --setup": ["measure", PICTURE, "--setup", "@"],
    "measure --empty": ["measure", PICTURE, "--setup", SETUP, "--empty", "@"],
    "replay RECORDING": ["replay", "@", "--setup", SETUP],
    "replay --setup": ["replay", PICTURE, "--setup", "@"],
    "replay --empty": ["replay", PICTURE, "--setup", SETUP, "--empty", "@"],
    "lens PICTURE": ["lens", "@", "--out", "NEW"],
    "lens --setup": ["lens", PICTURE, "--out", "NEW", "--setup", "@"],
    "scene --setup": ["scene", "--setup", "@", "--out", "NEW"],
    "devices replay FILE": ["devices", "replay", "@"],
    "devices --settings": ["devices", "--settings", "@", "list"],
}
WRITTEN: dict[str, list[str]] = {
    "host FILE": ["host", "@", "--port", "0"],
    "sheets --out": ["sheets", "--out", "@"],
    "scene --out": ["scene", "--setup", SETUP, "--size", "160x160", "--out", "@"],
    "devices record FILE": ["devices", "record", "@"],
    "measure --picture": ["measure", PICTURE, "--setup", SETUP, "--picture", "@.jpg"],
}
LEGAL = {
    ("missing", "host FILE"),
    ("missing", "host --book"),
    ("folder", "host --book"),
    ("missing", "run --game"),
    ("folder", "replay RECORDING"),
    ("missing", "lists FOLDER"),
    ("folder", "lists FOLDER"),
    ("empty", "host --options"),
    ("empty", "run --options"),
    ("empty", "host --settings"),
    ("empty", "run --settings"),
    ("empty", "devices --settings"),
}
"""A new game, a folder where one is asked for, and TOML that leaves everything as it is."""
RAW = re.compile(r"Errno|codec|Expecting|Traceback|WARN|byte 0x|Is a directory|No such file|Permission denied")


@pytest.fixture(autouse=True)
def no_server() -> Iterator[None]:
    """A file that is taken after all would serve for ever."""

    def give_up(*_: object) -> None:
        raise TimeoutError("the file was taken")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(8)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def bad(kind: str, folder: Path) -> Path:
    path = folder / f"the-{kind}.file"
    match kind:
        case "folder":
            path.mkdir()
        case "below a file":
            path.write_text("a")
            return path / "file"
        case "empty":
            path.write_bytes(b"")
        case "binary":
            path.write_bytes(bytes(range(256)) * 20)
        case "no UTF-8":
            path.write_bytes(b'name = "Ork\xe4"\n')
        case "huge":
            with path.open("wb") as file:
                file.truncate(120_000_000)
        case "links":
            path.symlink_to(path)
    return path


def told(words: list[str], path: Path, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    named = [word.replace("@", str(path)).replace("NEW", str(path.parent / "new.file")) for word in words]
    capfd.readouterr()
    status = run_command(named)
    return status, capfd.readouterr().err


KINDS = ("missing", "folder", "below a file", "empty", "binary", "no UTF-8", "huge", "links")


@pytest.mark.parametrize(("option", "kind"), [(o, k) for o in READ for k in KINDS if (k, o) not in LEGAL])
def test_a_file_to_be_read(kind: str, option: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = bad(kind, tmp_path)
    status, said = told(READ[option], path, capfd)
    assert status in (2, 3)
    assert path.name in said or str(path.parent) in said
    assert not RAW.search(said), said
    assert said.count("\n") == 1, said
    assert not (tmp_path / "new.file").exists()


UNWRITABLE = [(o, k) for o in WRITTEN for k in ("folder", "below a file") if (o, k) != ("scene --out", "folder")]


@pytest.mark.parametrize(("option", "kind"), UNWRITABLE)
def test_a_file_to_be_written(kind: str, option: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = bad(kind, tmp_path)
    if option == "measure --picture" and kind == "folder":
        path.with_name(path.name + ".jpg").mkdir()
    status, said = told(WRITTEN[option], path, capfd)
    assert status == 2
    assert str(path) in said
    assert not RAW.search(said), said
    assert said.count("\n") == 1, said


@pytest.mark.parametrize("option", [option for option in READ if option not in ("host --book", "lists FOLDER")])
def test_a_file_that_one_may_not_read(option: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = bad("empty", tmp_path)
    path.chmod(0)
    with plain_user():
        status, said = told(READ[option], path, capfd)
    assert status in (2, 3)
    assert "allowed to" in said or "may not" in said
    assert not RAW.search(said), said


def test_no_option_that_takes_a_file_is_left_out() -> None:
    """A new option of a command with FILE, SETUP, PICTURE or FOLDER as its word must come into the tables above."""
    tried = {words[0] for words in (*READ.values(), *WRITTEN.values())}
    known = {word for words in (*READ.values(), *WRITTEN.values()) for word in words if word.startswith("--")}
    for command in COMMANDS:
        parser = argparse.ArgumentParser()
        importlib.import_module(f"companion.commands.{command}").add_arguments(parser)
        for action in parser._actions:
            takes_file = isinstance(action.metavar, str) and re.search(
                r"FILE|SETUP|PICTURE|FOLDER|\.pdf", action.metavar
            )
            if takes_file:
                assert command in tried
                assert not action.option_strings or known & set(action.option_strings), (command, action.option_strings)
