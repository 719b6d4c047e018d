"""The PDF is rendered by poppler at 600 dpi and measured back in millimetres."""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.chessboard import find_lens_board
from calibration.layout import Order, lay_out
from calibration.opencv import detect_markers
from calibration.page import PAPERS, Cells, CutCircle, CutRectangle, Page, Ruler
from calibration.print_sheets import black_rectangles, sheets_pdf
from tests.needs import need_program

PX_PER_MM = 600 / 25.4
TOLERANCE_MM = 0.05

ORDERS = {
    "a4": Order(figures=7),
    "letter": Order(paper="letter", figures=6, lens_board=True),
    "a4, plain markers, apriltag": Order(kind="marker", dictionary="DICT_APRILTAG_36h11", sheets=3, figures=1),
    "a4, printer shrinks to 97 %": Order(sheets=2, figures=1, measured_ruler_mm=145.5),
    "letter, printer enlarges": Order(paper="letter", sheets=1, figures=1, measured_ruler_mm=154.0, lens_board=True),
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Page, np.ndarray]]]:
    """Every order's pages with their picture: dark 0, white 255, row 0 at the top."""
    pdftoppm = need_program("pdftoppm", "poppler-utils")
    results = {}
    for number, (name, order) in enumerate(ORDERS.items()):
        folder = tmp_path_factory.mktemp(f"order{number}")
        pages = lay_out(order)
        (folder / "sheets.pdf").write_bytes(sheets_pdf(pages))
        command = [pdftoppm, "-r", "600", "-gray", str(folder / "sheets.pdf"), str(folder / "page")]
        subprocess.run(command, check=True, timeout=120)
        pictures = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(folder.glob("page*.pgm"))]
        results[name] = list(zip(pages, pictures, strict=True))
    return results


def part(page: Page, picture: np.ndarray, low_mm: tuple[float, float], high_mm: tuple[float, float]) -> np.ndarray:
    """The rectangle from low_mm to high_mm of the page's own millimetres, row 0 at the top."""
    scale = PX_PER_MM * page.enlarged
    left, right = round(low_mm[0] * scale), round(high_mm[0] * scale)
    top, bottom = round((page.height_mm - high_mm[1]) * scale), round((page.height_mm - low_mm[1]) * scale)
    return picture[max(top, 0) : bottom, max(left, 0) : right]


def black_extent_mm(crop: np.ndarray, page: Page) -> tuple[float, float]:
    """Width and height of what is black, to a fraction of a pixel by the grey of its rim."""
    black = 1 - crop / 255.0
    across, down = black.max(axis=0), black.max(axis=1)
    return across.sum() / PX_PER_MM / page.enlarged, down.sum() / PX_PER_MM / page.enlarged


@pytest.mark.parametrize("name", ORDERS)
def test_every_print_has_its_size_and_place(name: str, printed: dict) -> None:
    checked = 0
    for page, picture in printed[name]:
        for item in page.items:
            if isinstance(item, Cells):
                half = (float(item.bounds_u_mm[-1]), float(item.bounds_v_mm[-1]))
                black = [
                    (
                        item.bounds_u_mm[column],
                        item.bounds_u_mm[end_column],
                        item.bounds_v_mm[row],
                        item.bounds_v_mm[end],
                    )
                    for row, column, end, end_column in black_rectangles(item.cells)
                ]
                left, right, low, high = (
                    min(b[0] for b in black),
                    max(b[1] for b in black),
                    min(b[2] for b in black),
                    max(b[3] for b in black),
                )
                x_mm, y_mm = item.centre_mm
                low_mm, high_mm = (
                    (x_mm - half[0] - 0.4, y_mm - half[1] - 0.4),
                    (x_mm + half[0] + 0.4, y_mm + half[1] + 0.4),
                )
                width_mm, height_mm = black_extent_mm(part(page, picture, low_mm, high_mm), page)
                assert width_mm == pytest.approx(right - left, abs=TOLERANCE_MM)
                assert height_mm == pytest.approx(high - low, abs=TOLERANCE_MM)
                outside = part(
                    page, picture, (x_mm + left - 0.35, y_mm + low - 0.35), (x_mm + left - 0.05, y_mm + high)
                )
                assert outside.min() > 200
                checked += 1
    assert checked


