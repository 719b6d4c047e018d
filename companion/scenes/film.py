"""An evening as pictures on disk with their truth, and its empty table and setup file.

Idea: what is costly is tracing. A scene is traced once and only where it differs from the last one without hands; a
turned camera, a shadow from outside, drifting exposure and noise are laid over the traced light. A turn about the
camera's own centre is exact for everything at any height; it resamples, which costs a little sharpness.

`python -m companion.scenes.film SEED FOLDER` makes one.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from companion.scenes.camera import SceneCamera, pixel_grid
from companion.scenes.evening import Evening, Instant
from companion.scenes.places import Point
from companion.scenes.random_evening import random_evening
from companion.scenes.scene import Scene, Sensor
from companion.scenes.sensor import developed
from companion.scenes.setup_text import setup_text
from companion.scenes.textures import Image
from companion.scenes.trace import Tracer
from companion.scenes.truth import Truth, truth_of
from companion.scenes.write import jpeg

FPS = 2.0
SHADE, SHADE_SOFT_PX = 0.5, 9.0
"""What a shadow from outside leaves of the light, and the sigma of its edge."""
DRIFT_EV, DRIFT_WHITE = 0.02, 0.004
"""Sigma of the exposure's and the white balance's steps from picture to picture; they return to nothing slowly."""
DECIMALS = 4


def put_evening(folder: Path, evening: Evening, seed: int) -> int:
    """Write 000.jpg, 000.json and so on, empty.jpg and setup.toml; returns how many pictures. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    first = evening.instants[0].scene
    (folder / "setup.toml").write_text(setup_text(first, with_starts=True), encoding="utf-8")
    lab = Lab(seed)
    (folder / "empty.jpg").write_bytes(lab.develop(lab.light(Instant(first.without_figures())), first.sensor))
    for number, instant in enumerate(evening.instants):
        (folder / f"{number:03d}.jpg").write_bytes(lab.picture(instant))
        (folder / f"{number:03d}.json").write_text(json.dumps(lab.truth(instant, number)) + "\n", encoding="utf-8")
    return len(evening.instants)


def turned(camera: SceneCamera, turn_deg: tuple[float, float, float]) -> SceneCamera:
    """The camera turned about its own axes, its centre where it was."""
    turn = _rotation(turn_deg)
    rotation, shift = turn @ np.array(camera.rotation), turn @ np.array(camera.translation_mm)
    rows = [(float(r[0]), float(r[1]), float(r[2])) for r in rotation]
    moved = (float(shift[0]), float(shift[1]), float(shift[2]))
    return replace(camera, rotation=(rows[0], rows[1], rows[2]), translation_mm=moved)


