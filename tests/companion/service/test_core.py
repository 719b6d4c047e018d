"""What one look changes: seen, not seen, and never anything made up."""

from __future__ import annotations

from companion.service.core import (
    FAILING_S,
    NOTE_FOR_S,
    SEEN_FOR_S,
    Core,
    after_look,
    failing,
    figure_seen,
    notes_now,
    sheets_seen,
)
from companion.service.inbox import Looked
from companion.table.state import FigureGone, FigurePlaced, TableEvent, TableState
from companion.vision.frame import Look, Note
from tests.companion.service.fakes import figure

START = Core(TableState())


def looked(
    time_s: float, *events: TableEvent, seen: tuple[str, ...] | None = (), notes: tuple[Note, ...] = ()
) -> Looked:
    return Looked(round(time_s * 10), time_s, "good", 160, 90, Look(1, time_s, events, (3,), notes, seen))


def placed(name: str) -> FigurePlaced:
    return FigurePlaced(figure(name), 0.0)


def test_a_figure_is_seen_while_pictures_show_it_and_a_little_longer() -> None:
    core = after_look(START, looked(1.0, placed("a"), seen=("a",)))
    assert figure_seen(core, "a", True) and not figure_seen(core, "a", False)
    core = after_look(core, looked(1.0 + SEEN_FOR_S))
    assert figure_seen(core, "a", True)
    core = after_look(core, looked(1.1 + SEEN_FOR_S))
    assert not figure_seen(core, "a", True) and core.seen_s["a"] == 1.0
    assert core.table.figures == (figure("a"),)
    assert figure_seen(after_look(core, looked(9.0, seen=("a",))), "a", True)


def test_a_figure_just_placed_was_seen() -> None:
    assert after_look(START, looked(1.0, placed("a"), seen=())).seen_s == {"a": 1.0}


def test_a_watcher_that_does_not_tell_leaves_all_that_stand_seen() -> None:
    core = after_look(START, looked(1.0, placed("a"), seen=None))
    core = after_look(core, looked(9.0, seen=None))
    assert core.seen_s == {"a": 9.0}


def test_a_figure_that_is_gone_is_forgotten() -> None:
    core = after_look(START, looked(1.0, placed("a")))
    core = after_look(core, looked(2.0, FigureGone("a", 2.0, "lifted")))
    assert core.seen_s == {} and core.table.figures == ()


def test_a_sheet_does_not_blink_but_goes() -> None:
    core = after_look(START, looked(1.0))
    assert sheets_seen(core, True) == [3] and sheets_seen(core, False) == []
    blind = Look(2, 1.0 + SEEN_FOR_S, (), (1,), (), ())
    core = after_look(core, Looked(2, blind.time_s, "good", 160, 90, blind))
    assert sheets_seen(core, True) == [1, 3]
    core = after_look(core, Looked(3, 1.1 + SEEN_FOR_S, "good", 0, 0, None))
    assert sheets_seen(core, True) == [1]


def test_a_picture_without_a_look_changes_no_table() -> None:
    note = Note("unreadable_picture", "It is damaged.")
    before = after_look(START, looked(1.0, placed("a"), seen=("a",)))
    after = after_look(before, Looked(11, 1.1, "black", 0, 0, None, (note,)))
    assert (after.table, after.seen_s, after.sheet_s) == (before.table, before.seen_s, before.sheet_s)
    assert (after.number, after.verdict, notes_now(after, 1.1)) == (11, "black", [note])
    assert (after.width_px, after.height_px) == (160, 90)


def test_a_note_that_comes_and_goes_stays_in_its_place_and_then_goes() -> None:
    stray, hidden = Note("stray", "Marker 9 is left out."), Note("hidden", "A sheet is covered.")
    core = after_look(START, looked(1.0, notes=(stray, hidden)))
    for tenth in range(1, 40):
        core = after_look(core, looked(1.0 + tenth / 10, notes=(hidden, stray) if tenth % 3 else (hidden,)))
        assert notes_now(core, core.picture_s or 0.0) == [stray, hidden], tenth
    last_s = core.picture_s or 0.0
    core = after_look(core, looked(last_s + 0.1))
    assert notes_now(core, last_s + NOTE_FOR_S - 0.2) == [stray, hidden]
    assert notes_now(core, last_s + NOTE_FOR_S + 0.2) == [], "also when no other picture comes"


def test_a_note_of_the_newest_picture_stays_however_old_it_is() -> None:
    note = Note("n", "A sentence.")
    assert notes_now(after_look(START, looked(1.0, notes=(note,))), 99.0) == [note]


def test_pictures_that_all_fail_are_said_and_one_good_one_ends_it() -> None:
    broken = Note("no-sheets", "No sheet is in sight.", "fault")
    core = after_look(START, looked(1.0, notes=(Note("w", "A warning."),)))
    assert not failing(core, 99.0)
    for tenth in range(12):
        core = after_look(core, looked(2.0 + tenth / 10, notes=(broken,)))
    assert not failing(core, 2.0 + FAILING_S - 0.01) and failing(core, 2.0 + FAILING_S)
    core = after_look(core, Looked(99, 9.0, "good", 0, 0, None, (broken,)))
    assert failing(core, 9.0)
    core = after_look(core, looked(9.1))
    assert not failing(core, 9.1 + FAILING_S)
    assert not failing(after_look(core, looked(9.2, notes=(broken,))), 9.3)
