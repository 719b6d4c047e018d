"""What people say of figures reaches the watcher, on its own thread, and comes back as the view or as a sentence."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.service.device_models import Done
from companion.service.figure_models import AskAnswer, LeaveIt, NameFigure, PutBack, RosterView, TakeOff, TurnAsked
from companion.service.models import FigureView, View
from companion.service.rulings import Rulings
from companion.service.service import Furniture, Service
from companion.table.state import Figure, Place
from tests.companion.service.fakes import SPREAD, FakeWatcher, ScriptedCamera, figure, until
from tests.companion.service.followed import Followed, moved, which

STRANGER = figure("unmarked #2", 100.0, 100.0)


@dataclass
class Running:
    service: Service
    watcher: Followed

    @property
    def view(self) -> View:
        return self.service.view()

    def figure(self, figure_id: str) -> FigureView:
        return next(one for one in self.view.table.figures if one.id == figure_id)


def noise() -> Iterator[NDArray[np.uint8]]:
    random = np.random.default_rng(1)
    while True:
        yield random.integers(0, 255, (90, 160, 3), np.uint8)


def started(watcher: Followed | FakeWatcher, rulings: Rulings | None = None, looks_per_s: float = 50.0) -> Service:
    furniture = Furniture(roster=(RosterView("Bogdan"),))
    service = Service(ScriptedCamera(noise()), watcher, furniture, looks_per_s=looks_per_s, rulings=rulings)
    return service.start()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    watcher = Followed()
    watcher.stand(STRANGER)
    service = started(watcher, Rulings(tmp_path / "rulings"))
    until(lambda: bool(service.view().table.figures))
    yield Running(service, watcher)
    service.stop()


def test_an_unnamed_figure_gets_a_name_that_is_cleaned_and_capped(running: Running) -> None:
    said = running.service.command_figure("unmarked #2", NameFigure("  Bog\u202edan \n the\tOld " + "x" * 60))
    assert said == Done()
    assert running.watcher.heard == [("rename", "unmarked #2", ("Bog dan the Old " + "x" * 60)[:40])]
    assert running.view.watch.guided and [one.name for one in running.view.watch.roster] == ["Bogdan"]


FAULTS = [
    ("nobody", NameFigure("Bogdan"), "unknown_figure", "no figure 'nobody'"),
    ("unmarked #2", NameFigure(" \u200b\n "), "bad_command", "The name is empty"),
    ("unmarked #2", LeaveIt(), "not_open", "Nobody asks"),
]


@pytest.mark.parametrize(("figure_id", "command", "code", "says"), FAULTS)
def test_what_cannot_be_said_of_a_figure(
    running: Running, figure_id: str, command: NameFigure | LeaveIt, code: str, says: str
) -> None:
    said = running.service.command_figure(figure_id, command)
    assert not isinstance(said, Done) and said.code == code and says in said.message
    assert running.watcher.heard == []


def test_vision_says_why_something_cannot_be_done(running: Running) -> None:
    running.watcher.refuses = "Bogdan has a marker; the marker says who it is."
    said = running.service.command_figure("unmarked #2", NameFigure("Bogdan"))
    assert not isinstance(said, Done) and (said.code, said.message) == ("not_possible", running.watcher.refuses)


def test_a_figure_is_taken_off_and_put_back(running: Running) -> None:
    assert running.service.command_figure("unmarked #2", TakeOff()) == Done()
    until(lambda: [one.id for one in running.view.watch.off] == ["unmarked #2"])
    assert running.view.table.figures == []
    assert running.service.command_figure("unmarked #2", PutBack()) == Done()
    assert running.watcher.heard[-1] == ("back", "unmarked #2")


def test_states_and_live_distance_are_in_the_view(running: Running) -> None:
    until(lambda: running.figure("unmarked #2").state == "seen")
    running.watcher.go(STRANGER, Place(130.0, 140.0, SPREAD), 50.0)
    until(lambda: running.figure("unmarked #2").state == "moving")
    one = running.figure("unmarked #2")
    assert one.now is not None and (one.now.x_mm, one.moved_mm, one.moved_sigma_mm) == (130.0, 50.0, 0.4)
    assert one.place.x_mm == 100.0
    running.watcher.stand(moved(STRANGER, 130.0, 140.0))
    until(lambda: running.figure("unmarked #2").place.x_mm == 130.0)
    assert running.figure("unmarked #2").now is None


def test_an_ask_is_answered_once_and_its_crops_can_be_had(running: Running) -> None:
    running.watcher.tell([which()])
    until(lambda: bool(running.view.watch.asks))
    (ask,) = running.view.watch.asks
    assert running.service.crop_jpeg(ask.options[0].crop or "") == running.watcher.crops["c1"]
    said = running.service.answer_ask("a1", AskAnswer("nobody"))
    assert not isinstance(said, Done) and "its answers are ansel, edda" in said.message
    assert running.service.answer_ask("a1", AskAnswer("edda")) == Done()
    until(lambda: running.view.watch.asks == [])
    said = running.service.answer_ask("a1", AskAnswer("edda"))
    assert not isinstance(said, Done) and said.code == "not_open"
    assert running.watcher.heard == [("answer", "a1", "edda")]
    missing = running.service.crop_jpeg("nothing")
    assert not isinstance(missing, bytes) and missing.code == "not_found"


def test_a_refused_answer_leaves_the_ask_open(running: Running) -> None:
    running.watcher.tell([which()])
    running.watcher.refuses = "Edda stands elsewhere now."
    until(lambda: bool(running.view.watch.asks))
    said = running.service.answer_ask("a1", AskAnswer("edda"))
    assert not isinstance(said, Done) and said.message == "Edda stands elsewhere now."
    assert len(running.view.watch.asks) == 1


def test_a_secret_ask_is_answered_by_its_side_alone(running: Running) -> None:
    running.service.figures.secret_of = lambda ask: ask.side
    running.watcher.tell([which(side="Empire")])
    until(lambda: bool(running.service.figures.asks_of("Empire")))
    for side in (None, "Orcs"):
        said = running.service.answer_ask("a1", AskAnswer("edda"), side)
        assert not isinstance(said, Done) and said.code == "not_open"
    assert running.service.answer_ask("a1", AskAnswer("edda"), "Empire") == Done()


def test_whose_turn_and_who_moved_this(running: Running) -> None:
    assert running.service.set_turn(TurnAsked(["Empire"])) == Done()
    until(lambda: running.view.watch.turn.label == "Empire")
    running.watcher.stand(moved(STRANGER, 140.0, 100.0))
    until(lambda: bool(running.view.watch.nudges))
    assert running.view.watch.nudges[0].back_mm == 40.0
    assert running.service.command_figure("unmarked #2", LeaveIt()) == Done()
    until(lambda: running.view.watch.nudges == [])
    assert [one.event for one in running.service.rulings("unmarked #2", 9, None).rulings] == ["left", "nudged"]
    said = running.service.set_turn(TurnAsked([" \n"]))
    assert not isinstance(said, Done) and said.code == "bad_command"
    assert running.service.set_turn(TurnAsked()) == Done()
    until(lambda: running.view.watch.turn.of == [])


def test_where_a_game_is_played_no_phone_says_whose_turn_it_is(running: Running) -> None:
    running.service.figures.game_on = True
    said = running.service.set_turn(TurnAsked(["Empire"]))
    assert not isinstance(said, Done) and (said.code, running.view.watch.turn.of) == ("game_on", [])


def test_rulings_are_on_disk_when_the_service_has_ended(running: Running, tmp_path: Path) -> None:
    running.watcher.rule("moved", "unmarked #2", "It moved.", "c1", distance_mm=12.0)
    until(lambda: running.view.watch.rulings == 1)
    running.service.stop()
    again = Rulings(tmp_path / "rulings")
    (kept,) = again.newest().rulings
    assert kept.text == "It moved." and abs(kept.time_s - time.time()) > 1.0
    assert again.jpeg(kept.crop or "") == running.watcher.crops["c1"]
    again.close()


def test_words_are_heard_between_looks_that_follow_without_a_pause() -> None:
    class Slow(Followed):
        inside: int = 0

        def look(self, frame):  # type: ignore[no-untyped-def]
            self.inside += 1
            time.sleep(0.05)
            self.inside -= 1
            return super().look(frame)

        def rename(self, figure_id: str, name: str) -> str | None:
            assert self.inside == 0 and threading.current_thread().name == "vision"
            return super().rename(figure_id, name)

    watcher = Slow()
    watcher.stand(STRANGER)
    service = started(watcher, looks_per_s=1000.0)
    until(lambda: bool(service.view().table.figures))
    begun_s = time.monotonic()
    for n in range(8):
        assert service.command_figure("unmarked #2", NameFigure(f"name {n}")) == Done()
    assert time.monotonic() - begun_s < 4.0
    service.stop()


def test_what_is_said_when_no_picture_comes_any_more_is_seen_all_the_same() -> None:
    watcher = Followed()
    watcher.stand(STRANGER)
    watcher.tell([which()])
    picture = next(noise())
    service = Service(
        ScriptedCamera([picture, 60.0], quiet="Send one."), watcher, Furniture(), looks_per_s=50.0
    ).start()
    until(lambda: bool(service.view().watch.asks))
    assert watcher.looked == 1
    assert service.answer_ask("a1", AskAnswer("edda")) == Done()
    until(lambda: watcher.looked == 2)
    assert service.command_figure("unmarked #2", TakeOff()) == Done()
    until(lambda: service.view().table.figures == [] and service.view().watch.asks == [])
    service.stop()


def test_a_watcher_that_raises_on_words_is_our_mistake_and_the_looks_go_on(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(figure_id: str) -> str | None:
        raise RuntimeError("broken")

    running.watcher.take_off = fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        running.service.command_figure("unmarked #2", TakeOff())
    looked = running.watcher.looked
    until(lambda: running.watcher.looked > looked)
    assert "What people told the watcher failed" in caplog.text


def test_a_watcher_that_cannot_be_guided_says_so() -> None:
    watcher = FakeWatcher()
    service = started(watcher)
    until(lambda: bool(service.view().table.figures))
    assert not service.view().watch.guided
    said = service.command_figure("knight", TakeOff())
    assert not isinstance(said, Done) and said.code == "not_possible"
    assert service.view().table.figures[0].state is None
    service.stop()


def test_a_crop_that_fails_costs_no_look(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    def fail(crop_id: str) -> bytes | None:
        raise RuntimeError("no crop")

    running.watcher.crop = fail  # type: ignore[method-assign]
    running.watcher.rule("moved", "unmarked #2", "It moved.", "c9")
    other: Figure = figure("other", 5.0, 5.0)
    running.watcher.stand(other)
    until(lambda: len(running.view.table.figures) == 2)
    assert "could not be kept" in caplog.text
