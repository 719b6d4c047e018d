"""A JSON body as a model: checked, or refused with the name of what is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Request

from webui.faults import Refused

MOST_BYTES = 10_000


def read_body(request: Request, model: Any, most_bytes: int = MOST_BYTES) -> Any:
    """The body as the model; raises `Refused`."""
    if request.mimetype != "application/json":
        raise Refused("not_json", "Send JSON, with Content-Type: application/json.", "Content-Type")
    data = request.get_data()
    if len(data) > most_bytes:
        raise Refused("bad_command", f"The body is too large; the most is {most_bytes} bytes.", "body")
    try:
        return msgspec.json.decode(data, type=model)
    except msgspec.ValidationError as wrong:
        what, _, at = str(wrong).partition(" - at ")
        where = at.strip("`").removeprefix("$.") or None
        raise Refused("bad_command", f"{what}{f' in {where}' if where else ''}.", where) from None
    except msgspec.DecodeError as wrong:
        raise Refused("bad_command", f"The body is not JSON: {wrong}.", "body") from None
