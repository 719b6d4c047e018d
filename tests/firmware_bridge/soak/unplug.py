"""Twins side by side on pseudo-terminals whose cables are pulled at random bytes: nothing lost, nothing doubled.

`python -m tests.firmware_bridge.soak.unplug 1000 [SEED]` prints one line; status 1 if it fell short.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from firmware_bridge.link.events import Arrived, Gone, Said
from firmware_bridge.simulator.outlet import PtyOutlet
from firmware_bridge.simulator.twin import Twin
from tests.firmware_bridge.boards import Listening

NOTICED_S = 2.0
KNOWN_S = 3.0
PULLED_WITHIN_BYTES = 1500
GREETING_BYTES = 330
"""About what is said until both know each other; every third cable is pulled once more within it."""


@dataclass(slots=True)
class Outcome:
    """noticed_s, known_s: from pulled to told gone, from plugged in to told there, of every pull."""

    pulls: int = 0
    told: int = 0
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    noticed_s: list[float] = field(default_factory=list)
    known_s: list[float] = field(default_factory=list)

    @property
    def good(self) -> bool:
        exact = self.lost == self.doubled == self.disordered == 0
        return exact and max(self.noticed_s) <= NOTICED_S and max(self.known_s) <= KNOWN_S


def run(pulls: int, twins: int, folder: Path, seed: int = 1) -> Outcome:
    """`pulls` in all."""
    outcome, lock = Outcome(), threading.Lock()
    links = [folder / f"port{n}" for n in range(twins)]
    boards = [Twin("dice", PtyOutlet(link), f"dice-{n}").start() for n, link in enumerate(links)]
    with Listening([str(link) for link in links]) as ear:
        hands = []
        for n, board in enumerate(boards):
            share = pulls // twins + (n < pulls % twins)
            hand = threading.Thread(
                target=_pull, args=(board, ear, share, random.Random(seed * 100 + n), outcome, lock)
            )
            hand.start()
            hands.append(hand)
        for hand in hands:
            hand.join()
    for board in boards:
        board.stop()
    return outcome


def _pull(
    board: Twin, ear: Listening, pulls: int, chance: random.Random, outcome: Outcome, lock: threading.Lock
) -> None:
    outlet, name, told = board.outlet, board.name, 0
    assert isinstance(outlet, PtyOutlet)
    ear.wait_for(Arrived, 1, name, 10)
    for pull in range(pulls):
        outlet.pull_after = chance.randrange(1, PULLED_WITHIN_BYTES)
        while outlet.plugged:
            told = _tell(board, told)
            ear.bridge.send(name, {"m": "cancel", "id": told})
            time.sleep(0.02)
        pulled_s = time.monotonic()
        ear.wait(lambda _: _last(ear, name) is Gone, 10)
        noticed_s = time.monotonic() - pulled_s
        for _ in range(chance.randrange(3)):
            told = _tell(board, told)
        time.sleep(chance.random() * 0.1)
        if pull % 3 == 0:
            outlet.plug()
            outlet.pull_after = chance.randrange(1, GREETING_BYTES)
            while outlet.plugged:
                time.sleep(0.01)
            ear.wait(lambda _: _last(ear, name) is Gone, 10)
        outlet.plug()
        plugged_s = time.monotonic()
        ear.wait(lambda _: _last(ear, name) is Arrived, 10)
        with lock:
            outcome.pulls += 1
            outcome.noticed_s.append(noticed_s)
            outcome.known_s.append(time.monotonic() - plugged_s)
    until_s = time.monotonic() + 20
    while board.waiting and time.monotonic() < until_s:
        time.sleep(0.02)
    heard = [one.message["id"] for one in ear.events if isinstance(one, Said) and one.device == name]
    with lock:
        outcome.told += told
        outcome.lost += len(set(range(1, told + 1)) - set(heard))
        outcome.doubled += len(heard) - len(set(heard))
        outcome.disordered += heard != sorted(heard)


def _last(ear: Listening, name: str) -> type | None:
    """Whether the device has come or gone last."""
    return next(
        (type(one) for one in reversed(ear.events) if isinstance(one, Arrived | Gone) and one.device == name), None
    )


def _tell(board: Twin, told: int) -> int:
    if board.waiting < 40:  # more than a board keeps would be dropped, and told
        told += 1
        board.tell({"m": "rolled", "id": told, "how": "asked", "faces": [1], "values": [1]})
    return told


def main(words: list[str]) -> int:
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(int(words[0]), 6, Path(folder), int(words[1]) if len(words) > 1 else 1)
    print(
        f"unplug: {outcome.pulls} pulls of 6 twins side by side, {outcome.told} events: {outcome.lost} lost,"
        f" {outcome.doubled} doubled, {outcome.disordered} out of order; noticed after at most"
        f" {max(outcome.noticed_s):.2f} s, known again after at most {max(outcome.known_s):.2f} s;"
        f" {time.monotonic() - began_s:.0f} s"
    )
    return 0 if outcome.good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
