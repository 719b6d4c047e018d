"""What the API says and takes: one definition that validates, serialises, and yields the OpenAPI schema.

Lengths are mm, angles degrees (they end on screens), times seconds since the epoch unless a name says otherwise.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.service.device_models import DevicesView
from companion.service.figure_models import PlaceView as PlaceView
from companion.service.figure_models import WatchView
from companion.service.terrain_models import GhostsView
from companion.vision.asks import TrackState

UPLOAD_MAX_BYTES = 20_000_000
"""Of a picture that a phone sends; one of 50 megapixels has about 15 MB."""

Pair = tuple[float, float]
CameraState = Literal["starting", "live", "stale", "black", "frozen", "gone", "none"]


class NoteView(msgspec.Struct, frozen=True):
    """A sentence for people, with a code for programs."""

    code: str
    message: str
    severity: Literal["info", "warning", "fault"] = "warning"


class CameraView(msgspec.Struct, frozen=True):
    """state since when; `message` says in a sentence what it means and what to do; fps over the last seconds.

    recorded: the pictures come from a video or a folder, so what they show is not now.
    """

    state: CameraState
    since_s: float
    source: str
    message: str
    fps: float = 0.0
    width_px: int = 0
    height_px: int = 0
    recorded: bool = False


class FigureView(msgspec.Struct, frozen=True):
    """A figure as a phone draws it.

    outline_mm: the base's outline in the table frame (a disc is drawn from base_mm).
    state: since state_s; None: the camera's picture is not current, or the watcher does not tell. now: where the
    picture shows it while it moves, moved_mm from `place`.
    """

    id: str
    name: str | None
    side: str | None
    place: PlaceView
    heading_deg: float | None
    base_shape: str
    base_length_mm: float
    base_width_mm: float
    height_mm: float
    marker: int | None
    ring: str | None
    seen: bool
    seen_s: float
    others: list[PlaceView] = []
    doubt: str | None = None
    state: TrackState | None = None
    state_s: float = 0.0
    now: PlaceView | None = None
    moved_mm: float | None = None
    moved_sigma_mm: float | None = None


class TerrainView(msgspec.Struct, frozen=True):
    name: str
    kind: str
    height_mm: float
    outline_mm: list[Pair]
    top_outline_mm: list[Pair] | None = None


class SheetView(msgspec.Struct, frozen=True):
    id: int
    x_mm: float
    y_mm: float
    heading_deg: float
    side_mm: float
    sigma_mm: float
    seen: bool


class GridView(msgspec.Struct, frozen=True):
    kind: Literal["hex", "square"]
    cell_mm: float
    origin_mm: Pair
    turn_deg: float


class TableView(msgspec.Struct, frozen=True):
    """extent_mm: x0, y0, x1, y1 that holds everything worth drawing."""

    revision: int
    extent_mm: tuple[float, float, float, float]
    figures: list[FigureView]
    terrain: list[TerrainView]
    sheets: list[SheetView]
    grid: GridView | None


class View(msgspec.Struct, frozen=True):
    """The whole view, sent on every change (SSE: id = revision of the view, data = this)."""

    revision: int
    table: TableView
    camera: CameraView
    sheets_seen: list[int]
    sheets_wanted: list[int]
    notes: list[NoteView]
    devices: list[str]
    picture: int
    """Number of the newest frame; `/frame.jpg?v=` it. 0: none yet."""
    time_s: float = 0.0
    """When this view was made, by the service's clock: a phone takes ages from it, its own clock may be wrong."""
    takes_uploads: bool = False
    """Whether pictures sent from a phone are the camera here."""
    electronics: DevicesView = DevicesView()
    """Mace, dials and dice box, and what they are used for."""
    watch: WatchView = WatchView()
    """What is asked of people about figures, whose turn it is, and what was moved out of it."""
    ghosts: GhostsView | None = None
    """Where things should stand, as on a saved table; None: no ghosts are shown."""


class SightView(msgspec.Struct, frozen=True):
    """One way of sight: the visible fraction with its low and high when both move by two sigma, and what blocks first.

    answer: "clear", "partly", "blocked", or "too close to call". line_mm: from the eye to the target or to the first
    blocker.
    """

    fraction: float
    low: float
    high: float
    answer: Literal["clear", "partly", "blocked", "too close to call"]
    first_blocker: str | None
    line_mm: list[Pair]
    left_out: list[str] = []
    """Pieces one of the two stands in at ground level; they do not block."""


class MeasureView(msgspec.Struct, frozen=True):
    """Distances between two figures or points.

    edge_low_mm, edge_high_mm: two sigma either side, and whatever else the edge distance may be. cells: steps on the
    grid, only with one. text, text_inches: the edge distance for people, ± two sigma. doubt: a sentence, or None.
    Sights are None where one of the two is a point.
    """

    a: str
    b: str
    centre_mm: float
    centre_sigma_mm: float
    edge_mm: float
    edge_sigma_mm: float
    cells: int | None
    cells_sure: bool | None
    text: str
    a_sees_b: SightView | None
    b_sees_a: SightView | None
    edge_low_mm: float = 0.0
    edge_high_mm: float = 0.0
    text_inches: str = ""
    doubt: str | None = None


class TapeView(msgspec.Struct, frozen=True):
    """A line through two or more spots.

    points_mm: where its bends are; legs_mm: length of each leg; sigma_mm: of the whole.
    """

    points_mm: list[Pair]
    legs_mm: list[float]
    length_mm: float
    sigma_mm: float
    text: str


class Picture(msgspec.Struct, frozen=True):
    """A camera picture as JPEG.

    number: of the frame, as in `View.picture`. straight: seen from above, covering extent_mm.
    """

    number: int
    jpeg: bytes
    straight: bool = False
    extent_mm: tuple[float, float, float, float] | None = None


class UploadView(msgspec.Struct, frozen=True):
    """A picture taken in.

    width_px and height_px: upright, as it is used; message: a sentence, also when it was made smaller.
    """

    width_px: int
    height_px: int
    message: str


class Health(msgspec.Struct, frozen=True):
    """degraded: what the service tells is not how the table is now; `message` says why, and is empty when it is ok."""

    status: Literal["ok", "degraded"]
    camera: CameraView
    table_revision: int
    devices: list[str]
    message: str = ""


class Fault(msgspec.Struct, frozen=True):
    """A fault of a request: code, sentence, and where."""

    code: str
    message: str
    where: str | None = None
