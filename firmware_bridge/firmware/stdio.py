"""A Pico's USB serial port as MicroPython gives it: standard input and output.

Bytes are read one at a time, because a read of more waits for all of them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BYTES = 256


class Stdio:
    """select, sys: MicroPython's modules. wait_ms: how long `read` waits for a first byte."""

    def __init__(self, select: "Any", sys: "Any", wait_ms: int) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._wait_ms = wait_ms

    def read(self) -> bytes:
        """What is there, at most MOST_BYTES."""
        got = b""
        wait_ms = self._wait_ms
        while len(got) < MOST_BYTES and self._poll.poll(wait_ms):
            byte = self._in.read(1)
            if not byte:
                break
            got += byte
            wait_ms = 0
        return got

    def write(self, data: bytes) -> None:
        """All of it, at once."""
        self._out.write(data)
