"""What the people at the table settle among themselves beside the rules: as one frozen value, folded from rows.

A row of the kind `talk` says one thing: the game is paused or goes on, the time limit, a standing order, what the host
proposes, and who agrees. Nothing is decided here; `parley` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.games.coding import command_from_plain
from companion.games.contract import Command
from companion.games.fields import Range
from companion.games.questions import Choose, Question

Say = Literal[
    "paused", "resumed", "limit", "ordered", "revoked", "proposed", "agreed", "refused", "withdrawn", "forced", "failed"
]
DEFAULT = None
"""The value of a standing order that takes whatever the question's default is."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the host would correct. n: its row; time_s: when; label: in words; agreed: the seats that have agreed."""

    n: int
    time_s: float
    command: Command
    label: str
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    """limit_s: how long a decision may sleep before its default is taken; 0: for ever.

    resumed_s: when the game last went on. orders: seat -> kind of question -> the value, or DEFAULT.
    closed: how the last proposal ended, as its row's data, with "n" of that row; empty: none yet.
    """

    paused: bool = False
    limit_s: int = 0
    resumed_s: float = 0.0
    orders: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    proposal: Proposal | None = None
    closed: Mapping[str, Any] = field(default_factory=dict)


def heard(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    """The talk after a row. KeyError if nobody says such a thing."""
    return HEARD[data["say"]](talk, n, time_s, source, data)


def kind_of(question: Question) -> str:
    """What a standing order is for: the question's rule and step, whatever its subject."""
    return "/".join(question.key.split("/")[:2])


def ordered(talk: Talk, question: Question) -> Any | None:
    """The answer that the seat has given beforehand, or None. It always fits: a hand that has not so much gives all.

    Asking nevertheless where it does not fit would tell others what the hand lacks.
    """
    orders = talk.orders.get(question.seat, {})
    if not isinstance(question, Choose) or kind_of(question) not in orders:
        return None
    value = orders[kind_of(question)]
    if isinstance(question.field, Range) and isinstance(value, int):
        value = min(max(value, question.field.low), question.field.high)
    return question.default if value is DEFAULT or question.complaint(value) else value


def _ordered(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    mine = {**talk.orders.get(source, {}), data["question"]: data["value"]}
    return replace(talk, orders={**talk.orders, source: mine})


def _revoked(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    mine = {kind: value for kind, value in talk.orders.get(source, {}).items() if kind != data["question"]}
    return replace(talk, orders={**talk.orders, source: mine})


def _proposed(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    return replace(talk, proposal=Proposal(n, time_s, command_from_plain(data["command"]), data["label"]))


def _agreed(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    proposal = talk.proposal
    if proposal is None:
        return talk
    return replace(talk, proposal=replace(proposal, agreed=(*proposal.agreed, source)))


def _closed(talk: Talk, n: int, time_s: float, source: str, data: Mapping[str, Any]) -> Talk:
    label = talk.proposal.label if talk.proposal else ""
    return replace(talk, proposal=None, closed={**data, "by": source, "label": label, "n": n})


def carried_out(talk: Talk, n: int) -> Talk:
    """The proposal has been carried out as command n."""
    label = talk.proposal.label if talk.proposal else ""
    return replace(talk, proposal=None, closed={"say": "done", "by": "", "label": label, "n": n})


def taken_back(talk: Talk, n: int) -> Talk:
    """Command n has been undone; if it was the last proposal, nothing is said of that any more."""
    return replace(talk, closed={}) if talk.closed.get("say") == "done" and talk.closed["n"] == n else talk


HEARD: Mapping[str, Callable[[Talk, int, float, str, Mapping[str, Any]], Talk]] = {
    "paused": lambda talk, n, time_s, source, data: replace(talk, paused=True),
    "resumed": lambda talk, n, time_s, source, data: replace(talk, paused=False, resumed_s=time_s),
    "limit": lambda talk, n, time_s, source, data: replace(talk, limit_s=int(data["s"])),
    "ordered": _ordered,
    "revoked": _revoked,
    "proposed": _proposed,
    "agreed": _agreed,
    "refused": _closed,
    "withdrawn": _closed,
    "forced": lambda talk, n, time_s, source, data: talk,
    "failed": _closed,
}
"""What is said -> what is so then."""
