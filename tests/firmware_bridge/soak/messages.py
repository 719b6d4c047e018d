"""Many messages both ways over a bad line: every event exactly once, in order, and nothing wrong accepted.

`python -m tests.firmware_bridge.soak.messages 1000000 [SEED]` prints one line; status 1 if it fell short.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

from firmware_bridge.wire.peer import Peer
from tests.firmware_bridge.samples import Message, board, host
from tests.firmware_bridge.soak.bad_line import BadLine


@dataclass(frozen=True, slots=True)
class Outcome:
    """got: messages delivered; wrong: not the one that had to come next; sent, resent: lines; struck: faults."""

    wanted: int
    got: int
    wrong: int
    sent: int
    resent: int
    bad: int
    parted: int
    struck: dict[str, int]
    virtual_s: float

    @property
    def good(self) -> bool:
        return self.got == self.wanted and self.wrong == 0


def numbered(n: int, from_board: bool) -> Message:
    """The n-th message of one direction, n from 0."""
    if from_board:
        return {"m": "result", "id": n + 1, "round": n % 999 + 1, "order": ["red", "blue"][:: 1 - 2 * (n % 2)]}
    return {"m": "cancel", "id": n + 1}


def run(wanted: int, share: float = 0.01, seed: int = 1) -> Outcome:
    """Half of `wanted` messages each way."""
    chance = random.Random(seed)
    ends: list[Peer] = [host(), board()]
    ways = [BadLine(share, chance), BadLine(share, chance)]
    half = [wanted - wanted // 2, wanted // 2]
    pushed, got, wrong, bad, parted, now_ms = [0, 0], [0, 0], 0, 0, 0, 0
    while sum(got) < wanted:
        for one in (0, 1):
            while pushed[one] < half[one] and ends[one].waiting() < 3:
                ends[one].push(numbered(pushed[one], one == 1))
                pushed[one] += 1
            said, told = ends[one].poll(now_ms)
            ways[one].send(said, now_ms)
            parted += sum(event[0] == "lost" for event in told)
        arrivals = [when for way in ways if (when := way.next_ms()) is not None]
        now_ms = max(now_ms, min([now_ms + end.due_ms(now_ms) for end in ends] + arrivals))
        for one in (0, 1):
            for piece in ways[one].arrived(now_ms):
                for event in ends[1 - one].feed(piece, now_ms):
                    if event[0] == "message":
                        wrong += event[1] != numbered(got[one], one == 1)
                        got[one] += 1
                    bad += event[0] == "bad"
                    parted += event[0] == "lost"
    struck = {fault: sum(way.struck.get(fault, 0) for way in ways) for fault in ways[0].struck}
    lines = [sum(end.sent for end in ends), sum(end.resent for end in ends)]
    return Outcome(wanted, sum(got), wrong, lines[0], lines[1], bad, parted, struck, now_ms / 1000)


def main(words: list[str]) -> int:
    began_s = time.process_time()
    outcome = run(int(words[0]), seed=int(words[1]) if len(words) > 1 else 1)
    faults = ", ".join(f"{count} {fault}" for fault, count in outcome.struck.items())
    print(
        f"wire_soak: {outcome.got} of {outcome.wanted} messages once and in order, {outcome.wrong} wrong;"
        f" lines {faults}; {outcome.resent / outcome.sent:.1%} resent, {outcome.bad} lines refused, parted"
        f" {outcome.parted} times; {outcome.virtual_s:.0f} s of the line in {time.process_time() - began_s:.0f} s"
    )
    return 0 if outcome.good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
