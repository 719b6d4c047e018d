"""The board of a game laid on the camera's picture: tapped by its corners or marked by sheets, checked, and kept.

What is kept goes with the game, so that a restart finds it. The camera itself is known only as `Taps`. A board laid
anew takes the place of the old; one that cannot lie so leaves it.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from companion.games.dark_world.board import Board
from companion.games.dark_world.on_table import corners, lay, readable
from companion.geometry.laying import LaidBoard, LayingFault, corners_of_sheets
from companion.geometry.points import Point
from companion.service.match.journal import Journal
from companion.table.state import SheetPlace

log = logging.getLogger(__name__)

KEPT = "laid board"
SHEET_OFF_MM = 1.0
"""How well the corner of a sheet's black square touches the board's corner, laid by hand."""
LEAST_TAP_MM = 0.5
MOST_PICTURES = 10**12
Fraction = Annotated[float, Meta(ge=-1, le=2)]
"""A corner may lie a little outside of the picture."""


class Taps(Protocol):
    """The camera, as far as a board needs it."""

    def points(self, picture: int, at: Sequence[Point]) -> tuple[tuple[Point, float], ...] | str:
        """Points of the table, mm, and one sigma of each, of taps at fractions of a picture's width and height; or why
        not."""
        ...


@dataclass(frozen=True, slots=True)
class LayAsked:
    """corners: four taps on a picture, in fractions of its width and height; none: take the board off.

    sheets: by four sheets in sight instead; first: how many corners on from the first found the drawing's first is.
    keep: whether it is kept, or only tried.
    """

    picture: Annotated[int, Meta(ge=0, le=MOST_PICTURES)] = 0
    corners: tuple[tuple[Fraction, Fraction], ...] = ()
    sheets: bool = False
    first: Annotated[int, Meta(ge=0, le=3)] = 0
    keep: bool = False


class Laying:
    """board: of the game. sheets: those of the table now. From any thread but vision's and the loop's."""

    def __init__(self, journal: Journal, board: Board, sheets: Callable[[], Sequence[SheetPlace]] = tuple) -> None:
        self._journal, self._board, self._sheets = journal, board, sheets
        self._taps: Taps | None = None
        self._run: Callable[[Callable[[], Any]], Any] = _at_once
        self._laid, self._tapped = _read(journal.kept(KEPT))

    def under(self, taps: Taps, run: Callable[[Callable[[], Any]], Any] | None = None) -> Laying:
        """There is a camera. run: has something done in the one order of everything that happens."""
        self._taps, self._run = taps, run or _at_once
        return self

    @property
    def laid(self) -> LaidBoard | None:
        """Where the board lies; None: nobody has laid it."""
        return self._laid

    def now(self) -> LaidBoard | None:
        """The same, for whoever asks again and again."""
        return self._laid

    def shown(self) -> dict[str, Any]:
        """For the page: what is to be tapped, what is drawn over the picture, and what is kept."""
        return {
            "camera": self._taps is not None,
            "corners": [{"at": list(corner.at), "words": corner.words} for corner in corners(self._board)],
            "zones": [
                {"name": zone.name, "room": zone.room, "squares": squares}
                for zone in self._board.zones
                if (squares := [square for square in zone.squares if readable(self._board, square)])
            ],
            "sheets": sum(sheet.seen for sheet in self._sheets()),
            "tapped": self._tapped,
            "laid": _words(self._laid, self._board) if self._laid else None,
        }

    def ask(self, asked: LayAsked) -> dict[str, Any]:
        """Lay the board, or try it. LayingFault with a sentence where it cannot be."""
        if not asked.corners and not asked.sheets:
            return self._put(None, None)
        laid = self._by_sheets(asked.first) if asked.sheets else self._by_taps(asked)
        if not asked.keep:
            return {**self.shown(), "laid": _words(laid, self._board)}
        tapped = None if asked.sheets else {"picture": asked.picture, "corners": [list(at) for at in asked.corners]}
        return self._put(laid, tapped)

    def _by_taps(self, asked: LayAsked) -> LaidBoard:
        if self._taps is None:
            raise LayingFault("There is no camera here; the board can be laid only where one looks at the table.")
        if not all(math.isfinite(value) for at in asked.corners for value in at):
            raise LayingFault("A corner is no point of the picture.")
        found = self._taps.points(asked.picture, asked.corners)
        if isinstance(found, str):
            raise LayingFault(found)
        sigma = max((sigma for _, sigma in found), default=0.0)
        return lay(self._board, [xy for xy, _ in found], max(LEAST_TAP_MM, sigma))

    def _by_sheets(self, first: int) -> LaidBoard:
        sheets = [sheet for sheet in self._sheets() if sheet.seen]
        found = corners_of_sheets(_outline(sheet) for sheet in sheets)
        turned = [*found[first % 4 :], *found[: first % 4]]
        sigma = max(sheet.spread.sigma_mm for sheet in sheets)
        return lay(self._board, turned, math.hypot(sigma, SHEET_OFF_MM))

    def _put(self, laid: LaidBoard | None, tapped: dict[str, Any] | None) -> dict[str, Any]:
        self._run(lambda: self._keep(laid, tapped))
        return self.shown()

    def _keep(self, laid: LaidBoard | None, tapped: dict[str, Any] | None) -> None:
        self._journal.keep(KEPT, {"laid": msgspec.to_builtins(laid), "tapped": tapped} if laid else None)
        self._laid, self._tapped = laid, tapped


def _read(kept: Any) -> tuple[LaidBoard | None, dict[str, Any] | None]:
    """What was kept; nothing, if another version of this program kept it in another way: the board is laid again."""
    if not kept:
        return None, None
    try:
        return msgspec.convert(kept["laid"], LaidBoard), kept["tapped"]
    except (msgspec.ValidationError, KeyError, TypeError) as fault:
        log.warning("Where the board lies was kept in a way that is not known here: %s", fault)
        return None, None


def _at_once(work: Callable[[], Any]) -> Any:
    return work()


def _words(laid: LaidBoard, board: Board) -> dict[str, Any]:
    """What the page says of it: lengths in mm."""
    first, last, top, bottom = board.camera
    wide, high = laid.square_mm
    middle = ((first + last + 1) / 2, (top + bottom + 1) / 2)
    return {
        "square_mm": [round(wide, 1), round(high, 1)],
        "residual_mm": round(laid.residual_mm, 2),
        "sigma_mm": round(laid.sigma_mm(middle), 2),
        "corner_sigma_mm": round(laid.sigma_mm((first, top)), 2),
        "corners_mm": [[round(v, 1) for v in laid.mm(corner.at)] for corner in corners(board)],
    }


def _outline(sheet: SheetPlace) -> tuple[Point, ...]:
    half, cos, sin = sheet.side_mm / 2, math.cos(sheet.heading_rad), math.sin(sheet.heading_rad)
    corners = ((half, half), (-half, half), (-half, -half), (half, -half))
    return tuple((sheet.x_mm + x * cos - y * sin, sheet.y_mm + x * sin + y * cos) for x, y in corners)
