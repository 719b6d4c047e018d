"""What a game says of the table it is played on, for electronics and a camera: which figures are whose, what a dial
should show, what turning one says, and where figures stand. Optional: a game without it is played on phones alone.

All pure. A piece is a figure as the game names it; its colour is the table's affair. The table that is handed to a game
calls figures that are its pieces by the pieces' names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from companion.games.fields import Range, Value
from companion.games.questions import Choose, Question, Roll
from companion.table.state import Point, TableState

MOST_FACES, MOST_FACE, MOST_DICE = 20, 99, 12
"""What a dice box can be asked for, as its wire says."""


@dataclass(frozen=True, slots=True)
class Astray:
    """A piece stands where the game does not have it. kind: "move" if its move cannot be, "close" if where it stands is
    too close to call, "elsewhere" if it is not its turn, "undone" if its move was taken back.

    square: where it stands; back: where it belongs; rule: why it cannot be, or "". On a free table, mm: seen_mm and
    back_mm are the same two as places, off_mm how far that is, with its sigma_mm; None where it is not known.
    """

    piece: str
    kind: Literal["move", "close", "elsewhere", "undone"]
    square: str
    back: str
    words: str
    rule: str = ""
    seen_mm: Point | None = None
    back_mm: Point | None = None
    off_mm: float | None = None
    sigma_mm: float | None = None


@runtime_checkable
class Sighted(Protocol):
    """A game whose figures a camera may see."""

    def names(self, state: Any) -> tuple[str, ...]:
        """Every figure that the game may name. One on the table is it if it is called so: "Orc 1" is "orc-1"."""

    def owner(self, state: Any, piece: str) -> str:
        """The seat that plays it, or ""."""

    def in_turn(self, state: Any) -> tuple[str, ...]:
        """The figures whose turn it is; none: nobody's in particular."""

    def squares(self, state: Any) -> Mapping[str, Any]:
        """Figure -> where the game has it, a square or a place; for those that can be put back after an undo."""

    def home(self, state: Any, table: TableState, piece: str) -> bool:
        """Whether the camera has it for certain where the game has it."""

    def may_stand(self, state: Any, table: TableState, piece: str, xy_mm: Point) -> bool:
        """Whether the rules let it have gone there now; for a camera that cannot tell two figures apart. What is not
        certain is allowed."""

    def astray(self, state: Any, table: TableState) -> tuple[Astray, ...]:
        """Pieces that stand where the game does not have them, and what is to be done. All seats may know it."""


@runtime_checkable
class AtTable(Sighted, Protocol):
    """A game on a board, whose pieces have colours and dials."""

    def pieces(self, state: Any) -> tuple[str, ...]:
        """Those that may have a colour: of their ball in the mace, of their dial. Four at most, always the same."""

    def colours(self) -> Mapping[str, str]:
        """Piece -> the colour it has where nobody has said another: the one in which the pages draw it."""

    def hits(self, state: Any) -> Mapping[str, int]:
        """Piece -> its hit points, for those that have some now; 0 to 8."""

    def hits_offer(self, piece: str) -> tuple[str, str]:
        """The correction that sets a piece's hit points, and the name of its field."""

    def round(self, state: Any) -> int:
        """The round that is played, from 1."""

    def stands(self, state: Any, table: TableState, piece: str) -> str | None:
        """The square on which the camera has a figure for certain, "" beside the board; None: nobody can say."""


def said_by_dial(question: Question, piece: str, down: int, at_rest: int) -> Any | None:
    """What turning this piece's dial down by so many, to `at_rest`, answers to the open question; None: nothing.

    A dial ends at 0: there it says "so many at least", which is an answer only if no other one fits.
    """
    if down <= 0:
        return None
    match question:
        case Choose(dial=struck, field=Range(low, high)) if struck == piece:
            most = question.struck if at_rest == 0 else down
            held = {question.struck - through for through in range(down, most + 1)} & set(range(low, high + 1))
            return held.pop() if len(held) == 1 else None
        case Roll(dial=struck, faces=()) if struck == piece and at_rest > 0:
            return _dice_of(question, down)
    return None


def _dice_of(roll: Roll, total: int) -> list[Value] | None:
    """Dice that show so much together; the highest first."""
    shown: list[Value] = []
    numbers = sorted((value for value in roll.alphabet if isinstance(value, int)), reverse=True)
    for _ in range(roll.count):
        value = next((number for number in numbers if number <= total), None)
        if value is None:
            return None
        shown.append(value)
        total -= value
    return shown if total == 0 else None


def is_order(question: Question) -> bool:
    """Whether it draws an order of two to four different things, as a mace does."""
    if not isinstance(question, Roll) or question.returns or question.secret:
        return False
    return 2 <= question.count == len(question.faces) == len(set(question.faces)) <= 4


def is_percent(question: Question) -> bool:
    """Whether it rolls hundreds: a dice box rolls each as tens and ones; both 0 are 100."""
    return isinstance(question, Roll) and question.faces == tuple(range(1, 101)) and 2 * question.count <= MOST_DICE


def is_dice(question: Question) -> bool:
    """Whether it rolls dice that a dice box can roll: faces are known numbers, and nobody must be kept from seeing."""
    if not isinstance(question, Roll) or not question.returns or question.secret:
        return False
    if is_percent(question):
        return True
    fits = all(isinstance(face, int) and 0 <= face <= MOST_FACE for face in question.faces)
    return fits and 2 <= len(question.faces) <= MOST_FACES and question.count <= MOST_DICE
