"""CPU time of the whole pipeline on a 1080p picture with 24 marked figures, beside OpenCV's own marker detector.

Run as a script; prints `pipeline_ms`, `detect_ms` and `pipeline_ratio`: one thread, CPU time of the process, both sides
in turn, medians of the rounds. The pipeline is `Reader.read`, the path of `companion measure`, from the decoded picture
to every figure's place with its sigma; OpenCV's is grey conversion and `detectMarkers` with its defaults.
"""

from __future__ import annotations

import statistics
import time

import cv2
import numpy as np

from calibration.opencv import detect_markers
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.setup_text import setup_text
from companion.setup.read import parse_setup
from companion.vision.reader import Reader

FIGURES, ROUNDS, SEED = 24, 15, 7


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    scene = random_scene(SEED, figures=FIGURES, modes=("marker-top",))
    image, _ = render(scene, SEED)
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, scene.sensor.jpeg_quality])
    picture = np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)
    reader = Reader(parse_setup(setup_text(scene)), picture.shape[1], picture.shape[0])
    ours, theirs = [], []
    for _ in range(ROUNDS):
        begun = time.process_time()
        reading = reader.read(picture)
        ours.append(1000 * (time.process_time() - begun))
        begun = time.process_time()
        detect_markers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), scene.dictionary)
        theirs.append(1000 * (time.process_time() - begun))
    if len(reading.sightings) != len(scene.figures):
        raise SystemExit(f"{len(reading.sightings)} of {len(scene.figures)} figures found: not a fair measurement")
    print(f"pipeline_ms {statistics.median(ours):.1f}")
    print(f"detect_ms {statistics.median(theirs):.1f}")
    print(f"pipeline_ratio {statistics.median(ours) / statistics.median(theirs):.2f}")


if __name__ == "__main__":
    main()
