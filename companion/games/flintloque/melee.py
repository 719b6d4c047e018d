"""The Melee Phase: who fights whom, 1d10 against 1d10, and all effects at once (FL-31 to FL-35).

A clump of figures is split into fights of one against one as far as that goes; whoever is left over joins against a foe
it touches. Who then has several opponents fights each of them, with the penalty every time. Oswold, when he is held,
struggles with his bearer only, and wins his freedom or nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from companion.games.fields import OneOf
from companion.games.flintloque import carrying
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.printed import CHARTS, OSWOLD, number
from companion.games.flintloque.pushing import away_from, pushed_place, touched, walls
from companion.games.flintloque.state import Character, State, foes, holder_of, seat_of
from companion.games.flintloque.steps import D10, Steps, tell, title
from companion.games.flintloque.volley import bury
from companion.games.questions import Choose, Roll
from companion.games.steps import turn_key
from companion.table.state import TableState

REAR_AT, SIDE_AT = 4, 2
"""Opponents from which one is attacked in the rear, or in the side; facing turns freely (FL-33)."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Blow:
    """How one fight came out. result: "draw", "pushed", a number of wounds, "umbrella", "free" or "held"."""

    winner: str
    loser: str
    result: str


def melee(state: State, table: TableState) -> Steps:
    """Throws, then every fight on the state as it is, then what came of them."""
    bearer = holder_of(state, OSWOLD)
    if bearer is not None and carrying.may_throw(state, table, bearer.name):
        state = yield from carrying.throw(state, table, bearer.name)
    before = state
    pairs = yield from pairing(before)
    against = Counter(name for pair in pairs for name in pair)
    blows: list[Blow] = []
    for a, b in pairs:
        robbed = any(blow.result == "umbrella" for blow in blows)
        blow = yield from _fight(before, a, b, against, robbed)
        state = yield from tell(state, *_told(blow[0], blow[1]))
        blows.append(blow[0])
    bearer = holder_of(before, OSWOLD)
    if bearer is not None and not carrying.is_helpless(before, table, bearer.name):
        struggle, told = yield from _struggle(before, bearer)
        state = yield from tell(state, told)
        if struggle.result == "free":
            state = yield from carrying.free(state, table, bearer.name)
    if pairs:
        state = yield from _effects(state, table, blows)
    return state


def pairing(state: State) -> Generator[Any, Any, tuple[Pair, ...]]:
    """The fights of this phase. Where a figure left over touches several foes, its player chooses."""
    left = [(fight.a, fight.b) for fight in state.fights]
    matched = _best_match(tuple(sorted(left)))
    taken = {name for pair in matched for name in pair}
    pairs = list(matched)
    for name in dict.fromkeys(name for pair in left for name in pair if name not in taken):
        near = tuple(b if a == name else a for a, b in left if name in (a, b))
        foe = near[0]
        if len(near) > 1:
            why = f"{title(name)} joins a fight; against whom?"
            foe = yield Choose(turn_key(state, "FL-33", "joins", name), seat_of(state, name), why, OneOf(near), foe)
        pairs.append((name, str(foe)))
    return tuple(pairs)


