"""Recordings and stills as cameras, V4L2's capture over a file, and the phone."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.camera import CameraFault
from companion.vision.camera.folder import FolderCamera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.camera.v4l2 import V4l2Camera
from companion.vision.camera.video import VideoCamera
from tests.companion.vision.camera.pictures import folder_of, jpeg, picture
from tests.needs import clocked


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Six pictures at 20 a second, each of one grey: 20, 50, 80, ..."""
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (160, 96))
    for level in range(20, 200, 30):
        writer.write(np.full((96, 160, 3), level, np.uint8))
    writer.release()
    return path


def level(content: object) -> int:
    assert isinstance(content, np.ndarray)
    return round(float(content.mean()) / 10) * 10


@clocked
def test_a_video_plays_at_its_own_speed_and_loops(video: Path) -> None:
    camera = VideoCamera(video, shots_per_s=100)
    camera.open()
    begun = time.monotonic()
    shots = [camera.read(5.0) for _ in range(9)]
    assert [level(shot.content) for shot in shots if shot] == [20, 50, 80, 110, 140, 170, 20, 50, 80]
    assert 0.35 < time.monotonic() - begun < 1.5
    camera.close()


def test_only_as_many_pictures_as_wanted_are_decoded(video: Path) -> None:
    camera = VideoCamera(video, shots_per_s=10)
    camera.open()
    shots = [camera.read(5.0) for _ in range(3)]
    assert [level(shot.content) for shot in shots if shot] == [20, 80, 140]
    camera.close()


def test_a_video_that_does_not_loop_ends_quietly(video: Path) -> None:
    camera = VideoCamera(video, loop=False, shots_per_s=100)
    camera.open()
    assert all(camera.read(5.0) for _ in range(6))
    assert camera.quiet is None
    assert camera.read(0.01) is None and camera.read(0.01) is None
    assert camera.quiet is not None and "ended" in camera.quiet


def test_no_video(tmp_path: Path) -> None:
    with pytest.raises(CameraFault, match="no video file"):
        VideoCamera(tmp_path / "none.mp4").open()
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(CameraFault, match="not a video"):
        VideoCamera(tmp_path / "text.mp4").open()


def test_v4l2_takes_every_picture_but_decodes_few(video: Path) -> None:
    camera = V4l2Camera(str(video), 160, 96, 20, shots_per_s=100, backend=cv2.CAP_FFMPEG)
    camera.open()
    first = camera.read(1.0)
    assert first is not None and level(first.content) == 20
    with pytest.raises(CameraFault, match="Is the cable in"):
        for _ in range(9):
            camera.read(1.0)
    camera.close()
    with pytest.raises(CameraFault, match="closed"):
        camera.read(1.0)


def test_no_v4l2_device(tmp_path: Path) -> None:
    with pytest.raises(CameraFault, match="Is the camera plugged in"):
        V4l2Camera(str(tmp_path / "video0"), 160, 96, 20).open()
    (tmp_path / "video1").write_bytes(b"")
    with pytest.raises(CameraFault, match="does not open"):
        V4l2Camera(str(tmp_path / "video1"), 160, 96, 20).open()


def test_a_folder_is_shown_in_the_order_people_expect(tmp_path: Path) -> None:
    camera = FolderCamera(folder_of(tmp_path / "stills", 11), fps=200)
    camera.open()
    names = [shot.name for _ in range(13) if (shot := camera.read(1.0))]
    assert names == [f"frame{n}.jpg" for n in (*range(1, 12), 1, 2)]
    camera.close()


@clocked
def test_a_folder_keeps_its_pace_ends_and_notices_new_pictures(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "stills", 2)
    camera = FolderCamera(folder, fps=20, loop=False)
    camera.open()
    begun = time.monotonic()
    assert camera.read(1.0) and camera.read(1.0) and camera.read(0.05) is None
    assert 0.04 < time.monotonic() - begun < 0.6 and camera.quiet
    camera.close()
    (folder / "frame3.jpg").write_bytes(jpeg(3))
    (folder / "notes.txt").write_text("no picture")
    camera.open()
    assert [shot.name for _ in range(3) if (shot := camera.read(1.0))] == ["frame1.jpg", "frame2.jpg", "frame3.jpg"]


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    """A pipe would never end, a folder cannot be read."""
    folder = folder_of(tmp_path / "stills", 1)
    (folder / "album.jpg").mkdir()
    os.mkfifo(folder / "pipe.jpg")
    camera = FolderCamera(folder, fps=200)
    camera.open()
    assert [shot.name for _ in range(2) if (shot := camera.read(1.0))] == ["frame1.jpg", "frame1.jpg"]


def test_an_empty_or_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(CameraFault, match="no JPEG or PNG"):
        FolderCamera(tmp_path).open()
    with pytest.raises(CameraFault, match="cannot be read: there is no such file"):
        FolderCamera(tmp_path / "none").open()


def test_a_folder_that_vanishes_while_it_plays(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "stills", 1)
    camera = FolderCamera(folder, fps=100)
    camera.open()
    assert camera.read(1.0)
    (folder / "frame1.jpg").unlink()
    with pytest.raises(CameraFault, match="no JPEG or PNG"):
        camera.read(1.0)


def test_a_phone_keeps_the_newest_picture_and_silence_is_normal() -> None:
    camera = PhoneCamera()
    camera.open()
    assert camera.read(0.01) is None
    camera.give(jpeg(1), "one.jpg")
    camera.give(picture(2), "two.jpg")
    shot = camera.read(1.0)
    assert shot is not None and shot.name == "two.jpg" and np.array_equal(np.asarray(shot.content), picture(2))
    assert camera.read(0.01) is None
    threading.Timer(0.1, camera.give, (jpeg(3), "three.jpg")).start()
    assert camera.read(2.0) is not None
    threading.Timer(0.1, camera.close).start()
    with pytest.raises(CameraFault):
        camera.read(5.0)
