"""Pages to a PDF at exact scale.

All black cells of a print are one path filled once, so that no viewer or printer leaves hairlines between them. The
same pages give the same bytes. Viewers are asked not to scale (PrintScaling None); the ruler tells whether one did.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from calibration.opencv import Bits
from calibration.page import RULER_MM, Cells, CutCircle, CutRectangle, Item, Page, Ruler, Text

FONT = "Helvetica"
_HAIR_MM = 0.15
_CUT_GREY = 0.6


def sheets_pdf(pages: Sequence[Page]) -> bytes:
    """A PDF of these pages; each page's millimetres are drawn times its `enlarged`."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setTitle("Sheets and markers for the table")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.width_mm * page.enlarged * mm, page.height_mm * page.enlarged * mm))
        canvas.scale(page.enlarged * mm, page.enlarged * mm)
        for item in page.items:
            _draw(canvas, item)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def black_rectangles(cells: Bits) -> Iterator[tuple[int, int, int, int]]:
    """The black cells as few rectangles (row, column, end row, end column): runs, joined with equal runs above."""
    open_runs: dict[tuple[int, int], int] = {}
    for row in range(len(cells) + 1):
        runs = set(_black_runs(cells[row])) if row < len(cells) else set()
        for start, end in sorted(set(open_runs) - runs):
            yield open_runs.pop((start, end)), start, row, end
        for run in runs:
            open_runs.setdefault(run, row)


def _black_runs(row: Bits) -> Iterator[tuple[int, int]]:
    start: int | None = None
    for column, white in enumerate([*row.tolist(), 1]):
        if white and start is not None:
            yield start, column
            start = None
        elif not white and start is None:
            start = column


def _draw(canvas: Canvas, item: Item) -> None:
    match item:
        case Cells():
            _draw_cells(canvas, item)
        case CutRectangle():
            _cut_line(canvas)
            canvas.rect(*item.corner_mm, item.width_mm, item.height_mm)
        case CutCircle():
            _cut_line(canvas)
            canvas.circle(*item.centre_mm, item.radius_mm)
        case Text():
            _draw_text(canvas, item)
        case Ruler():
            _draw_ruler(canvas, item)


def _draw_cells(canvas: Canvas, item: Cells) -> None:
    x_mm, y_mm = item.centre_mm
    path = canvas.beginPath()
    for row, column, end_row, end_column in black_rectangles(item.cells):
        left_mm, right_mm = item.bounds_u_mm[column], item.bounds_u_mm[end_column]
        low_mm, high_mm = item.bounds_v_mm[row], item.bounds_v_mm[end_row]
        path.rect(x_mm + left_mm, y_mm + low_mm, right_mm - left_mm, high_mm - low_mm)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


def _cut_line(canvas: Canvas) -> None:
    canvas.setStrokeGray(_CUT_GREY)
    canvas.setLineWidth(_HAIR_MM)
    canvas.setDash(1.2, 0.8)


def _draw_text(canvas: Canvas, item: Text) -> None:
    canvas.saveState()
    canvas.translate(*item.at_mm)
    canvas.rotate(90 if item.upright else 0)
    canvas.setFillGray(0.2)
    canvas.setFont(FONT, item.height_mm)
    (canvas.drawCentredString if item.middle else canvas.drawString)(0, 0, item.text)
    canvas.restoreState()


def _draw_ruler(canvas: Canvas, item: Ruler) -> None:
    canvas.saveState()
    canvas.translate(*item.at_mm)
    canvas.rotate(90 if item.upright else 0)
    canvas.setStrokeGray(0)
    canvas.setFillGray(0)
    canvas.setLineWidth(_HAIR_MM)
    canvas.setDash()
    canvas.setFont(FONT, 2.4)
    canvas.line(0, 0, RULER_MM, 0)
    for at_mm in range(int(RULER_MM) + 1):
        canvas.line(at_mm, 0, at_mm, 5 if at_mm % 10 == 0 else 3.5 if at_mm % 5 == 0 else 2)
        if at_mm % 10 == 0:
            canvas.drawCentredString(at_mm, 5.6, str(at_mm))
    canvas.restoreState()
