"""A game without squares with a camera: what settles is news, what is open is answered, what was undone is put back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Command, Refusal
from companion.games.flintloque.board import told_figure
from companion.games.questions import Measure, Place
from companion.games.shelf import take
from companion.geometry.lain import lay_table
from companion.service.match.foresight import Foresight
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.session import Session
from companion.table.distance import measure
from companion.table.state import Figure, Spread, TableState
from tests.companion.service.fakes import until

GAME = take("flintloque")
SEEN = Spread((1.0, 0.0, 1.0))
SEATS = {"ann": "orcs", "bob": "ogre"}
DEPLOYED = {
    "oswold": (400, 50),
    "noaks": (450, 50),
    "purvis": (500, 50),
    "singleturn": (550, 50),
    "hassle": (850, 450),
}
ORDERS = {"oswold": "hold", "noaks": "run", "purvis": "hold", "singleturn": "hold"}


class Evening:
    """The Orcs against the Ogre up to the first move; dice are typed."""

    def __init__(self, folder: Path) -> None:
        header = Header(GAME.name, GAME.ruleset, {"seats": SEATS}, "typed")
        self.match = Match(GAME, create_journal(folder / "g", header), wall_s=lambda: 1000.0)
        self.session = Session(self.match, None, lambda: 1000.0)
        self.turns: list[tuple[tuple[str, ...], str]] = []
        self.session.camera.turn = lambda of, label: self.turns.append((of, label))
        self.stand: dict[str, tuple[float, float]] = {}
        self.session.settle()

    def look(self, seen: tuple[str, ...] | None = None, **places: tuple[float, float]) -> None:
        """The camera sees these where they are said to be, and all others where they were."""
        self.stand |= places
        table = TableState(1, tuple(self._figure(name, *at) for name, at in self.stand.items()))
        self.session.saw(table, frozenset(self.stand if seen is None else seen))

    def _figure(self, name: str, x: float, y: float) -> Figure:
        return told_figure(name, "orc", x, y, SEEN)

    def do(self, seat: str, offer_id: str, **fields: Any) -> Accepted | Refusal:
        said = self.match.command(Command(f"{offer_id} {self.match.journal.last}", seat, offer_id, fields))
        self.session.settle()
        return said

    def answer(self, value: Any) -> None:
        question = self.match.open_question
        assert question is not None
        assert isinstance(self.match.answer(question.seat, question.key, value), Accepted)
        self.session.settle()

    def begin(self) -> None:
        self.begin_at(DEPLOYED)

    def begin_at(self, seen: Mapping[str, tuple[float, float]]) -> None:
        """seen: where the camera sees them, in its own frame."""
        for name, at in DEPLOYED.items():
            self.do("bob" if name == "hassle" else "ann", f"deploy:{name}", at=list(at))
        self.look(**seen)
        self.do("ann", "declare:orcs", **ORDERS)
        self.do("bob", "declare:ogre", hassle="hold")
        self.answer([9])
        self.answer([1])
        self.do("ann", "take-slot:orcs", slot=1)
        assert self.match.state.phase == "move"

    def spotted(self, seat: str = "ann") -> list[dict[str, Any]]:
        return [one for offer in self.match.view(seat)["offers"] for one in offer["spotted"]]

    @property
    def astray(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.match.view("")["figures"]["astray"]
        return found

    def close(self) -> None:
        self.match.end()
        self.match.close()


def test_where_a_figure_is_put_is_offered_as_its_beginning(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    revision = evening.match.revision
    evening.look(noaks=(450, 50))
    assert evening.match.revision > revision
    assert [one["fields"] for one in evening.spotted()] == [{"at": [450, 50]}]
    evening.close()


def test_a_figure_that_settles_is_news_and_looks_that_show_nothing_new_are_none(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    assert (evening.spotted(), evening.astray) == ([], [])
    revision, rows = evening.match.revision, evening.match.journal.last
    evening.look(noaks=(450, 200))
    assert evening.match.revision == revision + 1 and evening.match.journal.last == rows, "news, but not taken"
    (spotted,) = evening.spotted()
    assert spotted["fields"] == {"to": [450.0, 200.0]} and spotted["sure"]
    for _ in range(5):
        evening.look()
    assert evening.match.revision == revision + 1
    assert isinstance(evening.do("ann", "move:noaks", **spotted["fields"]), Accepted)
    assert (evening.spotted(), evening.astray) == ([], [])
    evening.close()


def test_the_side_in_turn_is_told_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    of, label = evening.turns[-1]
    assert label == "Orcs" and {"noaks", "purvis"} <= set(of) and "hassle" not in of
    told = len(evening.turns)
    evening.look(noaks=(450, 200))
    assert len(evening.turns) == told
    evening.close()


def test_after_an_undo_it_is_to_be_put_back_with_the_way(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.look(noaks=(450, 200))
    done = evening.do("ann", "move:noaks", to=[450.0, 200.0])
    assert isinstance(done, Accepted)
    evening.match.undo(done.n, "ann")
    evening.session.settle()
    (found,) = evening.astray
    assert (found["kind"], found["back_mm"], found["seen_mm"], found["off_mm"]) == (
        "undone",
        [450.0, 50.0],
        [450.0, 200.0],
        150.0,
    )
    assert "15.0 ± 0.2 cm to the south" in found["words"] and evening.spotted() == []
    evening.look(noaks=(451, 52))
    assert (evening.astray, evening.session.camera.put_back) == ([], ())
    evening.look(noaks=(450, 200))
    assert len(evening.spotted()) == 1, "it has stood there, so this is a move"
    evening.close()


def test_leave_it_is_its_own_seats_to_say(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.look(noaks=(450, 200))
    done = evening.do("ann", "move:noaks", to=[450.0, 200.0])
    assert isinstance(done, Accepted)
    evening.match.undo(done.n, "ann")
    evening.session.settle()
    assert isinstance(evening.session.piece("bob", "leave", "noaks"), Refusal)
    assert isinstance(evening.session.piece("ann", "leave", "noaks"), Accepted)
    assert len(evening.spotted()) == 1
    evening.close()


def test_a_figure_of_another_side_is_astray_on_every_phone(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.look(hassle=(800, 450))
    for seat in ("", "ann", "bob"):
        (found,) = evening.match.view(seat)["figures"]["astray"]
        assert (found["piece"], found["kind"]) == ("hassle", "elsewhere")
        assert "5.0 ± 0.2 cm to the east" in found["words"]
    assert not evening.session.camera.may("hassle", (850, 450), (800, 450))
    assert evening.session.camera.may("Noaks", (450, 50), (450, 200))
    evening.close()


def test_a_distance_is_measured_only_of_figures_that_stand_where_they_should(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    camera, match = evening.session.camera, evening.match
    asked = Measure("FL-25/distance/x", "ann", "why", "noaks", "hassle")
    assert camera._is_settled(asked)
    evening.look(hassle=(800, 450))
    assert not camera._is_settled(asked)
    assert match.open_question is None
    evening.close()


def test_a_figure_that_has_to_run_has_not_run_yet_where_it_stands(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    region = next(o.fields["to"] for o in GAME.offers(evening.match.state, evening.match.table, "ann") if o.fields)
    asked = Place("FL-18/run to cover/noaks", "ann", "why", "noaks", region)  # type: ignore[arg-type]
    assert not evening.session.camera._is_settled(asked)
    evening.look(noaks=(450, 200))
    assert evening.session.camera._is_settled(asked)
    evening.close()


def test_what_will_be_asked_is_foreseen_on_a_thread_that_ends(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    seen: list[Any] = []

    class Watched:
        name = "watched"

        def foresee(self, state: Any, table: TableState) -> Any:
            seen.append(state)
            yield None

    foresight = Foresight(evening.match)
    evening.match.game = Watched()  # type: ignore[assignment]
    foresight.start()
    until(lambda: len(seen) == 1)
    evening.match.game = GAME
    evening.do("ann", "deploy:noaks", at=[450, 50])
    until(lambda: len(seen) == 2)
    assert seen[-1] is evening.match.state
    evening.close()
    thread = foresight._thread
    assert thread is not None
    thread.join(5.0)
    assert not thread.is_alive()


def test_a_table_that_was_laid_is_read_in_the_games_own_frame(tmp_path: Path) -> None:
    """The camera's frame is another: turned by 90 degrees, its origin elsewhere."""
    evening = Evening(tmp_path)
    corners = [(100.0 - y, 200.0 + x) for x, y in ((0, 900), (900, 900), (900, 0), (0, 0))]
    evening.session.camera.laid = lambda: lay_table(corners, 900.0, 900.0, 1.0)
    evening.begin_at({name: (100.0 - y, 200.0 + x) for name, (x, y) in DEPLOYED.items()})
    assert (evening.spotted(), evening.astray) == ([], [])
    evening.look(noaks=(100.0 - 200.0, 200.0 + 450.0))
    (spotted,) = evening.spotted()
    assert spotted["fields"]["to"] == pytest.approx([450.0, 200.0], abs=0.1)
    assert evening.session.camera.may("noaks", (50, 650), (-100.0, 650.0))
    assert not evening.session.camera.may("noaks", (50, 650), (-700.0, 650.0))
    there = {one.id: one.place for one in evening.match.table.figures}
    alone = there["noaks"].spread.sigma_mm
    between = measure(evening.match.table, "noaks", "purvis")
    assert between.centre_mm == pytest.approx(math.hypot(50.0, 150.0)) and alone > 1.1
    assert between.centre_sigma_mm == pytest.approx(math.sqrt(2.0), abs=0.05), "the laying shifts both alike"
    evening.close()
