"""A volley: distance, band, sight, column, dice; and all casualties at once (FL-13, FL-25 to FL-30).

Every shot is decided on the state in which the phase began; what it does waits for the last one. A distance that may
lie in two bands is told with its ±, and the players choose the band. Sight and cover are proposed by the table; the
target's player may overrule, and then the firer's player is asked too: what both say counts, else the proposal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.bands import possible_bands
from companion.games.fields import OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.board import SIGHTS, Proposal, cover_columns, propose_sight
from companion.games.flintloque.carrying import drop
from companion.games.flintloque.orders import HOLD
from companion.games.flintloque.printed import BAND_EDGES_MM, BANDS, CHARTS, number
from companion.games.flintloque.state import Character, State, foes, seat_of
from companion.games.flintloque.steps import D100, Steps, tell, title
from companion.games.questions import Choose, Measure, Roll
from companion.games.steps import length, turn_key
from companion.table.state import TableState

BEYOND = "beyond 50"
OFF = "off the table"
POINT_BLANK = 0


@dataclass(frozen=True, slots=True)
class Shot:
    """Who shoots at whom."""

    firer: str
    target: str
    aimed: bool


def resolve(state: State, table: TableState) -> Steps:
    """Open the sealed targets and fire; elite troops first, if the table chose so (FL-13)."""
    aimed = state.phase == "aimed"
    orders = {name: target for sealed in state.sealed.values() for name, target in sealed.items()}
    if orders:
        state = yield from tell(state, e.OrdersOpened(state.phase, "FL-13"))
    shots = [Shot(name, target, aimed) for name, target in orders.items() if target != HOLD]
    if state.options.elite_fire == "first":
        batches = [[s for s in shots if state.figures[s.firer].elite is first] for first in (True, False)]
    else:
        batches = [shots]
    for batch in batches:
        there = [s for s in batch if state.figures[s.firer].on_table]
        able = [s for s in there if state.figures[s.firer].loaded]
        empty = [fe.ShotNotFired(s.firer, s.target, "FL-8", fe.NOTHING_LOADED) for s in there if s not in able]
        ready = [s for s in able if state.figures[s.target].on_table]
        late = [fe.ShotNotFired(s.firer, s.target, "FL-13", "has fallen") for s in able if s not in ready]
        state = yield from tell(state, *empty, *late)
        if ready:
            state = yield from _together(state, table, ready)
    if aimed:
        for figure in state.figures.values():
            if figure.on_table and figure.aim == "set":
                state = yield from tell(state, fe.AimLost(figure.name, "the shot was not taken"))
    return state


def _together(state: State, table: TableState, shots: list[Shot]) -> Steps:
    before, wounds, hit = state, Counter[str](), list[str]()
    for shot in shots:
        fired = yield from fire(before, table, shot)
        if fired is None:
            state = yield from tell(state, _unseen(shot))
            continue
        state = yield from tell(state, fired)
        if fired.hit:
            hit.append(shot.target)
            wounds[shot.target] += fired.wounds
    hurt = {name: count for name, count in wounds.items() if count}
    state = yield from tell(state, fe.VolleyFell(hurt, tuple(dict.fromkeys(hit))))
    return (yield from bury(state, table, hurt))


def bury(state: State, table: TableState, hurt: Mapping[str, int]) -> Steps:
    """Whoever was hurt drops what it carries; who has no wound left is dead (FL-29, FL-41)."""
    for name in hurt:
        if state.figures[name].carries:
            state = yield from drop(state, table, name)
        if state.figures[name].lost >= state.figures[name].wounds:
            state = yield from tell(state, fe.Fell(name))
    return state


def fire(state: State, table: TableState, shot: Shot) -> Generator[Any, Any, fe.ShotFired | None]:
    """One shot; None if its target is out of sight: that costs the aim, but not the shot (FL-8, FL-25)."""
    firer, target = state.figures[shot.firer], state.figures[shot.target]
    subject = f"{shot.firer}>{shot.target}"
    weapon = firer.loaded[0]
    proposed = propose_sight(state, table, shot.firer, shot.target)
    met = shot.target in foes(state, shot.firer)
    if met:
        mm, sigma, band = 0.0, 0.0, POINT_BLANK
    else:
        mm, sigma = yield Measure(
            turn_key(state, "FL-25", "distance", subject),
            seat_of(state, shot.firer),
            f"{_aims(shot)}: how far is it?",
            shot.firer,
            shot.target,
        )
        band = yield from _band(state, shot, subject, mm, sigma)
    in_the_open = met and proposed.sight == "clear"
    agreed = "clear" if in_the_open else (yield from _sight(state, proposed, shot, subject))
    if agreed == "out of sight":
        return None
    shift = columns(firer, target, agreed, shot.aimed)
    column, cell = shot_at(weapon, band, shift)
    names = (BANDS[band] if band < len(BANDS) else BEYOND, BANDS[column] if column < len(BANDS) else OFF)
    if cell == "-":
        return fe.ShotFired(
            shot.firer, shot.target, weapon, mm, sigma, *names, shift, 0, 0, 0, False, shot.aimed, "FL-27"
        )
    chance, attack = (int(part) for part in cell.split("/"))
    why = f"{_aims(shot)}: {chance} % at attack factor {attack}"
    (roll,) = yield Roll(
        turn_key(state, "FL-25", "to hit", subject), seat_of(state, shot.firer), why, "d100", D100, D100
    )
    hit = roll <= chance
    wounds = wounds_of(attack, target.defence) if hit else 0
    return fe.ShotFired(
        shot.firer, shot.target, weapon, mm, sigma, *names, shift, chance, roll, wounds, hit, shot.aimed
    )


def shot_at(weapon: str, band: int, shift: int) -> tuple[int, str]:
    """The column of the chart after so many to the left, and its "chance/attack factor", or "-" beyond the chart."""
    column = max(0, band - shift)
    if column >= len(BANDS) or band >= len(BANDS):
        return column, "-"
    return column, str(CHARTS["firearms"].cell(weapon, BANDS[column]).value)


def _unseen(shot: Shot) -> fe.AimLost | fe.ShotNotFired:
    if shot.aimed:
        return fe.AimLost(shot.firer, f"{title(shot.target)} is out of sight")
    return fe.ShotNotFired(shot.firer, shot.target)


def wounds_of(attack: int, defence: int) -> int:
    """Attack factor against defence factor (FL-29)."""
    if attack < defence:
        return 0
    return 3 if attack > 3 * defence else 2 if attack > 2 * defence else 1


def columns(firer: Character, target: Character, agreed: str, aimed: bool) -> int:
    """Columns to the left in all (FL-27)."""
    return sum(shift for _, shift in shifts(firer, target, agreed, aimed))


def shifts(firer: Character, target: Character, agreed: str, aimed: bool) -> tuple[tuple[str, int], ...]:
    """Why, and columns to the left: the sheet's, a wound, the aim, cover, and a target that lies; none of 0 (FL-27)."""
    found = {
        "its sheet": firer.firing,
        agreed: cover_columns(agreed),
        **{row: number("fire_shifts", row, "columns") for row in _rows(firer, target, aimed)},
    }
    return tuple((why, columns) for why, columns in found.items() if columns)


