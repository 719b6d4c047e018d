"""What a seat may know of a match, made from one frozen value: so any number of phones ask and hold nobody up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.coding import plain
from companion.games.contract import Game, Offer
from companion.games.questions import Question, rule_of, shown_to
from companion.table.state import TableState

LOG_LINES = 60


@dataclass(frozen=True, slots=True)
class DialOff:
    """A dial and the game do not say the same of a piece, and nobody has let it be. seat: whose piece it is."""

    piece: str
    seat: str
    colour: str
    dial: int
    game: int


@dataclass(frozen=True, slots=True)
class Beside:
    """What electronics and camera say beside the game.

    device: "dice" or "mace" if one may answer the open question in a phone's place; there: those that are connected.
    """

    device: str = ""
    there: tuple[str, ...] = ()
    dials: tuple[DialOff, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    """A match at one moment. told: (row, event), the newest. undo: the command that can be taken back.

    undo_seat: who may take it back without the host, or "".
    """

    revision: int
    state: Any
    table: TableState
    question: Question | None
    told: tuple[tuple[int, Any], ...]
    undo: int | None
    undo_seat: str
    beside: Beside = Beside()


def seat_view(game: Game, now: Now, seat: str) -> dict[str, Any]:
    """Plain JSON values; "" is the table's own screen."""
    question = now.question
    offers = () if question else game.offers(now.state, now.table, seat) if seat else ()
    lines = [(n, game.tell(now.state, event, seat), event.rule) for n, event in now.told]
    end = game.end(now.state)
    return {
        "revision": now.revision,
        "seat": seat,
        "game": game.name,
        "question": plain(shown_to(question, seat)) if question else None,
        "offers": [{**plain(offer), "kind": offer.kind} for offer in offers],
        "figures": game.view(now.state, now.table, seat),
        "log": [{"n": n, "text": text, "rule": rule} for n, text, rule in lines if text],
        "rules": _notes(game, question, offers, [rule for _, text, rule in lines if text]),
        "undo": now.undo if seat and now.undo_seat == seat else None,
        "end": plain(end) if end else None,
        "beside": plain(now.beside),
    }


def _notes(game: Game, question: Question | None, offers: Sequence[Offer], rules: list[str]) -> dict[str, Any]:
    """The rules that this view names: where the book has each, and what it says in our words."""
    named = {*rules, *(offer.rule for offer in offers), *([rule_of(question)] if question else [])}
    notes = game.rules
    return {r: {"section": notes[r].section, "words": notes[r].words} for r in sorted(named) if r in notes}
