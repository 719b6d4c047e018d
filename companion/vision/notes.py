"""What was odd about the marks of a picture, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from statistics import median

from companion.setup.model import Setup
from companion.vision.frame import Note

MOST_NAMES = 12
"""More are counted only."""
ENOUGH_MARKERS, TOO_MANY_SIGMAS = 3, 3.0
"""So many markers that are all off the same way, the middle one by so many sigmas, are noted; on the test pictures the
middle one reaches 1.0."""
DISAGREEING = 6.0
"""Sheets that misfit by so many sigmas are noted; rendered scenes reach 2.2."""


def stray_notes(count: Mapping[int, int], sheets: Set[int], figures: Set[int]) -> list[Note]:
    """Of marks seen more than once or unknown to the setup. count: how often each id is in the picture."""
    notes = []
    for mark, times in sorted(count.items()):
        if times > 1:
            what = "Sheet" if mark in sheets else "Marker"
            message = f"{what} {mark} is in the picture {times} times, so it names nothing. Cover or remove the others."
            notes.append(Note("same-marker-twice", message))
        elif mark not in sheets and mark not in figures:
            message = f"Marker {mark} is in the picture but not in the setup; it is left out."
            notes.append(Note("stray-marker", message, "info"))
    return notes


def unseen_note(unseen: Sequence[str]) -> list[Note]:
    """Of figures of the setup whose markers are not read, by name."""
    if not unseen:
        return []
    more = f" and {len(unseen) - MOST_NAMES} more" if len(unseen) > MOST_NAMES else ""
    message = (
        f"Not seen: {', '.join(unseen[:MOST_NAMES])}{more}. If they are on the table, their markers are too small, "
        "blurred or covered in this picture."
    )
    return [Note("not-seen", message, "info")]


def agreement_note(disagreement: float, rms_px: float) -> list[Note]:
    """Of sheets that do not fit each other; disagreement, rms_px: as in `calibration.solve.Solution`."""
    if disagreement < DISAGREEING:
        return []
    message = (
        f"The sheets do not fit each other ({rms_px:.2g} px off), and every ± is wider for it. Is one bent, not flat "
        "on the table or of another size, is a known place wrong, or is the lens another camera's?"
    )
    return [Note("sheets-disagree", message)]


def size_notes(sizes: Mapping[int, float]) -> list[Note]:
    """Of marks of quite another size than the setup's. sizes: mark id -> how many times as large as it should be."""
    if not sizes:
        return []
    ids, times = ", ".join(str(i) for i in sorted(sizes)), median(sizes.values())
    which = f"Marker {ids} looks" if len(sizes) == 1 else f"Markers {ids} look"
    message = (
        f"{which} {times:.2g} times as large as the setup says, so no place is told. Is sheet_side_mm or "
        "marker_side_mm wrong in the setup (mm, as printed)? Or is the figure held up to the camera?"
    )
    return [Note("marker-size", message)]


def scale_notes(sizes: Sequence[tuple[float, float]]) -> list[Note]:
    """Of markers that all look too large or all too small. sizes: of each named figure's, how many times as large as
    the
    setup makes it, and by how many sigmas."""
    if len(sizes) < ENOUGH_MARKERS:
        return []
    times, sigmas = median(t for t, _ in sizes), median(z for _, z in sizes)
    if abs(sigmas) < TOO_MANY_SIGMAS or any((z > 0) != (sigmas > 0) for _, z in sizes):
        return []
    way = "larger" if times > 1 else "smaller"
    message = (
        f"All {len(sizes)} markers look {way} than the setup makes them, by {abs(times - 1):.1%}: distances may be "
        "wrong by as much. Is sheet_side_mm or marker_side_mm as printed, and does the lens belong to this camera and "
        "picture size?"
    )
    return [Note("markers-all-off", message)]


def sheet_notes(seen: Sequence[int], setup: Setup, *, from_memory: bool, placed: bool) -> list[Note]:
    """Of sheets and lens. seen: sheets in sight, in the setup's order. from_memory: there were pictures before. placed:
    the frame is the setup's."""
    notes = []
    first = setup.table.sheets[0]
    if not seen:
        message = "No sheet is in sight now: places hold only as long as the camera has not moved since it saw one."
        notes.append(Note("no-sheet-now", message))
    if not from_memory and len(seen) == 1:
        message = f"Only sheet {seen[0]} is in sight: distances far from it are unsure. Show a second sheet."
        notes.append(Note("one-sheet", message))
    if not placed:
        what = "No sheet whose place is known" if setup.sheet else f"Sheet {first}, which carries the table's frame,"
        is_not = "is in sight" if setup.sheet else "is not in sight"
        message = (
            f"{what} {is_not}. Distances hold, but where the terrain lies is not known until it is: do not rely on "
            "lines of sight."
        )
        notes.append(Note("first-sheet-hidden", message))
    if setup.lens is None:
        message = "Without a lens file the lens is estimated from the picture, and every ± is wider for it."
        notes.append(Note("no-lens", message, "info"))
    return notes


def odd_notes(left_out: Sequence[int]) -> list[Note]:
    """Of sheets that do not agree with the others."""
    return [
        Note(
            "odd-sheet",
            f"Sheet {mark} does not agree with the others and is left out: does it lie flat, is it covered in part, "
            "and is it of the same size?",
        )
        for mark in left_out
    ]