@pytest.mark.parametrize("name", ORDERS)
def test_the_ruler_is_150_mm(name: str, printed: dict) -> None:
    for page, picture in printed[name]:
        rulers = [item for item in page.items if isinstance(item, Ruler)]
        assert len(rulers) == (0 if find_lens_board(cv2.resize(picture, None, fx=0.2, fy=0.2)) else 1)
        for ruler in rulers:
            x_mm, y_mm = ruler.at_mm
            if ruler.upright:
                strip = part(page, picture, (x_mm - 4.6, y_mm - 1), (x_mm - 4.0, y_mm + 151)).min(axis=1)[::-1]
            else:
                strip = part(page, picture, (x_mm - 1, y_mm + 4.0), (x_mm + 151, y_mm + 4.6)).min(axis=0)
            dark = np.flatnonzero(strip < 128)
            ticks = [group.mean() for group in np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)]
            ticks_mm = np.array(ticks) / PX_PER_MM / page.enlarged
            assert len(ticks_mm) == 16
            assert ticks_mm[-1] - ticks_mm[0] == pytest.approx(150, abs=TOLERANCE_MM)
            assert np.diff(ticks_mm) == pytest.approx(10, abs=TOLERANCE_MM)


@pytest.mark.parametrize("name", ORDERS)
def test_every_marker_decodes(name: str, printed: dict) -> None:
    order, found = ORDERS[name], []
    for _, picture in printed[name]:
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        if find_lens_board(small) is None:
            found += detect_markers(small, order.dictionary)[0].tolist()
    a_figure = len(order.figure_sides_mm) + 2
    assert sorted(found) == [*range(order.sheets), *sorted(list(order.figure_ids()) * a_figure)]


@pytest.mark.parametrize("name", [name for name, order in ORDERS.items() if order.lens_board])
def test_the_whole_lens_board_is_found(name: str, printed: dict) -> None:
    small = cv2.resize(printed[name][-1][1], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    view = find_lens_board(small)
    assert view is not None and len(view.points_mm) == 48
    spans_px = np.ptp(view.corners_px, axis=0)
    assert spans_px / PX_PER_MM * 4 == pytest.approx([5 * 27.0, 7 * 27.0], abs=0.1)


@pytest.mark.parametrize("name", ORDERS)
def test_nothing_is_nearer_than_5_mm_to_the_papers_edge(name: str, printed: dict) -> None:
    for _, picture in printed[name]:
        edge = round(5 * PX_PER_MM)
        assert picture.shape[1] / PX_PER_MM == pytest.approx(PAPERS[ORDERS[name].paper][0], abs=0.1)
        assert (
            min(picture[:edge].min(), picture[-edge:].min(), picture[:, :edge].min(), picture[:, -edge:].min()) == 255
        )


def test_text_and_cut_lines_keep_off_the_quiet_zone(printed: dict) -> None:
    for page, picture in printed["a4"]:
        for item in page.items:
            if isinstance(item, Cells) and item.cells.shape == (6, 6):
                side_mm = float(item.bounds_u_mm[-1] * 2)
                for sign in (-1, 1):
                    x_mm, y_mm = item.centre_mm
                    strip = (y_mm + sign * (side_mm / 2 + 0.1), y_mm + sign * (side_mm / 2 + 0.95 * side_mm / 6))
                    zone = part(page, picture, (x_mm - side_mm / 4, min(strip)), (x_mm + side_mm / 4, max(strip)))
                    assert zone.min() > 200


def test_discs_hold_their_marker_and_do_not_touch() -> None:
    for page in lay_out(Order(figures=8)):
        circles = [item for item in page.items if isinstance(item, CutCircle)]
        rectangles = [item for item in page.items if isinstance(item, CutRectangle)]
        for number, one in enumerate(circles):
            for other in circles[:number]:
                apart_mm = np.hypot(one.centre_mm[0] - other.centre_mm[0], one.centre_mm[1] - other.centre_mm[1])
                assert apart_mm > one.radius_mm + other.radius_mm
        assert circles or rectangles


def test_the_same_order_gives_the_same_bytes() -> None:
    order = Order(sheets=1, figures=1)
    pdf = sheets_pdf(lay_out(order))
    assert pdf == sheets_pdf(lay_out(order))
    assert pdf.startswith(b"%PDF") and b"/PrintScaling /None" in pdf


@settings(deadline=None)
@given(arrays(np.uint8, st.tuples(st.integers(1, 7), st.integers(1, 7)), elements=st.integers(0, 1)))
def test_rectangles_cover_the_black_cells_once(cells: np.ndarray) -> None:
    covered = np.zeros(cells.shape, int)
    for row, column, end_row, end_column in black_rectangles(cells):
        covered[row:end_row, column:end_column] += 1
    assert np.array_equal(covered, 1 - cells)


def test_a_black_square_is_one_rectangle() -> None:
    assert list(black_rectangles(np.zeros((3, 4), np.uint8))) == [(0, 0, 3, 4)]


def test_a_pdf_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "sheets.pdf"
    path.write_bytes(sheets_pdf(lay_out(Order())))
    assert path.stat().st_size > 1000