class Lab:
    """Keeps the last traced scenes, and the drift of one evening's exposure."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._still: tuple[Tracer, Image] | None = None
        self._last: tuple[Scene, Image] | None = None
        self._ev, self._white = 0.0, np.zeros(3)
        self._before: tuple[bytes, bytes] = (b"", b"")
        self._truth: tuple[Scene, tuple[float, float, float], Truth] | None = None

    def picture(self, instant: Instant) -> bytes:
        """The JPEG of an instant."""
        drawn = self.develop(self.light(instant), instant.scene.sensor)
        match instant.fault:
            case "black":
                drawn = jpeg(np.zeros(self._shape(instant), np.uint8), 88)
            case "frozen":
                return self._before[1]
            case "torn":
                drawn = self._torn(drawn, self._before[1])
        self._before = (self._before[1], drawn) if instant.fault is None else (self._before[0], self._before[1])
        return drawn

    def light(self, instant: Instant) -> Image:
        """Linear light, with what lies over the scene."""
        light = self._traced(instant.scene)
        if instant.shade is not None:
            light = light * shade(instant.scene.camera, instant.shade)[..., None]
        if any(instant.turn_deg):
            light = turned_light(light, instant.scene.camera, instant.turn_deg)
        return light

    def develop(self, light: Image, sensor: Sensor) -> bytes:
        """The JPEG of light in the drifting exposure of now."""
        self._ev = 0.85 * self._ev + DRIFT_EV * float(self._rng.standard_normal())
        self._white = 0.85 * self._white + DRIFT_WHITE * self._rng.standard_normal(3)
        white = [float(a * (1 + b)) for a, b in zip(sensor.white_balance, self._white, strict=True)]
        now = replace(sensor, exposure_ev=sensor.exposure_ev + self._ev, white_balance=(white[0], white[1], white[2]))
        return jpeg(developed(light, now, int(self._rng.integers(2**31))), sensor.jpeg_quality)

    def truth(self, instant: Instant, number: int) -> Truth:
        """The truth of an instant: that of its scene as the turned camera sees it, and what happens."""
        key = instant.scene, instant.turn_deg
        if self._truth is None or self._truth[:2] != key:
            scene = instant.scene
            seen = replace(scene, camera=turned(scene.camera, instant.turn_deg)) if any(instant.turn_deg) else scene
            self._truth = *key, truth_of(seen, 0) | {"pairs": []}
        sequence: dict[str, Any] = {
            "frame": number,
            "time_s": number / FPS,
            "doing": instant.doing,
            "lifted": instant.lifted[0] if instant.lifted else None,
            "away": list(instant.away),
            "hand": bool(instant.scene.hands),
            "bump": instant.bump,
            "fault": instant.fault,
        }
        return self._truth[2] | {"image": f"{number:03d}.jpg", "sequence": sequence}

    def _traced(self, scene: Scene) -> Image:
        if self._last is None or self._last[0] is not scene:
            tracer = Tracer(scene)
            light = tracer.linear(self._still)
            if not scene.hands:
                self._still = tracer, light
            self._last = scene, light
        return self._last[1]

    def _shape(self, instant: Instant) -> tuple[int, int, int]:
        return instant.scene.camera.height_px, instant.scene.camera.width_px, 3

    def _torn(self, drawn: bytes, before: bytes) -> bytes:
        """The upper part of a picture; the lower rows were not sent and show what a decoder makes of that."""
        image = np.array(cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        image[int(0.55 * image.shape[0]) :] = 128
        return jpeg(image, 88) if before else drawn


def _rotation(turn_deg: tuple[float, float, float]) -> Floats:
    return np.asarray(cv2.Rodrigues(np.radians(np.array(turn_deg)))[0], np.float64)


def turned_light(light: Image, camera: SceneCamera, turn_deg: tuple[float, float, float]) -> Image:
    """What the turned camera sees of the light that came into the one that was not."""
    grid = pixel_grid(camera)[0]
    rays = np.vstack([grid.reshape(2, -1), np.ones((1, grid[0].size))])
    old = _rotation(turn_deg).T @ rays
    still = np.zeros(3)
    px, _ = cv2.projectPoints(
        np.ascontiguousarray(old.T), still, still, np.array(camera.camera_matrix), np.array(camera.distortion)
    )
    at = px.reshape(*grid.shape[1:], 2).astype(np.float32)
    out = cv2.remap(light, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.maximum(out, 0.0), np.float32)


def shade(camera: SceneCamera, outline: tuple[Point, ...]) -> NDArray[np.float32]:
    """(H, W) of what a shadow from outside leaves of the light; outline: its corners on the table."""
    px = camera.project(np.array([(x, y, 0.0) for x, y in outline]))
    mask = np.zeros((camera.height_px, camera.width_px), np.float32)
    cv2.fillPoly(mask, [np.round(px).astype(np.int32)], 1.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), SHADE_SOFT_PX), np.float32)
    return np.asarray(1 - (1 - SHADE) * soft, np.float32)


if __name__ == "__main__":
    chosen, target = int(sys.argv[1]), Path(sys.argv[2])
    sys.exit(0 if put_evening(target, random_evening(chosen), chosen) else 1)
