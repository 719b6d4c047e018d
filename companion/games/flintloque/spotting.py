"""What a camera sees of the game: a figure elsewhere is its move, its charge or its set-up, offered and never taken.

A figure has moved if it is seen further from where it was told to stand than two sigma and what a knock does. Where a
move and a charge are both possible, or a move may be too far, nothing is sure and the player says.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import elsewhere as where
from companion.games.bands import SIGMAS
from companion.games.contract import Spotted
from companion.games.elsewhere import Seen
from companion.games.flintloque.going import journey, move_said
from companion.games.flintloque.printed import base_mm
from companion.games.flintloque.state import Point, State
from companion.games.flintloque.steps import title
from companion.games.regions import Patch
from companion.games.steps import length
from companion.table.state import TableState


def elsewhere(state: State, table: TableState, name: str) -> Seen | None:
    """Where a figure is seen, if that is not where it was told to stand."""
    return where.elsewhere(table, name, state.figures[name].place)


def moved(
    state: State, table: TableState, name: str, rate: str, region: Patch, targets: Sequence[str]
) -> tuple[Spotted, ...]:
    """It stands where its move may end, or so little further that the camera cannot say. targets: it may charge."""
    found = elsewhere(state, table, name)
    if found is None:
        return ()
    read = journey(state, table, name, rate, found.place)
    inside = region.complaint(found.place) is None
    if read is None or not (inside or where.may_be(found, read.excess_mm, region)):
        return ()
    words = f"{move_said(state, name, rate, read)}, ± {length(SIGMAS * found.sigma_mm, 0)}"
    return (Spotted({"to": list(found.place)}, words, inside and not _touched(state, name, found, targets)),)


def charged(state: State, table: TableState, name: str, targets: Sequence[str], clear: bool) -> tuple[Spotted, ...]:
    """It seems to touch an enemy that it may charge. clear: its move could not have ended there."""
    found = elsewhere(state, table, name)
    if found is None:
        return ()
    near = _touched(state, name, found, targets)
    return tuple(Spotted({"target": foe}, f"{title(name)} was seen beside {title(foe)}", clear) for foe in near)


def beside(state: State, table: TableState, name: str, target: str) -> Point | None:
    """Where a figure is seen that seems to touch this one; None: it is not seen there."""
    found = elsewhere(state, table, name)
    return found.place if found is not None and _touched(state, name, found, (target,)) else None


def _touched(state: State, name: str, found: Seen, targets: Sequence[str]) -> list[str]:
    return where.touched(
        found, ((foe, state.figures[foe].place, (base_mm(name) + base_mm(foe)) / 2) for foe in targets)
    )
