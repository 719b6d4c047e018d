"""The setup file as values: what each key means, its unit, its default.

One definition validates the file, names the wrong key, and yields the table's own values (`Figure` bases,
`TerrainPiece`). Degrees appear here and in other files, JSON and screens only; values handed on are radians.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.table.state import BaseShape, TerrainKind

Size = Annotated[float, msgspec.Meta(gt=0, le=1000)]
"""Of a thing on the table, mm: nothing there is larger than a metre; a longer one is a slip of the finger."""
Height = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Spread = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Mm = Annotated[float, msgspec.Meta(ge=-100_000, le=100_000)]
"""On the table frame: a hundred metres each way, as on the API."""
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
Pixels = Annotated[int, msgspec.Meta(gt=0, le=100_000)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]
Pair = tuple[Mm, Mm]


class SheetAt(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[[sheet]]`: a sheet whose place the owner knows. at_mm: its centre; turn_deg: from the table's x to its own."""

    id: int
    at_mm: Pair
    turn_deg: Degrees = 0.0
    sigma_mm: Spread = 0.5


class TableSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[table]`. sheet_side_mm: the black square, as printed and measured. sheet_thickness_mm: print above table."""

    dictionary: str
    sheets: Annotated[list[int], msgspec.Meta(min_length=1)]
    sheet_side_mm: Size
    sheet_kind: Literal["marker", "saddle"] = "marker"
    sheet_thickness_mm: Height = 0.3
    height_sigma_mm: Height = 0.2


class LensSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[lens]`, as `companion lens --out` writes it. camera_matrix 3x3 px; distortion k1 k2 p1 p2 k3, as OpenCV's."""

    width_px: Pixels
    height_px: Pixels
    camera_matrix: list[list[float]]
    distortion: list[float]
    rms_px: NotNegative | None = None


class FigureSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[[figure]]`: known by marker, by ring, or unmarked. Discs take base_mm, others base_length_mm and _width_mm."""

    name: str
    height_mm: Size
    base_mm: Size | None = None
    base_shape: BaseShape = "disc"
    base_length_mm: Size | None = None
    base_width_mm: Size | None = None
    base_thickness_mm: Height = 3.0
    side: str | None = None
    marker: int | None = None
    marker_side_mm: Size | None = None
    marker_height_mm: Height | None = None
    marker_offset_mm: Pair = (0.0, 0.0)
    marker_turn_deg: Degrees = 0.0
    ring: str | None = None
    at_mm: Pair | None = None


class TerrainSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[[terrain]]`. outline_mm: corners in the table frame; top_outline_mm: a hill's flat top, corner for corner.

    marker: the outline goes where it goes. marker_at_mm: where its centre was when the outline lay as written (without:
    where it is first seen); marker_turn_deg: where the top of its print pointed then, from the table's x.
    """

    name: str
    kind: TerrainKind
    height_mm: Height
    outline_mm: Annotated[list[Pair], msgspec.Meta(min_length=3)]
    top_outline_mm: list[Pair] | None = None
    marker: int | None = None
    marker_side_mm: Size | None = None
    marker_height_mm: Height | None = None
    marker_at_mm: Pair | None = None
    marker_turn_deg: Degrees = 90.0


class GridSection(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`[grid]`. hex: cell_mm across flats, pointy top at turn_deg 0, origin a centre; square: edge, origin a corner."""

    kind: Literal["hex", "square"]
    cell_mm: Annotated[float, msgspec.Meta(gt=0, le=10_000)]
    origin_mm: Pair = (0.0, 0.0)
    turn_deg: Degrees = 0.0


class Setup(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole setup file. The table frame is that of the first in `sheets`, unless `[[sheet]]` gives known places."""

    table: TableSection
    lens: LensSection | None = None
    figure: list[FigureSection] = []
    terrain: list[TerrainSection] = []
    sheet: list[SheetAt] = []
    grid: GridSection | None = None
