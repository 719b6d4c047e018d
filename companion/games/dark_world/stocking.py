"""Korak puts Monsters into a room when it is first opened, and into the arena (DW-13 to DW-15, DW-40).

Our reading where the text is silent: he may not use up what other rooms need for their one Monster while that can be
helped; a room for which none is left stays empty, and a Monster for which no item is left defends none (DW-50).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from companion.games.contract import Command, Offer, Play
from companion.games.dark_world import events as e
from companion.games.dark_world.setting_up import fillable, room_limit
from companion.games.dark_world.state import Monster, State, chest_at, hero_at, monster_at, stored
from companion.games.dark_world.steps import Steps, counted, tell, title
from companion.games.fields import Cells, OneOf
from companion.games.questions import Choose, Place, key

MOST_IN_A_ROOM = 2
MOST_IN_THE_ARENA = 6
NOBODY = "nobody"


def stock_room(state: State, room: int, barred: tuple[str, ...]) -> Steps:
    """One or two Monsters within the room's limit, each with an item, on squares that are not barred.

    Korak is asked for a second one even if none fits, and what is left of the limit is not said: either would tell the
    first one's number.
    """
    limit, placed = room_limit(room), 0
    whole = counted(limit, "hit point")
    for number in range(1, MOST_IN_A_ROOM + 1):
        fit = [m.name for m in candidates(state, room, limit)]
        squares = free_squares(state, room, barred)
        if not squares or (number == 1 and not fit):
            break
        names = tuple(fit) if number == 1 else (NOBODY, *fit)
        why = f"Monster {number} of room {room}; the room holds {whole} at most"
        name = yield _choice(state, "DW-13", f"monster {number}", f"room {room}", why, names)
        if name == NOBODY:
            break
        state = yield from _put(state, name, squares, f"room {room}, monster {number}", arena=False)
        placed, limit = number, limit - (state.monsters[name].points or 0)
    return (yield from tell(state, e.RoomStocked(room, placed)))


def candidates(state: State, room: int, limit: int) -> list[Monster]:
    """Monsters that may be put into the room with `limit` hit points left in it."""
    store = stored(state)
    if state.options.discs == "word":
        return list(store)
    others = [room_limit(r) for r in range(1, 9) if r != room and r not in state.stocked]
    points = {m.name: m.points or 0 for m in store}
    fit = [m for m in store if points[m.name] <= limit]
    if not fillable(points.values(), others):
        return fit
    return [m for m in fit if fillable([p for n, p in points.items() if n != m.name], others)]


def free_squares(state: State, room: int, barred: tuple[str, ...]) -> tuple[str, ...]:
    """Squares of the room where a Monster may be put now."""
    numbered = {door.square for door in state.board.secret_doors}
    return tuple(s for s in state.board.room(room).squares if s not in barred and s not in numbered and _free(state, s))


def _free(state: State, square: str) -> bool:
    return hero_at(state, square) is None and monster_at(state, square) is None and not chest_at(state, square)


def _choice(state: State, rule: str, step: str, subject: str, why: str, names: tuple[str, ...]) -> Choose:
    return Choose(key(rule, step, subject), state.options.korak, why, OneOf(names), names[0], secret=True)


def _put(state: State, name: str, squares: tuple[str, ...], subject: str, arena: bool) -> Steps:
    item = yield from _item(state, subject)
    why = f"Put {title(name)} down"
    square = yield Place(key("DW-14", "square", subject), state.options.korak, why, name, Cells(squares), secret=True)
    rule = "DW-40" if arena else "DW-14"
    return (yield from tell(state, e.MonsterPlaced(name, square, item, arena, rule)))


def _item(state: State, subject: str) -> Generator[Any, Any, str | None]:
    items = tuple(item for item, count in state.pool.items() if count)
    if not items:
        return None
    item: str = yield _choice(state, "DW-14", "item", subject, "the Magic Item that it defends", items)
    return item


def arena_offer() -> Offer:
    """Korak's first turn after a Hero stood on the Doomstep."""
    return Offer("stock-arena", "DW-40", "Bring the remaining Monsters into the arena")


def stock_arena(state: State, command: Command) -> Play:
    """At most six of those left, the Manticore among them, below the throne or under the castle, one for each door."""
    count = min(MOST_IN_THE_ARENA, len(_left(state)), len(_arena_squares(state)))
    for number in range(1, count + 1):
        names = tuple(m.name for m in _left(state))
        why = f"Monster {number} of {count} in the arena"
        name = yield _choice(state, "DW-40", f"monster {number}", "arena", why, names)
        squares = _arena_squares(state)
        if not squares:
            return (e.ArenaStocked(number - 1),)
        state = yield from _put(state, name, squares, f"arena, monster {number}", arena=True)
    return (e.ArenaStocked(count),)


def _arena_squares(state: State) -> tuple[str, ...]:
    """Free squares of the lower level, and of each door under the castle where no Monster stands yet."""
    zones = (zone for zone in state.board.zones if zone.kind in ("lower", "under"))
    return tuple(
        square
        for zone in zones
        if zone.kind == "lower" or not any(monster_at(state, s) for s in zone.squares)
        for square in zone.squares
        if _free(state, square)
    )


def _left(state: State) -> list[Monster]:
    is_left: Callable[[Monster], bool] = lambda m: m.where == "store" and m.kind != "korak"  # noqa: E731
    return [m for m in state.monsters.values() if is_left(m)]
