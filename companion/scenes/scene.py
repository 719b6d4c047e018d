"""A scene as a value: the camera, the table, what lies and stands on it, the light and the sensor.

All lengths are mm on the table frame (x right, y away from the viewer, z up, table top z = 0). Degrees here, because
scenes are written by hand and by setup files; values are only ever handed down, never changed. A scene says nothing of
pixels but the camera's own size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

from calibration.pattern import Pattern
from companion.scenes.camera import SceneCamera
from companion.scenes.textures import Rectangle, Theme
from companion.table.state import BaseShape, GridSpec, TerrainKind

Point = tuple[float, float]
BodyKind = Literal["soldier", "mage", "brute", "beast"]


@dataclass(frozen=True, slots=True)
class TableTop:
    """The mat (a rectangle with a theme and a grid) on a bigger table top. seed: of both textures."""

    mat: Rectangle
    theme: Theme = "grass"
    grid: GridSpec | None = None
    line_mm: float = 1.2
    under: Theme = "planks"
    margin_mm: float = 260.0
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class SheetPrint:
    """A printed sheet on card.

    turn_deg: its print's right-hand axis from the table's x. card_mm: width of the square card.
    """

    id: int
    pattern: Pattern
    x_mm: float
    y_mm: float
    turn_deg: float
    card_mm: float
    thickness_mm: float = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class FigureMark:
    """A figure's own marker: its print lies height_mm above what the figure stands on.

    offset_mm: from the base's centre in the figure's frame (x ahead, y left). turn_deg: of the print's top against
    ahead. A print no higher than the base's top plus 2 mm is a tag on the base; a higher one is a disc over the head.
    """

    id: int
    pattern: Pattern
    height_mm: float
    offset_mm: Point = (0.0, 0.0)
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class FigureModel:
    """A figure: its place, base and looks. length runs along the heading; a disc has length_mm == width_mm.

    level_mm: height of what it stands on, named by stands_on (None: the table). ring: the colour's name; ring_paint:
    what it is painted with, if that is not the name's own paint. fallen: it lies on its side, its head ahead, its base
    on edge.
    """

    name: str
    x_mm: float
    y_mm: float
    heading_deg: float = 90.0
    length_mm: float = 25.0
    width_mm: float = 25.0
    shape: BaseShape = "disc"
    thickness_mm: float = 3.0
    height_mm: float = 35.0
    body: BodyKind = "soldier"
    cloth: str = "#3f5f9a"
    trim: str = "#c8a24a"
    base_colour: str = "#4a4033"
    ring: str | None = None
    ring_width_mm: float = 3.0
    ring_paint: str | None = None
    mark: FigureMark | None = None
    level_mm: float = 0.0
    stands_on: str | None = None
    side: str | None = None
    fallen: bool = False

    @property
    def mark_on_base(self) -> bool:
        """Whether the marker is a tag lying on the base."""
        return self.mark is not None and self.mark.height_mm <= self.thickness_mm + 2.0

    def mark_place_mm(self) -> tuple[float, float, float]:
        """The marker's centre on the table frame. Raises ValueError for a figure without one."""
        if self.mark is None:
            raise ValueError(f"{self.name} has no marker")
        (ahead, left), heading = self.mark.offset_mm, math.radians(self.heading_deg)
        c, s = math.cos(heading), math.sin(heading)
        return self.x_mm + c * ahead - s * left, self.y_mm + s * ahead + c * left, self.level_mm + self.mark.height_mm

    def lifted(self, by_mm: float) -> FigureModel:
        """The figure held in the air, standing on nothing."""
        return replace(self, level_mm=self.level_mm + by_mm, stands_on=None)


@dataclass(frozen=True, slots=True)
class TerrainModel:
    """A prism over outline_mm, or a frustum with top_outline_mm (point for point; both convex)."""

    name: str
    kind: TerrainKind
    height_mm: float
    outline_mm: tuple[Point, ...]
    top_outline_mm: tuple[Point, ...] | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that reaches to (x_mm, y_mm) at height_mm from from_deg (direction from the target to its owner)."""

    x_mm: float
    y_mm: float
    height_mm: float = 45.0
    from_deg: float = -90.0
    skin: str = "#c98f6d"
    sleeve: str = "#39485e"


ThingKind = Literal["die", "phone", "paper", "cup", "person"]


@dataclass(frozen=True, slots=True)
class Thing:
    """What else lies about: on the table, or a person who leans in at its edge and throws a shadow."""

    kind: ThingKind
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp far away (azimuth_deg: where it stands, from +x) with soft edges, and light from all round. ambient: its
    share.

    reach_mm: how far the lamp is from the mat's middle: a near one lights its own side more; None: as far as the sun.
    Shadows fall as if it were far. others: more lamps, each as strong as 1 less its own ambient, which is all that
    counts of that.
    """

    azimuth_deg: float = 125.0
    elevation_deg: float = 58.0
    ambient: float = 0.45
    softness_deg: float = 4.0
    colour: str = "#fff6e8"
    ambient_colour: str = "#ffffff"
    reach_mm: float | None = None
    others: tuple[Light, ...] = ()

    @property
    def lamps(self) -> tuple[Light, ...]:
        """This lamp and the others."""
        return (self, *self.others)


@dataclass(frozen=True, slots=True)
class Sensor:
    """From light to bytes. blur_px: sigma of the optics' blur, in linear light. noise: sigma at full white (share of
    white).

    exposure_ev: against a white sheet at 80 % of full scale. vignetting: share lost in the corners. sharpening:
    unsharp amount after the tone curve. contrast: 0 is a plain 2.2 gamma. Zero blur, noise and sharpening give exact
    area sampling.
    """

    blur_px: float = 0.65
    noise: float = 0.008
    read_noise: float = 0.0015
    vignetting: float = 0.15
    sharpening: float = 0.35
    contrast: float = 0.25
    exposure_ev: float = 0.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    jpeg_quality: int = 88


EXACT_SENSOR = Sensor(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""A sensor with no faults but the tone curve."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything in a picture. dictionary: cv2.aruco's name for the markers' alphabet."""

    camera: SceneCamera
    table: TableTop
    dictionary: str
    sheets: tuple[SheetPrint, ...] = ()
    figures: tuple[FigureModel, ...] = ()
    terrain: tuple[TerrainModel, ...] = ()
    hands: tuple[Hand, ...] = ()
    light: Light = Light()
    sensor: Sensor = field(default_factory=Sensor)
    things: tuple[Thing, ...] = ()

    def without_figures(self) -> Scene:
        """The same table with no figure and no hand: the reference picture."""
        return replace(self, figures=(), hands=())

    def figure(self, name: str) -> FigureModel:
        """The figure of that name; KeyError if there is none."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)
