"""Whether the values of a setup fit each other. Types and ranges of single values are `model.py`'s.

Each check yields `(path, sentence)` of what is wrong; a setup without findings can be used. Only what would make the
program measure wrongly or not at all is refused; odd but possible tables are the owner's business.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from companion.geometry.polygons import is_simple, signed_area
from companion.setup.dictionaries import DICTIONARY_SIZES, dictionary_name
from companion.setup.lines import Path
from companion.setup.model import FigureSection, LensSection, Setup, TerrainSection

Finding = tuple[Path, str]

MAX_NAME = 60
MIN_AREA_MM2 = 1.0
DISTORTION_LENGTHS = (4, 5, 8)


def contradictions(setup: Setup) -> Iterator[Finding]:
    """Everything that does not fit, in the order of the sections."""
    yield from _table(setup)
    if setup.lens is not None:
        yield from _lens(setup.lens)
    yield from _figures(setup)
    for n, piece in enumerate(setup.terrain):
        yield from _terrain(piece, ("terrain", n))
        yield from _carrier(setup, n, piece)
    yield from _names([piece.name for piece in setup.terrain], "terrain")
    yield from _known_sheets(setup)


def _table(setup: Setup) -> Iterator[Finding]:
    table = setup.table
    name = dictionary_name(table.dictionary)
    if name is None:
        near = difflib.get_close_matches(table.dictionary.upper(), DICTIONARY_SIZES, n=1, cutoff=0.5)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        yield ("table", "dictionary"), f'no marker dictionary is called "{table.dictionary[:MAX_NAME]}".{hint}'
        return
    for n, sheet in enumerate(table.sheets):
        if not 0 <= sheet < DICTIONARY_SIZES[name]:
            yield ("table", "sheets", n), _outside(f"sheet {sheet}", name)
        if sheet in table.sheets[:n]:
            yield ("table", "sheets", n), f"sheet {sheet} is listed twice; every sheet on the table needs its own id."


def _outside(what: str, dictionary: str) -> str:
    return f"{what} is outside {dictionary}, whose markers are 0 to {DICTIONARY_SIZES[dictionary] - 1}."


def _lens(lens: LensSection) -> Iterator[Finding]:
    matrix = lens.camera_matrix
    at: Path = ("lens", "camera_matrix")
    if len(matrix) != 3 or any(len(row) != 3 for row in matrix):
        yield at, "camera_matrix must have three rows of three numbers."
    else:
        (fx, skew, cx), (zero, fy, cy), last = matrix
        longest = max(lens.width_px, lens.height_px)
        if list(last) != [0, 0, 1] or zero != 0 or abs(skew) > 0.1 * abs(fx):
            yield at, "camera_matrix must read [[fx, 0, cx], [0, fy, cy], [0, 0, 1]]."
        elif not all(0.1 * longest < f < 50 * longest for f in (fx, fy)) or not 0.5 < fx / fy < 2:
            yield (
                at,
                (
                    f"focal lengths {fx:.6g} and {fy:.6g} px do not belong to a camera of "
                    f"{lens.width_px} x {lens.height_px} pixels; run `companion lens` again."
                ),
            )
        elif not (0 < cx < lens.width_px and 0 < cy < lens.height_px):
            yield (
                at,
                (
                    f"the optical centre ({cx:.6g}, {cy:.6g}) lies outside the picture of {lens.width_px} x "
                    f"{lens.height_px} pixels."
                ),
            )
    if len(lens.distortion) not in DISTORTION_LENGTHS:
        yield ("lens", "distortion"), f"distortion must have 4, 5 or 8 numbers, not {len(lens.distortion)}."


def _figures(setup: Setup) -> Iterator[Finding]:
    owners: dict[int, str] = {}
    for n, figure in enumerate(setup.figure):
        at: Path = ("figure", n)
        yield from _base(figure, at)
        if figure.base_thickness_mm >= figure.height_mm:
            yield (
                (*at, "base_thickness_mm" if figure.base_thickness_mm != 3.0 else "height_mm"),
                (
                    f"{figure.name} is {figure.height_mm:g} mm high and its base alone "
                    f"{figure.base_thickness_mm:g} mm: height_mm is the whole figure with its base."
                ),
            )
        if figure.ring is not None and not figure.ring.strip():
            yield (*at, "ring"), f"{figure.name} has a ring without a colour; leave the key out if there is no ring."
        if figure.marker is None:
            for key in ("marker_side_mm", "marker_height_mm"):
                if getattr(figure, key) is not None:
                    yield (*at, key), f"{figure.name} has {key} but no marker: give its id, or leave {key} out."
            continue
        yield from _marker(setup, figure, at)
        if figure.marker in owners:
            yield (
                (*at, "marker"),
                (
                    f"{figure.name} has marker {figure.marker}, which {owners[figure.marker]} has already; "
                    "every figure needs its own."
                ),
            )
        owners.setdefault(figure.marker, figure.name)
    yield from _names([figure.name for figure in setup.figure], "figure")


def _marker(setup: Setup, figure: FigureSection, at: Path) -> Iterator[Finding]:
    dictionary = dictionary_name(setup.table.dictionary)
    assert figure.marker is not None and dictionary is not None  # checked before
    if not 0 <= figure.marker < DICTIONARY_SIZES[dictionary]:
        yield (*at, "marker"), _outside(f"{figure.name}'s marker {figure.marker}", dictionary)
    if figure.marker in setup.table.sheets:
        yield (
            (*at, "marker"),
            f"{figure.name}'s marker {figure.marker} is also a table sheet; give one of them another.",
        )
    if figure.marker_side_mm is None:
        yield (*at, "marker"), f"{figure.name} has a marker but no marker_side_mm, the side of its black square."
    if figure.marker_height_mm is None:
        yield (
            (*at, "marker"),
            (f"{figure.name} has a marker but no marker_height_mm, its height above what the figure stands on."),
        )


def _base(figure: FigureSection, at: Path) -> Iterator[Finding]:
    disc = figure.base_shape == "disc"
    wanted = ("base_mm",) if disc else ("base_length_mm", "base_width_mm")
    refused = ("base_length_mm", "base_width_mm") if disc else ("base_mm",)
    for key in wanted:
        if getattr(figure, key) is None:
            yield at, f"{figure.name} has a base of shape {figure.base_shape}, which needs {' and '.join(wanted)}."
            break
    for key in refused:
        if getattr(figure, key) is not None:
            yield (*at, key), f"{figure.name} has a base of shape {figure.base_shape}, to which {key} does not belong."


def _terrain(piece: TerrainSection, at: Path) -> Iterator[Finding]:
    for key in ("outline_mm", "top_outline_mm"):
        outline = getattr(piece, key)
        if outline is None:
            continue
        if len(outline) >= 3 and abs(signed_area(outline)) < MIN_AREA_MM2:
            yield (*at, key), f"the {key} of {piece.name} encloses no area."
        elif len(outline) >= 3 and not is_simple(outline):
            yield (*at, key), f"the {key} of {piece.name} crosses itself; list its corners in order round the edge."
    if piece.top_outline_mm is None:
        return
    top: Path = (*at, "top_outline_mm")
    if piece.kind != "hill":
        yield top, f"{piece.name} is a {piece.kind}; only a hill has a top_outline_mm."
    elif len(piece.top_outline_mm) != len(piece.outline_mm):
        yield (
            top,
            (
                f"the top of {piece.name} has {len(piece.top_outline_mm)} corners and its foot "
                f"{len(piece.outline_mm)}; they belong together one by one."
            ),
        )
    elif signed_area(piece.top_outline_mm) * signed_area(piece.outline_mm) < 0:
        yield top, f"the top of {piece.name} runs round the other way than its foot."


def _carrier(setup: Setup, n: int, piece: TerrainSection) -> Iterator[Finding]:
    """A piece's own marker."""
    at: Path = ("terrain", n)
    if piece.marker is None:
        for key in ("marker_side_mm", "marker_height_mm", "marker_at_mm"):
            if getattr(piece, key) is not None:
                yield (*at, key), f"{piece.name} has {key} but no marker: give its id, or leave {key} out."
        return
    dictionary = dictionary_name(setup.table.dictionary)
    if dictionary is not None and not 0 <= piece.marker < DICTIONARY_SIZES[dictionary]:
        yield (*at, "marker"), _outside(f"{piece.name}'s marker {piece.marker}", dictionary)
    if piece.marker in setup.table.sheets:
        yield (*at, "marker"), f"{piece.name}'s marker {piece.marker} is also a table sheet; give one of them another."
    owners = [f.name for f in setup.figure if f.marker == piece.marker]
    owners += [p.name for p in setup.terrain[:n] if p.marker == piece.marker]
    if owners:
        yield (
            (*at, "marker"),
            f"{piece.name} has marker {piece.marker}, which {owners[0]} has already; each needs its own.",
        )
    if piece.marker_side_mm is None:
        yield (*at, "marker"), f"{piece.name} has a marker but no marker_side_mm, the side of its black square."


def _names(names: list[str], section: str) -> Iterator[Finding]:
    for n, name in enumerate(names):
        at: Path = (section, n, "name")
        if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            yield at, f"a name must have 1 to {MAX_NAME} printable characters."
        elif name in names[:n]:
            yield at, f'two {section} entries are called "{name}"; give each its own name.'


def _known_sheets(setup: Setup) -> Iterator[Finding]:
    seen: set[int] = set()
    for n, sheet in enumerate(setup.sheet):
        at: Path = ("sheet", n, "id")
        if sheet.id not in setup.table.sheets:
            listed = ", ".join(str(i) for i in setup.table.sheets)
            yield at, f"sheet {sheet.id} is not one of the table's sheets ({listed})."
        if sheet.id in seen:
            yield at, f"sheet {sheet.id} is given two places."
        seen.add(sheet.id)
