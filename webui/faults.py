"""Faults as answers: one table from code to status, JSON for the API, a plain page for people, never a traceback.

A fault's sentence may hold text from outside (a figure's name, a path): it is cut here and escaped where it goes into
HTML. A page that is not there offers those that are.
"""

from __future__ import annotations

import logging

import msgspec
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.service.models import Fault
from webui.absent import LINKS
from webui.answers import json_answer
from webui.pages import said_html

API_PREFIX = "/api/"
MESSAGE_MAX = 500

STATUS: dict[str, int] = {
    "unknown_figure": 404,
    "not_found": 404,
    "wrong_method": 405,
    "bad_spot": 400,
    "bad_query": 400,
    "bad_command": 400,
    "unknown_device": 404,
    "not_connected": 409,
    "not_open": 409,
    "not_possible": 409,
    "devices_off": 409,
    "game_on": 409,
    "not_json": 415,
    "wrong_host": 403,
    "cross_site": 403,
    "unknown_seat": 403,
    "wrong_code": 403,
    "picture_too_large": 413,
    "not_a_picture": 415,
    "empty_picture": 422,
    "unreadable_picture": 422,
    "no_picture": 503,
    "uploads_off": 409,
    "busy": 503,
    "too_many_streams": 503,
    "internal": 500,
}
"""Fault code -> HTTP status; a code that is not here is answered with 400."""

RETRY_AFTER_S = {"busy": 2, "too_many_streams": 5, "no_picture": 2}

_OF_STATUS = {404: "not_found", 405: "wrong_method", 413: "picture_too_large"}
_SENTENCES = {
    404: "There is nothing at this address. What there is begins at /; the API's description is at /openapi.json.",
    405: "This address does not take {method}.",
    413: "The picture is too large. The most is {limit_mb:.0f} MB.",
}

TITLES = {404: "Nothing here", 403: "Not from here", 500: "A mistake of the companion's"}

log = logging.getLogger(__name__)


class FaultAnswer(msgspec.Struct, frozen=True):
    """The JSON of every fault: `{"error": {code, message, where}}`."""

    error: Fault


class Refused(Exception):
    """Raised inside a request to answer it with this fault."""

    def __init__(self, code: str, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.fault = Fault(code=code, message=message, where=where)


def fault_answer(fault: Fault) -> Response:
    """The fault as JSON or, outside the API, as a plain page, with its status."""
    status = STATUS.get(fault.code, 400)
    message = "".join(c if c.isprintable() else " " for c in fault.message[:MESSAGE_MAX])
    shown = Fault(code=fault.code, message=message, where=fault.where[:200] if fault.where else None)
    if request.path.startswith(API_PREFIX):
        answer = json_answer(FaultAnswer(error=shown), status)
    else:
        page = said_html(
            TITLES.get(status, "This cannot be done"), message, (), current_app.config.get(LINKS, {"/": "The table"})
        )
        answer = Response(page, status, mimetype="text/html")
    if fault.code in RETRY_AFTER_S:
        answer.headers["Retry-After"] = str(RETRY_AFTER_S[fault.code])
    return answer


def register_faults(app: Flask) -> None:
    """Make every way a request can fail end in `fault_answer`."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return fault_answer(error.fault)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        if 300 <= status < 400:
            return Response(status=status, headers=error.get_response().headers)
        limit_mb = (app.config["MAX_CONTENT_LENGTH"] or 0) / 1e6
        sentence = _SENTENCES.get(status, error.description or "The request could not be answered.")
        code = _OF_STATUS.get(status, "bad_query" if status < 500 else "internal")
        answer = fault_answer(Fault(code, sentence.format(method=request.method, limit_mb=limit_mb), request.path))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return answer

    @app.errorhandler(Exception)
    def anything(error: Exception) -> Response:
        log.error("request %s %r failed", request.method, request.path[:200], exc_info=error)
        return fault_answer(Fault("internal", "The companion made a mistake answering this; its log has the details."))
