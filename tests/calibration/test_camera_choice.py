from __future__ import annotations

from pathlib import Path

import pytest

from calibration.camera_choice import ROOM, view_from_above

PAGE = Path(__file__).parents[2] / "docs" / "cameras.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and " x " in line
]


def test_a_180_by_120_table_at_1080p_has_about_one_pixel_a_mm() -> None:
    view = view_from_above(1920, 1080, 66.0, (1800.0, 1200.0))
    assert view.px_per_mm == pytest.approx(1080 / 1260)
    assert view.smallest_marker_mm(6) == pytest.approx(17.5)


def test_the_height_is_where_the_lens_sees_so_wide() -> None:
    view = view_from_above(2000, 2000, 90.0, (1000.0, 10.0))
    assert view.height_mm == pytest.approx(1000 * ROOM / 2)


def test_the_page_has_its_rows() -> None:
    assert len(ROWS) == 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}, {row[3]}")
def test_the_page_says_what_the_formula_gives(row: list[str]) -> None:
    width_px, height_px = (int(word) for word in row[1].split(" x "))
    across_cm, along_cm = (float(word) for word in row[3].split(" x "))
    view = view_from_above(width_px, height_px, float(row[2]), (across_cm * 10, along_cm * 10))
    assert row[4:] == [
        f"{view.height_mm / 1000:.2f}",
        f"{view.px_per_mm:.2f}",
        f"{view.smallest_marker_mm(6):.1f}",
        f"{view.smallest_marker_mm(8):.1f}",
    ]
