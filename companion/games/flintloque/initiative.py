"""The Initiative Phase: 1d10 with the side's modifier; the best chooses a movement slot first (FL-11)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from companion.games.contract import Command, Offer
from companion.games.fields import OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque.printed import number
from companion.games.flintloque.state import State, playing_sides
from companion.games.flintloque.steps import D10, Steps, does, party, tell, title
from companion.games.questions import Roll
from companion.games.steps import turn_key
from companion.table.state import TableState

ELITE_SECTIONS = ("orcs", "dwarves")
"""Sides whose sheets add the bonus of an elite Section (FL-36, FL-38)."""


def modifier(state: State, side: str) -> int:
    """By those who are with the side now: a bonus goes with whoever brought it."""
    present = [f for f in state.figures.values() if f.side == side and f.where in ("table", "held")]
    leaders = sum(f.level in ("experienced", "veteran") for f in present)
    section = number("initiative", "elite-section", "modifier") if side in ELITE_SECTIONS and present else 0
    return leaders * number("initiative", "experienced", "modifier") + section


def roll(state: State) -> Steps:
    """Everybody rolls; equals roll again without modifiers until they differ."""
    for side in playing_sides(state):
        add = modifier(state, side)
        why = f"Initiative of the {title(side)}, {add:+d}"
        (die,) = yield Roll(
            turn_key(state, "FL-11", "initiative", side), state.options.seat_of(side), why, "d10", D10, D10
        )
        state = yield from tell(state, e.InitiativeRolled(side, die, die + add))
    ranks: list[tuple[str, ...]] = []
    for total in sorted(set(state.totals.values()), reverse=True):
        equal = tuple(side for side in state.totals if state.totals[side] == total)
        ordered = yield from _untie(state, equal)
        ranks.append(ordered)
    order = tuple(side for rank in ranks for side in rank)
    return (yield from tell(state, e.OrderSettled(order)))


def _untie(state: State, equal: tuple[str, ...]) -> Generator[Any, Any, tuple[str, ...]]:
    """The best first. Whoever is equal again rolls on before anybody who is behind, as often as it takes."""
    found: list[str] = []
    waiting = [(equal, 1)]
    while waiting:
        group, again = waiting.pop()
        if len(group) == 1:
            found += group
            continue
        dice: dict[str, int] = {}
        for side in group:
            step = turn_key(state, "FL-11", f"tie {again}", side)
            why = f"A tie of {' and '.join(map(party, group))}: roll again, without modifiers"
            (die,) = yield Roll(step, state.options.seat_of(side), why, "d10", D10, D10)
            dice[side] = die
            yield e.TieRolled(side, die)
        waiting += [(tuple(s for s in group if dice[s] == die), again + 1) for die in sorted(set(dice.values()))]
    return tuple(found)


def chooser(state: State) -> str | None:
    """The side that chooses a slot now."""
    return next((side for side in state.order if side not in state.slots), None)


def offer(state: State, side: str) -> Offer | None:
    """Any slot that is free, for the side whose choice it is."""
    if chooser(state) != side:
        return None
    free = tuple(n for n, taken in enumerate(state.slots, 1) if not taken)
    return Offer(
        f"take-slot:{side}", "FL-11", f"When {does(side, 'does', 'do')} {party(side)} move?", {"slot": OneOf(free)}
    )


def take_slot(state: State, table: TableState, command: Command) -> Steps:
    """A slot is taken."""
    return (yield from tell(state, e.SlotTaken(command.subject, int(command.fields["slot"]))))


def take_last_slot(state: State) -> Steps:
    """Who chooses last gets what is left."""
    free = [n for n, taken in enumerate(state.slots, 1) if not taken]
    side = chooser(state)
    if len(free) == 1 and side is not None:
        state = yield from tell(state, e.SlotTaken(side, free[0]))
    return state
