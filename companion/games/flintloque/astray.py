"""Figures that stand where the game does not have them, with why, and where to put them back."""

from __future__ import annotations

from companion.games.at_table import Astray
from companion.games.contract import Command
from companion.games.elsewhere import Seen
from companion.games.flintloque.moving import is_spotted, may_move, move_refused, side_to_move
from companion.games.flintloque.spotting import elsewhere
from companion.games.flintloque.state import Character, State, seat_of, standing
from companion.games.flintloque.steps import title
from companion.table.state import TableState


def astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """All of them, but for a move that can be taken as it was seen."""
    if state.phase in ("setup", "over") or not table.figures:
        return ()
    found = [_astray(state, table, figure) for figure in standing(state)]
    return tuple(one for one in found if one is not None)


def _astray(state: State, table: TableState, figure: Character) -> Astray | None:
    name, back = figure.name, f"{figure.x_mm / 10:.1f}, {figure.y_mm / 10:.1f} cm"
    if name in table.put_back:
        return Astray(name, "undone", "", back, f"Put {title(name)} back to {back}: the move was taken back.")
    seen = elsewhere(state, table, name)
    if seen is None:
        return None
    at = f"{seen.place[0] / 10:.1f}, {seen.place[1] / 10:.1f} cm"
    if side_to_move(state) != figure.side or not may_move(state, figure):
        words = f"{title(name)} is seen at {at}, but stands at {back} by the game."
        return Astray(name, "elsewhere", at, back, words)
    if is_spotted(state, table, figure):
        return None
    return _barred(state, table, figure, seen, at, back)


def _barred(state: State, table: TableState, figure: Character, seen: Seen, at: str, back: str) -> Astray:
    command = Command("", seat_of(state, figure.name), f"move:{figure.name}", {"to": list(seen.place)})
    refusal = move_refused(state, table, command)
    if refusal is None:
        words = f"{title(figure.name)} is seen at {at}; say what that is, or put it back at {back}."
        return Astray(figure.name, "close", at, back, words)
    return Astray(figure.name, "move", at, back, refusal.reason, refusal.rule)
