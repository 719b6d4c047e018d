"""The Declaration Phase: each side writes down its orders in secret; the last one opens them all (FL-7 to FL-10).

One command a side, with a field for each figure that has a choice. An order is what a figure means to do; a Morale
Check or a charge may still take it away.
"""

from __future__ import annotations

from companion.games.bands import SIGMAS
from companion.games.contract import Command, Offer
from companion.games.fields import Field, OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque.board import sigma_mm
from companion.games.flintloque.printed import BODY, base_mm
from companion.games.flintloque.state import Character, State, foes, playing_sides, standing
from companion.games.flintloque.steps import Steps, tell, title
from companion.geometry.points import distance
from companion.table.state import TableState

ORDERS = ("hold", "walk", "run", "prone", "aim", "fire", "walk-fire", "prone-fire", "reload", "pick-up")
"""All there are."""
NEXT_TO_MM = 10.0
"""A figure is next to the body up to this distance between their bases; ours."""
OFFERED_MM = 5.0
"""The order to pick up is offered this much further, and ruled by measuring."""


def orders_of(state: State, table: TableState, figure: Character) -> tuple[str, ...]:
    """What the figure may be ordered to do; just "hold" if it has no choice."""
    if figure.frozen >= state.turn or not figure.on_table:
        return ("hold",)
    run = () if figure.ran and figure.ran >= state.turn - 1 else ("run",)
    opponents = foes(state, figure.name)
    if opponents:
        fought = all(f.fought for f in state.fights if figure.name in (f.a, f.b))
        return ("hold", "walk", *run) if fought else ("hold",)
    if figure.carries:
        return ("hold", "walk", *run)
    found = ["hold", "walk", *run, "prone"]
    if figure.loaded:
        found += ["aim", "fire", "walk-fire", "prone-fire"]
    if set(figure.weapons) - set(figure.loaded) or figure.aim == "set":
        found.append("reload")
    if near_body(state, table, figure):
        found.append("pick-up")
    return tuple(found)


def near_body(state: State, table: TableState, figure: Character) -> bool:
    """Whether the figure may be next to a body that nobody carries; what is not sure is measured later."""
    body = state.body
    if body is None or body.carrier or body.gone:
        return False
    gap = distance(figure.place, (body.x_mm, body.y_mm)) - (base_mm(figure.name) + base_mm(BODY)) / 2
    return gap <= NEXT_TO_MM + OFFERED_MM + SIGMAS * sigma_mm(table, figure.name)


def choices(state: State, table: TableState, side: str) -> dict[str, tuple[str, ...]]:
    """Figure -> its orders, for those that have a choice."""
    found = {figure.name: orders_of(state, table, figure) for figure in standing(state, side)}
    return {name: orders for name, orders in found.items() if len(orders) > 1}


def offer(state: State, table: TableState, side: str) -> Offer | None:
    """The side's sheet, if it is not sealed yet."""
    open_ = choices(state, table, side)
    if side in state.sealed or not open_:
        return None
    fields: dict[str, Field] = {name: OneOf(orders) for name, orders in open_.items()}
    return Offer(f"declare:{side}", "FL-7", f"Declare for the {title(side)}", fields)


def declare(state: State, table: TableState, command: Command) -> Steps:
    """Seal the orders; whoever has no choice holds."""
    orders = {figure.name: "hold" for figure in standing(state, command.subject)}
    orders.update({name: str(order) for name, order in command.fields.items()})
    return (yield from tell(state, e.OrdersSealed(command.subject, orders)))


def waiting(state: State, table: TableState) -> bool:
    """Whether a side has still to seal its orders."""
    return any(offer(state, table, side) for side in playing_sides(state))


def open_orders(state: State, table: TableState) -> Steps:
    """All are in: they are open to everybody."""
    for side in playing_sides(state):
        if side not in state.sealed:
            orders = {figure.name: "hold" for figure in standing(state, side)}
            state = yield from tell(state, e.OrdersSealed(side, orders))
    return (yield from tell(state, e.OrdersOpened("declare")))
