"""Grappling, overpowering and carrying off (DA-29, DA-30).

Who has overpowered somebody holds him until he does something else (ours). A non-combatant is overpowered by the
Agility roll alone; a combatant only if the grappler's die and Strength are more than his. On a later turn the held one
may be lifted, carried at a walk for a fatigue point each turn, and taken off by the own edge; anybody may leave by it
(ours).
"""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.blows import may_strike, within_reach
from companion.games.dark_age_skirmish.board import bearing
from companion.games.dark_age_skirmish.fit import agility, may_spend, strength
from companion.games.dark_age_skirmish.going import area, pace_mm, paces_of, swims
from companion.games.dark_age_skirmish.grounds import home_of
from companion.games.dark_age_skirmish.harm import less_than
from companion.games.dark_age_skirmish.moving import may_move
from companion.games.dark_age_skirmish.panic import home_line, let_go
from companion.games.dark_age_skirmish.state import Character, State, gap_mm, standing
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.games.dark_age_skirmish.tiring import points_of, spend
from companion.games.fields import OneOf
from companion.table.state import TableState

HOLD_MM = 12.0
"""Who is further off from his captive holds him no longer; ours."""
EDGE_MM = 1.0
"""An edge is reached when the base's edge comes this near to it."""


def captives(state: State, name: str) -> tuple[str, ...]:
    """Whom a figure holds."""
    return tuple(f.name for f in standing(state) if f.held_by == name)


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """Grapple; lift whom one holds; put down; leave by the own edge."""
    name, who = figure.name, named(state, figure.name)
    targets = tuple(
        t for t in within_reach(state, name) if not state.figures[t].held_by and not state.figures[t].riding
    )
    ready = may_strike(figure) and figure.person.is_combatant and not figure.riding and not figure.raging
    if targets and ready and may_spend(figure, points_of("grapple")):
        yield Offer(f"grapple:{name}", "DA-29", f"{who} grapples", {"target": OneOf(targets)})
    held = captives(state, name)
    if held and figure.idle and figure.posture == "up" and not figure.carries and may_carry(figure):
        yield Offer(f"lift:{name}", "DA-30", f"{who} lifts a captive", {"captive": OneOf(held)})
    if figure.carries:
        yield Offer(f"put-down:{name}", "DA-30", f"{who} puts {named(state, figure.carries)} down")
    if figure.posture == "up" and may_move(state, table, figure) and reaches_home(state, table, figure):
        yield Offer(f"leave:{name}", "DA-30", f"{who} leaves by the {home_edge(state, figure)} edge")


def home_edge(state: State, figure: Character) -> str:
    """The own edge."""
    return home_of(state.options.ground, state.options.sides.index(figure.side))


def reaches_home(state: State, table: TableState, figure: Character) -> bool:
    """Whether a walk leads to the own edge."""
    line, paces = home_line(state, figure.side), paces_of(figure)
    far = pace_mm(state, table, paces[0]) + figure.base_mm
    if shapely.distance(shapely.Point(figure.place), line) > far:
        return False
    region = area(state, table, figure.name, paces[0])
    return not region.is_empty and bool(shapely.distance(region, line) <= figure.base_mm / 2 + EDGE_MM)


def grapple(state: State, table: TableState, command: Command) -> Steps:
    """Agility, then die and Strength against die and Strength; the grappler must have more."""
    name, target = command.subject, str(command.fields["target"])
    needed = agility(state.figures[name])
    why = f"{named(state, name)} grapples {named(state, target)}; {less_than(needed, 'takes hold')}"
    die = yield from roll(state, "DA-29", "grapple", name, why, f"{name}>{target}")
    facing = bearing(state.figures[name].place, state.figures[target].place)
    caught = passes(die, needed)
    state = yield from tell(
        state,
        e.Faced(name, facing, "DA-29"),
        fe.BlowStruck(name, target, "grapple", "", needed, "", die, caught, "DA-29"),
    )
    state = yield from spend(state, name, "grapple")
    if not caught:
        return state
    if state.figures[target].person.is_combatant:
        totals = []
        for one, other in ((name, target), (target, name)):
            why = f"{named(state, one)} wrestles with {named(state, other)}: a die and Strength"
            mine = yield from roll(state, "DA-29", "wrestle", one, why, f"{one} with {other}")
            totals.append(mine + strength(state.figures[one]))
        state = yield from tell(state, fe.Wrestled(name, target, totals[0], totals[1]))
        if totals[0] <= totals[1]:
            return state
        return (yield from _overpower(state, table, fe.Overpowered(target, name)))
    return (yield from _overpower(state, table, fe.Overpowered(target, name, "DA-30")))


def _overpower(state: State, table: TableState, event: fe.Overpowered) -> Steps:
    state = yield from let_go(state, table, event.figure)
    return (yield from tell(state, event))


def may_carry(figure: Character) -> bool:
    """Whether he has the point that a load takes each turn (DA-30)."""
    return may_spend(figure, points_of("carry"))


def lift(state: State, table: TableState, command: Command) -> Steps:
    """On a turn after the grapple; the walk comes with the same turn (DA-30)."""
    captive = str(command.fields["captive"])
    state = yield from let_go(state, table, captive)
    return (yield from tell(state, fe.Lifted(command.subject, captive)))


def put_down(state: State, table: TableState, command: Command) -> Steps:
    """The captive is free, beside him."""
    return (yield from let_go(state, table, command.subject))


def leave(state: State, table: TableState, command: Command) -> Steps:
    """Off the table with whomever he carries."""
    figure = state.figures[command.subject]
    return (yield from tell(state, e.LeftTable(figure.name, home_edge(state, figure))))


def burdened(state: State, table: TableState, name: str) -> Steps:
    """A load takes a fatigue point each turn; who has none left puts it down (DA-30)."""
    figure = state.figures[name]
    if may_carry(figure):
        return (yield from spend(state, name, "carry"))
    return (yield from let_go(state, table, name))


def loosened(state: State, table: TableState) -> Steps:
    """Captives whose captor is gone, down, panicked, or has gone off (ours)."""
    for figure in standing(state):
        if not figure.held_by:
            continue
        captor = state.figures[figure.held_by]
        lost = not captor.on_table or captor.helpless or captor.posture != "up" or captor.panicked or captor.raging
        if lost or swims(state, table, captor.name) or gap_mm(state, figure.name, captor.name) > HOLD_MM:
            state = yield from tell(state, fe.SetFree(figure.name))
    return state
