"""The table of the API: every address, what it takes, what it answers. Served, described and tested from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.service.device_models import DeviceCommand, Done
from companion.service.figure_models import AskAnswer, FigureCommand, RulingsView, TurnAsked
from companion.service.models import Health, MeasureView, TableView, TapeView, UploadView
from companion.service.terrain_models import (
    OverlayView,
    ProposalsView,
    TableCommand,
    TablesView,
    TapAsked,
    TappedView,
    TerrainCommand,
)
from webui.query import FrameQuery, LinesQuery, MeasureQuery, NoQuery, OverlayQuery, RulingsQuery, TapeQuery


@dataclass(frozen=True, slots=True)
class Route:
    """handler: name of a function in `webui.api`. path: with {name} where a word of the caller's stands.

    answer: a model (JSON) or a media type. faults: statuses besides 400 and 500. body: what a JSON body must be.
    """

    path: str
    method: str
    handler: str
    summary: str
    answer: type[msgspec.Struct] | str
    query: type[msgspec.Struct] = NoQuery
    faults: tuple[int, ...] = ()
    takes: tuple[str, ...] = ()
    body: Any = None


ROUTES: tuple[Route, ...] = (
    Route("/api/v1/health", "GET", "health", "How it goes: camera, table revision, devices.", Health),
    Route("/api/v1/table", "GET", "table", "What stands on the table.", TableView),
    Route(
        "/api/v1/measure",
        "GET",
        "measure",
        "Distances and lines of sight between two figures or points.",
        MeasureView,
        MeasureQuery,
        faults=(404,),
    ),
    Route("/api/v1/tape", "GET", "tape", "The length of a line with bends.", TapeView, TapeQuery, faults=(404,)),
    Route(
        "/api/v1/frame.jpg",
        "GET",
        "frame",
        "The newest camera picture; X-Extent-Mm says what a straightened one covers.",
        "image/jpeg",
        FrameQuery,
        faults=(503,),
    ),
    Route(
        "/api/v1/events",
        "GET",
        "stream",
        "Server-sent events: `view` (id = revision, data = the whole view) on every change, `beat` every 5 s.",
        "text/event-stream",
        faults=(503,),
    ),
    Route(
        "/api/v1/frames",
        "POST",
        "take_frame",
        "Send a picture as the camera's, as the body or as a form's file.",
        UploadView,
        faults=(403, 409, 413, 415, 422),
        takes=("image/jpeg", "image/png", "image/webp", "multipart/form-data"),
    ),
    Route(
        "/api/v1/devices",
        "POST",
        "command_devices",
        "Do something with the electronics: blink, arm, roll, type an answer. What comes of it is in the view.",
        Done,
        faults=(403, 404, 409, 415),
        takes=("application/json",),
        body=DeviceCommand,
    ),
    Route(
        "/api/v1/lines",
        "GET",
        "lines",
        "The last 200 lines each way of a connected device, for a bug report.",
        "text/plain",
        LinesQuery,
        faults=(409,),
    ),
    Route(
        "/api/v1/figures/{figure}",
        "POST",
        "command_figure",
        "Say something of a figure: its name, that it is off the table or back, that it may stay. `figure` is its id.",
        Done,
        faults=(403, 404, 409, 415, 503),
        takes=("application/json",),
        body=FigureCommand,
    ),
    Route(
        "/api/v1/asks/{ask}",
        "POST",
        "answer_ask",
        "Answer a question of the camera's; those open are in the view, under `watch`.",
        Done,
        faults=(403, 409, 415, 503),
        takes=("application/json",),
        body=AskAnswer,
    ),
    Route(
        "/api/v1/turn",
        "POST",
        "set_turn",
        "Say whose turn it is; a figure that moves out of it is asked about.",
        Done,
        faults=(403, 409, 415, 503),
        takes=("application/json",),
        body=TurnAsked,
    ),
    Route("/api/v1/evidence", "GET", "evidence", "What the camera ruled, newest first.", RulingsView, RulingsQuery),
    Route(
        "/api/v1/crops/{crop}.jpg",
        "GET",
        "crop",
        "A crop of a picture, by the id that an ask or a ruling gives.",
        "image/jpeg",
        faults=(404,),
    ),
    Route(
        "/api/v1/taps",
        "POST",
        "tap",
        "What a tap at a pixel of one of the last pictures means on the table.",
        TappedView,
        faults=(403, 409, 415, 503),
        takes=("application/json",),
        body=TapAsked,
    ),
    Route(
        "/api/v1/overlay",
        "GET",
        "overlay",
        "The terrain as it lies in one of the last pictures.",
        OverlayView,
        OverlayQuery,
        faults=(409, 503),
    ),
    Route(
        "/api/v1/proposals",
        "GET",
        "proposals",
        "Pieces of terrain that the newest picture shows beside the empty table; they are guesses.",
        ProposalsView,
        faults=(409, 503),
    ),
    Route(
        "/api/v1/terrain",
        "POST",
        "change_terrain",
        "Put or remove a piece of terrain, or say that the newest picture is the empty table.",
        Done,
        faults=(403, 404, 409, 415, 503),
        takes=("application/json",),
        body=TerrainCommand,
    ),
    Route("/api/v1/tables", "GET", "tables", "The saved tables.", TablesView),
    Route(
        "/api/v1/tables",
        "POST",
        "command_tables",
        "Save, rename or delete a table, load its terrain, or show its ghosts, which are in the view.",
        Done,
        faults=(403, 404, 409, 415, 503),
        takes=("application/json",),
        body=TableCommand,
    ),
)
