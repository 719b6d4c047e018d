"""Arbitrary bytes into either end: only events come out, and memory stays bounded.

Half of the inputs are random bytes, half are good lines with a wound, some of them sealed again with a right checksum.
`python -m tests.firmware_bridge.soak.rubbish 1000000 [SEED]` prints one line; status 1 if it fell short.
"""

from __future__ import annotations

import random
import sys
import tracemalloc
from binascii import crc32
from collections import Counter
from dataclasses import dataclass, field

from firmware_bridge.wire.lines import MOST_LINE_BYTES, line_of
from firmware_bridge.wire.messages import UNNUMBERED, check
from firmware_bridge.wire.peer import KEPT, Peer
from tests.firmware_bridge.samples import SAMPLES, board, dial, exchange, host

TAGS = ("00AA", "00BB") * 20 + ("ABCD",)
KNOWN = {"together", "other version", "message", "live", "acked", "refused", "bye", "lost", "bad", "echo"}


@dataclass(slots=True)
class Outcome:
    inputs: int = 0
    events: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    grown_bytes: int = 0


def an_input(chance: random.Random) -> bytes:
    """One input of up to about 2000 bytes."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(40))
    if kind == 1:
        return chance.randbytes(chance.randrange(3, 80)) + b"\n"
    if kind == 2 and chance.random() < 0.1:
        return b"A" * chance.randrange(2000)
    word = chance.choice(list(SAMPLES))
    seq = chance.choice(TAGS) + f"{chance.choice((0, 1, 2, 3, 65535, chance.randrange(65536))):04X}"
    line = bytearray(line_of(seq, SAMPLES[word]))
    if kind != 3:
        for _ in range(chance.randrange(1, 4)):
            line[chance.randrange(len(line))] = chance.randrange(256)
    if kind == 5:
        text = bytes(line[22:-1]) or b"{}"
        head = b"%03X %s" % (len(text), seq.encode())
        return head + b" %08X " % crc32(head + b" " + text) + text + b"\n"
    return bytes(line)


def run(inputs: int, seed: int = 1) -> Outcome:
    """Feed a host and a board that also talk to each other now and then."""
    chance, outcome = random.Random(seed), Outcome()
    ends = [host(), board()]
    tracemalloc.start()
    settled = 0
    for n in range(inputs):
        now_ms = n * 7
        one: Peer = chance.choice(ends)
        for event in one.feed(an_input(chance), now_ms):
            outcome.events[event[0]] += 1
            if event[0] not in KNOWN:
                outcome.broken.append(f"event {event[0]}")
            if event[0] == "message":
                check(event[1])
                if event[1]["m"] in UNNUMBERED:
                    outcome.broken.append("a message that is none")
        if n % 50 == 0:
            ends[1].push(dial(n % 9))
        if n % 10 == 0:
            outcome.events.update(event[0] for event in exchange(ends[0], ends[1], now_ms, 2))
        for end in ends:
            if end.waiting() > KEPT + 2 or len(end._reader._rest) > MOST_LINE_BYTES + 1 or len(end.heard.pairs) > 4:
                outcome.broken.append("grown beyond its bounds")
        if n == min(1000, inputs // 2):
            settled = tracemalloc.get_traced_memory()[0]
        outcome.inputs += 1
    outcome.grown_bytes = tracemalloc.get_traced_memory()[0] - settled
    tracemalloc.stop()
    return outcome


def main(words: list[str]) -> int:
    outcome = run(int(words[0]), int(words[1]) if len(words) > 1 else 1)
    seen = ", ".join(f"{count} {name}" for name, count in sorted(outcome.events.items()))
    print(
        f"wire_rubbish: {outcome.inputs} inputs, {len(outcome.broken)} broken; events: {seen};"
        f" memory grew by {outcome.grown_bytes} bytes"
    )
    return 1 if outcome.broken or outcome.grown_bytes > 100_000 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
