"""The Movement Phase: sides in the order of their slots; each figure moves, charges, breaks off or leaves (FL-11,
FL-12, FL-20 to FL-24, FL-34).

A free move is one offer with a region. A place a little outside is not refused if the camera is not sure of the
figure: then the player is told how much too far it is, and decides. Contact is made by a charge only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import shapely

from companion.games.bands import SIGMAS
from companion.games.contract import Command, Offer, Refusal, Spotted
from companion.games.fields import OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque import spotting
from companion.games.flintloque.board import sigma_mm
from companion.games.flintloque.going import (
    APART_MM,
    area,
    contact_place,
    inner_table,
    is_free,
    journey,
    move_region,
    move_said,
)
from companion.games.flintloque.printed import OSWOLD, SCENARIOS, base_mm
from companion.games.flintloque.pushing import CONTACT_MM
from companion.games.flintloque.state import (
    Character,
    Point,
    State,
    enemies,
    foes,
    gap_mm,
    seat_of,
    size_mm,
    standing,
)
from companion.games.flintloque.steps import Steps, does, tell, title
from companion.games.footing import widened
from companion.games.free_table import Kept
from companion.games.gauging import is_way, way_of
from companion.games.questions import Choose, key
from companion.geometry.points import distance
from companion.table.state import TableState

RATE_OF = {"walk": "walk", "walk-fire": "walk", "run": "run", "prone": "prone", "prone-fire": "prone"}
"""Order -> the rate at which it moves."""
HAIR_MM = 0.01
"""Rounding: exactly 5 cm is 5 cm."""
TOUCH_MM = 1.0
"""An edge is reached when the base's edge comes this near to it."""


def side_to_move(state: State) -> str | None:
    """Whose slot it is."""
    return state.slots[state.slot] if state.phase == "move" and state.slot < len(state.slots) else None


def may_move(state: State, figure: Character) -> bool:
    """Ordered to move, not moved yet, and free to: morale allows it and nobody has engaged it this turn (FL-12)."""
    bound = figure.limit not in ("", "B") or figure.frozen >= state.turn
    return figure.on_table and figure.declared in RATE_OF and not figure.moved and not figure.victim and not bound


def offers(state: State, table: TableState, side: str) -> Iterator[Offer]:
    """For the side whose slot it is."""
    if side_to_move(state) != side:
        return
    for figure in standing(state, side):
        if may_move(state, figure):
            yield from OFFERS(state, table, figure.name)
    yield Offer(f"end-moves:{side}", "FL-11", f"The {title(side)} {does(side, 'has', 'have')} moved")


def _offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """What one figure may do."""
    name, rate = figure.name, RATE_OF[figure.declared]
    if foes(state, name):
        if all(fight.fought for fight in state.fights if name in (fight.a, fight.b)):
            yield Offer(f"break-off:{name}", "FL-34", f"{title(name)} breaks off")
        return
    region, near = move_region(state, table, name, rate), chargeable(state, table, figure)
    seen: tuple[Spotted, ...] = ()
    if region is not None:
        seen = spotting.moved(state, table, name, rate, region, near)
        yield Offer(f"move:{name}", "FL-20", f"{title(name)}: {rate}", {"to": region}, seen)
    if near:
        met = spotting.charged(state, table, name, near, clear=not seen)
        yield Offer(f"charge:{name}", "FL-31", f"{title(name)} charges", {"target": OneOf(near)}, met)
    edge = exit_edge(state, figure)
    if edge and reaches_edge(state, table, figure, edge):
        rule = "FL-41" if state.options.scenario == "one" else "FL-44"
        yield Offer(f"leave:{name}", rule, f"{title(name)} leaves by the {edge} edge")


def is_spotted(state: State, table: TableState, figure: Character) -> bool:
    """Whether what is seen of the figure can be taken as a move or a charge."""
    return any(offer.spotted for offer in OFFERS(state, table, figure.name))


