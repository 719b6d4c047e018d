"""What the service knows of the table, as a value, and how one look changes it. Pure.

A figure is *seen* while the newest pictures show it; one that is not seen keeps its last place and the time it was last
seen. When the camera's picture is not current, nothing is seen, nothing is forgotten and nothing is added. A note that
comes and goes with every other picture stays, or each coming and going would be news for every phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.service.inbox import Looked
from companion.table.state import FigurePlaced, TableState, evolve
from companion.vision.asks import Ask, TrackNow
from companion.vision.frame import Note
from companion.vision.picture_health import Verdict

SEEN_FOR_S = 1.5
"""So long a figure or a sheet counts as seen after a picture that showed it: one bad picture does not make it blink."""
NOTE_FOR_S = 1.5
"""So long a note is shown after the last picture it was true of."""
FAILING_S = 1.5
"""After so long without one picture that could be used, nothing is being measured, and that is said."""
SLOW_S = 3.0


@dataclass(frozen=True, slots=True)
class Core:
    """table, and of the newest picture: number, time, verdict (None: none was looked at yet) and size.

    notes_s: note -> time of the last picture it was true of. failing_s: time of the first of the pictures that could
    not be used, all since then; None: the newest could. seen_s: figure id -> time of the last picture that showed it.
    sheet_s: the same for sheets. tracks: what vision told of each figure last, by id; asks: those open then.
    """

    table: TableState
    number: int = 0
    picture_s: float | None = None
    verdict: Verdict | None = None
    width_px: int = 0
    height_px: int = 0
    notes_s: Mapping[Note, float] = field(default_factory=dict)
    failing_s: float | None = None
    seen_s: Mapping[str, float] = field(default_factory=dict)
    sheet_s: Mapping[int, float] = field(default_factory=dict)
    tracks: Mapping[str, TrackNow] = field(default_factory=dict)
    asks: tuple[Ask, ...] = ()


def after_look(core: Core, looked: Looked) -> Core:
    """The core after one look."""
    look = looked.look
    notes = looked.notes if look is None else (*looked.notes, *look.notes)
    lately = {note: time_s for note, time_s in core.notes_s.items() if looked.time_s - time_s <= NOTE_FOR_S}
    core = replace(
        core,
        number=looked.number,
        picture_s=looked.time_s,
        verdict=looked.verdict,
        notes_s=lately | dict.fromkeys(notes, looked.time_s),
        failing_s=_failing_s(core, looked.time_s, notes),
    )
    if looked.width_px:
        core = replace(core, width_px=looked.width_px, height_px=looked.height_px)
    if look is None:
        return core
    if look.tracks or not any(note.severity == "fault" for note in look.notes):
        core = replace(core, tracks={track.figure_id: track for track in look.tracks}, asks=look.asks)
    table = core.table
    for event in look.events:
        table = evolve(table, event)
    placed = {event.figure.id for event in look.events if isinstance(event, FigurePlaced)}
    standing = {figure.id for figure in table.figures}
    shown = standing if look.figures_seen is None else placed | set(look.figures_seen)
    seen_s = {name: look.time_s if name in shown else core.seen_s.get(name, look.time_s) for name in standing}
    sheet_s = {**core.sheet_s, **dict.fromkeys(look.sheets_seen, look.time_s)}
    return replace(core, table=table, seen_s=seen_s, sheet_s=sheet_s)


def figure_seen(core: Core, figure_id: str, current: bool) -> bool:
    """Whether the newest pictures show the figure. current: whether the newest picture may be taken for now."""
    return current and _lately(core, core.seen_s.get(figure_id))


def sheets_seen(core: Core, current: bool) -> list[int]:
    """Ids of the sheets that the newest pictures show, in order."""
    return sorted(number for number, time_s in core.sheet_s.items() if current and _lately(core, time_s))


def notes_now(core: Core, now_s: float) -> list[Note]:
    """The notes of the newest picture, and those of pictures shortly before."""
    return [note for note, time_s in core.notes_s.items() if time_s == core.picture_s or now_s - time_s <= NOTE_FOR_S]


def failing(core: Core, now_s: float) -> bool:
    """Whether none of the pictures of some time could be used."""
    return core.failing_s is not None and now_s - core.failing_s >= FAILING_S


def _failing_s(core: Core, time_s: float, notes: tuple[Note, ...]) -> float | None:
    if not any(note.severity == "fault" for note in notes):
        return None
    return time_s if core.failing_s is None else core.failing_s


def _lately(core: Core, time_s: float | None) -> bool:
    return time_s is not None and core.picture_s is not None and core.picture_s - time_s <= SEEN_FOR_S
