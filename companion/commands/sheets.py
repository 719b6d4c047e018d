"""`companion sheets`: the sheets and markers to print, and the setup lines that go with them.

0 written; 2 a fault in the call.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.errors import InputFault
from calibration.layout import FIGURE_SIDES_MM, Order, lay_out
from calibration.page import PAPERS, RULER_MM
from calibration.print_sheets import sheets_pdf
from calibration.refusals import unwritable
from companion.commands.numbers import number_between, whole_between

MOST_SHEETS = 10_000
"""A dictionary has fewer markers, and says so."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    usual = Order()
    parser.add_argument("--out", type=Path, required=True, metavar="SHEETS.pdf", help="the PDF to write")
    parser.add_argument("--paper", type=str.lower, choices=list(PAPERS), default=usual.paper, help="default a4")
    parser.add_argument("--dictionary", default=usual.dictionary, metavar="NAME", help=f"default {usual.dictionary}")
    parser.add_argument(
        "--kind", choices=["saddle", "marker"], default=usual.kind, help="of table sheet; default saddle"
    )
    parser.add_argument(
        "--sheets",
        type=whole_between(0, MOST_SHEETS),
        default=usual.sheets,
        metavar="N",
        help="table sheets, ids from 0; default 4",
    )
    parser.add_argument(
        "--sheet-side-mm",
        type=number_between(1, 1000),
        default=usual.sheet_side_mm,
        metavar="MM",
        help=f"a table sheet's black square; default {usual.sheet_side_mm:g}",
    )
    parser.add_argument(
        "--figures",
        type=whole_between(0, MOST_SHEETS),
        default=8,
        metavar="N",
        help="figures to mark, ids from 10; default 8",
    )
    parser.add_argument(
        "--figure-sides-mm",
        type=number_between(1, 1000),
        nargs="+",
        default=list(FIGURE_SIDES_MM),
        metavar="MM",
        help="sizes of hat disc printed for each figure; default 12 16 20 24",
    )
    parser.add_argument("--lens-board", action="store_true", help="add the page for `companion lens`")
    parser.add_argument(
        "--measured-ruler-mm",
        type=number_between(1, 1000),
        default=RULER_MM,
        metavar="MM",
        help="what the 150 mm ruler of an earlier print measures: everything is enlarged so that it comes out right",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the PDF, say on standard output what to type into the setup file."""
    order = Order(
        paper=arguments.paper,
        dictionary=arguments.dictionary,
        kind=arguments.kind,
        sheets=arguments.sheets,
        sheet_side_mm=arguments.sheet_side_mm,
        figures=arguments.figures,
        figure_sides_mm=tuple(arguments.figure_sides_mm),
        lens_board=arguments.lens_board,
        measured_ruler_mm=arguments.measured_ruler_mm,
    )
    try:
        pages = lay_out(order)
        arguments.out.write_bytes(sheets_pdf(pages))
    except InputFault as fault:
        print(f"companion sheets: {fault.message}", file=sys.stderr)
        return 2
    except OSError as refused:
        print(f"companion sheets: {arguments.out} {unwritable(refused)}.", file=sys.stderr)
        return 2
    print(f"# {arguments.out}: {len(pages)} page{'s' if len(pages) > 1 else ''}, {order.paper}.")
    print(setup_lines(order), end="")
    return 0


def setup_lines(order: Order) -> str:
    """What goes into the setup file, as TOML; what is to choose stands in comments."""
    return "\n".join([*_scale_lines(order), *_table_lines(order), *_figure_lines(order)]) + "\n"


def _scale_lines(order: Order) -> list[str]:
    if not order.sheets and not order.figures:
        return ["# The lens board needs no scale: print it as large as the paper holds, and glue it on something flat."]
    if order.measured_ruler_mm == RULER_MM:
        return ['# Print at 100 % (no "fit to page") and measure the ruler on the page: 0 to 150 must be 150 mm.']
    shrunk = order.measured_ruler_mm / RULER_MM
    return [
        f"# Drawn {order.enlarged:.2%} of its size: printed as before, the ruler now measures 150 mm. Check it.",
        "# The sizes below are for this new print. To keep using what is already printed, multiply its sizes by "
        f"{shrunk:.4f}:",
        f"# a side of {order.sheet_side_mm:g} mm then is sheet_side_mm = {order.sheet_side_mm * shrunk:.2f}.",
    ]


def _table_lines(order: Order) -> list[str]:
    if not order.sheets:
        return []
    return [
        "",
        "[table]",
        f'dictionary = "{order.dictionary}"',
        f"sheets = {list(range(order.sheets))}",
        f"sheet_side_mm = {order.sheet_side_mm}",
        f'sheet_kind = "{order.kind}"',
    ]


def _figure_lines(order: Order) -> list[str]:
    ids = order.figure_ids()
    if not ids:
        return []
    return [
        "",
        f"# One of these for each figure you mark; the markers printed are {ids[0]} to {ids[-1]}.",
        "[[figure]]",
        'name = "Sergeant"',
        "height_mm = 35.0  # base included",
        "base_mm = 25.0  # the base's diameter",
        f"marker = {ids[0]}",
        f"marker_side_mm = {max(order.figure_sides_mm)}  # the size you cut out",
        "marker_height_mm = 36.0  # the print above what the figure stands on",
    ]
