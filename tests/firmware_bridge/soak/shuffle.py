"""Orders drawn by the board's own code on real MicroPython from one fixed stream of bytes, and how even they are.

`python -m tests.firmware_bridge.soak.shuffle 240000` prints one line; status 1 if p is not over 0.001.
"""

from __future__ import annotations

import sys
from pathlib import Path

from firmware_bridge.devices.fairness import chi_square_tail
from tests.firmware_bridge.micropython import run_script

MUST_P = 0.001


def run(draws: int) -> tuple[float, list[int]]:
    """p and how often each of the 24 orders came."""
    counts = [int(one) for one in run_script(Path(__file__).with_name("draws.py"), str(draws), timeout_s=900).split()]
    assert len(counts) == 24 and sum(counts) == draws
    expected = draws / 24
    return chi_square_tail(sum((count - expected) ** 2 / expected for count in counts), 23), counts


def main(words: list[str]) -> int:
    p, counts = run(int(words[0]))
    print(
        f"shuffle: {sum(counts)} draws of 4 colours on MicroPython from a fixed stream of bytes, each order"
        f" {min(counts)} to {max(counts)} times, chi-square p = {p:.3f} (over {MUST_P})"
    )
    return 0 if p > MUST_P else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
