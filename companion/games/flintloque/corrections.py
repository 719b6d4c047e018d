"""What a table of Flintloque may agree otherwise, so that one odd case does not end an evening.

They are offers like any other, and keep what is always so: no base on another, wounds within the sheet. They look only
at what everybody may know. After one it may be that nobody has anything to do in the phase: then everybody may go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived, put
from companion.games.contract import AGREED, Command, Offer, Refusal
from companion.games.fields import Field, OneOf, Range
from companion.games.flintloque import agreed as a
from companion.games.flintloque import declaring, initiative, moving, orders
from companion.games.flintloque import events as e
from companion.games.flintloque.going import disc
from companion.games.flintloque.printed import BODY, base_mm
from companion.games.flintloque.state import Character, State, playing_sides, size_mm, standing
from companion.games.flintloque.steps import does, title
from companion.games.footing import Disc, whole_table
from companion.games.regions import Patch
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
    if body is not None and not body.carrier and not body.gone:
        now = {"at": [body.x_mm, body.y_mm]}
        yield Offer(f"place:{BODY}", AGREED, "The dead Dwarf lies elsewhere", {"at": _anywhere(state, BODY)}, now=now)


def _of_figure(state: State, figure: Character) -> Iterator[Offer]:
    name, who = figure.name, title(figure.name)
    at: dict[str, Field] = {"at": _anywhere(state, name)}
    if figure.on_table:
        lost: dict[str, Field] = {"lost": Range(0, figure.wounds - 1)}
        yield Offer(f"set-wounds:{name}", AGREED, f"{who} has lost other wounds", lost, now={"lost": figure.lost})
        if figure.weapons:
            said: dict[str, Field] = {"loaded": OneOf(("yes", "no"))}
            now = {"loaded": "yes" if figure.loaded else "no"}
            yield Offer(f"set-loaded:{name}", AGREED, f"{who}'s weapons are loaded, or not", said, now=now)
        yield Offer(f"place:{name}", AGREED, f"{who} stands elsewhere", at, now={"at": list(figure.place)})
    elif figure.where in ("dead", "routed", "wet"):
        yield Offer(f"revive:{name}", AGREED, f"{who} is back on the table", at)


def _anywhere(state: State, name: str) -> Patch:
    return whole_table(*size_mm(state), base_mm(name) / 2)


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


def _among(state: State, name: str) -> tuple[float, list[tuple[str, Disc]]]:
    """The radius of its base, and the bases on which it may not lie; the dead Dwarf lies anywhere."""
    others = [f.name for f in standing(state) if name not in (f.name, BODY)]
    return base_mm(name) / 2, [(title(other), disc(state, other)) for other in others]


def _place(state: State, table: TableState, command: Command) -> Done:
    return put(FigurePlaced, command, *_among(state, command.subject))


def _revive(state: State, table: TableState, command: Command) -> Done:
    return put(FigureRevived, command, *_among(state, command.subject))


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
