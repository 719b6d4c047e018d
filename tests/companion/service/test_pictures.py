"""Pictures out, once per size; uploads in, or refused with a sentence."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.service.feed import Feed
from companion.service.looker import Looker
from companion.service.models import Fault, Picture, UploadView
from companion.service.pictures import WIDTHS_PX, Pictures
from companion.vision.camera import Camera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.frame import Frame
from tests.companion.service.fakes import FakeWatcher, ScriptedCamera
from tests.companion.vision.camera.pictures import jpeg, picture


class Bench:
    """Pictures over a looker that is not started; frames are put there by hand."""

    def __init__(self, camera: Camera | None = None) -> None:
        self.camera = camera or ScriptedCamera([])
        self.watcher = FakeWatcher()
        self.looker = Looker(Feed(self.camera, lambda: None), self.watcher, lambda looked: None, 1)
        self.extent = (0.0, 0.0, 800.0, 400.0)
        self.pictures = Pictures(self.looker, self.camera, lambda: self.extent)

    def show(self, number: int, width_px: int = 1920, height_px: int = 1080) -> None:
        self.looker._newest = Frame(picture(number, width_px, height_px), 1.0, number)

    def ask(self, straight: bool = False, max_width: int | None = None) -> tuple[int, ...]:
        got = self.pictures.jpeg(straight, max_width)
        assert isinstance(got, Picture)
        return cv2.imdecode(np.frombuffer(got.jpeg, np.uint8), cv2.IMREAD_COLOR).shape


def test_no_picture_yet() -> None:
    fault = Bench().pictures.jpeg(False, None)
    assert isinstance(fault, Fault) and fault.code == "no_picture"


@pytest.mark.parametrize(
    ("asked", "width_px"), [(None, 1920), (100, 320), (320, 320), (321, 480), (1281, 1920), (99_999, 1920), (1, 320)]
)
def test_widths_are_those_of_a_short_list(asked: int | None, width_px: int) -> None:
    bench = Bench()
    bench.show(1)
    assert bench.ask(max_width=asked) == (round(width_px * 1080 / 1920), width_px, 3)


def test_a_small_picture_is_not_blown_up() -> None:
    bench = Bench()
    bench.show(1, 400, 300)
    assert bench.ask(max_width=1920) == (300, 400, 3)


def test_each_picture_is_encoded_once_per_size() -> None:
    bench = Bench()
    bench.show(1)
    first = bench.pictures.jpeg(False, 640)
    assert bench.pictures.jpeg(False, 600) is first
    assert bench.pictures.jpeg(False, 320) is not first
    bench.show(2)
    second = bench.pictures.jpeg(False, 640)
    assert isinstance(second, Picture) and second.number == 2 and second is not first


def test_nobody_fills_the_memory_by_asking() -> None:
    bench = Bench()
    bench.show(1, 640, 360)
    for width_px in range(1, 3000, 7):
        bench.pictures.jpeg(False, width_px)
        bench.pictures.jpeg(True, width_px)
    assert len(bench.pictures._kept) <= 2 * len(WIDTHS_PX)


def test_straight_covers_the_extent_and_follows_it() -> None:
    bench = Bench()
    bench.show(1)
    assert bench.ask(straight=True, max_width=640) == (320, 640, 3)
    bench.extent = (0.0, 0.0, 400.0, 400.0)
    assert bench.ask(straight=True, max_width=640) == (640, 640, 3)
    got = bench.pictures.jpeg(True, 640)
    assert isinstance(got, Picture) and got.straight and got.extent_mm == bench.extent


def test_straight_of_a_narrow_table_stays_small() -> None:
    bench = Bench()
    bench.show(1)
    bench.extent = (0.0, 0.0, 100.0, 10_000.0)
    height_px, width_px, _ = bench.ask(straight=True, max_width=1920)
    assert height_px * width_px < 4_200_000


def test_straight_without_a_pose_is_a_sentence() -> None:
    bench = Bench()
    bench.show(1)
    bench.watcher.blind = True
    fault = bench.pictures.jpeg(True, None)
    assert isinstance(fault, Fault) and "cannot be straightened" in fault.message


def phone() -> tuple[Bench, PhoneCamera]:
    camera = PhoneCamera()
    camera.open()
    return Bench(camera), camera


def png(width_px: int, height_px: int) -> bytes:
    return cv2.imencode(".png", np.full((height_px, width_px, 3), 70, np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 1])[
        1
    ].tobytes()


def test_an_upload_reaches_the_camera() -> None:
    bench, camera = phone()
    view = bench.pictures.take_upload(jpeg(3), "table\n.jpg")
    assert view == UploadView(160, 90, "The picture has arrived.")
    shot = camera.read(1.0)
    assert shot is not None and shot.name == "table.jpg" and isinstance(shot.content, np.ndarray)


def test_thirty_megapixels_are_taken_at_half_size() -> None:
    bench, camera = phone()
    view = bench.pictures.take_upload(png(6000, 5000), "large.png")
    assert isinstance(view, UploadView) and (view.width_px, view.height_px) == (3000, 2500)
    assert "1/2 of its size" in view.message
    shot = camera.read(1.0)
    assert shot is not None and isinstance(shot.content, np.ndarray) and shot.content.shape == (2500, 3000, 3)


def claims(width_px: int, height_px: int) -> bytes:
    """A JPEG whose header claims a size."""
    content = jpeg(1)
    at = content.index(b"\xff\xc0") + 5
    return content[:at] + struct.pack(">HH", height_px, width_px) + content[at + 4 :]


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "empty_picture"),
    "text": (lambda: b"<html>", "not_a_picture"),
    "HEIC": (lambda: b"....ftypheic....", "not_a_picture"),
    "cut": (lambda: jpeg(1)[:40], "unreadable_picture"),
    "80 megapixels": (lambda: claims(10_000, 8_000), "picture_too_large"),
    "21 MB": (lambda: jpeg(1) + bytes(21_000_000), "picture_too_large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_is_refused(name: str) -> None:
    content, code = REFUSED[name]
    bench, camera = phone()
    fault = bench.pictures.take_upload(content(), "x")
    assert isinstance(fault, Fault) and fault.code == code and fault.message.endswith(".")
    assert camera.read(0.0) is None


def test_uploads_are_off_with_another_camera() -> None:
    fault = Bench().pictures.take_upload(jpeg(1), "x")
    assert isinstance(fault, Fault) and fault.code == "uploads_off" and "scripted camera" in fault.message


def test_uploads_are_taken_in_one_at_a_time_and_none_is_lost_for_good() -> None:
    bench, camera = phone()
    threads = [threading.Thread(target=bench.pictures.take_upload, args=(jpeg(n), f"{n}")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert camera.read(1.0) is not None
    assert isinstance(bench.pictures.take_upload(jpeg(9), "9"), UploadView)
