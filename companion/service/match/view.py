"""What a seat may know of a match, made from one frozen value: so any number of phones ask and hold nobody up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.by_hand import on_map
from companion.games.coding import plain
from companion.games.contract import AGREED, Booked, Game, Offer, Ordered, RuleNote
from companion.games.gauging import Bending, Ranging, Reaching
from companion.games.questions import Choose, Measure, Question, ReadChart, shown_to
from companion.service.match.talk import Talk, kind_of
from companion.table.state import TableState

LOG_LINES = 60
BY_AGREEMENT = RuleNote("By agreement", "No rule of the book: the table agreed otherwise.")


@dataclass(frozen=True, slots=True)
class DialOff:
    """A dial and the game do not say the same of a piece, and nobody has let it be. seat: whose piece it is."""

    piece: str
    seat: str
    colour: str
    dial: int
    game: int


@dataclass(frozen=True, slots=True)
class NotUsed:
    """What a device said that did not count, in a sentence. time_s: since the epoch."""

    time_s: float
    words: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What electronics and camera say beside the game.

    device: "dice" or "mace" if one may answer the open question in a phone's place; there: those that are connected.
    asks: what the camera asks everybody about figures, as plain values. colours: of the pieces' balls and dials.
    unused: what devices said that did not count, newest last.
    placing: what is to be placed before the game begins, as plain values; see `companion.service.placing`.
    """

    device: str = ""
    there: tuple[str, ...] = ()
    dials: tuple[DialOff, ...] = ()
    asks: tuple[Mapping[str, Any], ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    placing: Mapping[str, Any] | None = None
    unused: tuple[NotUsed, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    """A match at one moment. told: (row, event), the newest. undo: the command that can be taken back.

    undo_seat: who may take it back without the host, or "". asked_s: when the question was opened, s since the epoch.
    """

    revision: int
    state: Any
    table: TableState
    question: Question | None
    told: tuple[tuple[int, Any], ...]
    undo: int | None
    undo_seat: str
    talk: Talk
    asked_s: float
    beside: Beside = Beside()


def seat_view(game: Game, now: Now, seat: str, wall_s: float = 0.0) -> dict[str, Any]:
    """Plain JSON values; "" is the table's own screen."""
    question = now.question
    waits = not seat or question or now.talk.paused or now.talk.proposal
    offers = () if waits else game.offers(now.state, now.table, seat)
    figures = game.view(now.state, now.table, seat)
    lines = [(n, game.tell(now.state, event, seat), event.rule) for n, event in now.told]
    told = [rule for _, text, rule in lines if text]
    end = game.end(now.state)
    remembered = game.remembers if isinstance(game, Booked) else {}
    return {
        "revision": now.revision,
        "seat": seat,
        "game": game.name,
        "question": question_view(game, now, question, seat, wall_s) if question else None,
        "offers": [{**plain(offer), "kind": offer.kind, "remember": offer.kind in remembered} for offer in offers],
        "figures": figures,
        "log": [{"n": n, "text": text, "rule": rule} for n, text, rule in lines if text],
        "rules": _notes(game, seat, question, offers, [*told, *(one["rule"] for one in figures.get("astray", ()))]),
        "undo": now.undo if seat and now.undo_seat == seat else None,
        "end": plain(end) if end else None,
        "table": talk_view(game, now, seat),
        "beside": plain(now.beside),
        "gauge": {
            "reach": isinstance(game, Reaching),
            "range": isinstance(game, Ranging),
            "bends": list(game.bends) if isinstance(game, Bending) else [],
        },
    }


def talk_view(game: Game, now: Now, seat: str) -> dict[str, Any]:
    """What people have settled beside the rules, as a seat may know it: its standing orders are its own."""
    talk, proposal = now.talk, now.talk.proposal
    orders = talk.orders.get(seat, {})
    standing = game.standing if isinstance(game, Ordered) else {}
    return {
        "paused": talk.paused,
        "limit_s": talk.limit_s,
        "proposal": {
            "n": proposal.n,
            "label": proposal.label,
            "agreed": list(proposal.agreed),
            "waits_for": [one for one in game.seats(now.state) if one not in proposal.agreed],
        }
        if proposal
        else None,
        "closed": dict(talk.closed) or None,
        "orders": [{"question": kind, "value": v, "words": standing.get(kind, kind)} for kind, v in orders.items()],
        "standing": {kind: words for kind, words in standing.items() if kind not in orders} if seat else {},
    }


def question_view(game: Game, now: Now, question: Question, seat: str, wall_s: float) -> dict[str, Any]:
    """As the seat may see it. kind_of: what a standing order would be for; left_s: until the default is taken."""
    shown: dict[str, Any] = plain(shown_to(question, seat))
    talk, decides = now.talk, isinstance(question, Choose)
    if decides and talk.limit_s and not talk.paused:
        shown["left_s"] = max(0, round(max(now.asked_s, talk.resumed_s) + talk.limit_s - wall_s))
    if isinstance(question, ReadChart) and seat == question.seat and question.chart in game.charts:
        chart = game.charts[question.chart]
        house = (chart.house or {}).get(question.cell)
        shown["open"] |= {"title": chart.title, "printed": chart.printed, "unit": chart.unit, "house": house}
    if isinstance(question, Measure) and seat == question.seat:
        shown["open"]["map"] = on_map(game, now.state, question)
    if decides and seat == question.seat:
        shown["kind_of"] = kind_of(question)
    return shown


def _notes(
    game: Game, seat: str, question: Question | None, offers: Sequence[Offer], rules: list[str]
) -> dict[str, Any]:
    """The rules that this view names: where the book has each, and what it says in our words."""
    named = {*rules, *(offer.rule for offer in offers), *([shown_to(question, seat)["rule"]] if question else [])}
    notes = {**game.rules, AGREED: BY_AGREEMENT}
    return {r: {"section": notes[r].section, "words": notes[r].words} for r in sorted(named) if r in notes}
