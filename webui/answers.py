"""Answers of the API as bytes: models in, JSON out, never cached."""

from __future__ import annotations

import msgspec
from flask import Response

_encoder = msgspec.json.Encoder()


def json_answer(model: msgspec.Struct, status: int = 200) -> Response:
    """The model as a JSON response."""
    answer = Response(_encoder.encode(model), status, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
