"""Lines: whole, cut anywhere, changed anywhere, endless."""

from __future__ import annotations

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.lines import HEAD_BYTES, MOST_LINE_BYTES, LineReader, line_of, read_line
from firmware_bridge.wire.messages import WireFault
from tests.firmware_bridge.samples import SAMPLES

SEQ = "00AA0001"


def test_what_a_line_looks_like() -> None:
    """The example of docs/wire.md, to the letter."""
    assert line_of("00BB0001", {"m": "dial", "at": 1, "value": 5}) == (
        b'01D 00BB0001 2F87F9B0 {"m":"dial","at":1,"value":5}\n'
    )


@pytest.mark.parametrize("word", SAMPLES)
def test_round_trip(word: str) -> None:
    line = line_of(SEQ, SAMPLES[word])
    assert read_line(line[:-1]) == (SEQ, SAMPLES[word])
    assert len(line) <= MOST_LINE_BYTES + 1


@pytest.mark.parametrize("word", SAMPLES)
def test_every_flipped_bit_is_refused(word: str) -> None:
    line = line_of(SEQ, SAMPLES[word])[:-1]
    for place in range(len(line)):
        for bit in range(8):
            with pytest.raises(WireFault):
                read_line(line[:place] + bytes([line[place] ^ 1 << bit]) + line[place + 1 :])


def test_every_cut_doubled_or_swapped_byte_is_refused() -> None:
    line = line_of(SEQ, SAMPLES["dial"])[:-1]
    for place in range(len(line)):
        broken = [line[:place], line[:place] + line[place + 1 :], line[: place + 1] + line[place:]]
        if place and line[place] != line[place - 1]:
            broken.append(line[: place - 1] + line[place : place + 1] + line[place - 1 : place] + line[place + 1 :])
        for one in broken:
            with pytest.raises(WireFault):
                read_line(one)


@pytest.mark.parametrize(
    ("text", "why", "whole"),
    [
        (b'{"m":"explode"}', "unknown message", True),
        (b'{"m":"dial","at":9,"value":3}', "out of range", True),
        (b'{"m": "dial","at":1,"value":3}', "not spelt", True),
        ('{"m":"bye","why":"é"}'.encode(), "out of range", True),
        (b'{"m":"bye","why":"\xff"}', "ASCII", True),
    ],
)
def test_a_right_checksum_over_a_wrong_message(text: bytes, why: str, whole: bool) -> None:
    head = f"{len(text):03X} {SEQ}".encode()
    with pytest.raises(WireFault, match=why) as raised:
        read_line(head + f" {crc32(head + b' ' + text):08X} ".encode() + text)
    assert (raised.value.seq == SEQ) is whole


@given(st.binary(max_size=600))
def test_any_bytes_are_only_refused(raw: bytes) -> None:
    with pytest.raises(WireFault):
        read_line(raw)


@pytest.mark.parametrize("step", [1, 2, 7, 64, 100_000])
def test_the_reader_takes_pieces_of_any_size(step: int) -> None:
    good = [line_of(f"00AA{n:04X}", SAMPLES["dial"]) for n in range(1, 9)]
    stream = b"\r\n\n" + b"".join(good[:4]) + b"x" * 5000 + b"\n" + good[4].replace(b"\n", b"\r\n") + b"".join(good[5:])
    reader, found = LineReader(), []
    for begin in range(0, len(stream), step):
        found += reader.feed(stream[begin : begin + step])
    assert [line for line in found if len(line) <= MOST_LINE_BYTES] == [line[:-1] for line in good]
    assert [len(line) for line in found if len(line) > MOST_LINE_BYTES] == [MOST_LINE_BYTES + 1]


def test_a_line_without_end_costs_one_line_of_memory() -> None:
    reader = LineReader()
    assert sum(len(reader.feed(b"A" * 1000)) for _ in range(1000)) == 1
    assert len(reader._rest) == 0
    assert reader.feed(b"\n" + line_of(SEQ, SAMPLES["ack"]))[0].startswith(b"01C")
    assert len(LineReader().feed(b"A" * 10_000_000)) == 1


def test_the_longest_line_fits() -> None:
    assert HEAD_BYTES == 22 and MOST_LINE_BYTES == 502
    longest = {"m": "roll", "id": 1, "start": "button", "faces": [[99] * 20] * 4, "dice": [3] * 12}
    assert read_line(line_of(SEQ, longest)[:-1]) == (SEQ, longest)
