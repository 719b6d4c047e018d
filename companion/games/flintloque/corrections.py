"""What a table of Flintloque may agree otherwise, so that one odd case does not end an evening.

They are offers like any other, and keep what is always so: no base on another, wounds within the sheet. They look only
at what everybody may know. After one it may be that nobody has anything to do in the phase: then everybody may go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.contract import AGREED, Command, Offer, Refusal
from companion.games.fields import OneOf, Range
from companion.games.flintloque import agreed as a
from companion.games.flintloque import declaring, initiative, moving, orders
from companion.games.flintloque import events as e
from companion.games.flintloque.going import free_region, inner_table
from companion.games.flintloque.printed import BODY
from companion.games.flintloque.state import Character, State, playing_sides, standing
from companion.games.flintloque.steps import does, title
from companion.games.ground import patch
from companion.table.state import TableState

Done = tuple[Any, ...] | Refusal


def corrections(state: State, table: TableState) -> tuple[Offer, ...]:
    """All that may be agreed on now; nothing before the game has begun or after it is over."""
    if state.phase in ("setup", "over"):
        return ()
    return tuple(_offers(state, table))


def correct(state: State, table: TableState, command: Command) -> Done:
    """The events. The command's offer and fields have been checked."""
    return CORRECTIONS[command.kind](state, table, command)


def _offers(state: State, table: TableState) -> Iterator[Offer]:
    for side in playing_sides(state):
        if is_waited_for(state, table, side):
            yield Offer(f"skip:{side}", AGREED, f"The {title(side)} {does(side, 'does', 'do')} nothing in this phase")
    for figure in state.figures.values():
        yield from _of_figure(state, figure)
    body = state.body
    place = patch(inner_table(state, BODY))
    if body is not None and not body.carrier and not body.gone and place is not None:
        yield Offer(
            f"place:{BODY}", AGREED, "The dead Dwarf lies elsewhere", {"at": place}, now={"at": [body.x_mm, body.y_mm]}
        )


def _of_figure(state: State, figure: Character) -> Iterator[Offer]:
    name = figure.name
    free = free_region(state, name)
    if figure.on_table:
        lost = {"lost": Range(0, figure.wounds - 1)}
        yield Offer(
            f"set-wounds:{name}", AGREED, f"{title(name)} has lost other wounds", lost, now={"lost": figure.lost}
        )
        if figure.weapons:
            said = {"loaded": OneOf(("yes", "no"))}
            now = {"loaded": "yes" if figure.loaded else "no"}
            yield Offer(f"set-loaded:{name}", AGREED, f"{title(name)}'s weapons are loaded, or not", said, now=now)
        if free is not None:
            yield Offer(
                f"place:{name}", AGREED, f"{title(name)} stands elsewhere", {"at": free}, now={"at": list(figure.place)}
            )
    elif figure.where in ("dead", "routed", "wet") and free is not None:
        yield Offer(f"revive:{name}", AGREED, f"{title(name)} is back on the table", {"at": free})


def is_waited_for(state: State, table: TableState, side: str) -> bool:
    """Whether the game waits for this side now."""
    match state.phase:
        case "declare":
            return declaring.offer(state, table, side) is not None
        case "slots":
            return initiative.offer(state, side) is not None
        case "aimed" | "fire":
            return orders.offer(state, table, side) is not None
    return moving.side_to_move(state) == side


def _skip(state: State, table: TableState, command: Command) -> Done:
    side = command.subject
    match state.phase:
        case "declare":
            return (e.OrdersSealed(side, {figure.name: "hold" for figure in standing(state, side)}, AGREED),)
        case "slots":
            return (e.SlotTaken(side, state.slots.index("") + 1, AGREED),)
        case "aimed" | "fire":
            return (e.OrdersSealed(side, dict.fromkeys(orders.choices(state, table, side), orders.HOLD), AGREED),)
    return (e.SideMoved(side, AGREED),)


def _place(state: State, table: TableState, command: Command) -> Done:
    x, y = (float(number) for number in command.fields["at"])
    return (a.FigurePlaced(command.subject, x, y),)


def _revive(state: State, table: TableState, command: Command) -> Done:
    x, y = (float(number) for number in command.fields["at"])
    return (a.FigureRevived(command.subject, x, y),)


def _set_wounds(state: State, table: TableState, command: Command) -> Done:
    return (a.WoundsAgreed(command.subject, command.fields["lost"]),)


def _set_loaded(state: State, table: TableState, command: Command) -> Done:
    weapons = state.figures[command.subject].weapons
    return (a.LoadAgreed(command.subject, weapons if command.fields["loaded"] == "yes" else ()),)


CORRECTIONS: Mapping[str, Callable[[State, TableState, Command], Done]] = {
    "skip": _skip,
    "place": _place,
    "revive": _revive,
    "set-wounds": _set_wounds,
    "set-loaded": _set_loaded,
}
"""Kind of correction -> what it does."""
