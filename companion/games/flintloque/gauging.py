"""What players are told before they move or fire: a way at each rate (FL-20 to FL-24), and a range with its bands,
sight and cover (FL-25 to FL-27). It is judged by the functions that judge the move and the shot.

A range is measured as the camera sees the two figures, if it sees both in one place each; else between the places that
were told, which are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from companion.games.bands import SIGMAS, possible_bands
from companion.games.flintloque.board import propose_sight, sigma_mm, told_figure
from companion.games.flintloque.going import (
    APART_MM,
    MOVES,
    ground,
    inner_table,
    is_free,
    move_words,
    pace,
    steady_reasons,
)
from companion.games.flintloque.moving import HAIR_MM
from companion.games.flintloque.printed import BAND_EDGES_MM, BANDS, base_mm, number
from companion.games.flintloque.state import Character, Point, State, enemies, foes
from companion.games.flintloque.steps import title
from companion.games.flintloque.volley import BEYOND, shifts, shot_at
from companion.games.gauging import Band, Ranged, Tried, apart, looked, on_table, tried
from companion.games.ground import Journey, read_moves
from companion.games.steps import length
from companion.geometry.points import distance
from companion.table.state import Figure, TableState


def ways_to(state: State, table: TableState, name: str, points: Sequence[Point]) -> tuple[Tried, ...]:
    """The shortest legal way through these points at each rate; KeyError if it does not stand on the table."""
    figure = on_table(state.figures, name)
    paces = {rate: pace(state, figure, rate) for rate in MOVES}
    found = read_moves(ground(state, table, name), (figure.place, *points), paces)
    sigma = sigma_mm(table, name)
    bar = _bar(state, name, points[-1], SIGMAS * sigma)
    return tuple(_tried(state, figure, rate, read, bar, sigma) for rate, read in found.items() if read is not None)


def _tried(state: State, figure: Character, rate: str, read: Journey, bar: str, sigma: float) -> Tried:
    why = [f"{mm / 10:.1f} cm through {_words(kind)}: {_columns(kind)}" for kind, mm in read.through]
    why += [f"over {piece}" for piece in read.crossed]
    why += [f"{_words(reason)}: {_columns(reason)}" for reason in steady_reasons(state, figure)]
    toll = read.spent_mm - read.way.length
    if read.crossed:
        why.append(f"{length(read.way.length, 0)} and {length(toll, 0)} for what it crosses")
    return tried(rate, read, sigma, why, move_words(figure.name, rate, read), bar)


def _bar(state: State, name: str, goal: Point, slack_mm: float) -> str:
    """slack_mm: what the camera may be wrong by is let be, as in the move itself."""
    if not shapely.dwithin(inner_table(state, name), shapely.Point(goal), slack_mm + HAIR_MM):
        return "Its base would not be on the table."
    if not is_free(state, name, goal, slack_mm=slack_mm):
        return "No base may end on another; contact is made by a charge."
    if state.figures[name].limit != "B":
        return ""
    near = [
        enemy.name
        for enemy in enemies(state, name)
        if distance(goal, enemy.place) < APART_MM - slack_mm - HAIR_MM + (base_mm(name) + base_mm(enemy.name)) / 2
    ]
    return f"It must end 5 cm from every enemy, and {title(near[0])} is nearer." if near else ""


def ranged(state: State, table: TableState, a: str, b: str) -> Ranged:
    """From a to b, base to base; KeyError if one does not stand on the table."""
    firer, target = on_table(state.figures, a), on_table(state.figures, b)
    found, source = apart(table, _told(firer), _told(target))
    mm, sigma = round(found.edge_mm, 1), round(found.edge_sigma_mm, 2)
    proposal = propose_sight(state, table, a, b)
    shifted = shifts(firer, target, proposal.sight, False)
    columns = sum(shift for _, shift in shifted)
    touch = b in foes(state, a)
    bands = (0,) if touch else possible_bands(mm, sigma, BAND_EDGES_MM)
    notes = [f"{_words(why)}: {_left(shift)}" for why, shift in shifted] if firer.weapons else ["it has no firearm"]
    return Ranged(
        a,
        b,
        mm,
        sigma,
        length(mm, sigma),
        source,
        tuple(Band(_band(n), _chance(firer, n, columns, proposal.sight)) for n in bands),
        looked(proposal.sight, proposal.reason, proposal.found),
        (*(["they are in base contact"] if touch else []), *([found.doubt] if found.doubt else []), *notes),
    )


def _told(figure: Character) -> Figure:
    return told_figure(figure.name, figure.race, figure.x_mm, figure.y_mm)


def _band(n: int) -> str:
    return f"{BANDS[n]} cm" if n < len(BANDS) else f"{BEYOND} cm"


def _chance(firer: Character, band: int, columns: int, sight: str) -> str:
    if not firer.weapons:
        return ""
    weapon = firer.weapons[0]
    column, cell = shot_at(weapon, band, columns)
    if cell == "-" or sight == "out of sight":
        return f"{weapon}: no shot"
    chance, attack = cell.split("/")
    moved = "" if column == band else f", read at {BANDS[column]}"
    return f"{weapon}: {chance} %, attack factor {attack}{moved}"


def _columns(reason: str) -> str:
    return _left(number("move_shifts", reason, "left"))


def _left(shift: int) -> str:
    return f"{abs(shift)} column{'' if abs(shift) == 1 else 's'} to the {'left' if shift > 0 else 'right'}"


def _words(reason: str) -> str:
    return reason.replace("-", " ")
