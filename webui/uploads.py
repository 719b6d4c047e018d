"""A picture from a phone's own camera: what kinds and sizes are taken, before the service looks at it.

The kind is read from the first bytes, not from what the sender claims, and the size in pixels from the file's head,
so that a small file that would unfold into gigabytes is refused without unfolding it. Nothing is written to disk
under a name from outside.
"""

from __future__ import annotations

import struct

from flask import Request

from webui.faults import Refused

UPLOAD_MAX_BYTES = 32_000_000
"""A 50 Mpx phone picture is about 15 MB."""
UPLOAD_MAX_PX = 64_000_000
"""64 Mpx unfold to 192 MB of BGR."""
FIELD = "picture"
TAKEN = "JPEG, PNG and WebP pictures"

_JPEG_FRAMES = frozenset({*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})


def read_upload(request: Request) -> tuple[bytes, str]:
    """The picture's bytes and its name, from a raw body or a multipart form's file; raises `Refused`."""
    if request.mimetype == "multipart/form-data":
        sent = request.files.get(FIELD) or next(iter(request.files.values()), None)
        if sent is None:
            raise Refused("bad_query", f"The form holds no file. Send the picture in the field {FIELD!r}.", FIELD)
        data, name = sent.read(), sent.filename or "picture"
    elif request.mimetype.startswith("image/") or request.mimetype in ("", "application/octet-stream"):
        data, name = request.get_data(), "picture"
    else:
        raise Refused(
            "not_a_picture", f"A body of type {request.mimetype[:60]!r} is not taken; {TAKEN} are.", "Content-Type"
        )
    check_picture(data)
    return data, name[-80:]


def check_picture(data: bytes) -> None:
    """Refuse what is empty, of another kind, or too many pixels to unfold."""
    if not data:
        raise Refused("unreadable_picture", "The picture is empty: no byte arrived.", "body")
    size = picture_size(data)
    if size is None:
        kind = "an HEIC picture" if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1") else "none of these"
        raise Refused("not_a_picture", f"{TAKEN} are taken; this is {kind}.", "body")
    width, height = size
    if width == 0 or height == 0:
        raise Refused("unreadable_picture", "The picture is broken: its head does not say how large it is.", "body")
    if width * height > UPLOAD_MAX_PX:
        raise Refused(
            "picture_too_large",
            f"The picture has {width} x {height} pixels; the most is {UPLOAD_MAX_PX // 1_000_000} million. "
            "Choose a smaller picture size in the phone's camera.",
            "body",
        )


def picture_size(data: bytes) -> tuple[int, int] | None:
    """(width, height) in px from the head of a JPEG, PNG or WebP.

    (0, 0) if it is one but cut short; None if it is none.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg_size(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return struct.unpack(">II", data[16:24]) if len(data) >= 24 and data[12:16] == b"IHDR" else (0, 0)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_size(data)
    return None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walks the segments up to the frame header (ITU T.81, B.2.2)."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in _JPEG_FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    """RFC 9649: canvas of VP8X, or the frame of VP8 (key frame) or VP8L."""
    if len(data) < 30:
        return 0, 0
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            return 0, 0
