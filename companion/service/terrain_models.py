"""What the API says of terrain, saved tables and ghosts, and what people may say of them.

Places, units and times are those of `companion.service.models`; pixels are of the camera's picture at its full size,
the middle of the first at (0, 0).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.table.state import TerrainKind

Pair = tuple[float, float]
Mm = Annotated[float, Meta(ge=-100_000, le=100_000)]
Px = Annotated[float, Meta(ge=-100_000, le=100_000)]
Word = Annotated[str, Meta(min_length=1, max_length=200)]
Corners = Annotated[list[tuple[Mm, Mm]], Meta(min_length=3, max_length=60)]


class TapAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tap on picture number `picture`. level_mm: the height that is meant; left out: the first thing in the way."""

    picture: Annotated[int, Meta(ge=1)]
    x_px: Px
    y_px: Px
    level_mm: Annotated[float, Meta(ge=0, le=1000)] | None = None


class TappedView(msgspec.Struct, frozen=True):
    """The point of the table, and the figure that is there, if one is."""

    x_mm: float
    y_mm: float
    level_mm: float
    figure: str | None = None


class DrawnPiece(msgspec.Struct, frozen=True):
    """A piece of terrain with its outlines in a picture; None for corners that are not in front of the camera.

    top_px: of its top; a wall's or a house's is its outline at its height.
    """

    name: str
    kind: TerrainKind
    height_mm: float
    outline_mm: list[Pair]
    outline_px: list[Pair | None] = []
    top_px: list[Pair | None] = []
    top_outline_mm: list[Pair] | None = None
    id: str | None = None
    """Of a proposal."""


class OverlayView(msgspec.Struct, frozen=True):
    """Terrain as it lies in a picture. heights_mm: heights to choose from."""

    picture: int
    pieces: list[DrawnPiece]
    heights_mm: list[float] = []


class ProposalsView(msgspec.Struct, frozen=True):
    """Pieces that the newest picture shows beside the empty table; kind and height are guesses."""

    picture: int
    pieces: list[DrawnPiece]


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class PutPiece(_Command, frozen=True, tag="put"):
    """A new piece, or, with `was`, another outline, kind, height or name of the piece that was called so.

    slope_mm: of a hill, how far its sides reach in before its flat top begins; 0: they are steep.
    """

    name: Word
    kind: TerrainKind
    height_mm: Annotated[float, Meta(ge=0, le=1000)]
    outline_mm: Corners
    slope_mm: Annotated[float, Meta(ge=0, le=1000)] = 0.0
    was: Word | None = None


class RemovePiece(_Command, frozen=True, tag="remove"):
    """The piece is not there any more."""

    name: Word


class TakeEmpty(_Command, frozen=True, tag="empty"):
    """The newest picture shows the table without figures and without terrain that is not outlined."""


TerrainCommand = PutPiece | RemovePiece | TakeEmpty


class SaveTable(_Command, frozen=True, tag="save"):
    """Keep the present table under a name, in place of one that has it."""

    name: Word


class RenameTable(_Command, frozen=True, tag="rename"):
    """Call a saved table otherwise."""

    name: Word
    to: Word


class DeleteTable(_Command, frozen=True, tag="delete"):
    """Forget a saved table, for good."""

    name: Word


class LoadTerrain(_Command, frozen=True, tag="load"):
    """The terrain lies as on the saved table."""

    name: Word


class ShowGhosts(_Command, frozen=True, tag="ghosts"):
    """Show on all phones where things should stand, as on the saved table."""

    name: Word


class HideGhosts(_Command, frozen=True, tag="hide"):
    """Show no ghosts any more."""


class LookForTerrain(_Command, frozen=True, tag="look"):
    """Measure terrain beside the empty table, and compare the ghosts with it."""


TableCommand = SaveTable | RenameTable | DeleteTable | LoadTerrain | ShowGhosts | HideGhosts | LookForTerrain


class SavedView(msgspec.Struct, frozen=True):
    """A saved table. by_itself: it is kept by the companion whenever terrain is changed on a phone."""

    name: str
    saved_s: float
    figures: int
    terrain: int
    by_itself: bool = False


class TablesView(msgspec.Struct, frozen=True):
    """The saved tables by name. faults: a sentence for each file that cannot be read. lasting: they outlive the
    program."""

    tables: list[SavedView]
    faults: list[str] = []
    lasting: bool = True


class FigureGhostView(msgspec.Struct, frozen=True):
    """Where a figure should stand. off_mm: how far it is from there; dx_mm, dy_mm: the way to go on the table frame.

    state: `matches` and `off` are measured; `unsure`: too close to the tolerance to tell; `unseen`: on the table, but
    not in the newest pictures; `missing`: not on the table. level_off: it stands on something of another height.
    """

    name: str
    x_mm: float
    y_mm: float
    state: Literal["matches", "off", "unsure", "unseen", "missing"]
    base_shape: Literal["disc", "rectangle", "oval"]
    base_length_mm: float
    base_width_mm: float
    heading_deg: float | None = None
    off_mm: float | None = None
    sigma_mm: float | None = None
    dx_mm: float | None = None
    dy_mm: float | None = None
    level_off: bool = False


class PieceGhostView(msgspec.Struct, frozen=True):
    """Where a piece of terrain should lie. state as of figures; `outlined`: people say it lies there, the camera has
    not measured it."""

    name: str
    kind: TerrainKind
    outline_mm: list[Pair]
    state: Literal["matches", "off", "unsure", "outlined", "missing"]
    off_mm: float | None = None
    dx_mm: float | None = None
    dy_mm: float | None = None


class GhostsView(msgspec.Struct, frozen=True):
    """A saved table beside the real one. extra: ids of figures that it has not.

    matches: every figure is measured within tolerance_mm, no terrain is known to be wrong, and nothing is extra.
    unmeasured: terrain that only people vouch for.
    """

    table: str
    tolerance_mm: float
    figures: list[FigureGhostView]
    terrain: list[PieceGhostView]
    extra: list[str]
    matches: bool
    unmeasured: list[str] = []