def _rows(firer: Character, target: Character, aimed: bool) -> tuple[str, ...]:
    found = {"wounded": firer.wounded, "aimed": aimed, "prone": target.prone}
    return tuple(row for row, is_so in found.items() if is_so)


def _band(state: State, shot: Shot, subject: str, mm: float, sigma: float) -> Generator[Any, Any, int]:
    bands = possible_bands(mm, sigma, BAND_EDGES_MM)
    if len(bands) == 1:
        return bands[0]
    names = tuple(BANDS[n] if n < len(BANDS) else BEYOND for n in sorted(bands))
    why = f"{_aims(shot)}: {length(mm, sigma)} is too close to call; which band, in cm?"
    default = BANDS[bands[0]] if bands[0] < len(BANDS) else BEYOND
    said = yield Choose(
        turn_key(state, "FL-26", "band", subject), seat_of(state, shot.target), why, OneOf(names), default
    )
    return len(BANDS) if said == BEYOND else BANDS.index(said)


def _sight(state: State, proposed: Proposal, shot: Shot, subject: str) -> Generator[Any, Any, str]:
    why = f"{_aims(shot)}. The table says {proposed.sight}: {proposed.reason}"
    step = turn_key(state, "FL-25", "sight", subject)
    said = yield Choose(step, seat_of(state, shot.target), why, OneOf(SIGHTS), proposed.sight)
    agreed = said
    if said != proposed.sight:
        why = f"{title(shot.target)}'s player says {said}, the table {proposed.sight}: {proposed.reason}"
        step = turn_key(state, "FL-25", "sight overruled", subject)
        both = yield Choose(step, seat_of(state, shot.firer), why, OneOf((said, proposed.sight)), proposed.sight)
        agreed = both
    yield fe.SightJudged(shot.firer, shot.target, proposed.sight, proposed.reason, agreed, said)
    return str(agreed)


def _aims(shot: Shot) -> str:
    return f"{title(shot.firer)} fires at {title(shot.target)}" + (", aimed" if shot.aimed else "")
