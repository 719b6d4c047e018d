"""The Pi camera's child program: one that works, babbles, dies, stalls, does not hear, or is not there."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from companion.vision.camera import CameraFault
from companion.vision.camera.rpicam import RpiCamera
from tests.companion.vision.camera.pictures import folder_of, jpeg
from tests.needs import clocked

FAKE = str(Path(__file__).with_name("fake_rpicam.py"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RPICAM_FOLDER", str(folder_of(tmp_path / "pictures", 3)))


def camera(monkeypatch: pytest.MonkeyPatch, mode: str) -> RpiCamera:
    monkeypatch.setenv("FAKE_RPICAM_MODE", mode)
    one = RpiCamera(160, 90, 50, which=(FAKE,))
    one.open()
    return one


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("mode", ["good", "babble"])
def test_pictures_come_whole_and_in_order(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    one = camera(monkeypatch, mode)
    try:
        shots = [one.read(5.0) for _ in range(6)]
    finally:
        one.close()
    assert [shot.content for shot in shots if shot] == [jpeg(n) for n in (1, 2, 3, 1, 2, 3)]
    times = [shot.time_s for shot in shots if shot]
    assert times == sorted(times) and abs(times[-1] - time.monotonic()) < 2


def test_it_dies_with_its_last_words_and_can_be_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one = camera(monkeypatch, "once")
    for _ in range(2):
        assert one.read(5.0) is not None
        with pytest.raises(CameraFault, match=r"has ended.*failed to queue buffer"):
            one.read(5.0)
        one.close()
        one.open()
    one.close()


def test_no_camera_is_said_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    one = camera(monkeypatch, "none")
    with pytest.raises(CameraFault, match="no cameras available"):
        one.read(5.0)
    one.close()


@clocked
def test_silence_is_a_fault_after_the_time_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    one = camera(monkeypatch, "stall")
    assert one.read(5.0) is not None
    begun = time.monotonic()
    with pytest.raises(CameraFault, match=r"no picture for 0\.3 s"):
        one.read(0.3)
    assert 0.3 <= time.monotonic() - begun < 1.0
    one.close()


@clocked
@pytest.mark.parametrize("mode", ["good", "stall", "deaf"])
def test_close_leaves_no_child_behind(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    one = camera(monkeypatch, mode)
    one.read(5.0)
    child = one._child
    assert child is not None
    begun = time.monotonic()
    one.close()
    one.close()
    assert time.monotonic() - begun < 1.5
    assert gone(child.pid)
    with pytest.raises(CameraFault, match="closed"):
        one.read(0.1)


@clocked
@pytest.mark.parametrize("mode", ["stall", "deaf"])
def test_close_from_another_thread_ends_a_waiting_read(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    one = camera(monkeypatch, mode)
    one.read(5.0)
    closing = threading.Timer(0.2, one.close)
    closing.start()
    begun = time.monotonic()
    with pytest.raises(CameraFault, match="has ended"):
        one.read(60.0)
    closing.join(2)
    assert time.monotonic() - begun < 1.5


def test_a_missing_program_says_what_to_install() -> None:
    with pytest.raises(CameraFault, match="sudo apt install rpicam-apps"):
        RpiCamera(160, 90, 50, which=("no-such-rpicam",)).open()
