"""Laws for commands: each has its line of help, says what its options mean, is told of in a page, and help is quick."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys

import pytest

from companion.commands import COMMANDS
from tests.law.files import project_files
from tests.needs import ROOT

HELP_SECONDS = 0.5
"""CPU time; measured 0.06 s. An import of cv2 or scipy somewhere up the line costs more than the rest together."""

SAY_HELP = """
import sys, time
from companion.__main__ import main
sys.argv = ["companion", "--help"]
try:
    main()
finally:
    print("heavy:", sorted({"cv2", "scipy", "numpy", "shapely", "flask"} & set(sys.modules)))
    print("seconds:", time.process_time())
"""


def say(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_help_names_every_command() -> None:
    run = say("--help")
    assert run.returncode == 0
    for word, line in COMMANDS.items():
        assert f" {word} " in run.stdout
        assert " ".join(line.split()) in " ".join(run.stdout.split())


def test_help_is_quick() -> None:
    run = subprocess.run([sys.executable, "-c", SAY_HELP], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "heavy: []" in run.stdout
    assert float(run.stdout.rsplit("seconds:", 1)[1]) < HELP_SECONDS


@pytest.mark.parametrize("word", COMMANDS)
def test_a_command_tells_of_itself(word: str) -> None:
    run = say(word, "--help")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(f"usage: companion {word}")
    assert " ".join(COMMANDS[word].split()) in " ".join(run.stdout.split())


@pytest.mark.parametrize("word", COMMANDS)
def test_a_command_says_what_its_words_mean(word: str) -> None:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"companion.commands.{word.replace('-', '_')}").add_arguments(parser)
    assert not silent_words(parser), f"words of `companion {word}` without help"


def silent_words(parser: argparse.ArgumentParser) -> list[str]:
    """The words that have no help, those of words below words too."""
    silent = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helped = {choice.dest for choice in action._choices_actions if choice.help}
            silent += [name for name in action.choices if name not in helped]
            silent += [word for one in action.choices.values() for word in silent_words(one)]
        elif not action.help:
            silent.append(f"{parser.prog} {action.dest}")
    return silent


@pytest.mark.parametrize("words", [(), ("no-such-command",), ("--no-such-option",)], ids=" ".join)
def test_a_wrong_call_is_told_in_a_sentence(words: tuple[str, ...]) -> None:
    run = say(*words)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "usage: companion" in run.stderr


@pytest.mark.parametrize("word", COMMANDS)
def test_a_page_tells_of_a_command(word: str) -> None:
    pages = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in project_files(".md"))
    assert f"companion {word}" in pages
