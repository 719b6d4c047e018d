"""Where sheets, figure markers and the lens board stand on the pages to print.

A printer that shrinks is answered here by laying out on a page that is smaller by the same factor: whoever draws it
enlarges all of it at once, so that nothing can run into the printer's margin. No PDF is written here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from calibration.chessboard import lens_board_cells
from calibration.errors import InputFault
from calibration.opencv import dictionary_bits, dictionary_size
from calibration.page import PAPERS, RULER_MM, Cells, CutCircle, CutRectangle, Item, Page, Ruler, Text
from calibration.pattern import Pattern, marker_pattern, saddle_pattern

MARGIN_MM = 8.0
"""Kept free on the paper itself; printers need about 5."""
RULER_RANGE_MM = (120.0, 180.0)
FIRST_FIGURE_ID = 10
FIGURE_SIDES_MM = (12.0, 16.0, 20.0, 24.0)
TAG_SIDES_MM = (14.0, 18.0)
DISC_MARGIN_MM = 1.5
"""White between a hat disc's edge and the marker's corners. From 0.8 to 3 mm OpenCV found as many discs on dark
ground: of 40 turned views each 34-37 at 2.5 px a module, all at 4."""
CUT_SHEETS = "Cut along the dashed lines. Lay the sheets flat and far apart on the table: sheet 0 is its origin."
CUT_FIGURES = "A row is one figure: cut out one size, glue it on with its number to the figure's back, bin the rest."
GLUE_BOARD = (
    "Lens board: glue it flat on a stiff board. Take 10 to 20 pictures, tilted, into every corner of the picture."
)
RULER_NOTE = "0 to 150 must measure 150 mm. If not, print again with --measured-ruler-mm and what it measures."
_GAP_MM = 3.0
_LINE_MM = 5.0
_RULER_DEPTH_MM = 13.0


@dataclass(frozen=True, slots=True)
class Order:
    """What to print. measured_ruler_mm: what an earlier print's ruler measures; RULER_MM if the printer is true."""

    paper: str = "a4"
    dictionary: str = "DICT_4X4_50"
    kind: str = "saddle"
    sheets: int = 4
    sheet_side_mm: float = 45.0
    figures: int = 0
    figure_sides_mm: tuple[float, ...] = FIGURE_SIDES_MM
    lens_board: bool = False
    measured_ruler_mm: float = RULER_MM

    @property
    def enlarged(self) -> float:
        """How much larger than its millimetres everything is drawn, so that the printer's shrinking makes it right."""
        return RULER_MM / self.measured_ruler_mm

    def figure_ids(self) -> range:
        """The figures' markers, clear of the sheets' ids."""
        first = max(FIRST_FIGURE_ID, self.sheets)
        return range(first, first + self.figures)


def lay_out(order: Order) -> list[Page]:
    """All pages of an order: table sheets, figure markers, lens board. Raises InputFault with what does not fit."""
    _check(order)
    pages = [*_table_pages(order), *_figure_pages(order)]
    if order.lens_board:
        pages.append(_lens_page(order.paper))
    if not pages:
        raise InputFault("nothing-to-print", "Nothing to print: ask for sheets, figures or the lens board.")
    return pages


def disc_radius_mm(side_mm: float) -> float:
    """A hat disc's radius for a marker of this side: its corners and DISC_MARGIN_MM."""
    return side_mm * math.sqrt(0.5) + DISC_MARGIN_MM


def _check(order: Order) -> None:
    if order.paper not in PAPERS:
        raise InputFault("unknown-paper", f"There is no paper {order.paper!r}: take {' or '.join(PAPERS)}.", "--paper")
    low_mm, high_mm = RULER_RANGE_MM
    if not low_mm <= order.measured_ruler_mm <= high_mm:
        raise InputFault(
            "ruler-range",
            f"The printed ruler of {RULER_MM:g} mm cannot measure {order.measured_ruler_mm:g} mm: anything outside "
            f"{low_mm:g} to {high_mm:g} mm is no printer's scaling. Measure from its 0 to its {RULER_MM:g}, in mm.",
            "--measured-ruler-mm",
        )
    if order.sheets < 0 or order.figures < 0:
        raise InputFault(
            "bad-count", f"{min(order.sheets, order.figures)} sheets or figures cannot be printed; give 0 or more."
        )
    last = max([order.sheets - 1, *order.figure_ids()])
    if last >= dictionary_size(order.dictionary):
        raise InputFault(
            "too-many",
            f"{order.dictionary} has {dictionary_size(order.dictionary)} markers, this order needs ids up to {last}: "
            "print fewer, or choose a larger dictionary.",
            "--figures",
        )
    for side_mm in (order.sheet_side_mm, *order.figure_sides_mm):
        if not side_mm >= 5:
            raise InputFault("bad-size", f"A marker of {side_mm:g} mm is too small for any camera: take 5 mm or more.")