OFFERS: Kept[tuple[Offer, ...]] = Kept(lambda state, table, name: tuple(_offers(state, table, state.figures[name])), 64)
"""Of a figure that may move, by its name."""


def chargeable(state: State, table: TableState, figure: Character) -> tuple[str, ...]:
    """Enemies whose base the move can touch. Nobody charges lying down, under effect B, with hands full,
    or at whom he has just broken off from.
    """
    if RATE_OF[figure.declared] == "prone" or figure.limit or figure.carries:
        return ()
    wide = charge_area(state, table, figure.name)
    return tuple(
        enemy.name
        for enemy in enemies(state, figure.name)
        if enemy.name not in figure.left and contact_place(state, figure.name, enemy.name, wide)
    )


def charge_area(state: State, table: TableState, name: str) -> Any:
    """Where a charge may end: half a millimetre more than a move, for the drawing of its edge, but on the table."""
    reached = area(state, table, name, RATE_OF[state.figures[name].declared])
    return widened(reached, inner_table(state, name).bounds)


def exit_edge(state: State, figure: Character) -> str | None:
    """The edge by which the figure may leave the table for its side's own aim, if there is one (FL-41 to FL-47)."""
    mission = state.missions[figure.side]
    leaving = {
        "body": bool(figure.carries) and figure.carries != OSWOLD,
        "home": True,
        "umbrella": True,
        "abduction": figure.carries == OSWOLD,
    }.get(mission, False)
    return str(SCENARIOS[state.options.scenario]["exits"][figure.side]) if leaving else None


def reaches_edge(state: State, table: TableState, figure: Character, edge: str) -> bool:
    """Whether the move leads to the edge."""
    width, height = size_mm(state)
    line = {
        "north": [(0.0, height), (width, height)],
        "south": [(0.0, 0.0), (width, 0.0)],
        "east": [(width, 0.0), (width, height)],
        "west": [(0.0, 0.0), (0.0, height)],
    }[edge]
    region = area(state, table, figure.name, RATE_OF[figure.declared])
    near = base_mm(figure.name) / 2 + TOUCH_MM
    return not region.is_empty and bool(shapely.distance(region, shapely.LineString(line)) <= near)


def move_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """Why the figure cannot end there, with how far it is and through what; None if it may."""
    if not is_way(command.fields):
        return None
    figure = state.figures[command.subject]
    goal, bends = way_of(command.fields)
    rate = RATE_OF[figure.declared]
    region = move_region(state, table, figure.name, rate)
    inside = region is not None and region.complaint(goal) is None
    if inside and not bends:
        return None
    found = journey(state, table, figure.name, rate, goal, bends)
    if found is None:
        why = "Oswold does not go into the water" if figure.name == OSWOLD else "there is no way"
        return Refusal("barred", f"{title(figure.name)} cannot get there: {why}.", "FL-40")
    slack = SIGMAS * sigma_mm(table, figure.name)
    if found.excess_mm > slack:
        back = f"put it back at {figure.x_mm / 10:.1f}, {figure.y_mm / 10:.1f} cm"
        return Refusal("far", f"{move_said(state, figure.name, rate, found)}; {back}.", "FL-20")
    if inside:
        return None
    if not is_free(state, figure.name, goal, slack_mm=slack):
        return Refusal("base", "No base may end on another; contact is made by a charge.", "FL-31")
    low_x, low_y, high_x, high_y = inner_table(state, figure.name).bounds
    if not (low_x - slack <= goal[0] <= high_x + slack and low_y - slack <= goal[1] <= high_y + slack):
        words = f"{title(figure.name)} must stay on the table with its whole base; leaving is an offer of its own."
        return Refusal("edge", words, "FL-20")
    if figure.limit == "B" and _near_enemy(state, figure, goal, APART_MM - slack):
        return Refusal("apart", f"{title(figure.name)} must end 5 cm from every enemy.", "FL-18")
    return None


