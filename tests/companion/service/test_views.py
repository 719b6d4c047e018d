"""The table as phones draw it."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import pytest

from companion.service.core import Core
from companion.service.feed import FeedState
from companion.service.health import CameraStatus
from companion.service.models import NoteView, PlaceView, View
from companion.service.views import (
    EMPTY_EXTENT,
    NOT_MEASURING,
    Fixed,
    build_view,
    extent_mm,
    note_view,
    what_is_wrong,
)
from companion.table.state import GridSpec, Place, Spread, TableState, TerrainPiece
from companion.vision.frame import Note
from tests.companion.service.fakes import figure, sheet

LIVE = CameraStatus("live", 10.0, "The camera is live.", True)
GONE = CameraStatus("gone", 10.0, "The cable is out.", False)
FEED = FeedState("camera", False, None, 0.0, 4, 10.0)


def view(core: Core, status: CameraStatus = LIVE) -> View:
    return build_view(core, FEED, status, Fixed((1, 2)), 10.0, lambda time_s: time_s + 1000.0)


def test_an_empty_table_is_a_whole_view_that_encodes() -> None:
    empty = view(Core(TableState()))
    assert empty.table.extent_mm == EMPTY_EXTENT and empty.table.figures == [] and empty.time_s == 1010.0
    assert msgspec.json.decode(msgspec.json.encode(empty), type=View) == empty


def test_a_figure_is_rounded_to_what_a_screen_shows() -> None:
    spread = Spread((0.0123, 0.0, 0.0123))
    one = replace(
        figure("a", name="Anna"),
        place=Place(12.3456, -7.8912, spread, 25.04, "hill"),
        others=(Place(1.0, 2.0, spread),),
        heading_rad=-math.pi / 2,
        side="red",
        doubt="Two levels fit.",
    )
    shown = view(Core(TableState(figures=(one,)), picture_s=9.9, seen_s={"a": 9.9})).table.figures[0]
    assert shown.place == PlaceView(12.3, -7.9, 0.11, 25.0, "hill") and shown.heading_deg == 270.0
    assert (shown.name, shown.side, shown.doubt) == ("Anna", "red", "Two levels fit.")
    assert (shown.seen, shown.seen_s) == (True, 1009.9)
    assert shown.others == [PlaceView(1.0, 2.0, 0.11)]


@pytest.mark.parametrize(("rad", "deg"), [(0.0, 0.0), (-1e-9, 0.0), (math.tau, 0.0), (3.0, 171.9)])
def test_headings_are_from_0_to_below_360(rad: float, deg: float) -> None:
    core = Core(TableState(figures=(replace(figure("a"), heading_rad=rad),)))
    assert view(core).table.figures[0].heading_deg == deg


def test_nothing_is_in_sight_while_the_camera_is_gone() -> None:
    core = Core(
        TableState(figures=(figure("a"),), sheets=(sheet(1), sheet(2, 100.0))),
        picture_s=9.9,
        seen_s={"a": 9.9},
        sheet_s={2: 9.9, 1: 9.0},
        notes_s={Note("n", "A sentence."): 9.9},
    )
    live, gone = view(core), view(core, GONE)
    assert live.sheets_seen == [1, 2] and [one.seen for one in live.table.sheets] == [True, True]
    assert live.notes == [NoteView("n", "A sentence.", "warning")] and live.table.figures[0].seen
    assert gone.sheets_seen == [] and [one.seen for one in gone.table.sheets] == [False, False]
    assert gone.notes == [] and not gone.table.figures[0].seen
    assert gone.table.figures[0].place == live.table.figures[0].place


def test_the_extent_holds_everything_in_whole_steps() -> None:
    hut = TerrainPiece("hut", "building", 60.0, ((300.0, 10.0), (390.0, 10.0), (390.0, 70.0)))
    table = TableState(figures=(figure("a", -100.0, 5.0),), terrain=(hut,), sheets=(sheet(1, 0.0, 200.0),))
    x0, y0, x1, y1 = extent_mm(table)
    assert (x0, y0, x1, y1) == (-200.0, -50.0, 450.0, 300.0)
    nudged = replace(table, figures=(figure("a", -99.0, 6.0),))
    assert extent_mm(nudged) == (x0, y0, x1, y1)


def test_terrain_and_grid() -> None:
    hill = TerrainPiece("hill", "hill", 25.0, ((0, 0), (9, 0), (9, 9)), ((2, 1), (8, 1), (8, 7)))
    shown = view(Core(TableState(terrain=(hill,), grid=GridSpec("hex", 25.4, (1.0, 2.0), math.pi / 6)))).table
    assert shown.terrain[0].outline_mm == [(0, 0), (9, 0), (9, 9)]
    assert shown.terrain[0].top_outline_mm == [(2, 1), (8, 1), (8, 7)]
    assert shown.grid is not None and (shown.grid.kind, shown.grid.turn_deg) == ("hex", 30.0)


@pytest.mark.parametrize(
    ("severity", "shown"), [("info", "info"), ("fault", "fault"), ("warning", "warning"), ("odd", "warning")]
)
def test_severities(severity: str, shown: str) -> None:
    assert note_view(Note("c", "m", severity)).severity == shown


FAILED = Core(TableState(), picture_s=9.9, notes_s={Note("no-sheets", "No sheet.", "fault"): 9.9}, failing_s=8.0)
SLOW = replace(FEED, started_s=5.0)
LATE = replace(FEED, started_s=5.0, flowing_s=8.0)
STARTING = CameraStatus("starting", 5.0, "The camera is being started.", False)
NO_PICTURE = CameraStatus("none", 5.0, "Send a picture.", False)
GOOD = Core(TableState(), picture_s=9.9)
WRONG: dict[str, tuple[Core, CameraStatus, FeedState, Fixed, str]] = {
    "all is well": (GOOD, LIVE, FEED, Fixed(), ""),
    "an ordinary note": (replace(GOOD, notes_s={Note("n", "Hm."): 9.9}), LIVE, FEED, Fixed(), ""),
    "the camera is gone": (GOOD, GONE, FEED, Fixed(), "The cable is out."),
    "every picture fails": (FAILED, LIVE, FEED, Fixed(), f"{NOT_MEASURING.message} No sheet."),
    "one picture fails": (replace(FAILED, failing_s=9.0), LIVE, FEED, Fixed(), ""),
    "the first look hangs": (Core(TableState()), STARTING, SLOW, Fixed(), "Pictures come, but none"),
    "a camera that came late": (Core(TableState()), STARTING, LATE, Fixed(), ""),
    "a camera that came back": (replace(GOOD, picture_s=2.0), LIVE, LATE, Fixed(), ""),
    "no picture from a phone yet": (Core(TableState()), NO_PICTURE, FEED, Fixed(takes_uploads=True), ""),
    "no picture from a camera": (Core(TableState()), NO_PICTURE, FEED, Fixed(), "Send a picture."),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    core, status, feed, fixed, words = WRONG[name]
    said = what_is_wrong(build_view(core, feed, status, fixed, 10.0, lambda time_s: time_s))
    assert said.startswith(words) and bool(said) == bool(words)


@pytest.mark.parametrize(
    ("may_repeat", "uploads", "recorded"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_pictures_of_a_recording_are_said_to_be_one(may_repeat: bool, uploads: bool, recorded: bool) -> None:
    feed = replace(FEED, may_repeat=may_repeat)
    made = build_view(GOOD, feed, LIVE, Fixed(takes_uploads=uploads), 10.0, lambda time_s: time_s)
    assert made.camera.recorded is recorded
