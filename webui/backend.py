"""What the web needs of the service: fourteen methods, answers as the models of `companion.service.models`.

A question that cannot be answered comes back as a `Fault` value, never as an exception: `webui.faults` turns its code
into a status. All methods may be called from many threads at once; `wait_for_view` blocks, and what people say
of figures waits for a look at a picture to end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.service.device_models import DeviceCommand, Done
from companion.service.figure_models import AskAnswer, FigureCommand, RulingsView, TurnAsked
from companion.service.models import Fault, Health, MeasureView, Picture, TapeView, UploadView, View
from companion.service.terrain_models import (
    OverlayView,
    ProposalsView,
    TableCommand,
    TablesView,
    TapAsked,
    TappedView,
    TerrainCommand,
)

Spot = str
"""A figure's id, or a point on the table as "x,y" in mm."""


class TerrainBackend(Protocol):
    """What phones say of terrain and saved tables; all of it waits for vision or the disk."""

    def tap(self, asked: TapAsked) -> TappedView | Fault:
        """What a tap on a picture means."""

    def overlay(self, picture: int) -> OverlayView | Fault:
        """The terrain as it lies in a picture."""

    def propose(self) -> ProposalsView | Fault:
        """Pieces that the newest picture shows beside the empty table."""

    def change(self, command: TerrainCommand) -> Done | Fault:
        """Put or remove a piece, or take the picture of the empty table; what comes of it is in the view."""

    def tables(self) -> TablesView:
        """The saved tables."""

    def command(self, command: TableCommand) -> Done | Fault:
        """Do something with a saved table; ghosts are in the view."""


class Backend(Protocol):
    """The running service as the web sees it."""

    @property
    def terrain(self) -> TerrainBackend:
        """Terrain and saved tables."""

    def view(self) -> View:
        """The newest view."""

    def wait_for_view(self, after_revision: int, timeout_s: float) -> View | None:
        """The newest view as soon as its revision differs from `after_revision`; None when the time is up first."""

    def health(self) -> Health:
        """How it goes, now."""

    def measure(self, a: Spot, b: Spot) -> MeasureView | Fault:
        """Distances and sight between two spots. Fault `unknown_figure` names the spot in `where`."""

    def tape(self, points: Sequence[Spot]) -> TapeView | Fault:
        """The length of a line with bends through two or more spots."""

    def frame_jpeg(self, straight: bool, max_width: int | None) -> Picture | Fault:
        """The newest picture; straight: as seen from above, covering the table's extent.

        Fault `no_picture` if there is none.
        """

    def take_upload(self, data: bytes, name: str) -> UploadView | Fault:
        """A picture a phone took, as it was sent. Returns when it has been taken in or refused."""

    def command_devices(self, command: DeviceCommand) -> Done | Fault:
        """Do what a phone asks of the electronics; what comes of it is in the view."""

    def device_lines(self, device: str) -> str | Fault:
        """The last 200 lines each way of a connected device, as text for a bug report."""

    def command_figure(self, figure_id: str, command: FigureCommand) -> Done | Fault:
        """Do what a phone says of a figure; what comes of it is in the view."""

    def answer_ask(self, ask_id: str, answer: AskAnswer) -> Done | Fault:
        """Answer an open question of the camera's."""

    def set_turn(self, asked: TurnAsked) -> Done | Fault:
        """Say whose turn it is."""

    def rulings(self, figure: str | None, limit: int, before: int | None, hands: bool) -> RulingsView:
        """What was ruled of a figure, or at all, newest first. hands: also when something came before it and went."""

    def crop_jpeg(self, word: str) -> bytes | Fault:
        """A crop as JPEG. Fault `not_found`: it is not kept."""
