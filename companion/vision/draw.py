"""What was seen and concluded, drawn on the picture it was seen in."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.camera import Camera
from companion.table.bases import base_outline
from companion.table.state import Figure, TableState
from companion.vision.reader import Reading

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

SHEET: Colour = (255, 200, 60)
FIGURE: Colour = (60, 255, 120)
DOUBT: Colour = (60, 160, 255)
TERRAIN: Colour = (200, 160, 255)
SUB = 4
"""Fractional bits of drawn coordinates: a sixteenth of a pixel."""


def draw_reading(image: Picture, reading: Reading, state: TableState) -> Picture:
    """A copy of the (H, W, 3) BGR picture with sheets, terrain, bases, headings and names drawn where they were
    found."""
    out = image.copy()
    camera = reading.solution.camera
    size = max(1, round(image.shape[1] / 960))
    for piece in state.terrain:
        for outline, height in ((piece.outline, 0.0), (piece.top_outline or piece.outline, piece.height_mm)):
            _ring(out, _project(camera, np.array(outline), height), TERRAIN, size)
        _label(out, _project(camera, np.mean(piece.outline, 0)[None], piece.height_mm)[0], piece.name, TERRAIN, size)
    for mark, corners in reading.sheet_corners_px.items():
        _ring(out, corners, SHEET, size)
        _label(out, corners.mean(0), f"sheet {mark}", SHEET, size)
    for sighting in reading.sightings:
        _ring(out, sighting.fitted.corners_px, FIGURE, 1)
    for figure in state.figures:
        _figure(out, camera, figure, size)
    return out


def _figure(out: Picture, camera: Camera, figure: Figure, size: int) -> None:
    colour = DOUBT if figure.doubt else FIGURE
    place = figure.place
    foot = _project(camera, np.array(base_outline(figure)), place.level_mm)
    _ring(out, foot, colour, size)
    centre = np.array([place.x_mm, place.y_mm])
    at = _project(camera, centre[None], place.level_mm)[0]
    if figure.heading_rad is not None:
        ahead = centre + figure.base.length_mm / 2 * np.array([np.cos(figure.heading_rad), np.sin(figure.heading_rad)])
        tip = _project(camera, ahead[None], place.level_mm)[0]
        if np.isfinite([at, tip]).all():
            cv2.line(out, _fixed(at), _fixed(tip), colour, size, cv2.LINE_AA, SUB)
    low = foot[np.argmax(np.nan_to_num(foot[:, 1]))]
    text = f"{figure.name or figure.id} +-{max(0.1, 2 * place.spread.sigma_mm):.1f} mm{' ?' if figure.doubt else ''}"
    _label(out, low + np.array([0, 12 * size]), text, colour, size)


def _project(camera: Camera, points_mm: Floats, height_mm: float) -> Floats:
    return camera.project(np.c_[points_mm, np.full(len(points_mm), height_mm)])


def _fixed(point: Floats) -> tuple[int, int]:
    x, y = np.round(np.clip(point, -20000, 20000) * 2**SUB).astype(int)
    return int(x), int(y)


def _ring(out: Picture, points_px: Floats, colour: Colour, thickness: int) -> None:
    if np.isfinite(points_px).all():
        points = np.array([_fixed(p) for p in points_px], np.int32)
        cv2.polylines(out, [points], True, colour, thickness, cv2.LINE_AA, SUB)


def _label(out: Picture, at_px: Floats, text: str, colour: Colour, size: int) -> None:
    if not np.isfinite(at_px).all():
        return
    scale = 0.5 * size
    (w, h), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, size)
    edge = 3 * size
    x = int(np.clip(at_px[0] - w / 2, edge, max(edge, out.shape[1] - w - edge)))
    y = int(np.clip(at_px[1] + h / 2, h + edge, max(h + edge, out.shape[0] - below - edge)))
    # A plate, and no thicker black print below the text: OpenCV 5 sets thicker print wider, so that the two do not fit.
    cv2.rectangle(out, (x - edge, y - h - edge), (x + w + edge, y + below), (0, 0, 0), cv2.FILLED)
    cv2.putText(out, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, size, cv2.LINE_AA)