def _best_match(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """As many fights of one against one as there can be."""
    if not pairs:
        return ()
    first, rest = pairs[0], pairs[1:]
    taken = _best_match(tuple(p for p in rest if not set(p) & set(first)))
    if len(taken) + 1 > len(rest):
        return (first, *taken)
    left = _best_match(rest)
    return (first, *taken) if len(taken) + 1 >= len(left) else left


def modifier(figure: Character, opponents: int, against_oswold: bool = False) -> int:
    """The sheet's, wounds, several opponents, and full hands (FL-24, FL-31)."""
    add = figure.melee + figure.lost * number("melee_modifiers", "wound", "modifier")
    if opponents >= REAR_AT:
        add += number("melee_modifiers", "rear", "modifier")
    elif opponents >= SIDE_AT:
        add += number("melee_modifiers", "side", "modifier")
    if figure.carries and not against_oswold:
        add += number("melee_modifiers", "carrying", "modifier")
    return add


def result_of(difference: int) -> str:
    """What the difference of two totals does to the loser (FL-32)."""
    return str(CHARTS["melee_results"].at(abs(difference), "loser").value)


def _roll(state: State, name: str, foe: str, add: int) -> Generator[Any, Any, int]:
    why = f"{title(name)} fights {title(foe)}, {add:+d}"
    step = turn_key(state, "FL-31", "blow", f"{name}>{foe}")
    (die,) = yield Roll(step, seat_of(state, name), why, "d10", D10, D10)
    return int(die) + add


def _fight(
    state: State, a: str, b: str, against: Counter[str], robbed: bool
) -> Generator[Any, Any, tuple[Blow, tuple[str, str, int, int]]]:
    totals = []
    for name, foe in ((a, b), (b, a)):
        totals.append((yield from _roll(state, name, foe, modifier(state.figures[name], against[name]))))
    winner, loser = (a, b) if totals[0] >= totals[1] else (b, a)
    result = result_of(totals[0] - totals[1])
    robs = not robbed and state.umbrella == OSWOLD and _mission(state, winner) == "umbrella"
    if result != "draw" and loser == OSWOLD and robs:
        what = {"pushed": "push him back", "1": "1 wound"}.get(result, f"{result} wounds")
        why = f"{title(winner)} has beaten Oswold: {what}, or the umbrella instead?"
        step = turn_key(state, "FL-46", "umbrella", winner)
        aside, field = carrying.briefed(state.figures[winner].side), OneOf(("umbrella", what))
        said = yield Choose(step, seat_of(state, winner), why, field, "umbrella", aside=aside)
        result = result if said == what else "umbrella"
    return Blow(winner, loser, result), (a, b, totals[0], totals[1])


def _told(blow: Blow, fought: tuple[str, str, int, int]) -> tuple[fe.BlowsStruck]:
    loser = "" if blow.result == "draw" else blow.loser
    return (fe.BlowsStruck(*fought, loser, blow.result),)


def _struggle(state: State, bearer: Character) -> Generator[Any, Any, tuple[Blow, fe.BlowsStruck]]:
    his = yield from _roll(state, OSWOLD, bearer.name, modifier(state.figures[OSWOLD], 1))
    mine = yield from _roll(state, bearer.name, OSWOLD, modifier(bearer, 1, against_oswold=True))
    result = "free" if his > mine else "held"
    loser = bearer.name if his > mine else OSWOLD
    told = fe.BlowsStruck(OSWOLD, bearer.name, his, mine, loser, result, "FL-45")
    return Blow("", loser, result), told


def _mission(state: State, name: str) -> str:
    return state.missions[state.figures[name].side]


def _effects(state: State, table: TableState, blows: list[Blow]) -> Steps:
    before, wounds = state, Counter[str]()
    for blow in blows:
        if blow.result.isdigit():
            wounds[blow.loser] += int(blow.result)
    # Who stood in contact has fought a round, with whomever he was paired.
    fights = tuple((fight.a, fight.b) for fight in state.fights)
    state = yield from tell(state, fe.MeleeFell(dict(wounds)), fe.RoundFought(fights))
    state = yield from bury(state, table, wounds)
    for blow in blows:
        state = yield from _after(state, blow)
    for blow in blows:
        if blow.result == "pushed" and state.figures[blow.loser].on_table:
            state = yield from _push(state, table, before, blow)
    return (yield from carrying.soak(state, table))


def _after(state: State, blow: Blow) -> Steps:
    winner, loser = state.figures[blow.winner], state.figures[blow.loser]
    if blow.result == "umbrella" and winner.on_table:
        state = yield from tell(state, e.UmbrellaStolen(winner.name))
    free = winner.on_table and winner.frozen <= state.turn  # who has run to cover does nothing in the next turn (FL-18)
    beaten = blow.result != "draw" and loser.name == OSWOLD and loser.on_table and free
    if beaten and _mission(state, winner.name) in ("ducking", "abduction") and not winner.carries:
        rule = "FL-47" if winner.side == "ogre" else "FL-45"
        state = yield from tell(state, e.GrabEarned(winner.name, rule))
    return state


def _push(state: State, table: TableState, before: State, blow: Blow) -> Steps:
    """Away from where the winner stood when the phase began; a fight ends where the bases no longer touch."""
    loser = state.figures[blow.loser]
    direction = away_from(before.figures[blow.winner].place, before.figures[loser.name].place)
    x, y = pushed_place(state, loser.name, direction, walls(state, table))
    still = touched(state, loser.name, (x, y))
    if still != foes(state, loser.name):
        state = yield from tell(state, e.FightLeft(loser.name, "FL-32", still))
    spent = round(math.dist(loser.place, (x, y)), 1)
    return (yield from tell(state, e.FigureMoved(loser.name, x, y, "pushed", spent, 0.0, "FL-32")))
