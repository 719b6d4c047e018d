"""The page on which the board is laid on the camera's picture, and its API.

Looking and trying is open to all; keeping is the host's. Corners that cannot be are 400 with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, request

from companion.geometry.laying import LayingFault
from companion.service.match.laying import LayAsked
from webui.answers import json_answer
from webui.bodies import read_body
from webui.faults import Refused


class Layer(Protocol):
    """What these pages need of the game: `companion.service.match.laying.Laying`, in the program's one order."""

    def shown(self) -> dict[str, Any]: ...

    def ask(self, asked: LayAsked) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class LayRoute:
    """handler: name of a function here."""

    path: str
    method: str
    handler: str
    summary: str


LAY_ROUTES: tuple[LayRoute, ...] = (
    LayRoute("/api/v1/laying", "GET", "shown", "Whether and how the board lies under the camera."),
    LayRoute("/api/v1/laying", "POST", "ask", "Lay the board by four taps on a picture, or by four sheets."),
)


def register_laying(app: Flask, layer: Layer, is_host: Callable[[str], bool]) -> None:
    """Put both on the app. is_host: whether this is the host's code."""

    def shown() -> Response:
        return json_answer(layer.shown())

    def ask() -> Response:
        asked: LayAsked = read_body(request, LayAsked)
        if asked.keep and not is_host(request.headers.get("X-Host", "")):
            raise Refused(
                "wrong_code", "This is not the host's code; it was printed when the program started.", "X-Host"
            )
        try:
            return json_answer(layer.ask(asked))
        except LayingFault as fault:
            raise Refused("bad_corners", str(fault), "corners") from fault

    handlers = {"shown": shown, "ask": ask}
    for route in LAY_ROUTES:
        app.add_url_rule(route.path, f"laying {route.handler}", handlers[route.handler], methods=[route.method])
