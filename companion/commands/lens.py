"""`companion lens`: a lens file from pictures of a board.

0 written; 2 a fault in the call; 3 the pictures cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from calibration.chessboard import BoardView, find_lens_board, find_plain_board
from calibration.errors import CalibrationFault, SetupFault
from calibration.lens import write_lens
from calibration.lens_pictures import Finder, find_boards, read_pictures
from calibration.lensfit import LensFit, fit_lens
from calibration.opencv import Grey


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE", help="pictures of one board, 10 to 20")
    parser.add_argument("--out", type=Path, required=True, metavar="LENS.toml", help="the lens file to write")
    parser.add_argument(
        "--board",
        choices=["auto", "sheet", "chessboard"],
        default="auto",
        help="sheet: the page of `companion sheets --lens-board`; default: whichever is found",
    )
    parser.add_argument(
        "--squares",
        default="9x6",
        metavar="9x6",
        help="a chessboard's inner corners, where four squares meet, across and down; default 9x6",
    )
    parser.add_argument("--square-mm", type=float, default=25.0, metavar="MM", help="a chessboard's square; default 25")
    parser.add_argument("--table-mm", type=float, metavar="MM", help="how much table the picture's width shows")


def run(arguments: argparse.Namespace) -> int:
    """Find the boards, fit the lens, write it, and say how good it is."""
    try:
        finders = _finders(arguments.board, arguments.squares, arguments.square_mm)
        greys = read_pictures(arguments.pictures)
        views = find_boards(greys, finders)
        height_px, width_px = greys[0][1].shape
        fit = fit_lens(views, width_px, height_px)
        write_lens(fit.lens, arguments.out)
    except CalibrationFault as fault:
        print(f"companion lens: {fault.message}", file=sys.stderr)
        return 2 if isinstance(fault, SetupFault) else 3
    without = [name for name, _ in greys if name not in {found for found, _ in views}]
    print(report(fit, without, arguments.table_mm))
    return 0


def report(fit: LensFit, without_board: Sequence[str], table_mm: float | None) -> str:
    """How good the lens is, for people."""
    lens = fit.lens
    rms_px = lens.rms_px or 0.0
    mm_a_px = table_mm / lens.width_px if table_mm else median(view.mm_a_px for view in fit.used)
    where = "on this table" if table_mm else "at the boards' distance"
    focal_px = float(lens.camera_matrix[0, 0])
    lines = [
        f"Lens for {lens.width_px} x {lens.height_px}, from {len(fit.used)} pictures of "
        f"{sum(view.corners for view in fit.used)} corners.",
        f"  rms          {rms_px:.2f} px: {rms_px * mm_a_px:.2f} mm {where} ({1 / mm_a_px:.2f} px per mm). "
        f"{_judged(rms_px)}",
        f"  focal length {focal_px:.1f} ± {fit.focal_sigma_px:.1f} px, {lens.hfov_deg():.0f} degrees wide: known to "
        f"{fit.focal_sigma_px / focal_px:.2%}. {_focal_judged(fit.focal_sigma_px / focal_px)}",
        f"  centre       {lens.camera_matrix[0, 2]:.1f}, {lens.camera_matrix[1, 2]:.1f} ± {fit.centre_sigma_px:.1f} px",
        f"  distortion   k1 {lens.distortion[0]:+.4f} ± {fit.k1_sigma:.4f}",
        f"  boards cover {fit.covered:.0%} of the picture, tilted {min(view.tilt_deg for view in fit.used):.0f} to "
        f"{max(view.tilt_deg for view in fit.used):.0f} degrees",
    ]
    lines += [f"Left out: {view.name} ({view.rms_px:.2f} px, does not fit the rest)." for view in fit.dropped]
    lines += [f"No board found in {name}." for name in without_board]
    lines += [f"Warning: {warning}" for warning in fit.warnings]
    return "\n".join(lines)


def _judged(rms_px: float) -> str:
    if rms_px < 0.3:
        return "Good."
    return "Usable." if rms_px < 0.8 else "Poor: blurred pictures, a board that is not flat, or a focus that moved."


def _focal_judged(part: float) -> str:
    if part < 0.002:
        return "Good."
    return "Usable." if part < 0.01 else "Poor: tilt the board more, and take more pictures."


def _finders(board: str, squares: str, square_mm: float) -> list[Finder]:
    columns, rows = _squares(squares)
    if not square_mm > 0:
        raise SetupFault("bad-size", f"A square of {square_mm:g} mm cannot be.", "--square-mm")

    def plain(grey: Grey) -> BoardView | None:
        return find_plain_board(grey, columns, rows, square_mm)

    finders: dict[str, list[Finder]] = {
        "sheet": [find_lens_board],
        "chessboard": [plain],
        "auto": [find_lens_board, plain],
    }
    return finders[board]


def _squares(text: str) -> tuple[int, int]:
    across, times, down = text.lower().partition("x")
    if not times or not (across.isdecimal() and down.isdecimal()) or min(int(across), int(down)) < 3:
        raise SetupFault("bad-squares", f"--squares takes inner corners across and down, such as 9x6, not {text!r}.")
    return int(across), int(down)
