"""JPEGs cut out of a stream of bytes.

MJPEG over HTTP and the output of rpicam-vid are both "JPEGs, perhaps with text in between". So the JPEG's own structure
is read and what is between two of them is dropped: ffmpeg, mjpg-streamer and Motion each write boundaries, lengths and
blank lines their own way, and none of that matters here. A picture is over at its last byte, not when the next boundary
comes, which saves a frame of delay. Segments are skipped by their length, so a thumbnail in an APP1 segment does not
end the picture (ITU T.81, B.1.1).

A picture cut short is dropped when the next one begins. Not more than `most_bytes` are ever held.
"""

from __future__ import annotations

START = b"\xff\xd8"
END = b"\xff\xd9"
SCAN = 0xDA
ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length: TEM and the restart markers."""


class JpegStream:
    """Feed it bytes in any pieces; it returns the JPEGs that became whole."""

    def __init__(self, most_bytes: int = 16_000_000) -> None:
        self.most_bytes = most_bytes
        self.dropped_bytes = 0
        self._held = bytearray()
        self._at = 0
        self._in_scan = False

    def feed(self, piece: bytes) -> list[bytes]:
        """The JPEGs completed by this piece, oldest first."""
        self._held += piece
        whole = []
        while (picture := self._next()) is not None:
            whole.append(picture)
        if len(self._held) > self.most_bytes:
            self._drop(len(self._held) - 1)
        return whole

    def _next(self) -> bytes | None:
        while True:
            if self._at == 0 and not self._find_start():
                return None
            if self._in_scan:
                picture = self._finish_scan()
                if picture == b"":
                    continue
                return picture
            if not self._skip_segment():
                return None

    def _find_start(self) -> bool:
        begin = self._held.find(START)
        if begin < 0:
            self._drop(len(self._held) - self._held.endswith(b"\xff"))
            return False
        self._drop(begin)
        self._at = 2
        return True

    def _skip_segment(self) -> bool:
        """Step over one marker segment; False: more bytes are needed. What is no marker starts the search anew."""
        held, at = self._held, self._at
        if len(held) < at + 2:
            return False
        if held[at] != 0xFF:
            self._drop(2)
            return True
        marker = held[at + 1]
        if marker == 0xFF:
            self._at += 1
            return True
        if marker in ALONE:
            self._at += 2
            return True
        if marker in (0x00, 0xD8, 0xD9):
            self._drop(2)
            return True
        if len(held) < at + 4:
            return False
        length = int.from_bytes(held[at + 2 : at + 4], "big")
        if length < 2:
            self._drop(2)
            return True
        self._at += 2 + length
        self._in_scan = marker == SCAN
        return True

    def _finish_scan(self) -> bytes | None:
        """The picture; None: more bytes are needed; empty: it was cut short and the next one has begun."""
        held = self._held
        if len(held) <= self._at:
            return None
        again = held.find(START, self._at)
        end = held.find(END, self._at, again if again >= 0 else len(held))
        if end < 0 <= again:
            self._drop(again)
            return b""
        if end < 0:
            self._at = max(self._at, len(held) - 1)
            return None
        picture = bytes(held[: end + 2])
        del held[: end + 2]
        self._at, self._in_scan = 0, False
        return picture

    def _drop(self, count: int) -> None:
        self.dropped_bytes += count
        del self._held[:count]
        self._at, self._in_scan = 0, False
