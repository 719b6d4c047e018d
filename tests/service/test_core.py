"""What one look changes: seen, not seen, and never anything made up."""

from __future__ import annotations

from companion.service.core import SEEN_FOR_S, Core, after_look, figure_seen, sheets_seen
from companion.service.inbox import Looked
from companion.table.state import FigureGone, FigurePlaced, TableEvent, TableState
from companion.vision.frame import Look, Note
from tests.service.fakes import figure

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
    assert (after.number, after.verdict, after.notes) == (11, "black", (note,))
    assert (after.width_px, after.height_px) == (160, 90)
