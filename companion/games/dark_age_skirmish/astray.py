"""Figures that stand where the game does not have them, with why, and where to put them back."""

from __future__ import annotations

from companion.games.at_table import Astray
from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import acting
from companion.games.dark_age_skirmish.moving import PACE_OF, move_refused
from companion.games.dark_age_skirmish.spotting import elsewhere
from companion.games.dark_age_skirmish.state import Character, State, seat_of, standing
from companion.games.dark_age_skirmish.steps import named
from companion.games.elsewhere import cm
from companion.table.state import TableState


def astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """All of them, but for a move that can be taken as it was seen."""
    if state.phase in ("setup", "over") or not table.figures:
        return ()
    found = [_astray(state, table, figure) for figure in standing(state)]
    return tuple(one for one in found if one is not None)


def _astray(state: State, table: TableState, figure: Character) -> Astray | None:
    name, back, who = figure.token, cm(figure.place), named(state, figure.name)
    if name in table.put_back:
        return Astray(name, "undone", "", back, f"Put {who} back to {back}: the move was taken back.")
    seen = elsewhere(state, table, figure.name)
    if seen is None:
        return None
    at = cm(seen.place)
    mine = acting.offers(state, table, figure.name) if state.acting == figure.name else ()
    moves = [offer for offer in mine if offer.kind in PACE_OF or offer.kind == "attack"]
    if not moves:
        return Astray(name, "elsewhere", at, back, f"{who} is seen at {at}, but stands at {back} by the game.")
    if any(offer.spotted for offer in moves):
        return None
    return _barred(state, table, figure, moves, (seen.place, at, back))


def _barred(
    state: State, table: TableState, figure: Character, moves: list[Offer], places: tuple[tuple[float, float], str, str]
) -> Astray:
    place, at, back = places
    fastest = [offer for offer in moves if offer.kind in PACE_OF]
    if fastest:
        seat = seat_of(state, figure.name)
        refusal = move_refused(state, table, Command("", seat, fastest[-1].id, {"to": list(place)}))
        if refusal is not None:
            return Astray(figure.token, "move", at, back, refusal.reason, refusal.rule)
    words = f"{named(state, figure.name)} is seen at {at}; say what that is, or put it back at {back}."
    return Astray(figure.token, "close", at, back, words)
