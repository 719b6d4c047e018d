"""What a rule asks of the world while it runs. Five kinds; the answers are plain JSON values.

A key is "rule/step/subject" and is unique within its command: after a crash the command is run again and the answers
are fed back by it. A question says by itself whether an answer fits. It never says how the answer came about: dice box,
a phone that types what real dice show, or software. What a seat must not know is kept from it by `shown_to`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.fields import Field, Region, Value


def key(rule: str, step: str, subject: str = "") -> str:
    """The stable key of a question."""
    return f"{rule}/{step}/{subject}" if subject else f"{rule}/{step}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice, or cards or coins drawn unseen. Answer: a list of `count` of the values of `alphabet`, in order.

    faces: what software draws from, each entry as likely, or () where the faces are not known and only real dice help.
    returns: whether a face drawn may come again (a die) or not (a pack). secret: only `seat` may see what came.
    dial: the piece that is struck, if its dial may say what real dice show together: it is turned down by so much.
    Faces never leave the server: what is left in a pack tells what others hold.
    """

    key: str
    seat: str
    why: str
    what: str
    alphabet: tuple[Value, ...]
    faces: tuple[Value, ...]
    count: int = 1
    returns: bool = True
    secret: bool = False
    dial: str = ""

    def complaint(self, answer: object) -> str | None:
        """What is wrong with `answer`, or None."""
        if not isinstance(answer, list | tuple) or len(answer) != self.count:
            many = "1 value is" if self.count == 1 else f"{self.count} values are"
            return f"{self.what}: {many} needed, as a list; each is {_allowed(self.alphabet)}"
        for value in answer:
            if isinstance(value, bool) or value not in self.alphabet:
                return f"{self.what}: {_short(value)} is not {_allowed(self.alphabet)}"
        if self.faces and not self.returns:
            left = list(self.faces)
            for value in answer:
                if value not in left:
                    return f"{self.what}: {value} cannot come here; no more of it are left"
                left.remove(value)
        return None


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision of one seat. Answer: a value of the field. default: what a sleeping phone is taken to have said.

    aside: what others read instead of why, where that would tell a secret; they are shown neither key nor rule then.
    dial and struck: the piece whose dial, turned down by n, says that n of the hits that struck it went through; the
    answer is then how many did not.
    """

    key: str
    seat: str
    why: str
    field: Field
    default: Any
    secret: bool = False
    dial: str = ""
    struck: int = 0
    aside: str = ""

    def complaint(self, answer: object) -> str | None:
        """What is wrong with `answer`, or None."""
        return self.field.complaint(answer)


@dataclass(frozen=True, slots=True)
class Measure:
    """The distance between the bases of two figures. Answer: [mm, sigma in mm]. What is typed has a tape's sigma
    (`by_hand`), what is exact 0."""

    key: str
    seat: str
    why: str
    a: str
    b: str

    def complaint(self, answer: object) -> str | None:
        """What is wrong with `answer`, or None."""
        match answer:
            case [int() | float() as mm, int() | float() as sigma_mm] if 0 <= mm < 1e6 and 0 <= sigma_mm < 1e6:
                return None
        return f"{answer!r} is not a distance: two numbers, mm and its sigma in mm"


@dataclass(frozen=True, slots=True)
class Place:
    """Wait until a figure stands in a region. Answer: a cell's name, or [x, y] in mm."""

    key: str
    seat: str
    why: str
    figure: str
    region: Region
    secret: bool = False

    def complaint(self, answer: object) -> str | None:
        """What is wrong with `answer`, or None."""
        return self.region.complaint(answer)


@dataclass(frozen=True, slots=True)
class ReadChart:
    """A printed cell that this program does not know: the players look it up. Answer: one of `alphabet`."""

    key: str
    seat: str
    why: str
    chart: str
    cell: tuple[str, str]
    alphabet: tuple[Value, ...]
    secret: bool = False

    def complaint(self, answer: object) -> str | None:
        """What is wrong with `answer`, or None."""
        if isinstance(answer, bool) or answer not in self.alphabet:
            return f"{self.chart}: {_short(answer)} is not {_allowed(self.alphabet)}"
        return None


ON_DICE: Mapping[tuple[Value, ...], str] = {
    tuple(range(1, 11)): "a 0 on the die is 10",
    tuple(range(10)): "a 10 on the die is 0",
    tuple(range(1, 101)): "00 and 0 are 100",
}
"""What dice show that are marked otherwise than their answers are: some have 0 to 9, some 1 to 10."""


def _allowed(alphabet: tuple[Value, ...]) -> str:
    numbers = [value for value in alphabet if isinstance(value, int)]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if len(alphabet) < 3 or tuple(range(low, high + 1)) != alphabet:
        return f"one of {', '.join(map(str, alphabet))}"
    note = f"; {ON_DICE[alphabet]}" if alphabet in ON_DICE else ""
    return f"a whole number from {low} to {high}{note}"


def _short(value: object) -> str:
    return repr(value)[:40]


Question = Roll | Choose | Measure | Place | ReadChart


def rule_of(question: Question) -> str:
    """The id of the rule that asks."""
    return question.key.split("/", 1)[0]


def aside_of(question: Question, seat: str) -> str:
    """What the seat reads instead of why; "" if it may know."""
    return question.aside if isinstance(question, Choose) and question.seat != seat else ""


def shown_to(question: Question, seat: str) -> dict[str, Any]:
    """The question as a seat may see it: all of it but the faces for the seat asked; else who is asked, and why."""
    aside = aside_of(question, seat)
    shown: dict[str, Any] = {
        "kind": type(question).__name__,
        "key": "aside" if aside else question.key,
        "seat": question.seat,
        "why": aside or question.why,
        "rule": "" if aside else rule_of(question),
    }
    if seat == question.seat:
        shown["open"] = _open(question)
    return shown


def _open(question: Question) -> dict[str, Any]:
    match question:
        case Roll():
            known = bool(question.faces)
            return {"what": question.what, "alphabet": list(question.alphabet), "count": question.count, "known": known}
        case Choose():
            return {"field": question.field, "default": question.default}
        case Measure():
            return {"a": question.a, "b": question.b}
        case Place():
            return {"figure": question.figure, "region": question.region}
        case ReadChart():
            return {"chart": question.chart, "cell": list(question.cell), "alphabet": list(question.alphabet)}
