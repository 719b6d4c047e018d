"""What is asked of people: asks open and shut, secrets, turns from phones, games and the mace, nudges in the view."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from companion.service.core import Core, after_look
from companion.service.device_models import DevicesView, HeroView, OrderView
from companion.service.figure_models import RosterView, WatchView
from companion.service.figures import Figures
from companion.service.inbox import Looked
from companion.table.state import FigureGone, FigurePlaced, Place, TableEvent, TableState
from companion.vision.asks import Ask, Evidence, TrackNow
from companion.vision.frame import Look, Note
from tests.companion.service.fakes import SPREAD, figure
from tests.companion.service.followed import jpeg, moved, which

BOGDAN = replace(figure("bogdan", 100.0, 100.0, "Bogdan"), side="Orcs")
ANSEL = replace(figure("ansel", 300.0, 100.0, "Ansel"), side="Empire")
CROPS = {"c1": jpeg(60), "c2": jpeg(120), "c3": jpeg(180)}


@dataclass
class Bench:
    """Figures with a core and a clock in hand."""

    now_s: float = 100.0
    core: Core = Core(TableState())
    number: int = 0
    figures: Figures = field(init=False)

    def __post_init__(self) -> None:
        self.figures = Figures(roster=(RosterView("Bogdan", "Orcs"),), clock_s=lambda: self.now_s)

    def look(
        self,
        *events: TableEvent,
        tracks: tuple[TrackNow, ...] = (),
        asks: tuple[Ask, ...] = (),
        evidence: tuple[Evidence, ...] = (),
        notes: tuple[Note, ...] = (),
    ) -> WatchView:
        self.number += 1
        self.now_s += 1.0
        look = Look(self.number, self.now_s, events, (), notes, None, tracks, asks, evidence)
        self.figures.shown(look, CROPS.get)
        self.core = after_look(self.core, Looked(self.number, self.now_s, "good", 9, 9, look))
        self.figures.folded(self.core)
        return self.view()

    def view(self) -> WatchView:
        return self.figures.view(self.core, lambda time_s: time_s + 1000.0)


def standing() -> Bench:
    bench = Bench()
    bench.look(FigurePlaced(BOGDAN, 0.0), FigurePlaced(ANSEL, 0.0))
    return bench


def test_nothing_is_asked_at_first() -> None:
    view = Bench().view()
    assert (view.asks, view.nudges, view.off, view.turn.of, view.rulings) == ([], [], [], [], 0)
    assert [one.name for one in view.roster] == ["Bogdan"]


def test_an_ask_has_crops_under_words_of_their_own_and_goes_when_vision_drops_it() -> None:
    bench = Bench()
    (ask,) = bench.look(asks=(which(),)).asks
    assert (ask.id, ask.kind, [one.label for one in ask.options]) == ("a1", "which", ["Ansel", "Edda"])
    words = [ask.crop, *(one.crop for one in ask.options)]
    assert all(words) and not set(words) & set(CROPS)
    assert bench.figures.crops.jpeg(ask.options[1].crop or "") == CROPS["c2"]
    assert bench.look(asks=(which(),)).asks == [ask], "the same ask is the same value, or every look would be news"
    assert bench.look().asks == []


def test_a_picture_that_cannot_be_used_closes_no_ask() -> None:
    bench = Bench()
    bench.look(asks=(which(),), tracks=(TrackNow("ansel", "covered", 0.0),))
    view = bench.look(notes=(Note("no_sheet", "No sheet is in sight.", "fault"),))
    assert len(view.asks) == 1 and bench.core.tracks["ansel"].state == "covered"


def test_an_answered_ask_is_gone_at_once_and_comes_back_if_vision_insists() -> None:
    bench = Bench()
    bench.look(asks=(which(),))
    bench.figures.answered("a1")
    assert bench.view().asks == [] and bench.figures.ask("a1") is None
    bench.look(asks=(which(),))
    assert bench.view().asks == []
    bench.now_s += 5.0
    assert [one.id for one in bench.view().asks] == ["a1"]
    bench.look()
    assert [one.id for one in bench.look(asks=(which(),)).asks] == ["a1"]


def test_a_secret_ask_is_only_for_its_side() -> None:
    bench = standing()
    bench.figures.secret_of = lambda ask: ask.side
    open_one = replace(which("a2"), figures=("bogdan",))
    evidence = (
        Evidence("e1", 0.0, 1, "named", "ansel", "It is Ansel."),
        Evidence("e2", 0.0, 1, "moved", "bogdan", "Bogdan moved."),
    )
    view = bench.look(asks=(which("a1", side="Empire"), open_one), evidence=evidence)
    assert [one.id for one in view.asks] == ["a2"]
    assert [one.id for one in bench.figures.asks_of("Empire")] == ["a1", "a2"]
    assert [one.id for one in bench.figures.asks_of("Orcs")] == ["a2"]
    assert bench.figures.ask("a1") is None and bench.figures.ask("a1", "Orcs") is None
    assert bench.figures.ask("a1", "Empire") is not None
    told = bench.figures.rulings.newest(hidden=bench.figures.hidden_from(None)).rulings
    assert [one.figure for one in told] == ["bogdan"]
    told = bench.figures.rulings.newest(hidden=bench.figures.hidden_from("Empire")).rulings
    assert [one.figure for one in told] == ["bogdan", "ansel"]


def test_rulings_are_kept_with_crop_and_numbers() -> None:
    bench = standing()
    evidence = Evidence("e1", 100.0, 7, "moved", "bogdan", "Bogdan moved.", {"distance_mm": 81.51239}, "c1")
    assert bench.look(evidence=(evidence,)).rulings == 1
    (kept,) = bench.figures.rulings.newest().rulings
    assert (kept.event, kept.figure, kept.numbers, kept.frame) == ("moved", "bogdan", {"distance_mm": 81.5124}, 7)
    assert kept.crop is not None and bench.figures.rulings.jpeg(kept.crop) == CROPS["c1"]
    gone = replace(evidence, crop="c9", numbers={"odd": float("nan")})
    bench.look(evidence=(gone,))
    assert [(one.crop, one.numbers) for one in bench.figures.rulings.newest(limit=1).rulings] == [(None, {})]


def test_a_figure_that_is_off_can_be_found_again() -> None:
    bench = standing()
    view = bench.look(FigureGone("bogdan", 0.0, "off"), tracks=(TrackNow("bogdan", "off", 102.0),))
    assert [(one.id, one.since_s) for one in view.off] == [("bogdan", 1102.0)]
    assert bench.figures.knows("bogdan") and bench.figures.knows("ansel") and not bench.figures.knows("edda")


def test_moved_out_of_its_turn_with_the_way_back_live() -> None:
    bench = standing()
    bench.figures.set_turn(["Empire"], by="phone")
    assert bench.view().turn.of == ["Empire"] and bench.view().turn.by == "phone"
    view = bench.look(FigurePlaced(moved(BOGDAN, 150.0, 100.0), 0.0))
    (nudge,) = view.nudges
    assert (nudge.name, nudge.back_mm, nudge.back_deg) == ("Bogdan", 50.0, 180.0)
    assert (nudge.home.x_mm, nudge.here.x_mm) == (100.0, 150.0)
    on_its_way = TrackNow("bogdan", "moving", 0.0, Place(100.0, 130.0, SPREAD), 50.0, 0.3)
    (nudge,) = bench.look(tracks=(on_its_way,)).nudges
    assert (nudge.back_mm, nudge.back_deg, nudge.at_home) == (30.0, 270.0, False)
    almost = replace(on_its_way, place=Place(100.0, 101.0, SPREAD))
    assert bench.look(tracks=(almost,)).nudges[0].at_home
    assert bench.look(FigurePlaced(moved(BOGDAN, 101.0, 100.0), 0.0)).nudges == []
    assert [one.event for one in bench.figures.rulings.newest().rulings] == ["put-back", "nudged"]


def test_leave_it() -> None:
    bench = standing()
    bench.figures.set_turn(["Empire"])
    bench.look(FigurePlaced(moved(BOGDAN, 150.0, 100.0), 0.0))
    assert not bench.figures.leave("ansel")
    assert bench.figures.leave("bogdan") and not bench.figures.leave("bogdan")
    assert bench.view().nudges == []
    assert bench.figures.rulings.newest(limit=1).rulings[0].event == "left"


def drawn(number: int, *order: str) -> DevicesView:
    heroes = [HeroView("red", "Bogdan", None, None, 0, None, False), HeroView("blue", "", None, None, 0, None, False)]
    return DevicesView(heroes=heroes, order=OrderView(number, 1, ["red", "blue"], list(order), "mace-1"))


def test_the_maces_order_gives_the_turns() -> None:
    bench = standing()
    bench.figures.hear(drawn(1))
    assert bench.view().turn.of == []
    bench.figures.hear(drawn(1, "red", "blue"))
    turn = bench.view().turn
    assert (turn.of, turn.label, turn.by, turn.then) == (["Bogdan", "red"], "Bogdan", "mace", ["blue"])
    bench.figures.hear(drawn(1, "red", "blue"))
    bench.figures.next_turn()
    assert (bench.view().turn.of, bench.view().turn.then) == (["blue"], [])
    bench.figures.hear(drawn(1, "red", "blue"))
    assert bench.view().turn.of == ["blue"], "an order is heard once"
    bench.figures.next_turn()
    assert bench.view().turn.of == []


def test_a_game_that_says_whose_turn_it_is_wins_over_the_mace() -> None:
    bench = standing()
    bench.figures.set_turn(["bogdan"], "Bogdan")
    bench.figures.hear(drawn(1, "blue", "red"))
    assert (bench.view().turn.of, bench.view().turn.by) == (["bogdan"], "game")
    bench.figures.set_turn([])
    bench.figures.hear(drawn(2, "blue", "red"))
    assert bench.view().turn.of == ["blue"]


def test_where_a_game_is_played_the_mace_gives_no_turns() -> None:
    figures = Figures(game_on=True)
    figures.hear(drawn(1, "blue", "red"))
    assert figures.view(Core(TableState()), float).turn.of == []


def test_saying_the_same_again_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    bench = standing()
    caplog.set_level("INFO")
    for _ in range(3):
        bench.figures.set_turn(["Orcs"])
    assert caplog.text.count("It is the turn of Orcs") == 1
