"""One look at most waits, and folding it gives what all of them would have given."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service import inbox as inboxes
from companion.service.inbox import Inbox, InboxFull, Job, Looked, coalesced
from companion.table.state import FigureGone, FigurePlaced, SheetsPlaced, TableEvent, TableState, evolve
from companion.vision.frame import Look
from tests.companion.service.fakes import figure, sheet
from tests.needs import clocked


def looked(number: int, *events: TableEvent, looks: bool = True) -> Looked:
    look = Look(number, float(number), events, (number,), (), None) if looks else None
    return Looked(number, float(number), "good" if looks else "black", 160, 90, look)


def placed(name: str, x_mm: float) -> FigurePlaced:
    return FigurePlaced(figure(name, x_mm), 0.0)


def take_look(inbox: Inbox) -> Looked | None:
    taken = inbox.take(0.0)
    assert not isinstance(taken, Job)
    return taken


names = st.sampled_from(["a", "b", "c"])
events = st.one_of(
    st.builds(placed, names, st.floats(0, 900)),
    st.builds(lambda name: FigureGone(name, 0.0, "lifted"), names),
    st.builds(lambda x: SheetsPlaced((sheet(1, x),), 0.0), st.floats(0, 900)),
)


@given(st.lists(events, max_size=20))
def test_coalesced_events_give_the_same_table(some: list[TableEvent]) -> None:
    whole = reduce(evolve, some, TableState())
    short = reduce(evolve, coalesced(tuple(some)), TableState())
    assert (short.figures, short.sheets) == (whole.figures, whole.sheets)
    assert len(coalesced(tuple(some))) <= 4


def test_looks_are_folded_into_the_one_that_waits() -> None:
    inbox = Inbox()
    for number in range(1, 200):
        inbox.post(looked(number, placed("a", number), placed(f"b{number % 3}", 0.0)))
    inbox.post(looked(200, looks=False))
    taken = take_look(inbox)
    assert taken is not None and taken.number == 200 and taken.verdict == "black"
    assert taken.look is not None and placed("a", 199) in taken.look.events and len(taken.look.events) == 4
    assert inbox.take(0.0) is None


def test_a_look_after_none_and_none_after_none() -> None:
    inbox = Inbox()
    inbox.post(looked(1, looks=False))
    inbox.post(looked(2, placed("a", 1.0)))
    taken = take_look(inbox)
    assert taken is not None and taken.look is not None and taken.look.events == (placed("a", 1.0),)
    inbox.post(looked(3, looks=False))
    inbox.post(looked(4, looks=False))
    taken = take_look(inbox)
    assert taken is not None and taken.number == 4 and taken.look is None


@clocked
def test_a_wake_ends_the_wait_once() -> None:
    inbox = Inbox()
    threading.Timer(0.05, inbox.wake).start()
    begun = time.monotonic()
    assert inbox.take(5.0) is None
    assert time.monotonic() - begun < 1
    assert inbox.take(0.01) is None


def in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    """Run it in a thread; what it returned or raised is in the list."""
    said: list[object] = []

    def run() -> None:
        try:
            said.append(work())
        except (InboxFull, ZeroDivisionError) as fault:
            said.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, said


def test_looks_and_jobs_come_out_in_the_order_in_which_they_came_in() -> None:
    inbox, done = Inbox(), list[str]()
    inbox.post(looked(1, placed("a", 1.0)))
    first, said = in_thread(lambda: inbox.ask(lambda: done.append("first") or 1))
    while not inbox._jobs:
        time.sleep(0.001)
    inbox.post(looked(2, placed("a", 2.0)))
    look = take_look(inbox)
    assert look is not None and look.number == 2, "a look keeps its place and has the newest word"
    job = inbox.take(0.0)
    assert isinstance(job, Job) and said == []
    job.run()
    first.join(2)
    assert said == [1] and done == ["first"] and inbox.take(0.0) is None


def test_what_a_job_raises_is_its_askers() -> None:
    inbox = Inbox()
    thread, said = in_thread(lambda: inbox.ask(lambda: 1 // 0))
    job = inbox.take(2.0)
    assert isinstance(job, Job)
    job.run()
    thread.join(2)
    assert isinstance(said[0], ZeroDivisionError)


def test_a_job_whose_asker_waits_no_more_is_not_done() -> None:
    inbox, done = Inbox(), list[int]()
    with pytest.raises(InboxFull, match="busy"):
        inbox.ask(lambda: done.append(1), 0.0)
    job = inbox.take(0.0)
    assert isinstance(job, Job)
    job.run()
    assert done == []


def test_a_job_too_many_is_refused_and_so_are_all_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "MOST_JOBS", 1)
    inbox = Inbox()
    thread, said = in_thread(lambda: inbox.ask(lambda: 1))
    while not inbox._jobs:
        time.sleep(0.001)
    with pytest.raises(InboxFull, match="at once"):
        inbox.ask(lambda: 2)
    inbox.close()
    thread.join(2)
    assert isinstance(said[0], InboxFull)
    with pytest.raises(InboxFull, match="ending"):
        inbox.ask(lambda: 3)
