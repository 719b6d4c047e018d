"""A picture from a phone's own camera: what kinds are taken, before the service looks at it.

The kind is read from the first bytes, not from what the sender claims. How many pixels it has, and whether it can be
read at all, is for `companion.vision.decode` behind the service to say. Nothing is written under a name from outside.
"""

from __future__ import annotations

from flask import Request

from webui.faults import Refused

UPLOAD_MAX_BYTES = 20_000_000
"""As `companion.vision.decode` takes them; a 50 Mpx phone picture is about 15 MB."""
FIELD = "picture"
TAKEN = "JPEG, PNG and WebP pictures"
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1")


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
    """Refuse what is empty or of another kind."""
    if not data:
        raise Refused("empty_picture", "The picture is empty: no byte arrived.", "body")
    if not (
        data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
    ):
        kind = "an HEIC picture" if data[4:12] in HEIC else "none of these"
        raise Refused("not_a_picture", f"{TAKEN} are taken; this is {kind}.", "body")