def _table_pages(order: Order) -> Iterator[Page]:
    if not order.sheets:
        return
    width_mm, height_mm, edge_mm = _paper_mm(order)
    room_mm = (width_mm - 2 * edge_mm - _RULER_DEPTH_MM - _GAP_MM, height_mm - 2 * edge_mm - _LINE_MM - _GAP_MM)
    across_mm = _sheet_pattern(order, 0).width_mm
    cut_mm = (across_mm + 2 * _GAP_MM, across_mm + 2 * _GAP_MM + _LINE_MM / 2)
    columns, rows = int(room_mm[0] / cut_mm[0]), int(room_mm[1] / cut_mm[1])
    if not columns * rows:
        most_mm = min(room_mm[0], room_mm[1] - _LINE_MM / 2) - 2 * _GAP_MM
        raise InputFault(
            "does-not-fit",
            f"A {order.kind} sheet with a black square of {order.sheet_side_mm:g} mm is {across_mm:g} mm wide: too "
            f"much for {order.paper}. {math.floor(most_mm * order.sheet_side_mm / across_mm)} mm is the largest.",
            "--sheet-side-mm",
        )
    columns = min(columns, order.sheets)
    ruler = _ruler((width_mm - edge_mm, (height_mm - RULER_MM) / 2), upright=True)
    for first in range(0, order.sheets, columns * rows):
        items: list[Item] = [_instruction(CUT_SHEETS, edge_mm, height_mm), *ruler]
        for place, marker_id in enumerate(range(first, min(first + columns * rows, order.sheets))):
            row, column = divmod(place, columns)
            x_mm = edge_mm + (column + 0.5) * room_mm[0] / columns
            y_mm = edge_mm + room_mm[1] - (row + 0.5) * room_mm[1] / rows
            items += _sheet(order, marker_id, (x_mm - cut_mm[0] / 2, y_mm - cut_mm[1] / 2), cut_mm)
        yield Page(width_mm, height_mm, tuple(items), order.enlarged)


def _sheet(order: Order, marker_id: int, corner_mm: tuple[float, float], cut_mm: tuple[float, float]) -> list[Item]:
    pattern = _sheet_pattern(order, marker_id)
    x_mm = corner_mm[0] + cut_mm[0] / 2
    label = f'{marker_id}   {order.dictionary}   sheet_side_mm = {order.sheet_side_mm:g}   sheet_kind = "{order.kind}"'
    font_mm = min(2.8, pattern.width_mm / len(label) * 1.7)
    return [
        _cells(pattern, (x_mm, corner_mm[1] + cut_mm[1] - _GAP_MM - pattern.width_mm / 2)),
        CutRectangle(corner_mm, *cut_mm),
        Text((x_mm, corner_mm[1] + 1.8), label, font_mm, middle=True),
    ]


def _figure_pages(order: Order) -> Iterator[Page]:
    width_mm, height_mm, edge_mm = _paper_mm(order)
    top_mm = height_mm - edge_mm - _LINE_MM - _GAP_MM
    row_mm = 2 * disc_radius_mm(max(order.figure_sides_mm, default=TAG_SIDES_MM[-1])) + _LINE_MM + 0.5
    a_page = max(int((top_mm - edge_mm - _RULER_DEPTH_MM - _GAP_MM) / row_mm), 1)
    ids = order.figure_ids()
    for first in range(0, len(ids), a_page):
        items: list[Item] = [
            _instruction(CUT_FIGURES, edge_mm, height_mm),
            *_ruler(((width_mm - RULER_MM) / 2, edge_mm), upright=False),
        ]
        for place, marker_id in enumerate(ids[first : first + a_page]):
            items += _figure_row(order, marker_id, edge_mm, top_mm - place * row_mm, width_mm - 2 * edge_mm)
        yield Page(width_mm, height_mm, tuple(items), order.enlarged)


