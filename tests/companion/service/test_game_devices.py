"""What dials and devices say and the game does not take, as the host is told it."""

from __future__ import annotations

from pathlib import Path

from companion.service.match.desk import Desk, HostAsked
from companion.service.match.seats import Seats
from tests.companion.service.test_session import Table, struck


def test_what_a_device_answers_and_the_game_cannot_take_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path, "box", "mace-1")
    table.until("DW-9/mace")
    number = table.match.open_number
    assert table.beside["unused"] == []
    table.boards.say("mace-1", m="result", id=number, round=1, order=["orange", "blue", "green", "red"])
    (late,) = table.beside["unused"]
    assert late["words"] == "mace-1 said orange, blue, green, red: An order of other colours than were asked for."


def test_the_host_sees_where_table_and_game_differ(tmp_path: Path) -> None:
    table = Table(tmp_path, "software", "dials-1")
    desk = Desk(table.match, Seats(table.match.journal, ("ann", "bob", "cora"), "CODE"))
    shown = desk.host(HostAsked("seats"))
    assert isinstance(shown, dict) and [shown["differs"][one] for one in ("dials", "astray", "unused")] == [[], [], []]
    struck(table)
    hits = table.match.state.heroes["knight"].hits
    table.boards.say("dials-1", m="dial", at=1, value=1)
    shown = desk.host(HostAsked("seats"))
    assert isinstance(shown, dict)
    off = [(one["piece"], one["seat"], one["dial"], one["game"]) for one in shown["differs"]["dials"]]
    assert off == [("knight", "ann", 1, hits)]
