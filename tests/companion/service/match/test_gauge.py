"""What a seat asks before anything is done, and what that may cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.contract import Command
from companion.games.shelf import take
from companion.service.match.gauge import PURSE_S, SHARE, Gauge
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.models import Fault
from tests.companion.service.match.players import new_match

FLINTLOQUE = take("flintloque")


class Clock:
    """now_s: of the wall; every look at `spent` finds cost_s more gone."""

    now_s, gone_s, cost_s = 100.0, 0.0, 0.0

    def now(self) -> float:
        return self.now_s

    def spent(self) -> float:
        self.gone_s += self.cost_s
        return self.gone_s


@pytest.fixture
def match(tmp_path: Path) -> Match:
    options = {"seats": {"ann": "orcs", "bob": "ogre"}}
    made = Match(FLINTLOQUE, create_journal(tmp_path / "g", Header(FLINTLOQUE.name, 1, options, "typed")))
    for n, (seat, name, at) in enumerate([("ann", "noaks", [450, 50]), ("bob", "hassle", [850, 450])]):
        said = made.command(Command(f"c{n}", seat, f"deploy:{name}", {"at": at}))
        assert isinstance(said, Accepted)
    return made


def test_reach_way_and_range_are_plain_values(match: Match) -> None:
    gauge = Gauge(match)
    reach = gauge.reach("ann", "noaks")
    assert isinstance(reach, dict)
    assert list(reach["reaches"]) == ["prone", "walk", "run"]
    assert len(reach["reaches"]["run"]["outline"]) > 3
    way = gauge.way("bob", "noaks", ["500,100", "450,200"])
    assert isinstance(way, dict)
    assert way["ways"][0]["points"] == [[450, 50], [500, 100], [450, 200]]
    found = gauge.range("ann", "noaks", "hassle")
    assert isinstance(found, dict)
    assert found["bands"][0]["name"] == "beyond 50 cm"


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda gauge: gauge.reach("ann", "nobody"), "unknown_figure"),
        (lambda gauge: gauge.reach("ann", "purvis"), "unknown_figure"),
        (lambda gauge: gauge.way("ann", "noaks", []), "bad_query"),
        (lambda gauge: gauge.way("ann", "noaks", ["1,2"] * 6), "bad_query"),
        *((lambda gauge, p=p: gauge.way("ann", "noaks", [p]), "bad_spot") for p in ("", "1", "a,b", "1,nan", "1,1e99")),
        (lambda gauge: gauge.range("ann", "noaks", "noaks"), "bad_query"),
        (lambda gauge: gauge.range("ann", "noaks", "purvis"), "unknown_figure"),
    ],
)
def test_what_cannot_be_asked_is_a_sentence(match: Match, ask: object, code: str) -> None:
    said = ask(Gauge(match))  # type: ignore[operator]
    assert isinstance(said, Fault)
    assert said.code == code


def test_a_game_with_squares_is_not_measured(tmp_path: Path) -> None:
    gauge = Gauge(new_match(tmp_path / "g"))
    for said in (gauge.reach("ann", "knight"), gauge.way("ann", "knight", ["1,1"]), gauge.range("ann", "a", "b")):
        assert isinstance(said, Fault)
        assert said.code == "not_possible"


def test_a_seat_that_asks_too_much_waits_while_others_are_answered(match: Match) -> None:
    clock = Clock()
    gauge = Gauge(match, clock.now, clock.spent)
    clock.cost_s = PURSE_S / 2
    assert isinstance(gauge.reach("ann", "noaks"), dict)
    assert isinstance(gauge.reach("ann", "noaks"), dict)
    spent = gauge.reach("ann", "noaks")
    assert isinstance(spent, Fault)
    assert spent.code == "busy"
    assert isinstance(gauge.reach("bob", "noaks"), dict), "a purse is one seat's"
    clock.now_s += 0.1 / SHARE
    assert isinstance(gauge.reach("ann", "noaks"), dict), "it fills with time"