def _near_enemy(state: State, figure: Character, place: Point, limit_mm: float) -> bool:
    gaps = (
        distance(place, other.place) - (base_mm(figure.name) + base_mm(other.name)) / 2
        for other in enemies(state, figure.name)
    )
    return any(gap < limit_mm - HAIR_MM for gap in gaps)


def move(state: State, table: TableState, command: Command) -> Steps:
    """By the shortest legal way, bent as its player says. A little too far is let be, or cut short, as he says too."""
    name = command.subject
    figure, rate = state.figures[name], RATE_OF[state.figures[name].declared]
    (x, y), bends = way_of(command.fields)
    found = journey(state, table, name, rate, (x, y), bends)
    spent, over = (found.spent_mm, found.excess_mm) if found else (distance(figure.place, (x, y)), 0.0)
    region = move_region(state, table, name, rate)
    if not bends and region is not None and region.complaint((x, y)) is None:
        over = 0.0
    if found and over:
        sigma = sigma_mm(table, name)
        why = f"{move_said(state, name, rate, found)}, ± {SIGMAS * sigma / 10:.1f} cm: too close to call"
        step = key("FL-20", "too close to call", name)
        said = yield Choose(step, seat_of(state, name), why, OneOf(("let it be", "put it back")), "let it be")
        if said == "put it back":
            return state
    return (yield from tell(state, e.FigureMoved(name, x, y, rate, round(spent, 1), round(over, 1))))


def charge(state: State, table: TableState, command: Command) -> Steps:
    """Into base contact; the target loses its move, if it has not made it yet (FL-12)."""
    name, target = command.subject, str(command.fields["target"])
    rate = RATE_OF[state.figures[name].declared]
    place = contact_place(
        state, name, target, charge_area(state, table, name), spotting.beside(state, table, name, target)
    )
    assert place is not None
    found = journey(state, table, name, rate, place)
    spent = found.spent_mm if found else distance(state.figures[name].place, place)
    state = yield from tell(state, e.FigureMoved(name, *place, rate, round(spent, 1), 0.0))
    return (yield from tell(state, e.Charged(name, target)))


def may_hold(state: State, figure: Character) -> bool:
    """Whether it may fight on when a foe wants to leave: under effects C to F it may only defend itself (FL-18)."""
    return figure.limit in ("", "B") and figure.frozen < state.turn


def break_off(state: State, table: TableState, command: Command) -> Steps:
    """Every foe whose side has the better Initiative may hold the figure, if it may do that (FL-34)."""
    name = command.subject
    mine = state.order.index(state.figures[name].side)
    for foe in foes(state, name):
        if state.order.index(state.figures[foe].side) < mine and may_hold(state, state.figures[foe]):
            why = f"{title(name)} wants to break off from {title(foe)}, who has the Initiative"
            step = key("FL-34", "hold", foe)
            said = yield Choose(step, seat_of(state, foe), why, OneOf(("fight on", "let go")), "fight on")
            if said == "fight on":
                return (yield from tell(state, e.HeldInFight(name, foe)))
    return (yield from tell(state, e.FightLeft(name)))


def stay(state: State) -> Steps:
    """Who broke off and has not moved is still in the fight, if the foe still touches it (FL-34)."""
    for figure in standing(state):
        for foe in figure.left:
            again = foe in foes(state, figure.name)  # both broke off, or the foe came after
            if not again and state.figures[foe].on_table and gap_mm(state, figure.name, foe) <= CONTACT_MM:
                state = yield from tell(state, e.FightResumed(figure.name, foe))
    return state


def leave(state: State, table: TableState, command: Command) -> Steps:
    """Off the table, with whatever it carries."""
    figure = state.figures[command.subject]
    edge = exit_edge(state, figure)
    rule = "FL-41" if state.options.scenario == "one" else "FL-44"
    return (yield from tell(state, e.LeftTable(figure.name, str(edge), rule)))


def end_moves(state: State, table: TableState, command: Command) -> Steps:
    """The next slot."""
    return (yield from tell(state, e.SideMoved(command.subject)))
