"""What people say of figures: their answers, names, and who is off, beside pictures that go on."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.tracks import Kind, Seen, Told, Tracker

RED = np.eye(64)[0]
PLACES = {"a": 0.0, "b": 200.0, "c": 400.0}


def base(x: float, y: float = 0.0) -> Seen:
    return Seen(None, None, 32.0, (x, y), 0.5, RED, True)


class Table:
    """A tracker and its clock: two pictures a second."""

    def __init__(self, names: str = "ab", *, starts: bool = True) -> None:
        kinds = {n: Kind(None, 32.0) for n in names}
        self.tracker = Tracker({n: (PLACES[n], 0.0) for n in names} if starts else {}, kinds=kinds)
        self.time_s = 0.0
        self.shows([base(PLACES[n]) for n in names], 4)

    def shows(self, seen: list[Seen], looks: int = 4, *, hand: bool = False) -> list[Told]:
        told = []
        for _look in range(looks):
            told += self.tracker.see(seen, self.time_s, hand, lambda _: hand)
            self.time_s += 0.5
        return told

    def at(self) -> dict[str, tuple[float, float]]:
        return {n: t.xy_mm for n, t in sorted(self.tracker.tracks.items())}


def said(told: list[Told]) -> list[tuple[str, str | None]]:
    return [(t.event, t.name) for t in told]


def swapped(names: str = "ab") -> Table:
    """All lifted under a hand and put down elsewhere."""
    table = Table(names)
    table.shows([], 3, hand=True)
    table.shows([base(PLACES[n], 100) for n in names])
    return table


def test_two_look_alikes_are_asked_about_once() -> None:
    (ask,) = swapped().tracker.asks()
    assert (ask.kind, ask.about, ask.names, ask.options) == ("which", "a", ("a", "b"), ("a", "b"))


def test_the_answer_that_confirms_names_both_and_moves_nobody() -> None:
    table = swapped()
    assert table.tracker.answer(table.tracker.asks()[0].id, "a") is None
    assert said(table.shows([base(0, 100), base(200, 100)])) == [("named", "a"), ("named", "b")]
    assert table.at() == {"a": (0, 100), "b": (200, 100)} and table.tracker.asks() == ()


def test_the_answer_that_exchanges_tells_moves_from_where_each_stood_itself() -> None:
    table = swapped()
    table.tracker.answer(table.tracker.asks()[0].id, "b")
    told = table.shows([base(0, 100), base(200, 100)])
    moved = {t.name: (t.from_mm, t.xy_mm) for t in told if t.event == "moved"}
    assert moved == {"a": ((0, 0), (200, 100)), "b": ((200, 0), (0, 100))}
    assert table.at() == {"a": (200, 100), "b": (0, 100)}


def test_of_three_the_rest_is_asked_again_until_one_is_left() -> None:
    table = swapped("abc")
    first = table.tracker.asks()[0]
    assert first.options == ("a", "b", "c")
    table.tracker.answer(first.id, "c")
    (second,) = table.tracker.asks()
    assert (second.about, second.options) == ("a", ("a", "b"))
    table.tracker.answer(second.id, "b")
    table.shows([base(0, 100), base(200, 100), base(400, 100)])
    assert table.at() == {"c": (0, 100), "b": (400, 100), "a": (200, 100)}
    assert table.tracker.asks() == ()


def test_the_one_that_did_not_come_back_is_held_where_it_stood_itself() -> None:
    table = Table()
    table.shows([], 3, hand=True)
    table.shows([base(80, 100)])
    table.tracker.answer(next(a.id for a in table.tracker.asks() if a.kind == "which"), "b")
    assert table.at() == {"a": (0, 0), "b": (80, 100)}
    assert table.tracker.tracks["a"].state != "seen"


@pytest.mark.parametrize(("ask", "option", "words"), [("which-9", "a", "no longer"), ("which-1", "z", "no answer")])
def test_an_answer_that_cannot_be_is_refused_in_a_sentence(ask: str, option: str, words: str) -> None:
    assert words in str(swapped().tracker.answer(ask, option))


def test_a_lost_figure_is_asked_about_and_the_question_closes_when_it_is_back() -> None:
    table = Table()
    assert said(table.shows([base(200)], 8)) == [("lost", "a")]
    (ask,) = table.tracker.asks()
    assert (ask.kind, ask.about, ask.options) == ("lost", "a", ("off", "stays"))
    assert said(table.shows([base(0), base(200)])) == [("uncovered", "a")]
    assert table.tracker.asks() == ()


def test_a_lost_figure_said_to_be_off_is_off_and_one_said_to_stay_is_held() -> None:
    for option, state in (("off", "off"), ("stays", "covered")):
        table = Table()
        table.shows([base(200)], 8)
        assert table.tracker.answer(table.tracker.asks()[0].id, option) is None
        table.shows([base(200)], 10)
        assert table.tracker.tracks["a"].state == state and table.tracker.asks() == ()


def test_a_casualty_may_lie_there_until_it_is_lifted_and_is_then_nobody() -> None:
    table = Table()
    assert table.tracker.take_off("a") is None
    assert said(table.shows([base(0), base(200)], 6)) == [("off", "a")]
    assert said(table.shows([base(200)], 8)) == []
    assert table.tracker.tracks["a"].state == "off"
    assert "already" in str(table.tracker.take_off("a"))


def test_one_put_back_is_the_next_base_of_its_kind() -> None:
    table = Table()
    table.tracker.take_off("a")
    table.shows([base(200)], 8)
    assert table.tracker.put_back("a") is None
    assert said(table.shows([base(90, 90), base(200)])) == [("uncovered", "a"), ("moved", "a")]
    assert "not off" in str(table.tracker.put_back("b"))


def test_one_that_comes_back_unannounced_is_asked_about_by_name() -> None:
    table = Table()
    table.tracker.take_off("a")
    table.shows([base(200)], 8)
    assert said(table.shows([base(90, 90), base(200)])) == [("placed", "unmarked #1")]
    (ask,) = table.tracker.asks()
    assert (ask.kind, ask.options) == ("name", ("a", "nothing"))
    assert table.tracker.answer(ask.id, "a") is None
    assert table.at() == {"a": (90, 90), "b": (200, 0)} and table.tracker.asks() == ()


def test_unnamed_figures_take_names_by_a_tap() -> None:
    table = Table("ab", starts=False)
    assert list(table.at()) == ["unmarked #1", "unmarked #2"]
    assert table.tracker.rename("unmarked #2", "a") is None
    assert table.tracker.rename("unmarked #1", "Bob the Tall") is None
    told = table.shows([base(0), base(200)])
    assert [(t.name, t.detail) for t in told if t.event == "named"] == [
        ("a", "was unmarked #2"),
        ("Bob the Tall", "was unmarked #1"),
    ]
    assert table.at() == {"Bob the Tall": (0, 0), "a": (200, 0)}


def test_a_name_taken_from_another_makes_them_change_places() -> None:
    table = Table()
    assert table.tracker.rename("a", "b") is None
    table.shows([base(0), base(200)])
    assert table.at() == {"a": (200, 0), "b": (0, 0)}


def test_what_is_no_figure_is_not_asked_about_again() -> None:
    table = Table("ab", starts=False)
    ask = table.tracker.asks()[0]
    table.tracker.answer(ask.id, "nothing")
    table.shows([base(0), base(200)], 12)
    assert list(table.at()) == ["unmarked #2"]
    assert [a.about for a in table.tracker.asks()] == ["unmarked #2"]


@pytest.mark.parametrize(
    ("figure", "name", "words"),
    [("nobody", "x", "no figure"), ("a", " ", "not be empty"), ("a", "Big", "another base"), ("m", "x", "its marker")],
)
def test_a_name_that_cannot_be_given_is_refused_in_a_sentence(figure: str, name: str, words: str) -> None:
    tracker = Tracker(kinds={"a": Kind(None, 32.0), "Big": Kind(None, 60.0)}, starts={"a": (0.0, 0.0)})
    for n in range(4):
        tracker.see([base(0), Seen("m", "marker m", 32.0, (90.0, 0.0), 0.2)], 0.5 * n)
    assert words in str(tracker.rename(figure, name))
