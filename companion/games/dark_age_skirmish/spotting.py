"""What a camera sees of the game: a figure elsewhere is its move or its attack, or its set-up; offered, never taken.

The slowest pace that certainly leads there is offered, and a slower one too if the camera cannot say that it is too
far. Where a move and an attack are both possible nothing is sure and the player says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games import elsewhere as where
from companion.games.bands import SIGMAS
from companion.games.contract import Spotted
from companion.games.dark_age_skirmish.going import journey, move_words
from companion.games.dark_age_skirmish.state import State, enemies
from companion.games.dark_age_skirmish.steps import named
from companion.games.elsewhere import Seen
from companion.games.regions import Patch
from companion.games.steps import length
from companion.geometry.points import Point
from companion.table.state import TableState


def elsewhere(state: State, table: TableState, name: str) -> Seen | None:
    """Where a figure is seen, if that is not where it was told to stand."""
    figure = state.figures[name]
    return where.elsewhere(table, figure.token, figure.place)


def moved(
    state: State, table: TableState, name: str, regions: Mapping[str, Patch | None]
) -> dict[str, tuple[Spotted, ...]]:
    """Pace -> it stands where a move at it may end, or so little further that the camera cannot say."""
    found = elsewhere(state, table, name)
    if found is None:
        return {}
    near = bool(touched(state, name, found, [foe.name for foe in enemies(state, name)]))
    offered: dict[str, tuple[Spotted, ...]] = {}
    for pace, region in regions.items():
        read = journey(state, table, name, pace, found.place)
        inside = region is not None and region.complaint(found.place) is None
        if read is None or not (inside or where.may_be(found, read.excess_mm, region)):
            continue
        words = f"{move_words(state, name, pace, read)}, ± {length(SIGMAS * found.sigma_mm)}"
        offered[pace] = (Spotted({"to": list(found.place)}, words, inside and not near and not offered),)
        if inside:
            break
    return offered


def attacked(state: State, table: TableState, name: str, targets: Sequence[str]) -> tuple[Spotted, ...]:
    """It seems to touch somebody whom it may attack; it may also just stand there, so the player says."""
    found = elsewhere(state, table, name)
    if found is None:
        return ()
    near = touched(state, name, found, targets)
    words = "{} was seen beside {}".format
    return tuple(Spotted({"target": foe}, words(named(state, name), named(state, foe)), False) for foe in near)


def beside(state: State, table: TableState, name: str, target: str) -> Point | None:
    """Where it is seen, if it seems to touch the target."""
    found = elsewhere(state, table, name)
    return found.place if found is not None and touched(state, name, found, [target]) else None


def touched(state: State, name: str, found: Seen, targets: Sequence[str]) -> list[str]:
    """Whose bases it seems to touch."""
    mine = state.figures[name].base_mm
    others = ((foe, state.figures[foe].place, (mine + state.figures[foe].base_mm) / 2) for foe in targets)
    return where.touched(found, others)
