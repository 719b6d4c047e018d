"""A game with the boards' own programs at the end of pseudo-terminals: mace, dice box and dials, pulled and plugged."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands.electronics import make_electronics
from companion.games.questions import Question
from companion.service.blind import Blind, NoCamera
from companion.service.device_models import SetHero
from companion.service.service import Furniture, Service
from companion.service.session import Session
from companion.service.settings import DevicesSettings
from firmware_bridge.simulator.outlet import PtyOutlet
from firmware_bridge.simulator.twin import Twin
from tests.companion.service.fakes import until
from tests.companion.service.match.players import again, new_match, one
from tests.needs import ROOT

KINDS = ("mace", "dials", "dice")
PATIENCE_S = 20.0


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[dict[str, Twin]]:
    made = {kind: Twin(kind, PtyOutlet(tmp_path / kind)).start() for kind in KINDS}
    yield made
    for twin in made.values():
        twin.stop()


class Evening:
    """A game whose service runs as it does at a table."""

    def __init__(self, folder: Path, dice: str = "box", **options: Any) -> None:
        ports = [str(folder / kind) for kind in KINDS]
        self.electronics = make_electronics(DevicesSettings(ports, picos=False, kept="kept"), folder)
        self.match = new_match(folder / "g", dice, **options)
        self.rng = random.Random(5)
        session = Session(self.match, self.electronics, time.time)
        self.service = Service(NoCamera(), Blind(), Furniture(), electronics=self.electronics, session=session).start()
        self.until(lambda: len(self.service.view().devices) == len(KINDS))

    @staticmethod
    def until(condition: Callable[[], bool]) -> None:
        until(condition, PATIENCE_S)

    def open(self, part: str) -> Question:
        """Play on phones until a question is open whose key has this part."""
        while True:
            question = self.match.now.question
            if question is not None and part in question.key:
                return question
            self.service.run(lambda: one(self.match, self.rng))

    def answered(self, key: str) -> tuple[str, Any]:
        """Who answered this question last, and what; waits for it."""

        def rows() -> list[Any]:
            return self.service.run(lambda: [r for r in self.match.journal.rows() if r.kind == "answer"])  # type: ignore[no-any-return]

        def newest() -> Any:
            question = self.match.now.question
            found = [row for row in rows() if row.data["key"] == key]
            return found[-1] if found and (question is None or question.key != key) else None

        self.until(lambda: newest() is not None)
        row = newest()
        return row.source, row.data["answer"]

    @property
    def there(self) -> tuple[str, ...]:
        return self.match.now.beside.there


def press(twins: dict[str, Twin]) -> None:
    """Press the box's button once it blinks: before that a press is nobody's roll."""
    until(lambda: "blue" in twins["dice"].lights, PATIENCE_S)
    twins["dice"].do("press 120")


@pytest.fixture
def evening(tmp_path: Path, twins: dict[str, Twin]) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.service.stop()


def test_a_shake_orders_the_heroes_and_a_press_rolls(evening: Evening, twins: dict[str, Twin]) -> None:
    question = evening.open("DW-9/mace")
    evening.until(lambda: evening.there == ("mace-twin",))
    twins["mace"].do("shake 1500")
    source, order = evening.answered(question.key)
    assert source == "mace-twin" and sorted(order) == ["barbarian", "dwarf", "knight", "ranger"]
    colours = {"knight": "blue", "barbarian": "orange", "dwarf": "green", "ranger": "violet"}
    evening.until(lambda: twins["mace"].lights[:4] == [colours[name] for name in order])
    question = evening.open("blow")
    evening.until(lambda: evening.there == ("dice-twin",))
    press(twins)
    assert evening.answered(question.key)[0] == "dice-twin"


def test_the_box_is_pulled_in_the_middle_of_a_bout_and_plugged_in_again(
    evening: Evening, twins: dict[str, Twin]
) -> None:
    question = evening.open("hero's blow")
    evening.until(lambda: evening.there == ("dice-twin",))
    twins["dice"].pull()
    evening.until(lambda: evening.there == ())
    assert evening.match.now.question == question
    evening.service.run(lambda: evening.match.answer(question.seat, question.key, [0] * question.count))  # type: ignore[union-attr]
    assert evening.answered(question.key)[0] == question.seat, "the phone takes over"
    question = evening.open("blow")
    twins["dice"].plug()
    evening.until(lambda: evening.there == ("dice-twin",))
    press(twins)
    assert evening.answered(question.key)[0] == "dice-twin", "plugged in it takes over again"


def test_the_phone_was_first_and_the_box_is_not_used(evening: Evening, twins: dict[str, Twin]) -> None:
    question = evening.open("blow")
    until(lambda: "blue" in twins["dice"].lights, PATIENCE_S)
    twins["dice"].pull()
    evening.until(lambda: evening.there == ())
    twins["dice"].do("press 120")
    until(lambda: twins["dice"].waiting > 0, PATIENCE_S)
    evening.service.run(lambda: evening.match.roll(question.seat, question.key))
    assert evening.answered(question.key)[0] == "software"
    twins["dice"].plug()
    evening.until(lambda: any("not used" in news.sentence for news in evening.service.view().electronics.news))


def test_a_dial_that_is_turned_says_what_went_through(evening: Evening, twins: dict[str, Twin]) -> None:
    assert evening.service.command_devices(SetHero("red", "knight", "dials-twin", 1))
    for _ in range(100):
        question = evening.open("DW-20/miss cards/knight")
        knight = evening.match.state.heroes["knight"]
        if question.struck > 1 and knight.miss_cards and knight.hits > question.struck:  # type: ignore[union-attr]
            break
        evening.service.run(lambda q=question: evening.match.answer(q.seat, q.key, 0))  # type: ignore[misc]
    twins["dials"].do(f"dial 1 {knight.hits}")
    evening.until(lambda: any(h.dial == knight.hits for h in evening.service.view().electronics.heroes))
    through = question.struck - 1  # type: ignore[union-attr]
    twins["dials"].do(f"dial 1 {knight.hits - through}")
    assert evening.answered(question.key) == ("dials-twin", 1)
    assert evening.match.state.heroes["knight"].hits == knight.hits - through


def hosted(folder: Path) -> tuple[subprocess.Popen[str], str, str]:
    """`companion host` with the devices in the folder; its address and the host's code."""
    words = ["host", str(folder / "g"), "--devices", "--settings", str(folder / "companion.toml")]
    command = [sys.executable, "-m", "companion", *words, "--address", "127.0.0.1", "--port", "0"]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if found := re.search(r"page is (http://\S+)/host and its code is (\w+)", line):
            return child, found[1], found[2]
    raise AssertionError("it did not start")


