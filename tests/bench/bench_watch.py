"""CPU time of a watched table's picture, 1080p with 25 figures, beside OpenCV's own marker detector on it.

Run as a script; prints `pipeline_ratio_still` and `pipeline_ratio_moving` for a table of marked figures (one moves, 24
stand), and the same of a mixed table with an empty picture, where a ringed figure moves: `mixed_ratio_...`. One thread,
CPU time of the process, both sides in turn. Every picture has its own noise and JPEG, as a camera's have. The pipeline
is `Watcher.look`, from the decoded picture to events, states and live distances. Detection and still pictures are
medians; what a moving picture costs is the mean, as not every one of them is read (`follow.PACE_S`) and a search comes
now and then; `..._most_ms` is the costliest.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.opencv import detect_markers
from companion.scenes.random_scene import MODES, Mode, random_scene
from companion.scenes.scene import Scene
from companion.scenes.sensor import developed
from companion.scenes.setup_text import setup_text
from companion.scenes.trace import Tracer
from companion.setup.read import parse_setup
from companion.vision.frame import Frame
from companion.vision.watch import Watcher

Picture = NDArray[np.uint8]

FIGURES, SEED = 25, 7
STEPS, STEP_MM = 3, 8.0
"""Pictures of other places are slow to draw, so the figure goes round between few; with two, every second picture
would be the same again."""
LOOKS_PER_S = 8.0
STILLS, MOVES = 16, 24


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    report("pipeline", ("marker-top",), "marker-top", with_empty=False)
    report("mixed", MODES, "ring", with_empty=True)


def report(name: str, modes: tuple[Mode, ...], mover: Mode, *, with_empty: bool) -> None:
    """One table: still pictures, then moving ones."""
    scene = random_scene(SEED, figures=FIGURES, modes=modes)
    light = Tracer(scene).linear()
    empty = picture(scene, Tracer(replace(scene, figures=())).linear(), 0) if with_empty else None
    watcher, number = Watcher(parse_setup(setup_text(scene)), empty), 0

    def look(image: Picture) -> float:
        nonlocal number
        number += 1
        begun = time.process_time()
        watcher.look(Frame(image, number / LOOKS_PER_S, number))
        return 1000 * (time.process_time() - begun)

    for _ in range(2 * int(LOOKS_PER_S)):
        look(picture(scene, light, number))
    stills = [picture(scene, light, 100 + i) for i in range(STILLS)]
    theirs = [detected(image.copy(), scene.dictionary) for image in stills]
    still = statistics.median(look(image.copy()) for image in stills)
    places = [(s, Tracer(s).linear()) for s in steps(scene, mover)]
    moved = [picture(*places[i % STEPS], 200 + i) for i in range(MOVES)]
    theirs += [detected(image.copy(), scene.dictionary) for image in moved]
    # as from a camera: just come, and so in the processor's cache
    costs = [look(image.copy()) for image in moved]
    moving = statistics.fmean(costs)
    detect = statistics.median(theirs)
    print(f"{name}_still_ms {still:.2f}")
    print(f"{name}_moving_ms {moving:.2f}")
    print(f"{name}_moving_most_ms {max(costs):.2f}")
    print(f"{name}_ratio_still {still / detect:.3f}")
    print(f"{name}_ratio_moving {moving / detect:.3f}", flush=True)


def steps(scene: Scene, mover: Mode) -> list[Scene]:
    """The scene with its first figure of a kind pushed on, step by step, away from the others."""
    figure = next(f for f in scene.figures if (f.ring is not None) == (mover == "ring"))
    others = np.array([(f.x_mm, f.y_mm) for f in scene.figures if f is not figure])
    away = np.array([figure.x_mm, figure.y_mm]) - others.mean(0)
    step = STEP_MM * away / np.linalg.norm(away)
    out = []
    for i in range(1, STEPS + 1):
        at = replace(figure, x_mm=figure.x_mm + i * step[0], y_mm=figure.y_mm + i * step[1])
        out.append(replace(scene, figures=tuple(at if f is figure else f for f in scene.figures)))
    return out


def picture(scene: Scene, light: NDArray[np.float32], seed: int) -> Picture:
    """As a camera gives it: noise of its own, through JPEG."""
    image = developed(light, scene.sensor, seed)
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, scene.sensor.jpeg_quality])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)


def detected(image: Picture, dictionary: str) -> float:
    """CPU time of OpenCV's detector on a picture, ms."""
    begun = time.process_time()
    detect_markers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dictionary)
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
