"""What a camera sees of Korak's Monsters in his turn: a figure on another square is its Monster's move, as Heroes' are.

A Monster is offered only where the reading is certain: one figure that bears its name and can be nothing else, on one
square. A figure without a name is known by the square on which it stood when its Monster was there by the game
(`square_of`, `by_place`); who follows it from there is the service.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.at_table import Astray
from companion.games.contract import Command, Spotted
from companion.games.dark_world.korak import monster_reach, move_refused
from companion.games.dark_world.on_table import on_square
from companion.games.dark_world.spotting import certain, named
from companion.games.dark_world.state import Monster, State, hero_at
from companion.games.dark_world.steps import counted, title
from companion.table.state import Figure, TableState


def monster_moves(state: State, table: TableState) -> Mapping[str, tuple[Spotted, ...]]:
    """Monster -> its move as it was seen; only those that may be."""
    found = {}
    for monster in _to_move(state):
        square = certain(state, table, monster.name)
        cost = monster_reach(state, monster).get(square) if square and square != monster.square else None
        if square and cost is not None:
            words = f"{title(monster.name)} was seen on {named(state, square)}: {counted(cost, 'square')}"
            found[monster.name] = (Spotted({"square": square}, words),)
    return found


def monsters_astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """In Korak's turn: Monsters that stand where they cannot have gone, and where to go back to."""
    found = []
    for monster in _to_move(state) if table.board is not None else ():
        square, back = certain(state, table, monster.name), monster.square or ""
        if not square or square == back:
            continue
        refusal = move_refused(
            state, Command("", state.options.korak, f"monster-move:{monster.name}", {"square": square})
        )
        if refusal is not None:
            where = f"{title(monster.name)} stands on {named(state, square)}; back to {named(state, back)} with it."
            found.append(Astray(monster.name, "move", square, back, f"{refusal.reason} {where}", refusal.rule))
    return tuple(found)


def by_place(state: State) -> Mapping[str, str]:
    """Monster -> the square that it has to itself; Korak, who never moves, is left out."""
    return {
        monster.name: monster.square
        for monster in state.monsters.values()
        if monster.where == "board"
        and monster.kind != "korak"
        and monster.square
        and not hero_at(state, monster.square)
    }


def square_of(state: State, table: TableState, figure: Figure) -> str | None:
    """The one square on which a figure can stand, "" beside the board; None: nobody can say."""
    if table.board is None or figure.others or figure.doubt:
        return None
    place = figure.place
    found = on_square(state.board, table.board, (place.x_mm, place.y_mm), place.spread.sigma_mm)
    return None if found.close else found.square or ""


def _to_move(state: State) -> tuple[Monster, ...]:
    if state.phase != "korak" or state.arena == "due":
        return ()
    return tuple(one for one in state.monsters.values() if one.where == "board" and one.actions and one.kind != "korak")
