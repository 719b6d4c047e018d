"""Experience, unit status, wounds between games (FL-2 to FL-5)."""

from __future__ import annotations

import pytest

from companion.games.flintloque.experience import Record, after_game, learnt
from companion.games.flintloque.game import GAME
from companion.games.flintloque.morale import half_dead
from companion.games.flintloque.printed import CHARTS, about, number, stat
from tests.companion.games.flintloque.scene import DRAWN


def test_fl_2_noaks_survives_three_scenarios_and_is_average() -> None:
    record = Record("raw")
    for _ in range(3):
        record = after_game(record, 0, routed=False)
    assert record == Record("average", 0, 0)


@pytest.mark.parametrize(
    ("level", "games", "next_level"), [("average", 3, "experienced"), ("experienced", 6, "veteran")]
)
def test_fl_2_levels_and_their_games(level: str, games: int, next_level: str) -> None:
    assert after_game(Record(level, games - 2), 0, routed=False) == Record(level, games - 1)
    assert after_game(Record(level, games - 1), 0, routed=False).level == next_level


def test_fl_2_a_game_with_a_rout_does_not_count_and_veterans_stay() -> None:
    assert after_game(Record("raw", 2), 0, routed=True) == Record("raw", 2)
    assert after_game(Record("veteran", 9), 0, routed=False).level == "veteran"


@pytest.mark.parametrize(
    ("level", "adds"),
    [("experienced", (1, 2, 2)), ("average", (0, 0, 0)), ("raw", (-1, -2, -2)), ("veteran", (1, 2, 2))],
)
def test_fl_3_what_a_level_adds(level: str, adds: tuple[int, int, int]) -> None:
    """Soutie's sheet is of an Average Elf: +1 firing, +1 melee, 0 morale."""
    assert tuple(learnt("soutie", what, level) - stat("soutie", what) for what in ("firing", "melee", "morale")) == adds


def test_fl_4_elite_adds_two_and_the_sheets_agree() -> None:
    assert (number("unit_status", "elite", "melee"), number("unit_status", "elite", "morale")) == (2, 2)
    assert (number("unit_status", "regular", "melee"), number("unit_status", "regular", "morale")) == (0, 0)
    for name in ("noaks", "saquais", "schneider", "soutie"):
        morale = number("experience", about(name, "level"), "morale") + number(
            "unit_status", about(name, "status"), "morale"
        )
        assert stat(name, "morale") == morale, "the sheet's morale is level and status, added once"


def test_fl_5_one_wound_heals_and_the_sheets_are_not_added_to() -> None:
    assert after_game(Record("raw"), 2, routed=False).wounds == 1
    assert after_game(Record("raw"), 0, routed=False).wounds == 0
    noaks = GAME.begin({}).figures["noaks"]
    assert (noaks.melee, noaks.morale, noaks.firing) == (2, 0, -1)


def test_fl_5_a_record_goes_into_the_next_game() -> None:
    state = GAME.begin({"records": {"noaks": {"level": "average", "games": 1, "wounds": 1}}})
    noaks = state.figures["noaks"]
    assert (noaks.melee, noaks.morale, noaks.firing, noaks.lost) == (4, 2, 0, 1)


DEAD = {"level": "dead", "games": 0, "wounds": 0}


def test_fl_2_who_has_died_is_in_no_later_game() -> None:
    state = GAME.begin({"records": {"noaks": DEAD}})
    assert "noaks" not in state.figures
    assert "deploy:noaks" not in {offer.id for offer in GAME.offers(state, DRAWN, "orcs")}
    assert not half_dead(state, "orcs"), "the unit is those who are there"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"records": {"hassle": DEAD}}, "nobody of the ogre is left alive"),
        ({"records": {"oswold": DEAD}, "scenario": "two"}, "about Oswold, and he is dead"),
    ],
)
def test_fl_2_a_side_of_the_dead_does_not_play(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GAME.begin(options)


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ({"gandalf": {}}, "no character 'gandalf'"),
        ({"noaks": {"level": "god", "games": 0, "wounds": 0}}, "records, noaks"),
        ({"noaks": {"level": "raw"}}, "write level"),
        ({"noaks": {"level": "raw", "games": 0, "wounds": 3}}, "lacks 2 wounds at most"),
        ({"noaks": {"level": "raw", "games": -1, "wounds": 0}}, "0 or more"),
        ({"noaks": {"level": "raw", "games": 0, "wounds": -1}}, "0 or more"),
        ({"noaks": {"level": "raw", "games": True, "wounds": 0}}, "0 or more"),
        ([], "records: write"),
    ],
)
def test_records_that_are_none_are_told(records: object, said: str) -> None:
    if records == []:
        records = ["noaks"]
    with pytest.raises(ValueError, match=said):
        GAME.begin({"records": records})


def test_every_cell_of_every_chart_has_its_status() -> None:
    assert {cell.status for chart in CHARTS.values() for cell in chart.cells.values()} == {
        "read",
        "inferred",
        "unknown",
    }
    assert {name for name, chart in CHARTS.items() if chart.unknown()} == {"morale"}
