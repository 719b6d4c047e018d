"""The owner's one line and the camera it makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.vision.camera import SOURCES, SourceFault, make_camera
from companion.vision.camera.folder import FolderCamera
from companion.vision.camera.mjpeg import MjpegCamera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.camera.rpicam import RpiCamera
from companion.vision.camera.source import Wish
from companion.vision.camera.v4l2 import V4l2Camera
from companion.vision.camera.video import VideoCamera

WISH = Wish(width_px=640, height_px=480, fps=12, loop=False, shots_per_s=8, folder=Path("/srv/anna"))
GOOD = {
    "v4l2:/dev/video2": V4l2Camera("/dev/video2", 640, 480, 12, 8),
    "v4l2:3": V4l2Camera("/dev/video3", 640, 480, 12, 8),
    "v4l2": V4l2Camera("/dev/video0", 640, 480, 12, 8),
    "rpicam": RpiCamera(640, 480, 12),
    "http://10.0.0.7:8080/video": MjpegCamera("http://10.0.0.7:8080/video"),
    "https://anna:x@cam.lan/": MjpegCamera("https://anna:x@cam.lan/"),
    "video:table.mp4": VideoCamera(Path("/srv/anna/table.mp4"), False, 8),
    "folder:/srv/stills": FolderCamera(Path("/srv/stills"), 8, False),
    "phone": PhoneCamera(),
}
BAD = {
    "": "names no camera",
    "webcam": "names no camera",
    "rtsp://10.0.0.7/": "names no camera",
    "http:": "not a whole address",
    "http://": "not a whole address",
    "http://cam:port/": "not a whole address",
    "http://cam/a b": "not a whole address",
    "video:": "needs a path",
    "folder:": "needs a path",
    "phone:5": "takes nothing after it",
    "rpicam:1": "takes nothing after it",
}


@pytest.mark.parametrize("line", GOOD)
def test_a_line_makes_its_camera(line: str) -> None:
    made, wanted = make_camera(line, WISH), GOOD[line]
    assert type(made) is type(wanted)
    asked = ("device", "width_px", "height_px", "fps", "shots_per_s", "url", "path", "loop")
    assert [getattr(made, name, None) for name in asked] == [getattr(wanted, name, None) for name in asked]


@pytest.mark.parametrize("line", BAD)
def test_a_line_that_names_no_camera(line: str) -> None:
    with pytest.raises(SourceFault, match=re.escape(BAD[line])):
        make_camera(line, WISH)


def test_every_source_is_in_the_table_above() -> None:
    assert {line.partition(":")[0] for line in GOOD} == set(SOURCES)
