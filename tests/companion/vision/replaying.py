"""Drawn tables as recordings, for tests: a still scene, what changes on it, and what `companion replay` tells of it."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands import run_command
from companion.scenes.random_evening import evening_scene
from companion.scenes.scene import FigureModel, Scene
from companion.scenes.sensor import developed
from companion.scenes.setup_text import setup_text
from companion.scenes.textures import Image
from companion.scenes.trace import Tracer

Picture = NDArray[np.uint8]
Events = list[dict[str, Any]]
SIZE_PX = (960, 540)


@cache
def table() -> Scene:
    """Seven figures in sight from overhead: plain, ringed and marked ones, no two alike."""
    return evening_scene(1, SIZE_PX)[0]


@cache
def _still() -> tuple[Tracer, Image]:
    tracer = Tracer(table())
    return tracer, tracer.linear()


def light_of(scene: Scene) -> Image:
    """Linear light of the table or a scene made from it; only what differs is traced."""
    return Tracer(scene).linear(_still())


def picture(scene: Scene, seed: int = 1) -> Picture:
    """The picture of the table or of a scene made from it."""
    return developed(light_of(scene), scene.sensor, seed)


def drawn(scene: Scene, seed: int = 1) -> Picture:
    """The picture of any scene."""
    return developed(Tracer(scene).linear(), scene.sensor, seed)


@cache
def empty_picture() -> Picture:
    """The table without figures."""
    return picture(table().without_figures(), 99)


def with_figure(scene: Scene, figure: FigureModel) -> Scene:
    """The scene with this figure in place of the one of its name."""
    return replace(scene, figures=tuple(figure if f.name == figure.name else f for f in scene.figures))


def without(scene: Scene, *names: str) -> Scene:
    """The scene without these figures."""
    return replace(scene, figures=tuple(f for f in scene.figures if f.name not in names))


def shifted(scene: Scene, name: str, dx_mm: float, dy_mm: float) -> Scene:
    """The scene with one figure elsewhere."""
    figure = scene.figure(name)
    return with_figure(scene, replace(figure, x_mm=figure.x_mm + dx_mm, y_mm=figure.y_mm + dy_mm))


def put(folder: Path, pictures: Sequence[Picture], empty: Picture | None = None, scene: Scene | None = None) -> Path:
    """A folder as `companion replay` takes it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, image in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03d}.png"), image)
    cv2.imwrite(str(folder / "empty.png"), empty_picture() if empty is None else empty)
    (folder / "setup.toml").write_text(setup_text(scene or table(), with_starts=True), encoding="utf-8")
    return folder


def replay_text(folder: Path, recording: Path | None = None, *more: str) -> str:
    """What `companion replay --json` prints."""
    out = io.StringIO()
    words = ["replay", str(recording or folder), "--setup", str(folder / "setup.toml"), "--json"]
    with redirect_stdout(out):
        assert run_command([*words, "--empty", str(folder / "empty.png"), *more]) == 0
    return out.getvalue()


def replay(folder: Path, pictures: Sequence[Picture], **more: Any) -> Events:
    """Its lines as values."""
    return [json.loads(line) for line in replay_text(put(folder, pictures, **more)).splitlines()]


def said(events: Events, *leave_out: str) -> list[tuple[str, str | None]]:
    """(event, name) in order, the last line left out, and events of these kinds."""
    return [(e["event"], e["name"]) for e in events[:-1] if e["event"] not in leave_out]


def standing(events: Events) -> dict[str, str]:
    """Name -> state, of the last line."""
    return {f["name"]: f["state"] for f in events[-1]["figures"]}
