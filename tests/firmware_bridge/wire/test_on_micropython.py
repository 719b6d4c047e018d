"""The same wire files on real MicroPython: both take the same lines for the same messages, and refuse the same ones."""

from __future__ import annotations

import random
from binascii import crc32
from pathlib import Path

from firmware_bridge.wire.lines import LineReader
from tests.firmware_bridge.micropython import run_script
from tests.firmware_bridge.samples import SAMPLES
from tests.firmware_bridge.soak.rubbish import an_input
from tests.firmware_bridge.wire.read_corpus import verdict

TALK = """
from firmware_bridge.wire.peer import Peer
host = Peer({"id": "host", "kind": "host", "boot": "0A0A00AA", "firmware": "1.0"}, True)
board = Peer({"id": "mace-1", "kind": "mace", "boot": "0B0B00BB", "firmware": "1.0"}, False)
got = 0
for n in range(300):
    if n < 100:
        board.push({"m": "cancel", "id": n + 1})
    board.feed(host.poll(n * 10)[0], n * 10)
    for event in host.feed(board.poll(n * 10)[0], n * 10):
        got += event[0] == "message"
print(got, board.waiting())
"""

LENIENT = [
    '{"m" "ack","seq":"ABCD0001"}',
    '{"m":"ack","seq":"ABCD0001",}',
    '{"m":"dial","at":01,"value":3}',
    '{"m":"dial","at":1e0,"value":3}',
    '{"m":"dial","at":1,"at":1,"value":3}',
    '{"m":"dial","at":-,"value":3}',
    "{[1]:2}",
    "[" * 300,
    "}",
    '{"m":"hello"',
    '{"m":"bye","why":"stopped"}x',
    '{"m":"dial","at":99999999999999999999999999,"value":3}',
    '{"m":"bye","why":"é"}',
]


def sealed(text: bytes, seq: bytes = b"00AA0001") -> bytes:
    head = b"%03X %s" % (len(text), seq)
    return head + b" %08X " % crc32(head + b" " + text) + text


def test_both_pythons_read_every_line_alike(tmp_path: Path) -> None:
    chance = random.Random(3)
    reader = LineReader()
    lines = [line for _ in range(2500) for line in reader.feed(an_input(chance) + b"\n")]
    lines += [sealed(text.encode()) for text in LENIENT]
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(line.hex() for line in lines) + "\n")
    theirs = run_script(Path(__file__).with_name("read_corpus.py"), str(corpus)).splitlines()
    ours = [verdict(line) for line in lines]
    assert [line[:11] for line in theirs] == [line[:11] for line in ours]
    assert [line for line in theirs if line[0] == "+"] == [line for line in ours if line[0] == "+"]
    assert sum(line[0] == "+" for line in ours) > len(SAMPLES)


def test_the_longest_conversation_fits_a_picos_memory(tmp_path: Path) -> None:
    script = tmp_path / "talk.py"
    script.write_text(TALK)
    got, waiting = run_script(script).split()
    assert (int(got), int(waiting)) == (100, 0)
