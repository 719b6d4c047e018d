"""Figures that stand where the game does not have them, with why, and where to put them back."""

from __future__ import annotations

from companion.games.at_table import Astray
from companion.games.contract import Command
from companion.games.elsewhere import cm, seen_figure
from companion.games.flintloque.moving import is_spotted, may_move, move_refused, side_to_move
from companion.games.flintloque.spotting import elsewhere
from companion.games.flintloque.state import Character, State, seat_of, standing
from companion.games.flintloque.steps import title
from companion.games.free_table import astray_at, is_apart, way_words
from companion.table.state import TableState


def astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """All of them, but for a move that can be taken as it was seen."""
    if state.phase in ("setup", "over") or not table.figures:
        return ()
    found = [_astray(state, table, figure) for figure in standing(state)]
    return tuple(one for one in found if one is not None)


def _astray(state: State, table: TableState, figure: Character) -> Astray | None:
    name, told = figure.name, figure.place
    here = seen_figure(table, name)
    if name in table.put_back:
        if here is not None and not is_apart((here.place.x_mm, here.place.y_mm), told, here.place.spread.sigma_mm):
            return None
        way = f", {way_words(here, told)}" if here is not None else ""
        words = f"Put {title(name)} back to {cm(told)}{way}: the move was taken back."
        return astray_at(name, "undone", here, told, words)
    seen = elsewhere(state, table, name)
    if seen is None or here is None:
        return None
    if side_to_move(state) != figure.side or not may_move(state, figure):
        by = f"{title(name)} is seen at {cm(seen.place)}, but stands at {cm(told)} by the game"
        return astray_at(name, "elsewhere", here, told, f"{by}, {way_words(here, told)}.")
    if is_spotted(state, table, figure):
        return None
    command = Command("", seat_of(state, name), f"move:{name}", {"to": list(seen.place)})
    refusal = move_refused(state, table, command)
    if refusal is None:
        words = f"{title(name)} is seen at {cm(seen.place)}; say what that is, or put it back at {cm(told)}."
        return astray_at(name, "close", here, told, words)
    return astray_at(name, "move", here, told, refusal.reason, refusal.rule)
