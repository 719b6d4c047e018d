"""Answers of the API as bytes: models or plain values in, JSON out, never cached."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

_encoder = msgspec.json.Encoder()


def json_answer(value: Any, status: int = 200) -> Response:
    """A model, or plain values, as a JSON response."""
    answer = Response(_encoder.encode(value), status, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
