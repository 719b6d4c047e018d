"""What a camera sees of a game: a Hero's figure on another square is his move, offered and never taken by itself.

What is certain is one square; what comes within two sigma of another one is too close to call, and the players say. A
move that cannot be is named with the rule that forbids it and where to go back to. A figure that is nowhere on the
board says nothing: it has been lifted.
"""

from __future__ import annotations

from companion.games.at_table import Astray
from companion.games.contract import Command, Refusal, Spotted
from companion.games.dark_world.on_table import OnSquare, on_square
from companion.games.dark_world.state import Hero, State, playing
from companion.games.dark_world.steps import title
from companion.games.dark_world.walking import hero_reach, move_refused
from companion.table.state import Point, TableState


def standing(state: State, table: TableState, piece: str) -> OnSquare | None:
    """Where a figure stands; None: no board is laid, or there is no such figure, or it may be in two places."""
    if table.board is None:
        return None
    figure = next((one for one in table.figures if one.name == piece), None)
    if figure is None or figure.others:
        return None
    place = figure.place
    return on_square(state.board, table.board, (place.x_mm, place.y_mm), place.spread.sigma_mm)


def certain(state: State, table: TableState, piece: str) -> str | None:
    """The square, "" beside the board; None: nobody can say."""
    found = standing(state, table, piece)
    return None if found is None or found.close else found.square or ""


def elsewhere(state: State, table: TableState, hero: Hero) -> tuple[str, ...]:
    """Squares on which a Hero may stand, if none of them is the one on which the game has him."""
    found = standing(state, table, hero.name)
    if found is None or hero.square is None:
        return ()
    may = tuple(square for square in (found.square, *found.close) if square)
    return () if hero.square in may else may


def may_stand(state: State, table: TableState, piece: str, xy_mm: Point) -> bool:
    """Whether a Hero may have gone there: he whose turn it is, as far as he comes; the others not at all. Out of the
    Heroes' turns they fall and are carried, so anything may be."""
    hero, mine = state.heroes.get(piece), playing(state)
    if table.board is None or hero is None or mine is None or piece in table.put_back:
        return True
    found = on_square(state.board, table.board, xy_mm, 0.0)
    if found.square is None or found.close or found.square == hero.square:
        return True
    return hero.name == mine.name and found.square in hero_reach(state, hero)


def moves(state: State, table: TableState) -> tuple[Spotted, ...]:
    """The move of the Hero whose turn it is, as it was seen; several are too close to call."""
    hero = playing(state)
    if hero is None or hero.name in table.put_back:
        return ()
    may = elsewhere(state, table, hero)
    reached = hero_reach(state, hero)
    legal = [square for square in may if square in reached]
    sure = len(may) == 1
    return tuple(
        Spotted({"square": square}, _seen(hero, named(state, square), reached[square], sure), sure) for square in legal
    )


def astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """Heroes who stand where the game does not have them, but for a move that can be taken as it was seen."""
    if table.board is None or state.phase in ("setup", "over"):
        return ()
    found = [_astray(state, table, hero) for hero in state.heroes.values() if not hero.out]
    return tuple(one for one in found if one is not None)


def _astray(state: State, table: TableState, hero: Hero) -> Astray | None:
    may, back = elsewhere(state, table, hero), hero.square or ""
    if not may:
        return None
    name, square = title(hero.name), " or ".join(named(state, one) for one in may)
    home = named(state, back)
    if hero.name in table.put_back:
        words = f"Put the {name} back to {home}: his move was taken back. He stands on {square}."
        return Astray(hero.name, "undone", may[0], back, words)
    mine = playing(state)
    if mine is None or mine.name != hero.name:
        words = f"The {name} stands on {square}, but he is on {home} by the game."
        return Astray(hero.name, "elsewhere", may[0], back, words)
    if len(may) > 1:
        words = f"The {name} stands between {square}: too close to call. Say which it is, or move him to the middle."
        return Astray(hero.name, "close", may[0], back, words)
    refusal = barred(state, hero, may[0])
    if refusal is None:
        return None
    words = f"{refusal.reason} The {name} stands on {square}; back to {home} with him."
    return Astray(hero.name, "move", may[0], back, words, refusal.rule)


def barred(state: State, hero: Hero, square: str) -> Refusal | None:
    """Why he cannot have gone there."""
    return move_refused(state, Command("", hero.seat, "move", {"square": square}))


def named(state: State, square: str) -> str:
    """The square and its zone, for people."""
    return f"{square} ({state.board.zone(square).name})"


def _seen(hero: Hero, square: str, cost: int, sure: bool) -> str:
    steps = f"{cost} square{'' if cost == 1 else 's'}"
    return f"The {title(hero.name)} was seen on {square}: {steps}" if sure else f"{square}, {steps}"
