"""A picture from a phone's own camera, taken out of the request.

What kind of picture it is, how large, and whether it can be read at all, is for the service to say; it looks at the
bytes, not at what the sender claims. Nothing is written under a name from outside.
"""

from __future__ import annotations

from flask import Request

from webui.faults import Refused

FIELD = "picture"
TAKEN = "JPEG, PNG and WebP pictures"


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
            "not_a_picture", f"A file of type {request.mimetype[:60]!r} is not taken; {TAKEN} are.", "Content-Type"
        )
    return data, name[-80:]
