"""A game's board, or its free table, laid on the camera's picture: by its corners or by sheets, checked, and kept.

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
from companion.games.dark_world.on_table import Corner, corners, lay, readable
from companion.games.placing import Layout
from companion.geometry.lain import lay_table
from companion.geometry.laying import LaidBoard, LayingFault, corners_of_sheets
from companion.geometry.points import Point
from companion.service.match.journal import Journal
from companion.table.state import SheetPlace

log = logging.getLogger(__name__)

KEPT = "laid board"
HINTS = {
    False: "Drag each ring to its corner of the printed squares. The lines must lie on the board's own.",
    True: "Drag each ring to its corner of the table that the game is played on. Nothing is stretched: it must have "
    "the game's size.",
}
"""Whether it is a free table -> what to do."""
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
    """board: of the game, or the layout of its free table. sheets: those of the table now. From any thread but vision's
    and the loop's."""

    def __init__(
        self, journal: Journal, board: Board | Layout, sheets: Callable[[], Sequence[SheetPlace]] = tuple
    ) -> None:
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
            "what": "table" if isinstance(self._board, Layout) else "board",
            "hint": HINTS[isinstance(self._board, Layout)],
            "corners": [{"at": list(corner.at), "words": corner.words} for corner in _corners(self._board)],
            "zones": _zones(self._board),
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
        return _lay(self._board, [(float(x), float(y)) for (x, y), _ in found], max(LEAST_TAP_MM, sigma))

    def _by_sheets(self, first: int) -> LaidBoard:
        sheets = [sheet for sheet in self._sheets() if sheet.seen]
        found = corners_of_sheets(_outline(sheet) for sheet in sheets)
        turned = [*found[first % 4 :], *found[: first % 4]]
        sigma = max(sheet.spread.sigma_mm for sheet in sheets)
        return _lay(self._board, turned, math.hypot(sigma, SHEET_OFF_MM))

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


def _corners(board: Board | Layout) -> tuple[Corner, ...]:
    if isinstance(board, Board):
        return corners(board)
    ends = (("north-west", 0.0, 0.0), ("north-east", 1.0, 0.0), ("south-east", 1.0, 1.0), ("south-west", 0.0, 1.0))
    return tuple(Corner((x, y), f"{name} corner of the table") for name, x, y in ends)


def _zones(board: Board | Layout) -> list[dict[str, Any]]:
    """What is drawn over the picture: a free table is one square."""
    if isinstance(board, Layout):
        return [{"name": board.title, "room": "N", "squares": ["0,0"]}]
    return [
        {"name": zone.name, "room": zone.room, "squares": squares}
        for zone in board.zones
        if (squares := [square for square in zone.squares if readable(board, square)])
    ]


def _lay(board: Board | Layout, corners_mm: Sequence[Point], sigma_mm: float) -> LaidBoard:
    if isinstance(board, Layout):
        return lay_table(corners_mm, board.width_mm, board.height_mm, sigma_mm)
    return lay(board, corners_mm, sigma_mm)


def _words(laid: LaidBoard, board: Board | Layout) -> dict[str, Any]:
    """What the page says of it: lengths in mm."""
    first, last, top, bottom = board.camera if isinstance(board, Board) else (0, 0, 0, 0)
    wide, high = (round(side, 1) for side in laid.square_mm)
    sigma = round(laid.sigma_mm(((first + last + 1) / 2, (top + bottom + 1) / 2)), 2)
    residual = round(laid.residual_mm, 2)
    said = f"A square is {wide} mm by {high} mm. The corners fit within {residual} mm; a square's middle is known to"
    if isinstance(board, Layout):
        said = (
            f"The table is {wide / 10} by {high / 10} cm. The corners fit within {residual} mm; its middle is known to"
        )
    return {
        "words": f"{said} {sigma} mm.",
        "square_mm": [wide, high],
        "residual_mm": residual,
        "sigma_mm": sigma,
        "corner_sigma_mm": round(laid.sigma_mm((first, top)), 2),
        "corners_mm": [[round(v, 1) for v in laid.mm(corner.at)] for corner in _corners(board)],
    }


def _outline(sheet: SheetPlace) -> tuple[Point, ...]:
    half, cos, sin = sheet.side_mm / 2, math.cos(sheet.heading_rad), math.sin(sheet.heading_rad)
    corners = ((half, half), (-half, half), (-half, -half), (half, -half))
    return tuple((sheet.x_mm + x * cos - y * sin, sheet.y_mm + x * sin + y * cos) for x, y in corners)
