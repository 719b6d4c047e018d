"""What a seat asks before it moves or fires: a figure's reach, a way, a range. Reading only; the seat's token is in the
header X-Seat, and what it may cost is each seat's own (`companion.service.match.gauge`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import msgspec
from flask import Flask, Response, request

from companion.service.models import Fault
from webui.answers import json_answer
from webui.faults import fault_answer
from webui.query import read_query

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Gauges(Protocol):
    """What these addresses need of the game: `companion.service.match.gauge.Gauge`."""

    def reach(self, seat: str, figure: str) -> dict[str, Any] | Fault: ...

    def way(self, seat: str, figure: str, points: Sequence[str]) -> dict[str, Any] | Fault: ...

    def range(self, seat: str, a: str, b: str) -> dict[str, Any] | Fault: ...


class ReachQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """figure: its name."""

    figure: Name


class WayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """figure: its name. p: "x,y" in mm, once for each bend in order, and last the goal."""

    figure: Name
    p: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=50)]


class RangeQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two figures' names; the first one looks at the second."""

    a: Name
    b: Name


@dataclass(frozen=True, slots=True)
class GaugeRoute:
    """ask: what is asked of `Gauges`, for this seat."""

    path: str
    summary: str
    query: type[msgspec.Struct]
    ask: Callable[[Gauges, str, Any], dict[str, Any] | Fault]


GAUGE_ROUTES: tuple[GaugeRoute, ...] = (
    GaugeRoute(
        "/api/v1/reach",
        "Where a figure could go at each rate.",
        ReachQuery,
        lambda gauges, seat, query: gauges.reach(seat, query.figure),
    ),
    GaugeRoute(
        "/api/v1/way",
        "How far a figure has to go, by the shortest legal way or through given points, at each rate.",
        WayQuery,
        lambda gauges, seat, query: gauges.way(seat, query.figure, query.p),
    ),
    GaugeRoute(
        "/api/v1/range",
        "How far two figures are apart, in which bands that is, and what stands between.",
        RangeQuery,
        lambda gauges, seat, query: gauges.range(seat, query.a, query.b),
    ),
)


def register_gauge(app: Flask, gauges: Gauges, seat: Callable[[], str]) -> None:
    """Put every row of the table on the app. seat: of the request that is answered; raises `Refused`."""
    for route in GAUGE_ROUTES:
        app.add_url_rule(route.path, f"gauge {route.path}", _handled(route, gauges, seat), methods=["GET"])


def _handled(route: GaugeRoute, gauges: Gauges, seat: Callable[[], str]) -> Callable[[], Response]:
    def handled() -> Response:
        said = route.ask(gauges, seat(), read_query(request.args, route.query))
        if isinstance(said, Fault):
            return fault_answer(said)
        return json_answer(said)

    return handled
