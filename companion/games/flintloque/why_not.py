"""Why a command cannot be done now: one sentence, with the rule that says so.

Phones draw only what can be done; a script, a late tap or a second phone asks for the rest. It looks only at what the
one who asks may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.contract import Command, Refusal
from companion.games.flintloque.declaring import ORDERS, orders_of
from companion.games.flintloque.going import is_free
from companion.games.flintloque.initiative import chooser
from companion.games.flintloque.moving import RATE_OF, exit_edge, side_to_move
from companion.games.flintloque.printed import BODY, SCENARIOS
from companion.games.flintloque.setting_up import deploy_region
from companion.games.flintloque.state import Character, State, foes
from companion.games.flintloque.steps import does, party, title
from companion.games.regions import FAR_MM
from companion.table.state import TableState

PHASE_OF = {
    "type-sheet": "setup",
    "deploy": "setup",
    "declare": "declare",
    "take-slot": "slots",
    "aimed-fire": "aimed",
    "fire": "fire",
    "move": "move",
    "charge": "move",
    "break-off": "move",
    "leave": "move",
    "end-moves": "move",
}
NAMES = {
    "setup": "The game has not begun",
    "declare": "It is the Declaration Phase",
    "slots": "It is the Initiative Phase",
    "aimed": "It is the Aimed Fire Phase",
    "move": "It is the Movement Phase",
    "fire": "It is the Firing Phase",
}
OF_A_SIDE = ("declare", "take-slot", "aimed-fire", "fire", "end-moves")


def why_not(state: State, command: Command) -> Refusal:
    """For a command of a seat that is in the game, whose offer does not stand."""
    if state.end is not None:
        return Refusal("not-now", "The game is over.", "FL-42")
    if command.kind == "go-on":
        return Refusal("not-now", "Somebody has still something to do in this phase.", "FL-6")
    if not command.subject:
        return Refusal("unknown", f"Say of whom: {command.kind}:NAME.", "FL-6")
    known = state.options.sides if command.kind in OF_A_SIDE else (*state.figures,)
    if command.subject not in known:
        return Refusal("unknown", f"{command.subject[:40]!r} is not in this game.", "FL-6")
    side = command.subject if command.kind in OF_A_SIDE else state.figures[command.subject].side
    if side not in state.options.seats[command.seat]:
        return Refusal("not-now", _not_yours(command, side), "FL-6")
    if PHASE_OF.get(command.kind, state.phase) != state.phase:
        return Refusal("not-now", f"{NAMES[state.phase]}.", "FL-6")
    if command.kind in OF_A_SIDE:
        return _of_side(state, command.kind, side)
    if command.kind in ("type-sheet", "deploy"):
        return _set_up(state, command)
    return _of_figure(state, command.kind, state.figures[command.subject])


def order_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """Why one of the orders of a declaration may not be given; None if that is not what is wrong with it."""
    for name, order in command.fields.items():
        figure = state.figures.get(name)
        if figure is None or figure.side != command.subject or order not in ORDERS:
            continue
        if order not in orders_of(state, table, figure):
            why, rule = _barred_order(state, figure, order)
            return Refusal("order", f"{title(name)} {why}.", rule)
    return None


def deploy_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """Why a figure may not begin there; None if that is not what is wrong."""
    place = command.fields.get("at")
    zone = deploy_region(state, command.subject)
    match place:
        case [int() | float() as x, int() | float() as y] if zone is not None and len(command.fields) == 1:
            if zone.complaint([x, y]) is None or max(abs(x), abs(y)) >= FAR_MM:
                return None
        case _:
            return None
    side, name = state.figures[command.subject].side, title(command.subject)
    low_x, low_y, high_x, high_y = (mm / 10 for mm in SCENARIOS[state.options.scenario]["zones"][side])
    rule = "FL-41" if state.options.scenario == "one" else "FL-43"
    if low_x <= x / 10 <= high_x and low_y <= y / 10 <= high_y and not is_free(state, command.subject, (x, y)):
        return Refusal("base", f"{name} would stand on another base.", rule)
    words = f"{name} begins in the area of {party(side)}: {low_x:g} to {high_x:g} cm from the west edge, "
    return Refusal("area", f"{words}{low_y:g} to {high_y:g} cm from the south edge.", rule)


def _barred_order(state: State, figure: Character, order: str) -> tuple[str, str]:
    if figure.frozen >= state.turn:
        return "stays where it is in this turn, after its Morale Check", "FL-18"
    fights = [fight for fight in state.fights if figure.name in (fight.a, fight.b)]
    if any(not fight.fought for fight in fights):
        return "must fight a round before it does anything else", "FL-34"
    if order == "run" and figure.ran:
        return "ran in the turn before, so it may not run", "FL-23"
    if fights:
        return "is in a fight: it may fight on (hold), or break off (walk, run)", "FL-34"
    if figure.carries:
        return "carries something: it may hold, walk or run", "FL-24"
    if order == "pick-up":
        return "is not next to a body that lies free", "FL-41"
    if order == "reload":
        return "has nothing to reload", "FL-9"
    return ("has no loaded firearm" if figure.weapons else "has no firearm"), "FL-30"


def _not_yours(command: Command, side: str) -> str:
    if command.kind in OF_A_SIDE:
        return f"The {title(side)} {does(side, 'is', 'are')} not yours."
    return f"{title(command.subject)} is not yours."


def _set_up(state: State, command: Command) -> Refusal:
    name, figure = title(command.subject), state.figures[command.subject]
    if command.kind == "type-sheet":
        return Refusal("not-now", f"Nothing is missing on {name}'s sheet.", "FL-36")
    words = f"There is no room for {name}" if figure.where == "away" else f"{name} is on the table already"
    return Refusal("not-now", f"{words}.", "FL-41")


def _of_side(state: State, kind: str, side: str) -> Refusal:
    turn = chooser(state) if kind == "take-slot" else side_to_move(state) if kind == "end-moves" else None
    if turn is not None and turn != side:
        what = does(turn, "chooses", "choose") if kind == "take-slot" else does(turn, "moves", "move")
        return Refusal("not-now", f"The {title(turn)} {what} now.", "FL-11")
    if side in state.sealed:
        sealed = does(side, "has sealed his", "have sealed their")
        return Refusal("not-now", f"The {title(side)} {sealed} orders for this phase.", "FL-7")
    what = "has anything to choose" if kind == "declare" else "may fire at anybody"
    return Refusal(
        "not-now", f"Nobody of {party(side)} {what} in this phase.", "FL-7" if kind == "declare" else "FL-30"
    )


def _of_figure(state: State, kind: str, figure: Character) -> Refusal:
    name, turn = title(figure.name), side_to_move(state)
    if turn is not None and turn != figure.side:
        return Refusal("not-now", f"The {title(turn)} {does(turn, 'moves', 'move')} now.", "FL-11")
    if not figure.on_table:
        return Refusal("not-now", f"{name} is not on the table.", "FL-20")
    if figure.limit not in ("", "B") or figure.frozen >= state.turn:
        return Refusal("not-now", f"{name} may not move after its Morale Check.", "FL-18")
    if figure.moved == "held":
        return Refusal("not-now", f"{name} is held in the fight.", "FL-34")
    if figure.moved:
        return Refusal("not-now", f"{name} has moved in this turn.", "FL-20")
    if figure.declared not in RATE_OF:
        said = "nothing" if figure.declared in ("", "hold") else figure.declared
        return Refusal("not-now", f"{name} has declared {said}, so it does not move.", "FL-7")
    if foes(state, figure.name):
        return _in_fight(state, kind, figure)
    return REASONS[kind](state, figure)


def _in_fight(state: State, kind: str, figure: Character) -> Refusal:
    name = title(figure.name)
    fresh = [title(f.other(figure.name)) for f in state.fights if figure.name in (f.a, f.b) and not f.fought]
    if fresh:
        words = f"{name} must first fight a round with {' and '.join(fresh)}."
        return Refusal("not-now", words, "FL-12" if kind == "move" else "FL-34")
    return Refusal("not-now", f"{name} is in a fight and must break off first.", "FL-34")


def _no_place(state: State, figure: Character) -> Refusal:
    return Refusal("not-now", f"{title(figure.name)} has no room to move.", "FL-20")


def _no_charge(state: State, figure: Character) -> Refusal:
    name, rate = title(figure.name), RATE_OF[figure.declared]
    if rate == "prone":
        return Refusal("not-now", f"{name} moves prone; nobody charges lying down.", "FL-31")
    if figure.carries:
        what = "the dead Dwarf" if figure.carries == BODY else title(figure.carries)
        return Refusal("not-now", f"{name} carries {what} and cannot charge.", "FL-24")
    if figure.limit:
        return Refusal("not-now", f"{name} must stay 5 cm from every enemy.", "FL-18")
    return Refusal("not-now", f"No enemy is in reach of {name}'s {rate}.", "FL-31")


def _no_fight(state: State, figure: Character) -> Refusal:
    return Refusal("not-now", f"{title(figure.name)} is in no fight.", "FL-34")


def _no_exit(state: State, figure: Character) -> Refusal:
    edge = exit_edge(state, figure)
    rule = "FL-41" if state.options.scenario == "one" else "FL-44"
    if edge is None:
        what = "the dead Dwarf" if state.options.scenario == "one" else "what it came for"
        return Refusal("not-now", f"{title(figure.name)} does not leave without {what}.", rule)
    return Refusal("not-now", f"{title(figure.name)} does not reach the {edge} edge in this move.", rule)


REASONS: Mapping[str, Callable[[State, Character], Refusal]] = {
    "move": _no_place,
    "charge": _no_charge,
    "break-off": _no_fight,
    "leave": _no_exit,
}
"""Kind of a figure's command -> why it cannot, though the figure may move."""