def view_of(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/api/v1/view", timeout=10) as said:
        view: dict[str, Any] = json.loads(said.read())
        return view


def test_a_roll_made_while_the_program_was_dead_counts(tmp_path: Path, twins: dict[str, Twin]) -> None:
    ports = ", ".join(f'"{tmp_path / kind}"' for kind in KINDS)
    (tmp_path / "companion.toml").write_text(f"[devices]\nports = [{ports}]\npicos = false\n")
    match, rng = new_match(tmp_path / "g", "box"), random.Random(5)
    while match.open_question is None or "blow" not in match.open_question.key:
        one(match, rng)
    question = match.open_question
    match.journal.close()
    child, address, _ = hosted(tmp_path)
    until(lambda: view_of(address)["beside"]["there"] == ["dice-twin"], PATIENCE_S)
    until(lambda: "blue" in twins["dice"].lights, PATIENCE_S)
    child.send_signal(signal.SIGKILL)
    child.wait(10)
    twins["dice"].do("press 120")
    until(lambda: twins["dice"].waiting > 0, PATIENCE_S)
    child, address, _ = hosted(tmp_path)
    until(lambda: (view_of(address)["question"] or {}).get("key") != question.key, PATIENCE_S)
    child.send_signal(signal.SIGKILL)
    child.wait(10)
    rows = [row for row in again(tmp_path / "g").journal.rows() if row.data.get("key") == question.key]
    assert [(row.kind, row.source) for row in rows] == [("question", ""), ("answer", "dice-twin")]
