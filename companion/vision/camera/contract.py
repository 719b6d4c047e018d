"""What every camera is: open, read the next picture, close.

Pictures stay encoded where the source has them so, because most are never looked at: decoding a 1080p JPEG costs 9 ms,
taking it off a socket 1 ms.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


class CameraFault(Exception):
    """The camera cannot be opened, has gone, or says nothing; the text is a sentence for people."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture as it came: `content` is a JPEG or PNG file's bytes, or a decoded (H, W, 3) uint8 BGR image.

    time_s: when it arrived, on the clock of `time.monotonic`. name: of the file it came from, if any.
    """

    content: bytes | Picture
    time_s: float
    name: str = ""

    def fingerprint(self) -> int:
        """Equal for equal pictures; a real camera's noise makes it differ from picture to picture."""
        if isinstance(self.content, bytes):
            return zlib.crc32(self.content)
        return zlib.crc32(np.ascontiguousarray(self.content[::4, ::4]).tobytes())


class Camera(Protocol):
    """A source of pictures.

    describe: what it is, for people; holds no password. repeats: whether the same picture again and again is normal.
    quiet: None, or the sentence that explains why no picture may come for as long as it likes (a phone that sends them
    by hand).
    """

    @property
    def describe(self) -> str: ...

    @property
    def repeats(self) -> bool: ...

    @property
    def quiet(self) -> str | None: ...

    def open(self) -> None:
        """Start it; CameraFault if that fails. May be called again after `close`."""

    def read(self, timeout_s: float) -> Shot | None:
        """The next picture. None: nothing new, and that is normal here. CameraFault: gone, or silent for timeout_s."""

    def close(self) -> None:
        """Let go of it. Harmless twice, and from another thread: a waiting `read` then ends soon."""
