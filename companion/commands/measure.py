"""`companion measure`: stills in, distances and sight lines out.

Exit 0 measured; 2 a fault in the call or the setup; 3 a picture that cannot be used (of several, the rest is still
measured).
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2

import calibration.errors
from calibration.refusals import unwritable
from companion.commands.measure_report import as_json, as_text
from companion.commands.pictures import Picture, UnusablePicture, load_picture
from companion.setup.faults import SetupFault
from companion.setup.model import Setup
from companion.setup.read import read_setup
from companion.vision.carriers import as_carried
from companion.vision.draw import draw_reading
from companion.vision.notes import unseen_note
from companion.vision.reader import Reader
from companion.vision.still import figure_of, table_of
from companion.vision.unmarked import with_bases


class CallFault(Exception):
    """The call's words do not fit. code for programs; the text is a sentence; where names the word."""

    def __init__(self, code: str, message: str, where: str) -> None:
        super().__init__(message)
        self.code, self.message, self.where = code, message, where


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of `companion measure`."""
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help="JPEG or PNG of the table")
    parser.add_argument("--setup", required=True, metavar="SETUP.toml", help="sheets, lens, figures and terrain")
    parser.add_argument("--empty", metavar="PICTURE", help="the same table from the same place without figures")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of a table")
    parser.add_argument("--picture", metavar="OUT.jpg", help="draw what was seen and concluded on the (one) picture")


def run(arguments: argparse.Namespace) -> int:
    """Measure every picture; the worst status is the exit status."""
    try:
        setup = _setup(arguments)
        empty = None if arguments.empty is None else load_picture(arguments.empty)
    except (SetupFault, CallFault) as fault:
        return _say(fault, arguments.json, 2)
    except UnusablePicture as fault:
        return _say(fault, arguments.json, 3)
    worst = 0
    for name in arguments.pictures:
        worst = max(worst, _measure(name, setup, empty, arguments))
    return worst


def _setup(arguments: argparse.Namespace) -> Setup:
    if arguments.picture and len(arguments.pictures) > 1:
        raise CallFault("one-picture", "--picture draws one picture: give one, or leave --picture out.", "--picture")
    if arguments.picture and Path(arguments.picture).suffix.lower() not in {".jpg", ".jpeg", ".png"}:
        raise CallFault("picture-ending", f"{arguments.picture} must end in .jpg or .png.", "--picture")
    return read_setup(arguments.setup)


def _measure(name: str, setup: Setup, empty: Picture | None, arguments: argparse.Namespace) -> int:
    try:
        image = load_picture(name)
        if empty is not None and empty.shape != image.shape:
            raise CallFault(
                "empty-size",
                f"The empty picture is {empty.shape[1]} x {empty.shape[0]}, this one {image.shape[1]} x "
                f"{image.shape[0]}: take both with the same camera from the same place.",
                arguments.empty,
            )
        reader = Reader(setup, image.shape[1], image.shape[0])
        reading = reader.read(image, empty=empty)
        lying = as_carried(setup, [figure_of(one) for one in reading.carriers]) if reading.placed else setup
        if lying is not setup:
            # what stands on a piece stands where that is now
            setup = lying
            reader.set_terrain(setup)
            reading = reader.read(image, empty=empty)
        reading = with_bases(reading, setup, image, empty)
        state = table_of(reading, setup)
        have = {figure.name for figure in state.figures}
        unseen = [f.name for f in setup.figure if f.marker is not None and f.name not in have]
        reading = replace(reading, notes=(*reading.notes, *unseen_note(unseen)))
        if arguments.picture:
            _write(arguments.picture, draw_reading(image, reading, state))
    except (CallFault, calibration.errors.InputFault) as fault:
        return _say(fault, arguments.json, 2)
    except UnusablePicture as fault:
        return _say(fault, arguments.json, 3)
    except calibration.errors.PictureFault as fault:
        return _say(UnusablePicture(fault.code, fault.message, name), arguments.json, 3)
    print(json.dumps(as_json(name, reading, state)) if arguments.json else as_text(name, reading, state))
    return 0


def _write(name: str, image: Picture) -> None:
    done, content = cv2.imencode(Path(name).suffix.lower(), image)
    if not done:
        raise CallFault("picture-not-written", f"{name} could not be encoded.", "--picture")
    try:
        Path(name).write_bytes(content.tobytes())
    except OSError as fault:
        raise CallFault("picture-not-written", f"{name} {unwritable(fault)}.", "--picture") from fault


def _say(
    fault: SetupFault | CallFault | UnusablePicture | calibration.errors.CalibrationFault, as_object: bool, status: int
) -> int:
    if as_object:
        print(json.dumps({"error": {"code": fault.code, "message": fault.message, "where": fault.where}}))
    where = f"{fault.where}: " if fault.where and fault.where not in fault.message else ""
    print(f"companion measure: {where}{fault.message}", file=sys.stderr)
    return status
