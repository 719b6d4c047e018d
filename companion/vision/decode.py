"""From the bytes of a picture file to an image, with the size looked at first.

A picture names its size in its first bytes, so one that is too large is refused, or read at half size, before any
memory is taken for it (a 50 Mpx image is 150 MB). Turned pictures from phones come out upright (EXIF orientation, by
OpenCV).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_BYTES = 50_000_000
MOST_PX = 50_000_000
FULL_PX = 12_600_000
"""Up to this a picture is read at full size (12 Mpx phones); above, at half or quarter size."""

_FRAME_HEADERS = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


class DecodeFault(ValueError):
    """A file that yields no picture. code: for programs; the text is a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """image: (H, W, 3) uint8 BGR, upright.

    divided: 1, or 2 or 4 where it was read at a half or a quarter of its size.
    """

    image: NDArray[np.uint8]
    divided: int


def decode_picture(content: bytes, most_bytes: int = MOST_BYTES, full_px: int = FULL_PX) -> Decoded:
    """Read a JPEG, PNG or WebP. DecodeFault: empty, another kind of file, too large, or broken."""
    if not content:
        raise DecodeFault("empty_picture", "The picture is empty. Send it again.")
    if len(content) > most_bytes:
        size = f"{len(content) / 1e6:.0f} MB"
        raise DecodeFault("picture_too_large", f"The picture has {size}; at most {most_bytes / 1e6:.0f} MB are taken.")
    width_px, height_px = picture_size(content)
    count_px = width_px * height_px
    if count_px > MOST_PX:
        raise DecodeFault(
            "picture_too_large",
            f"The picture has {count_px / 1e6:.0f} megapixels ({width_px} x {height_px}); at most "
            f"{MOST_PX / 1e6:.0f} are taken. Choose a smaller size in the camera's settings.",
        )
    divided = next(step for step in (1, 2, 4) if count_px <= full_px * step * step or step == 4)
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), _REDUCED[divided])
    except cv2.error as error:
        raise DecodeFault("unreadable_picture", "The picture is damaged and cannot be read.") from error
    if image is None or image.size == 0:
        raise DecodeFault("unreadable_picture", "The picture is damaged and cannot be read.")
    return Decoded(np.asarray(image, dtype=np.uint8), divided)


def picture_size(content: bytes) -> tuple[int, int]:
    """(width, height) in px as the file's header states them, before any turning.

    DecodeFault: no JPEG, no PNG, or cut.
    """
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        size = _png_size(content)
    elif content.startswith(b"\xff\xd8"):
        size = _jpeg_size(content)
    elif content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        size = _webp_size(content)
    else:
        raise DecodeFault("not_a_picture", f"{_kind(content)} Send a JPEG or a PNG.")
    if size is None or min(size) < 1:
        raise DecodeFault("unreadable_picture", "The picture is cut short or damaged; its size cannot be read.")
    return size


def _png_size(content: bytes) -> tuple[int, int] | None:
    if len(content) < 24 or content[12:16] != b"IHDR":
        return None
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _FRAME_HEADERS:
            height = int.from_bytes(content[at + 5 : at + 7], "big")
            return int.from_bytes(content[at + 7 : at + 9], "big"), height
        elif marker in (0x01, *range(0xD0, 0xD8)):
            at += 2
        elif marker in (0xD9, 0xDA):
            return None
        else:
            at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    """From the canvas of VP8X or the frame of VP8 and VP8L (RFC 9649)."""
    if len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        case b"VP8 ":
            width, height = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (26, 28))
            return width, height
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            return None


def _kind(content: bytes) -> str:
    """A sentence on what else this file is."""
    if content[4:8] == b"ftyp" and content[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"avif"):
        return "This is a HEIC picture; set the phone's camera to 'most compatible', or send a screenshot of it."
    if content.startswith((b"GIF8", b"BM", b"II*\x00", b"MM\x00*")):
        return "This is another kind of picture file."
    return "This is not a picture."
