"""`companion lens`: a lens file from pictures of a board, or of the table sheets.

0 written; 2 a fault in the call; 3 the pictures cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from calibration.arrays import Grey
from calibration.chessboard import BoardView, find_lens_board, find_plain_board
from calibration.errors import CalibrationFault, InputFault, PictureFault
from calibration.lens import write_lens
from calibration.lens_pictures import find_boards, read_pictures
from calibration.lensfit import FEWEST_VIEWS, LensFit, fit_lens
from calibration.sheet_lens import fit_sheet_lens
from calibration.sheet_views import SheetTarget, SheetView, find_sheets
from companion.commands.numbers import number_between
from companion.setup.dictionaries import dictionary_name
from companion.setup.faults import SetupFault
from companion.setup.read import read_setup

USUAL_DICTIONARY, USUAL_SIDE_MM = "DICT_4X4_50", 45.0
"""What `companion sheets` prints unless told otherwise. The side decides nothing but the report's mm."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument(
        "pictures", nargs="+", type=Path, metavar="PICTURE", help="pictures of one board, or of table sheets, 10 to 20"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="LENS.toml", help="the lens file to write")
    parser.add_argument(
        "--board",
        choices=["auto", "sheet", "chessboard"],
        default="auto",
        help="sheet: what `companion sheets` prints, lens board or table sheets; default: whichever is found",
    )
    parser.add_argument(
        "--squares",
        default="9x6",
        metavar="9x6",
        help="a chessboard's inner corners, where four squares meet, across and down; default 9x6",
    )
    parser.add_argument(
        "--square-mm",
        type=number_between(1, 1000),
        default=25.0,
        metavar="MM",
        help="a chessboard's square; default 25",
    )
    parser.add_argument("--setup", type=Path, metavar="SETUP.toml", help="whose table sheets are in the pictures")
    parser.add_argument(
        "--dictionary", metavar="NAME", help=f"of table sheets, without --setup; default {USUAL_DICTIONARY}"
    )
    parser.add_argument(
        "--sheet-side-mm",
        type=number_between(1, 1000),
        metavar="MM",
        help=f"a table sheet's black square, without --setup; default {USUAL_SIDE_MM:g}",
    )
    parser.add_argument(
        "--sheet-kind", choices=["saddle", "marker"], help="of table sheet, without --setup; default saddle"
    )
    parser.add_argument("--same-table", action="store_true", help="no sheet was moved between the pictures")
    parser.add_argument(
        "--table-mm", type=number_between(10, 100_000), metavar="MM", help="how much table the picture's width shows"
    )


def run(arguments: argparse.Namespace) -> int:
    """Find what is in the pictures, fit the lens, write it, and say how good it is."""
    try:
        target = sheet_target(arguments)
        squares = _squares(arguments.squares)
        greys = read_pictures(arguments.pictures)
        fit = _fit(arguments, greys, target, squares)
        write_lens(fit.lens, arguments.out)
    except CalibrationFault as fault:
        print(f"companion lens: {fault.message}", file=sys.stderr)
        return 2 if isinstance(fault, InputFault) else 3
    except SetupFault as fault:
        print(f"companion lens: {fault}", file=sys.stderr)
        return 2
    seen = {view.name for view in (*fit.used, *fit.dropped)}
    print(report(fit, [name for name, _ in greys if name not in seen], arguments.table_mm))
    return 0


def sheet_target(arguments: argparse.Namespace) -> SheetTarget:
    """The table sheets to look for: the setup's, or those of the options. Raises InputFault, SetupFault."""
    options = (arguments.dictionary, arguments.sheet_side_mm, arguments.sheet_kind)
    if arguments.setup is None:
        name, side_mm, kind = options
        return SheetTarget(name or USUAL_DICTIONARY, USUAL_SIDE_MM if side_mm is None else side_mm, kind or "saddle")
    if any(option is not None for option in options):
        raise InputFault(
            "twice-said", "--setup says dictionary, side and kind of the sheets already: leave the options out."
        )
    table = read_setup(arguments.setup).table
    name = dictionary_name(table.dictionary) or table.dictionary
    return SheetTarget(name, table.sheet_side_mm, table.sheet_kind, frozenset(table.sheets))


