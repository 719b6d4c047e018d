"""Who moved this? As tables: turns, figures that settle, what is told, what stays open."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.nudges import Told, Turn, Watch, after_table, at_home, in_turn, left, next_turn, way_back
from companion.service.nudges import with_turn as turned
from companion.table.state import Figure, Place, Spread
from tests.companion.service.fakes import figure

RED = replace(figure("bogdan", 100.0, 100.0, "Bogdan"), side="Orcs", ring="red")
BLUE = replace(figure("ansel", 300.0, 100.0, "Ansel"), side="Empire", ring="blue")


def at(one: Figure, x_mm: float, y_mm: float, sigma_mm: float = 0.2) -> Figure:
    return replace(one, place=Place(x_mm, y_mm, Spread((sigma_mm**2, 0.0, sigma_mm**2))))


def started(*of: str) -> Watch:
    """Both stand, and it is the turn of these words."""
    watch, _ = after_table(Watch(), (RED, BLUE), 0.0)
    return turned(watch, Turn(of, " ".join(of)))[0]


def ends(told: tuple[Told, ...]) -> list[tuple[str, str]]:
    return [(one.end, one.nudge.figure_id) for one in told]


WORDS = [
    ((), True),
    (("Orcs",), True),
    (("orcs",), True),
    (("Bogdan",), True),
    (("bogdan",), True),
    (("red",), True),
    (("Empire", "Bogdan"), True),
    (("Empire",), False),
    (("blue",), False),
    (("",), False),
]


@pytest.mark.parametrize(("of", "may"), WORDS)
def test_who_is_in_the_turn(of: tuple[str, ...], may: bool) -> None:
    assert in_turn(Turn(of), RED) is may


def test_a_figure_without_side_and_ring_is_in_no_turn_but_its_own() -> None:
    bare = figure("unmarked #2")
    assert not in_turn(Turn(("Orcs",)), bare) and in_turn(Turn(("unmarked #2",)), bare)


# whose turn, moves of Bogdan in order, what is told at the last, how many stay open
MOVES = [
    ((), [(150, 100)], [], 0),
    (("Orcs",), [(150, 100)], [], 0),
    (("Empire",), [], [], 0),
    (("Empire",), [(102.9, 100)], [], 0),
    (("Empire",), [(103.1, 100)], [("raised", "bogdan")], 1),
    (("Empire",), [(150, 100)], [("raised", "bogdan")], 1),
    (("Empire",), [(102, 100), (104, 100)], [("raised", "bogdan")], 1),
    (("Empire",), [(150, 100), (160, 100)], [], 1),
    (("Empire",), [(150, 100), (101, 101)], [("back", "bogdan")], 0),
    (("Empire",), [(150, 100), (101, 101), (150, 100)], [("raised", "bogdan")], 1),
]


@pytest.mark.parametrize(("of", "moves", "says", "count"), MOVES)
def test_moves_of_a_figure(
    of: tuple[str, ...], moves: list[tuple[float, float]], says: list[tuple[str, str]], count: int
) -> None:
    watch, told = started(*of), ()
    for now_s, (x_mm, y_mm) in enumerate(moves, 1):
        watch, told = after_table(watch, (at(RED, x_mm, y_mm), BLUE), float(now_s))
    assert ends(told) == says
    assert len(watch.nudges) == count


def test_a_nudge_keeps_its_home_its_beginning_and_the_newest_place() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 7.0)
    watch, _ = after_table(watch, (at(RED, 100, 140), BLUE), 9.0)
    one = watch.nudge("bogdan")
    assert one is not None and one.since_s == 7.0
    way = way_back(one.place, one.home)
    assert way.distance_mm == pytest.approx(40.0) and way.heading_rad == pytest.approx(-math.pi / 2)
    assert way.sigma_mm == pytest.approx(math.hypot(0.2, 0.2), abs=0.01)


def test_an_unsure_place_has_a_wider_tolerance() -> None:
    watch, told = after_table(started("Empire"), (at(RED, 107, 100, sigma_mm=4.0), BLUE), 1.0)
    assert told == () and watch.nudges == ()


def test_leave_it_makes_the_new_place_the_home() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 1.0)
    watch, told = left(watch, "bogdan", 2.0)
    assert ends(told) == [("left", "bogdan")] and watch.nudges == ()
    watch, told = after_table(watch, (at(RED, 150, 100), BLUE), 3.0)
    assert told == ()
    assert ends(after_table(watch, (at(RED, 100, 100), BLUE), 4.0)[1]) == [("raised", "bogdan")]
    assert left(watch, "bogdan", 5.0) == (watch, ()) and left(watch, "nobody", 5.0) == (watch, ())


def test_a_nudged_figure_that_moves_in_its_own_turn_moves_on() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 1.0)
    watch, told = turned(watch, Turn(("Orcs",)))
    assert told == () and len(watch.nudges) == 1
    watch, told = after_table(watch, (at(RED, 150, 100), BLUE), 2.0)
    assert told == () and len(watch.nudges) == 1, "its turn alone does not make it right"
    watch, told = after_table(watch, (at(RED, 200, 100), BLUE), 3.0)
    assert ends(told) == [("moved-on", "bogdan")]
    watch, _ = turned(watch, Turn(("Empire",)))
    assert after_table(watch, (at(RED, 200, 100), BLUE), 4.0)[1] == ()


def test_one_that_leaves_the_table_takes_its_nudge_along_and_comes_back_without() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 1.0)
    watch, told = after_table(watch, (BLUE,), 2.0)
    assert ends(told) == [("gone", "bogdan")]
    assert after_table(watch, (at(RED, 500, 100), BLUE), 3.0)[1] == ()


def test_when_nobody_is_watched_any_more_nothing_is_open() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 1.0)
    watch, told = turned(watch, Turn((), since_s=2.0))
    assert ends(told) == [("unwatched", "bogdan")] and watch.nudges == ()
    watch, _ = turned(watch, Turn(("Empire",)))
    assert after_table(watch, (at(RED, 150, 100), BLUE), 3.0)[1] == ()


def test_a_drawn_order_is_gone_through_to_its_end() -> None:
    watch, _ = turned(started(), Turn(("red",), "red", "mace", 0.0, (("Ansel", "blue"), ("green",))))
    labels = []
    for now_s in (1.0, 2.0, 3.0, 4.0):
        watch, _ = next_turn(watch, now_s)
        labels.append((watch.turn.label, watch.turn.by, len(watch.turn.then)))
    assert labels == [("Ansel", "mace", 1), ("green", "mace", 0), ("", "phone", 0), ("", "phone", 0)]


def solved_anew(one: Figure, x_mm: float, y_mm: float) -> Figure:
    return replace(one, place=Place(x_mm, y_mm, Spread((0.04, 0.0, 0.04), source="another")))


def test_a_camera_that_was_knocked_has_moved_nobody() -> None:
    watch, told = after_table(started("Empire"), (solved_anew(RED, 104, 102), BLUE), 1.0)
    assert told == () and watch.nudges == () and watch.homes["bogdan"].x_mm == 104
    watch, told = after_table(watch, (solved_anew(RED, 108, 102), BLUE), 2.0)
    assert ends(told) == [("raised", "bogdan")], "within one solution it counts as always"
    assert ends(after_table(started("Empire"), (solved_anew(RED, 109, 100), BLUE), 1.0)[1]) == [("raised", "bogdan")]


def test_an_open_nudge_shifts_with_the_camera_whole() -> None:
    watch, _ = after_table(started("Empire"), (at(RED, 150, 100), BLUE), 1.0)
    watch, told = after_table(watch, (solved_anew(RED, 152, 103), BLUE), 2.0)
    one = watch.nudge("bogdan")
    assert told == () and one is not None
    assert (one.home.x_mm, one.home.y_mm, way_back(one.place, one.home).distance_mm) == (102.0, 103.0, 50.0)
    watch, told = after_table(watch, (solved_anew(RED, 103, 103), BLUE), 3.0)
    assert ends(told) == [("back", "bogdan")]


places = st.builds(
    lambda x, y, s: Place(x, y, Spread((s * s, 0.0, s * s))),
    st.floats(-900, 900),
    st.floats(-900, 900),
    st.floats(0.01, 5),
)


@given(places, places)
def test_the_way_back_leads_home(here: Place, home: Place) -> None:
    way = way_back(here, home)
    x_mm = here.x_mm + way.distance_mm * math.cos(way.heading_rad)
    y_mm = here.y_mm + way.distance_mm * math.sin(way.heading_rad)
    assert math.isclose(x_mm, home.x_mm, abs_tol=1e-6) and math.isclose(y_mm, home.y_mm, abs_tol=1e-6)
    assert at_home(here, home) == at_home(home, here)


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 300)), min_size=1, max_size=8))
def test_home_never_follows_a_figure_that_is_not_in_the_turn(moves: list[tuple[float, float]]) -> None:
    watch = started("Empire")
    for x_mm, y_mm in moves:
        watch, _ = after_table(watch, (at(RED, x_mm, y_mm), BLUE), 1.0)
    assert watch.homes["bogdan"] == RED.place
    assert bool(watch.nudges) != at_home(at(RED, *moves[-1]).place, RED.place)
