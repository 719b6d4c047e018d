"""Four phones, a filmed table, one turn of moves, measured fire and a fight; and the same without any camera.

No number is typed but dice. A longer evening: `make games-filmed`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from companion.scenes.stage import record
from tests.webui.game.filmed import Filmed
from tests.webui.game.skirmish import (
    CUES,
    FIRST,
    NAMED,
    Plainly,
    answers_of,
    came_of,
    events_of,
    play,
    skirmish_scene,
)

TURNS = (FIRST,)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Filmed]:
    """The evening, played."""
    folder = tmp_path_factory.mktemp("film")
    shots = record(folder, skirmish_scene(), CUES, 3, named=NAMED)
    one = Filmed(folder / "game", folder, shots, browser)
    one.name_the_unnamed()
    play(one, TURNS)
    yield one
    one.close()
    assert one.errors == []


@pytest.fixture(scope="module")
def plainly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plainly]:
    one = Plainly(tmp_path_factory.mktemp("plainly") / "game")
    play(one, TURNS)
    yield one
    one.match.close()


def test_the_same_comes_of_it_with_a_camera_and_without(filmed: Filmed, plainly: Plainly) -> None:
    assert came_of(filmed.match) == came_of(plainly.match)
    seen, touched = filmed.match.state.figures, plainly.match.state.figures
    off = {name: math.dist(seen[name].place, touched[name].place) for name in touched}
    assert max(off.values()) < 2.5, off
    assert {name: (f.lost, f.where, f.loaded) for name, f in seen.items()} == {
        name: (f.lost, f.where, f.loaded) for name, f in touched.items()
    }


def test_all_of_it_was_played(filmed: Filmed) -> None:
    kinds = {type(event).__name__ for event in events_of(filmed.match)}
    assert kinds >= {"Deployed", "FigureMoved", "Charged", "SightJudged", "ShotFired", "BlowsStruck", "Fell"}


def test_nobody_typed_a_number_but_dice(filmed: Filmed) -> None:
    answers = answers_of(filmed.match)
    measured = [(source, answer) for source, key, answer in answers if "/distance/" in key]
    assert len(measured) == 2 and all(source == "camera" and answer[1] > 0 for source, answer in measured)
    typed = [key for source, key, answer in answers if source != "camera" and not isinstance(answer, str)]
    assert all(key.startswith(("FL-11/initiative", "FL-25/to hit", "FL-31/blow")) for key in typed), typed
    rows = [row for row in filmed.match.journal.rows() if row.kind == "command"]
    places = [row.data["fields"].get("at") or row.data["fields"].get("to") for row in rows]
    seen = [place for place in places if place and any(value != round(value) for value in place)]
    assert len(seen) > 10, "places as they were seen, not as the script has them"


def test_nobody_was_asked_who_moved_a_figure(filmed: Filmed) -> None:
    assert filmed.service.view().watch.nudges == []
    ruled = {one.event for one in filmed.service.rulings(None, 100, None).rulings}
    assert "moved" in ruled and not ruled & {"nudged", "moved-on", "lost"}


def test_without_a_camera_distances_come_from_the_map(plainly: Plainly) -> None:
    assert all(answer[1] == 0 for _, key, answer in answers_of(plainly.match) if "/distance/" in key)
