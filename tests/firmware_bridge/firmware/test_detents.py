"""A dial reads only what it has come to rest at."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.detents import REST_MS, STEPS, TURN, Detents


def at(value: float) -> int:
    return int(value * TURN / STEPS) % TURN


def told(angles: list[tuple[int, int]], zero: int = 0) -> list[int | None]:
    """The values told while the dial stands at each angle for so many ms."""
    dial, now_ms, values = Detents(zero), 0, []
    for angle, length_ms in angles:
        for _ in range(length_ms // 10):
            now_ms += 10
            if dial.feed(angle, now_ms):
                values.append(dial.value)
    return values


@pytest.mark.parametrize("zero", [0, 1, 2000, 4095])
@pytest.mark.parametrize("value", range(9))
def test_every_detent(value: int, zero: int) -> None:
    for off in (-0.25, 0, 0.25):
        assert told([((at(value + off) + zero) % TURN, 1000)], zero) == [value]


@pytest.mark.parametrize(
    ("angles", "values"),
    [
        ([(at(3), REST_MS - 20)], []),
        ([(at(3), 1000), (at(4), 1000), (at(3), 1000)], [3, 4, 3]),
        ([(at(3), 1000), (at(3.5), 5000), (at(3), 1000)], [3]),
        ([(at(3), 1000), (at(4), 200), (at(3), 1000)], [3]),
        ([(at(0), 1000), (at(8), 1000), (at(0), 1000)], [0, 8, 0]),
        ([(at(0), 1000)] + [(at(n / 10), 20) for n in range(80)] + [(at(8), 1000)], [0, 8]),
        ([(at(2.4), 5000)], []),
        ([(at(5), 1000), (at(4.8), 1000), (at(5.2), 1000)] * 3, [5]),
    ],
)
def test_only_rest_is_told_and_only_once(angles: list[tuple[int, int]], values: list[int]) -> None:
    assert told(angles) == values