def _figure_row(order: Order, marker_id: int, left_mm: float, top_mm: float, room_mm: float) -> Iterator[Item]:
    """One figure in every size: hat discs, the largest first, then tags for the rim of a base."""
    modules = len(dictionary_bits(order.dictionary, marker_id)) + 2
    discs = [(side_mm, 2 * disc_radius_mm(side_mm)) for side_mm in sorted(order.figure_sides_mm, reverse=True)]
    tags = [(side_mm, side_mm * (1 + 2 / modules)) for side_mm in sorted(TAG_SIDES_MM, reverse=True)]
    used_mm = sum(width_mm for _, width_mm in discs + tags)
    gap_mm = (room_mm - used_mm) / (len(discs) + len(tags) - 1)
    if gap_mm < 1:
        raise InputFault(
            "does-not-fit",
            f"Figure markers of {', '.join(f'{side:g}' for side, _ in discs)} mm do not fit side by side "
            f"on {order.paper}: ask for fewer sizes.",
            "--figure-sides-mm",
        )
    middle_mm = top_mm - max(width_mm for _, width_mm in discs + tags) / 2
    x_mm = left_mm
    for index, (side_mm, width_mm) in enumerate(discs + tags):
        centre_mm = (x_mm + width_mm / 2, middle_mm)
        yield _cells(marker_pattern(order.dictionary, marker_id, side_mm), centre_mm)
        below_mm = middle_mm - width_mm / 2 - 2.8
        if index < len(discs):
            strip_mm = width_mm / 2 - side_mm / 2 - side_mm / modules
            yield CutCircle(centre_mm, width_mm / 2)
            yield Text((centre_mm[0], middle_mm - width_mm / 2 + 0.45), str(marker_id), min(2.6, strip_mm), middle=True)
            yield Text((centre_mm[0], below_mm), f"{side_mm:g} mm", 2.4, middle=True)
        else:
            yield CutRectangle((x_mm, middle_mm - width_mm / 2), width_mm, width_mm)
            yield Text((centre_mm[0], below_mm), f"{marker_id}, rim {side_mm:g} mm", 2.4, middle=True)
        x_mm += width_mm + gap_mm


def _lens_page(paper: str) -> Page:
    """The lens board at its own size: a lens does not care about the scale, so no ruler and no correction."""
    width_mm, height_mm = PAPERS[paper]
    bounds_u_mm, bounds_v_mm, cells = lens_board_cells()
    middle_mm = (width_mm / 2, (height_mm - _LINE_MM - _GAP_MM) / 2)
    board = Cells(middle_mm, bounds_u_mm, bounds_v_mm, cells)
    return Page(width_mm, height_mm, (_instruction(GLUE_BOARD, MARGIN_MM, height_mm), board))


def _ruler(at_mm: tuple[float, float], upright: bool) -> list[Item]:
    x_mm, y_mm = at_mm
    if upright:
        note = Text((x_mm, y_mm + RULER_MM / 2), RULER_NOTE, 2.6, middle=True, upright=True)
        return [Ruler((x_mm - 5, y_mm), upright=True), note]
    return [Ruler((x_mm, y_mm + 4)), Text((x_mm + RULER_MM / 2, y_mm), RULER_NOTE, 2.6, middle=True)]


def _paper_mm(order: Order) -> tuple[float, float, float]:
    """Width, height and margin of the page to lay out on: the paper's, in finished millimetres."""
    width_mm, height_mm = PAPERS[order.paper]
    return width_mm / order.enlarged, height_mm / order.enlarged, MARGIN_MM / order.enlarged


def _sheet_pattern(order: Order, marker_id: int) -> Pattern:
    if order.kind == "saddle":
        return saddle_pattern(order.dictionary, marker_id, order.sheet_side_mm)
    return marker_pattern(order.dictionary, marker_id, order.sheet_side_mm, order.sheet_side_mm / 4)


def _cells(pattern: Pattern, centre_mm: tuple[float, float]) -> Cells:
    return Cells(centre_mm, pattern.bounds_u_mm, pattern.bounds_v_mm, pattern.cells)


def _instruction(words: str, edge_mm: float, height_mm: float) -> Text:
    return Text((edge_mm, height_mm - edge_mm - 3.2), words, 3.2)
