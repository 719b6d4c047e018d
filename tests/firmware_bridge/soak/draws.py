"""Runs on MicroPython: draw orders of four colours from one fixed stream of bytes; print how often each came.

The stream is SHA-256 of a counter. Words: how many draws.
"""

import hashlib
import sys

from firmware_bridge.firmware.draw import order

COLOURS = ["red", "green", "blue", "yellow"]


class Stream:
    """Bytes of SHA-256(0), SHA-256(1), ..."""

    def __init__(self):
        self._counter = 0
        self._bytes = b""
        self._place = 0

    def next_byte(self):
        """The next byte."""
        if self._place == len(self._bytes):
            self._bytes = hashlib.sha256(b"%d" % self._counter).digest()
            self._counter += 1
            self._place = 0
        self._place += 1
        return self._bytes[self._place - 1]


def main(draws):
    """Counts of the 24 orders, in the order of their names."""
    stream = Stream()
    counts = {}
    for _ in range(draws):
        name = " ".join(order(COLOURS, stream.next_byte))
        counts[name] = counts.get(name, 0) + 1
    for name in sorted(counts):
        print(counts[name])


if __name__ == "__main__":
    main(int(sys.argv[1]))