def _fit(
    arguments: argparse.Namespace,
    greys: Sequence[tuple[str, Grey]],
    target: SheetTarget,
    squares: tuple[int, int],
) -> LensFit:
    """The lens by the first kind of target of which there is enough; else the fault of the kind there is most of."""
    height_px, width_px = greys[0][1].shape
    columns, rows = squares

    def plain(grey: Grey) -> BoardView | None:
        return find_plain_board(grey, columns, rows, arguments.square_mm)

    boards: list[tuple[str, BoardView]] = []
    sheets: list[SheetView] = []
    few: PictureFault | None = None
    if arguments.board != "chessboard":
        boards = find_boards(greys, [find_lens_board])
        if len(boards) < FEWEST_VIEWS:
            sheets = [view for name, grey in greys if (view := find_sheets(name, grey, target)).corners_px]
            try:
                return fit_sheet_lens(greys, sheets, target, same_table=arguments.same_table)
            except PictureFault as fault:
                few = fault
    if arguments.board != "sheet" and len(boards) < FEWEST_VIEWS:
        boards = max(boards, find_boards(greys, [plain]), key=len)
    if few is not None and len(boards) < FEWEST_VIEWS and (len(sheets) > len(boards) or arguments.board == "sheet"):
        raise few
    if few is not None and not boards:
        raise PictureFault(
            "no-target",
            f"Nothing was found in {len(greys)} picture{'' if len(greys) == 1 else 's'} that a lens can be made from: "
            f"no lens board, no table sheet of {target.dictionary}, no chessboard with {columns}x{rows} inner corners.",
        )
    return fit_lens(boards, width_px, height_px)


def report(fit: LensFit, without_board: Sequence[str], table_mm: float | None) -> str:
    """How good the lens is, for people."""
    lens = fit.lens
    rms_px = lens.rms_px or 0.0
    mm_a_px = table_mm / lens.width_px if table_mm else median(view.mm_a_px for view in fit.used)
    where = "on this table" if table_mm else f"at the {fit.target}' distance"
    focal_px = float(lens.camera_matrix[0, 0])
    tilts = [view.tilt_deg for view in fit.used]
    lines = [
        f"Lens for {lens.width_px} x {lens.height_px}, from {len(fit.used)} pictures of "
        f"{sum(view.corners for view in fit.used)} corners.",
        f"  rms          {rms_px:.2f} px: {rms_px * mm_a_px:.2f} mm {where} ({1 / mm_a_px:.2f} px per mm). "
        f"{_judged(rms_px)}",
        f"  focal length {focal_px:.1f} ± {fit.focal_sigma_px:.1f} px, {lens.hfov_deg():.0f} degrees wide: known to "
        f"{fit.focal_sigma_px / focal_px:.2%}. {_focal_judged(fit.focal_sigma_px / focal_px)}",
        f"  centre       {lens.camera_matrix[0, 2]:.1f}, {lens.camera_matrix[1, 2]:.1f} ± {fit.centre_sigma_px:.1f} px",
        f"  distortion   k1 {lens.distortion[0]:+.4f} ± {fit.k1_sigma:.4f}",
        f"  {fit.target} cover {fit.covered:.0%} of the picture, tilted {min(tilts):.0f} to {max(tilts):.0f} degrees",
    ]
    if fit.seen_sigma_px is not None and fit.picture_sigma_px is not None:
        lines.append(
            f"  uncertain by {fit.seen_sigma_px:.2f} px where sheets were seen, {fit.picture_sigma_px:.1f} px at the "
            "picture's worst corner"
        )
    if fit.note:
        lines.append(fit.note)
    lines += [f"Left out: {view.name} ({view.rms_px:.2f} px, does not fit the rest)." for view in fit.dropped]
    lines += [f"No {fit.target.removesuffix('s')} found in {name}." for name in without_board]
    lines += [f"Warning: {warning}" for warning in fit.warnings]
    return "\n".join(lines)


def _judged(rms_px: float) -> str:
    if rms_px < 0.3:
        return "Good."
    return "Usable." if rms_px < 0.8 else "Poor: blurred pictures, a print that is not flat, or a focus that moved."


def _focal_judged(part: float) -> str:
    if part < 0.002:
        return "Good."
    return "Usable." if part < 0.01 else "Poor: tilt it more this way and that, and take more pictures."


def _squares(text: str) -> tuple[int, int]:
    across, times, down = text.lower().partition("x")
    if not times or not (across.isdecimal() and down.isdecimal()) or min(int(across), int(down)) < 3:
        raise InputFault("bad-squares", f"--squares takes inner corners across and down, such as 9x6, not {text!r}.")
    return int(across), int(down)
