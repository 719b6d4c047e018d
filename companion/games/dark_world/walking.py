"""A Hero's moves and the doors he comes to (DW-10 to DW-12). One offer holds every square he can reach; the shortest
way is assumed. A closed door stops him: it must be opened, for nothing, before anything else.
"""

from __future__ import annotations

from companion.games.contract import Command, Offer, Play, Refusal, Spotted
from companion.games.dark_world import events as e
from companion.games.dark_world.board import reach
from companion.games.dark_world.cards import draw_cards
from companion.games.dark_world.printed import CHARTS
from companion.games.dark_world.state import (
    Hero,
    State,
    chest_at,
    heroes_at,
    kind_at,
    monster_at,
    next_to,
    playing,
    shut_doors,
)
from companion.games.dark_world.steps import Steps, counted, tell, title
from companion.games.dark_world.stocking import stock_room
from companion.games.fields import Cells


def offers(state: State, hero: Hero, spotted: tuple[Spotted, ...] = ()) -> list[Offer]:
    """The move, if any square can be reached. spotted: as a camera has seen it already."""
    squares = tuple(sorted(hero_reach(state, hero)))
    if not squares:
        return []
    label = f"Move the {title(hero.name)} up to {counted(state.turn.actions, 'square')}"
    return [Offer("move", "DW-10", label, {"square": Cells(squares)}, spotted)]


def door_offers(state: State, hero: Hero) -> list[Offer]:
    """Closed doors that the Hero stands at."""
    doors = shut_doors(state, hero.square or "")
    return [Offer(f"open-door:{room}", "DW-11", f"Open the door of room {room}") for room in doors]


def hero_reach(state: State, hero: Hero) -> dict[str, int]:
    """Square -> actions, for every square where the Hero may stop; none for who is unconscious or out."""
    if hero.hits <= 0:
        return {}
    found = reach(
        hero.square or "",
        state.turn.actions,
        lambda square: next_to(state, square),
        lambda square: may_enter(state, square),
        lambda square: bool(shut_doors(state, square)) or kind_at(state, square) == "doomstep",
    )
    return {square: cost for square, cost in found.items() if may_stop(state, square)}


def may_enter(state: State, square: str) -> bool:
    """Whether a Hero may walk through."""
    return monster_at(state, square) is None and kind_at(state, square) != "throne" and square != state.board.teleport


def may_stop(state: State, square: str) -> bool:
    """Whether a Hero who may enter may also stay."""
    return not chest_at(state, square) and (state.board.holds_many(square) or not heroes_at(state, square))


def move_refused(state: State, command: Command) -> Refusal | None:
    """Why the Hero cannot go there, by the rule that forbids it."""
    square, hero = str(command.fields.get("square")), playing(state)
    if hero is None or "square" not in command.fields:
        return None
    if hero.hits <= 0:
        return Refusal("down", f"The {title(hero.name)} is unconscious and stays where he lies.", "DW-23")
    if shut_doors(state, hero.square or ""):
        return Refusal("door", "A Hero who has reached a closed door opens it first.", "DW-11")
    if square in hero_reach(state, hero):
        return None
    if square not in state.board.zone_of:
        return Refusal("square", f"The board has no square {square[:20]}.", "DW-8")
    if monster_at(state, square):
        return Refusal("monster", "A Hero may not pass a Monster, nor step onto its square.", "DW-12")
    if kind_at(state, square) == "room" and kind_at(state, hero.square) not in ("room", "entrance"):
        return Refusal("arch", "There is no way back through the Arch.", "DW-38")
    if square == state.board.teleport:
        return Refusal("teleport", "Stepping onto the Teleport has a price of its own; it is not a move.", "DW-28")
    if chest_at(state, square):
        return Refusal("chest", "Nobody stops on the square of a chest.", "DW-33")
    if not may_stop(state, square):
        return Refusal("hero", "Two Heroes may not stop on one square.", "DW-12")
    return Refusal("far", f"With {state.turn.actions} actions for moving there is no open way to {square}.", "DW-10")


def move(state: State, command: Command) -> Play:
    """Along the shortest way."""
    hero = playing(state)
    assert hero is not None
    square = str(command.fields["square"])
    state = yield from tell(state, e.HeroMoved(hero.name, square, hero_reach(state, hero)[square]))
    if kind_at(state, square) == "doomstep" and not hero.arrived:
        yield from _reach_doomstep(state, hero.name)
    return ()


def _reach_doomstep(state: State, name: str) -> Steps:
    """Bonus cards by who comes as which (DW-39)."""
    place = state.arrivals + 1
    state = yield from tell(state, e.DoomstepReached(name, place))
    return (yield from draw_cards(state, name, int(CHARTS["bonus_cards"].at(place, "cards").value or 0), "DW-39"))


def open_door(state: State, command: Command) -> Play:
    """It stays open; Korak fills the room behind it at once if nobody has been there."""
    hero = playing(state)
    assert hero is not None
    door = next(d for d in state.board.doors if d.into == int(command.subject))
    state = yield from tell(state, e.DoorOpened(hero.name, door.into))
    ahead = door.behind if hero.square == door.before else door.before
    room = state.board.zone(ahead).room
    if room and room not in state.stocked:
        yield from stock_room(state, room, (ahead,))
    return ()
