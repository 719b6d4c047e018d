"""The turn goes on by itself: what follows when nobody has anything to decide (FL-6).

After every command `advance` runs on until some side has an offer, or the game is over. A phase in which nobody can do
anything is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.contract import Command
from companion.games.flintloque import carrying, declaring, initiative, melee, missions, morale, moving, orders, volley
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.setting_up import is_ready
from companion.games.flintloque.state import State, foes, standing
from companion.games.flintloque.steps import Steps, tell
from companion.table.state import TableState


def advance(state: State, table: TableState) -> Steps:
    """Until somebody has something to do."""
    while state.end is None:
        if state.phase != "setup":
            state = yield from missions.settle(state)
            if state.end is not None:
                break
        waits, follows = PHASES[state.phase]
        if waits(state, table):
            break
        state = yield from follows(state, table)
    return state


def is_waiting(state: State, table: TableState) -> bool:
    """Whether some side has something to do, or the game is over; it always is so but after a correction."""
    return state.end is not None or PHASES[state.phase][0](state, table)


def go_on(state: State, table: TableState, command: Command) -> Steps:
    """A correction has left nobody with anything to do: `advance` does the rest."""
    yield from ()
    return state


def _not_ready(state: State, table: TableState) -> bool:
    return not is_ready(state)


def _first_turn(state: State, table: TableState) -> Steps:
    return (yield from tell(state, e.TurnBegan(1)))


def _open_and_roll(state: State, table: TableState) -> Steps:
    state = yield from declaring.open_orders(state, table)
    return (yield from initiative.roll(state))


def _choosing(state: State, table: TableState) -> bool:
    return sum(not side for side in state.slots) > 1


def _morale(state: State, table: TableState) -> Steps:
    state = yield from initiative.take_last_slot(state)
    state = yield from carrying.grab(state)
    state = yield from morale.checks(state, table)
    for figure in standing(state):
        if figure.aim == "set" and foes(state, figure.name):
            state = yield from tell(state, fe.AimLost(figure.name, "in a fight"))
    return (yield from tell(state, e.PhaseBegan("aimed")))


def _aimed(state: State, table: TableState) -> Steps:
    state = yield from volley.resolve(state, table)
    return (yield from tell(state, e.PhaseBegan("move")))


def _side_moves(state: State, table: TableState) -> bool:
    side = moving.side_to_move(state)
    return side is not None and any(o.kind != "end-moves" for o in moving.offers(state, table, side))


def _next_slot(state: State, table: TableState) -> Steps:
    side = moving.side_to_move(state)
    if side is not None:
        return (yield from tell(state, e.SideMoved(side)))
    state = yield from moving.stay(state)
    return (yield from tell(state, e.PhaseBegan("fire")))


def _fire_and_melee(state: State, table: TableState) -> Steps:
    state = yield from volley.resolve(state, table)
    state = yield from melee.melee(state, table)
    return (yield from close(state, table))


def close(state: State, table: TableState) -> Steps:
    """The end of a turn: who was left in peace has reloaded, aimed, or picked up (FL-8, FL-9, FL-41).

    An aimed shot leaves time to reload; a shot in the Firing Phase, or full hands, leave time for nothing.
    """
    for figure in standing(state):
        calm = not (figure.disturbed or figure.limit or figure.moved or figure.late or figure.carries)
        calm = calm and not foes(state, figure.name)
        empty = [weapon for weapon in figure.weapons if weapon not in figure.loaded]
        if figure.declared == "reload" and calm and empty:
            state = yield from tell(state, e.Reloaded(figure.name, empty[0]))
        if figure.declared == "aim" and calm and figure.loaded and not figure.fired:
            state = yield from tell(state, e.AimTaken(figure.name))
    state = yield from carrying.pick_up(state, table)
    state = yield from tell(state, e.TurnClosed(state.turn))
    state = yield from missions.settle(state)
    return state if state.end else (yield from tell(state, e.TurnBegan(state.turn + 1)))


def _sealing(state: State, table: TableState) -> bool:
    return orders.waiting(state, table)


PHASES: Mapping[str, tuple[Callable[[State, TableState], bool], Callable[[State, TableState], Steps]]] = {
    "setup": (_not_ready, _first_turn),
    "declare": (declaring.waiting, _open_and_roll),
    "slots": (_choosing, _morale),
    "aimed": (_sealing, _aimed),
    "move": (_side_moves, _next_slot),
    "fire": (_sealing, _fire_and_melee),
}
"""Phase -> whether somebody has still something to do in it, and what follows then."""
