"""Figures that stand where the game does not have them, with why, and where to put them back."""

from __future__ import annotations

from companion.games.at_table import Astray
from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish.moving import PACE_OF, move_refused
from companion.games.dark_age_skirmish.phases import ahead, moves_of
from companion.games.dark_age_skirmish.spotting import elsewhere
from companion.games.dark_age_skirmish.state import Character, State, seat_of, standing
from companion.games.dark_age_skirmish.steps import named
from companion.games.elsewhere import cm, seen_figure
from companion.games.free_table import astray_at, is_apart, way_words
from companion.table.state import TableState


def astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """All of them, but for a move that can be taken as it was seen."""
    if state.phase in ("setup", "over") or not table.figures:
        return ()
    found = [_astray(state, table, figure) for figure in standing(state)]
    return tuple(one for one in found if one is not None)


def _astray(state: State, table: TableState, figure: Character) -> Astray | None:
    name, told, who = figure.token, figure.place, named(state, figure.name)
    here = seen_figure(table, name)
    if name in table.put_back:
        if here is not None and not is_apart((here.place.x_mm, here.place.y_mm), told, here.place.spread.sigma_mm):
            return None
        way = f", {way_words(here, told)}" if here is not None else ""
        return astray_at(name, "undone", here, told, f"Put {who} back to {cm(told)}{way}: the move was taken back.")
    seen = elsewhere(state, table, figure.name)
    if seen is None or here is None:
        return None
    moves = moves_of(state, table, figure.name)
    if not moves:
        by = f"{who} is seen at {cm(seen.place)}, but stands at {cm(told)} by the game"
        return astray_at(name, "elsewhere", here, told, f"{by}, {way_words(here, told)}.")
    if any(offer.spotted for offer in moves):
        return None
    refusal = _refused(state, table, figure, moves, list(seen.place))
    if refusal is not None:
        return astray_at(name, "move", here, told, *refusal)
    words = f"{who} is seen at {cm(seen.place)}; say what that is, or put it back at {cm(told)}."
    return astray_at(name, "close", here, told, words)


def _refused(
    state: State, table: TableState, figure: Character, moves: tuple[Offer, ...], place: list[float]
) -> tuple[str, str] | None:
    """Why its fastest move cannot have ended there, and the rule."""
    paces = [offer for offer in moves if offer.kind in PACE_OF]
    if not paces:
        return None
    command = Command("", seat_of(state, figure.name), paces[-1].id, {"to": place})
    refusal = move_refused(ahead(state, figure.name), table, command)
    return (refusal.reason, refusal.rule) if refusal else None
