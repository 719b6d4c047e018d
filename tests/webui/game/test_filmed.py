"""Phones, a filmed table, and a turn or two of a free table's game on it; and the same without any camera.

No number is typed but dice. Longer evenings of both scenarios of Flintloque: `make games-filmed`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.webui.game.filmed import Filmed, filmed
from tests.webui.game.raid import RAID
from tests.webui.game.scripted import Plainly, Script, answers_of, came_of, events_of, play
from tests.webui.game.skirmish import SHORT

OFF_MM = 3.0
"""Most that a hand and the camera together put a figure beside the script's place."""
PLAYED = {
    "flintloque": {"Deployed", "FigureMoved", "Charged", "SightJudged", "ShotFired", "BlowsStruck", "Fell"},
    "dark-age-skirmish": {"Deployed", "FigureMoved", "Entered", "SightJudged", "ShotMade", "FatigueSpent"},
}
MEASURED = {"flintloque": 2, "dark-age-skirmish": 1}


@pytest.fixture(scope="module", params=[SHORT, RAID], ids=lambda script: script.game.name)
def script(request: pytest.FixtureRequest) -> Script:
    one: Script = request.param
    return one


@pytest.fixture(scope="module")
def seen(script: Script, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Filmed]:
    """The evening with a camera, played; four phones of Flintloque, two of Dark Age Skirmish."""
    one = filmed(tmp_path_factory.mktemp("filmed"), browser, script)
    yield one
    one.close()
    assert one.errors == []


@pytest.fixture(scope="module")
def touched(script: Script, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plainly]:
    """The same evening without one."""
    one = Plainly(tmp_path_factory.mktemp("plainly") / "game", script)
    play(one, script)
    yield one
    one.match.close()


def test_the_same_comes_of_it_with_a_camera_and_without(seen: Filmed, touched: Plainly) -> None:
    assert came_of(seen.match) == came_of(touched.match)
    with_camera, without = seen.match.state.figures, touched.match.state.figures
    off = {name: math.dist(with_camera[name].place, without[name].place) for name in without}
    assert max(off.values()) < OFF_MM, off


def test_all_of_it_was_played(seen: Filmed, script: Script) -> None:
    assert {type(event).__name__ for event in events_of(seen.match)} >= PLAYED[script.game.name]
    assert len(seen.pages) == len(set(script.seats.values()))


def test_nobody_typed_a_number_but_dice(seen: Filmed, script: Script) -> None:
    answers = answers_of(seen.match)
    measured = [(source, answer) for source, key, answer in answers if "/distance/" in key]
    assert len(measured) == MEASURED[script.game.name]
    assert all(source == "camera" and answer[1] > 0 for source, answer in measured)
    asked = {row.data["key"]: row.data["kind"] for row in seen.match.journal.rows() if row.kind == "question"}
    typed = [asked[key] for source, key, answer in answers if source != "camera" and not isinstance(answer, str)]
    assert typed and set(typed) == {"Roll"}
    rows = [row for row in seen.match.journal.rows() if row.kind == "command"]
    places = [row.data["fields"].get("at") or row.data["fields"].get("to") for row in rows]
    as_seen = [place for place in places if place and any(value != round(value) for value in place)]
    assert len(as_seen) > len(script.places) / 2, "places as they were seen, not as the script has them"


def test_nobody_was_asked_who_moved_a_figure(seen: Filmed) -> None:
    assert seen.service.view().watch.nudges == []
    ruled = {one.event for one in seen.service.rulings(None, 100, None).rulings}
    assert "moved" in ruled and not ruled & {"nudged", "moved-on", "lost"}


def test_without_a_camera_distances_come_from_the_map(touched: Plainly) -> None:
    assert all(answer[1] == 0 for _, key, answer in answers_of(touched.match) if "/distance/" in key)
