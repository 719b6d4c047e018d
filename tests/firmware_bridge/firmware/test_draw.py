"""Draws are fair: proved by going through every byte, and counted on real MicroPython."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from firmware_bridge.firmware.draw import ORDERS, Chance, order, pick

COLOURS = ["red", "green", "blue", "yellow"]


class Thrown(Exception):
    """The byte was thrown away and another one was wanted."""


def one_byte(byte: int) -> object:
    left = [byte]

    def next_byte() -> int:
        if not left:
            raise Thrown
        return left.pop()

    return next_byte


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_byte_makes_every_order_equally_often(count: int) -> None:
    """The whole mapping, not a sample: each order from the same number of bytes, the rest thrown away."""
    made: Counter[tuple[str, ...]] = Counter()
    thrown = 0
    for byte in range(256):
        try:
            made[tuple(order(COLOURS[:count], one_byte(byte)))] += 1  # type: ignore[arg-type]
        except Thrown:
            thrown += 1
    assert set(made) == set(permutations(COLOURS[:count]))
    assert set(made.values()) == {256 // ORDERS[count]}
    assert thrown == 256 % ORDERS[count]


@pytest.mark.parametrize("count", [*range(1, 25), 100, 255, 256])
def test_every_byte_makes_every_face_equally_often(count: int) -> None:
    made: Counter[int] = Counter()
    for byte in range(256):
        try:
            made[pick(count, one_byte(byte))] += 1  # type: ignore[arg-type]
        except Thrown:
            continue
    assert made == Counter(dict.fromkeys(range(count), 256 // count))


def test_bytes_of_chance_come_from_the_chip_stirred_with_noise() -> None:
    def draw(noise: bytes, chip: bytes = b"\x00" * 32) -> list[int]:
        chance = Chance(lambda count: chip[:count], hashlib.sha256)
        chance.stir(noise)
        return [chance.next_byte() for _ in range(64)]

    assert draw(b"a") == draw(b"a") != draw(b"b")
    assert draw(b"a", b"\x01" * 32) != draw(b"a")
    assert draw(b"")[:32] == list(hashlib.sha256(b"\x00" * 32).digest())


def test_what_is_stirred_in_stays_small() -> None:
    chance = Chance(lambda count: b"\x00" * count, hashlib.sha256)
    for _ in range(1000):
        chance.stir(b"0123456789")
    assert len(chance._noise) == 64


def test_the_order_handed_in_stays() -> None:
    colours = list(COLOURS)
    order(colours, one_byte(7))  # type: ignore[arg-type]
    assert colours == COLOURS
