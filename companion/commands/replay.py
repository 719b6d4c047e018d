"""`companion replay`: a recorded sequence in, what happened on the table out, one event a line.

Exit 0 replayed; 2 a fault in the call or the setup; 3 pictures that cannot be used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationFault, PictureFault
from calibration.refusals import unreadable
from companion.commands.pictures import Picture, UnusablePicture, load_picture
from companion.setup.faults import SetupFault
from companion.setup.read import read_setup
from companion.vision.decode import DecodeFault, decode_picture
from companion.vision.follow import Follower
from companion.vision.tracks import Told, Tracker

ENDINGS = {".jpg", ".jpeg", ".png"}
FOLDER_FPS = 2.0
SLOWEST_FPS, FASTEST_FPS = 0.1, 240.0


class Unusable(Exception):
    """Nothing can be replayed; the text is a sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of `companion replay`."""
    parser.add_argument("recording", metavar="FOLDER|VIDEO", help="numbered pictures in a folder, or a video")
    parser.add_argument("--setup", required=True, metavar="SETUP.toml", help="sheets, lens, figures and terrain")
    parser.add_argument("--empty", metavar="PICTURE", help="the same table from the same place without figures")
    parser.add_argument("--fps", type=float, metavar="N", help="pictures a second (2 for a folder, a video's own)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    fps = arguments.fps
    if fps is not None and not SLOWEST_FPS <= fps <= FASTEST_FPS:
        return _fail(f"--fps {fps:g}: pictures a second go from {SLOWEST_FPS:g} to {FASTEST_FPS:g}.", arguments.json, 2)
    try:
        setup = read_setup(arguments.setup)
        empty = None if arguments.empty is None else load_picture(arguments.empty)
        fps, pictures = _pictures(arguments.recording, arguments.fps)
        follower = Follower(setup, empty)
        number, time_s, read = -1, 0.0, 0
        noted: set[str] = set()
        for number, image in enumerate(pictures):
            time_s = number / fps
            if not read and image is not None and empty is not None:
                _same_size(image, empty)
            read += image is not None
            unread = (Told("unread", None, detail="This file cannot be read as a picture."),)
            followed = None if image is None else follower.look(image, time_s, number)
            for told in unread if followed is None else followed.told:
                _say(told, number, time_s, arguments.json)
            for note in () if followed is None else followed.notes:
                if note.message not in noted:
                    noted.add(note.message)
                    print(f"companion replay: {note.message}", file=sys.stderr)
        if not read:
            raise Unusable(
                f"{arguments.recording} has no pictures in it that can be read: 000.jpg, 001.jpg (or .png) and so on."
            )
        for told in follower.tracker.end():
            _say(told, number, time_s, arguments.json)
    except UnusablePicture as fault:
        where = "" if fault.where in fault.message else f"{fault.where}: "
        return _fail(f"{where}{fault.message}", arguments.json, 3)
    except (Unusable, PictureFault) as fault:
        return _fail(str(fault), arguments.json, 3)
    except (SetupFault, CalibrationFault) as fault:
        return _fail(str(fault), arguments.json, 2)
    _end(follower.tracker, number, time_s, arguments.json)
    return 0


def _pictures(name: str, fps: float | None) -> tuple[float, Iterator[Picture | None]]:
    """Pictures a second, and the pictures; None for a file that is none, so that those after it keep their times."""
    path = Path(name)
    try:
        if path.is_dir():
            files = sorted(p for p in path.iterdir() if p.suffix.lower() in ENDINGS and p.stem.isdigit())
            return fps or FOLDER_FPS, (_read(p) for p in files)
        path.open("rb").close()
    except OSError as fault:
        raise Unusable(f"{name} {unreadable(fault)}.") from fault
    video = cv2.VideoCapture(str(path))
    if not video.isOpened():
        raise Unusable(f"{name} is neither a folder of pictures nor a video that can be read.")
    return fps or float(video.get(cv2.CAP_PROP_FPS)) or 25.0, _frames(video)


def _frames(video: cv2.VideoCapture) -> Iterator[Picture]:
    while True:
        good, image = video.read()
        if not good:
            return
        yield np.asarray(image, np.uint8)


def _same_size(image: Picture, empty: Picture) -> None:
    """Raises Unusable: with another camera's empty picture unmarked figures would not be followed, and nobody told."""
    if image.shape != empty.shape:
        (high, wide), (empty_high, empty_wide) = image.shape[:2], empty.shape[:2]
        raise Unusable(
            f"The empty picture is {empty_wide} x {empty_high}, the first picture {wide} x {high}: "
            "take both with the same camera from the same place."
        )


def _read(path: Path) -> Picture | None:
    try:
        return decode_picture(path.read_bytes()).image
    except (OSError, DecodeFault):
        return None


def _say(told: Told, number: int, time_s: float, as_object: bool) -> None:
    out: dict[str, object] = {"frame": number, "time_s": round(time_s, 3), "event": told.event, "name": told.name}
    if told.xy_mm is not None:
        out |= {"x_mm": round(told.xy_mm[0], 2), "y_mm": round(told.xy_mm[1], 2)}
        out["sigma_mm"] = round(told.sigma_mm or 0.0, 3)
    if told.from_mm is not None and told.xy_mm is not None:
        out["from_mm"] = [round(v, 2) for v in told.from_mm]
        out["distance_mm"] = round(float(np.hypot(*np.subtract(told.xy_mm, told.from_mm))), 2)
    if told.detail is not None:
        out["detail"] = told.detail
    _print(out, as_object)


def _end(tracker: Tracker, number: int, time_s: float, as_object: bool) -> None:
    figures = [
        {
            "name": t.name,
            "ring": None if t.ring is None or t.ring.startswith("marker ") else t.ring,
            "x_mm": round(t.xy_mm[0], 2),
            "y_mm": round(t.xy_mm[1], 2),
            "sigma_mm": round(t.sigma_mm, 3),
            "state": t.state,
        }
        for t in sorted(tracker.tracks.values(), key=lambda t: t.name)
    ]
    _print({"frame": number, "time_s": round(time_s, 3), "event": "end", "figures": figures}, as_object)


def _print(out: dict[str, object], as_object: bool) -> None:
    if as_object:
        print(json.dumps(out), flush=True)
        return
    rest = {k: v for k, v in out.items() if k not in ("frame", "time_s", "event", "name") and v is not None}
    print(f"{out['time_s']:7.2f} s  {out['event']:<10} {out.get('name') or ''} {rest}", flush=True)


def _fail(message: str, as_object: bool, status: int) -> int:
    if as_object:
        print(json.dumps({"error": {"message": message}}))
    print(f"companion replay: {message}", file=sys.stderr)
    return status
