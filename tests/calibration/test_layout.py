from __future__ import annotations

import pytest

from calibration.errors import InputFault
from calibration.layout import Order, lay_out
from calibration.page import Cells, CutRectangle, Text


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (Order(measured_ruler_mm=15.0), "120 to 180"),
        (Order(measured_ruler_mm=181.0), "120 to 180"),
        (Order(measured_ruler_mm=float("nan")), "120 to 180"),
        (Order(paper="a5"), "a4 or letter"),
        (Order(sheets=-1), "-1"),
        (Order(sheets=51), "50 markers"),
        (Order(figures=41), "up to 50"),
        (Order(sheet_side_mm=90), "68 mm is the largest"),
        (Order(kind="marker", sheet_side_mm=130), "114 mm is the largest"),
        (Order(sheet_side_mm=0), "too small"),
        (Order(figures=1, figure_sides_mm=(40, 50, 60)), "fewer sizes"),
        (Order(dictionary="DICT_9X9_1"), "no marker dictionary"),
        (Order(sheets=0), "Nothing to print"),
    ],
)
def test_orders_that_cannot_be_printed(order: Order, says: str) -> None:
    with pytest.raises(InputFault, match=says):
        lay_out(order)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("order", "largest_mm"), [(Order(sheet_side_mm=90), 68), (Order(kind="marker", sheet_side_mm=130), 114)]
)
def test_the_largest_side_named_does_fit(paper: str, order: Order, largest_mm: int) -> None:
    assert len(lay_out(Order(paper=paper, kind=order.kind, sheets=1, sheet_side_mm=largest_mm))) == 1


@pytest.mark.parametrize(("sheets", "side_mm", "pages"), [(1, 45, 1), (2, 45, 1), (4, 45, 2), (4, 25, 1), (3, 68, 3)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_as_many_sheets_a_page_as_fit(sheets: int, side_mm: float, pages: int, paper: str) -> None:
    laid = lay_out(Order(paper=paper, sheets=sheets, sheet_side_mm=side_mm))
    assert len(laid) == pages
    assert sum(isinstance(item, Cells) for page in laid for item in page.items) == sheets


def test_figure_ids_keep_clear_of_the_sheets() -> None:
    assert list(Order(sheets=4, figures=2).figure_ids()) == [10, 11]
    assert list(Order(sheets=12, figures=2).figure_ids()) == [12, 13]


def test_cut_lines_do_not_overlap() -> None:
    for page in lay_out(Order(sheets=6, sheet_side_mm=25)):
        cuts = [item for item in page.items if isinstance(item, CutRectangle)]
        for number, one in enumerate(cuts):
            for other in cuts[:number]:
                apart_x = abs(one.corner_mm[0] - other.corner_mm[0]) >= one.width_mm
                apart_y = abs(one.corner_mm[1] - other.corner_mm[1]) >= one.height_mm
                assert apart_x or apart_y


def test_a_page_carries_one_instruction_and_what_to_type() -> None:
    words = [item.text for item in lay_out(Order())[0].items if isinstance(item, Text)]
    assert sum(text.startswith("Cut along") for text in words) == 1
    assert sum('sheet_side_mm = 45   sheet_kind = "saddle"' in text for text in words) == 2


@pytest.mark.parametrize("ruler_mm", [145.5, 150.0, 154.5])
def test_a_correction_changes_the_scale_and_not_the_sizes(ruler_mm: float) -> None:
    page = lay_out(Order(measured_ruler_mm=ruler_mm))[0]
    assert page.enlarged == pytest.approx(150 / ruler_mm)
    assert page.width_mm * page.enlarged == pytest.approx(210)
    cells = next(item for item in page.items if isinstance(item, Cells))
    assert cells.bounds_u_mm[-1] - cells.bounds_u_mm[0] == pytest.approx(112.5)
