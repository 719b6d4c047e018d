"""Fountain, Teleport, secret doors and chests (DW-27 to DW-33, DW-49)."""

from __future__ import annotations

from companion.games.contract import Command, Offer, Play, Refusal
from companion.games.dark_world import events as e
from companion.games.dark_world.board import reach
from companion.games.dark_world.bout import room_is_clear
from companion.games.dark_world.printed import CHARTS, FULL_HITS
from companion.games.dark_world.state import (
    ACTIONS,
    Hero,
    State,
    chest_at,
    heroes_at,
    kind_at,
    monster_at,
    next_to,
    playing,
)
from companion.games.dark_world.steps import tell, title
from companion.games.dark_world.stocking import stock_room
from companion.games.dark_world.walking import may_enter, may_stop
from companion.games.fields import Cells
from companion.games.questions import Place, Roll, key

D10 = tuple(range(10))
ALL_DOORS = tuple(range(1, 9))


def offers(state: State, hero: Hero) -> list[Offer]:
    """What the Hero's square lets him do."""
    found = []
    square = hero.square or ""
    if turn_price(state) is not None:
        if hero.hits < FULL_HITS and (square == state.board.fountain or _recovers_at_home(state, hero)):
            found.append(Offer("fountain", "DW-27", "Drink from the Healing Fountain; it costs a turn"))
        near = state.board.teleport in next_to(state, square) or _recovers_at_home(state, hero)
        if near and not heroes_at(state, state.board.teleport):
            found.append(Offer("step-on-teleport", "DW-28", "Step onto the Teleport; it costs a turn"))
    region = teleport_squares(state) if square == state.board.teleport and not state.turn.recovering else ()
    if region:
        found.append(Offer("teleport", "DW-28", "Teleport, for nothing", {"square": Cells(region)}))
    if state.board.secret_door_at(square) and not state.turn.searched:
        found.append(Offer("search", "DW-31", "Search for the secret door, for nothing"))
    if not hero.golden:
        found += [
            Offer(f"open-chest:{chest.name}", "DW-33", "Open the chest and change weapons")
            for chest in state.chests.values()
            if chest.front == square and not chest.opened and room_is_clear(state, state.board.zone(square).room)
        ]
    return found


def turn_price(state: State) -> int | None:
    """Actions that "a turn" costs now, or None if too few are left (DW-49)."""
    if state.options.turn_cost == "whole":
        return ACTIONS if state.turn.actions >= ACTIONS else None
    return state.turn.actions or None


def _recovers_at_home(state: State, hero: Hero) -> bool:
    return state.turn.recovering and kind_at(state, hero.square) == "entrance" and state.turn.actions >= ACTIONS


def fountain(state: State, command: Command) -> Play:
    """To full hit points. Who comes round this turn may walk there within it; then his turn is over (DW-23)."""
    hero = playing(state)
    assert hero is not None
    cost = _cost(state)
    if hero.square != state.board.fountain:
        state = yield from tell(state, e.HeroMoved(hero.name, state.board.fountain, 0, "DW-23"))
    return (e.Healed(hero.name, cost, "DW-27"),)


def _cost(state: State) -> int:
    price = turn_price(state)
    assert price is not None
    return state.turn.actions if state.turn.recovering else price


def step_on_teleport(state: State, command: Command) -> Play:
    """Onto the platform; the jump is an offer of its own, and none on the turn of coming round (DW-23)."""
    hero = playing(state)
    assert hero is not None
    yield e.HeroMoved(hero.name, state.board.teleport, _cost(state), "DW-28")
    return ()


def last_open_room(doors: tuple[int, ...]) -> int:
    """The last room, in the order of rooms, up to which all doors are open; 0 if the first is closed (DW-29)."""
    last = 0
    while last + 1 in doors:
        last += 1
    return last


def teleport_squares(state: State) -> tuple[str, ...]:
    """Everything up to the square before the last open door; who stands there does not matter yet (DW-28, DW-30)."""
    last = last_open_room(state.doors)
    if not last:
        return ()
    board = state.board
    before = (*board.of_kind("entrance"), *(s for room in range(1, last) for s in board.room(room).squares))
    return tuple(s for s in before if s != board.teleport and not chest_at(state, s))


def landing(state: State, square: str, allowed: tuple[str, ...]) -> str:
    """The square itself if it is free, else the nearest free one behind it: no nearer to the last open door (DW-30).

    There is always one: the Entrance has more squares than there are Heroes, and no Monsters.
    """
    if _free(state, square):
        return square
    board = state.board
    last = last_open_room(state.doors)
    front = next(door.before for door in board.doors if door.into == last)
    room, left, away = board.zone(square).room, _ways_from(state, front), _ways_from(state, square)
    free = [s for s in allowed if board.zone(s).room <= room and _free(state, s)]
    behind = [s for s in free if left[s] > left[square]] or free
    return min(behind, key=lambda s: (away[s], s))


def _ways_from(state: State, square: str) -> dict[str, int]:
    """Square -> steps from there with all doors open, whoever stands in between."""
    board = state.board
    away = reach(square, len(board.zone_of), lambda s: board.next_to(s, ALL_DOORS), lambda s: True, lambda s: False)
    return {**away, square: 0}


def _free(state: State, square: str) -> bool:
    return monster_at(state, square) is None and may_stop(state, square)


def teleport_refused(state: State, command: Command) -> Refusal | None:
    """Why the jump does not lead there."""
    hero, square = playing(state), command.fields.get("square")
    if hero is None or hero.square != state.board.teleport or state.turn.recovering:
        return None
    if not teleport_squares(state) or square in teleport_squares(state):
        return None
    room = last_open_room(state.doors)
    return Refusal("far", f"The Teleport leads at most to the square before the open door of room {room}.", "DW-28")


def teleport(state: State, command: Command) -> Play:
    """The jump."""
    hero = playing(state)
    assert hero is not None
    square = landing(state, str(command.fields["square"]), teleport_squares(state))
    yield e.Teleported(hero.name, square, "DW-28" if square == command.fields["square"] else "DW-30")
    return ()


def search(state: State, command: Command) -> Play:
    """Found: through, and whoever stands there comes back here. Not found: no more moves, and one square away."""
    hero = playing(state)
    door = state.board.secret_door_at(hero.square or "") if hero else None
    assert hero is not None and door is not None
    finds = int(CHARTS["secret_doors"].cell(str(door.room), "finds").value or 0)
    step, why = key("DW-31", "search", hero.name), f"The {title(hero.name)} searches; 1 to {finds} finds the door"
    (number,) = yield Roll(step, hero.seat, why, "d10", D10, D10)
    found = 1 <= number <= finds
    state = yield from tell(state, e.DoorSearched(hero.name, door.room, number, found))
    if found:
        state = yield from tell(state, e.DoorTurned(hero.name, door.square, door.far))
        room = state.board.zone(door.far).room
        if room not in state.stocked:
            yield from stock_room(state, room, ())
        return ()
    state = yield from tell(state, e.ActionsLost(hero.name, state.turn.left))
    away = tuple(s for s in next_to(state, door.square) if may_enter(state, s) and may_stop(state, s))
    if away:
        why = f"Move the {title(hero.name)} one square away"
        square = yield Place(key("DW-31", "step away", hero.name), hero.seat, why, hero.name, Cells(away))
        state = yield from tell(state, e.HeroMoved(hero.name, square, 0, "DW-31"))
    return ()


def open_chest(state: State, command: Command) -> Play:
    """The golden weapon for the basic one; three dice from now on."""
    hero = playing(state)
    assert hero is not None
    yield e.ChestOpened(hero.name, command.subject)
    return ()
