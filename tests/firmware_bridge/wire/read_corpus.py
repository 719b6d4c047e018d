"""Runs on MicroPython too: read the lines of a corpus file (hex, one a line) and print what each is taken for."""

import sys

from firmware_bridge.wire.lines import line_of, read_line
from firmware_bridge.wire.messages import WireFault


def verdict(raw):
    """What a line is taken for, as one line of text."""
    try:
        seq, message = read_line(raw)
    except WireFault as fault:
        return "- " + fault.seq + " " + fault.sentence
    return "+ " + line_of(seq, message).decode().strip()


if __name__ == "__main__":
    with open(sys.argv[1]) as corpus:
        for hexed in corpus:
            print(verdict(bytes.fromhex(hexed.strip())))
