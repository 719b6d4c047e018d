"""MJPEG over HTTP: ffmpeg as a real camera, and a small server for what cameras do wrong."""

from __future__ import annotations

import base64
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.camera import CameraFault
from companion.vision.camera.mjpeg import MjpegCamera
from tests.companion.vision.camera.pictures import jpeg, picture
from tests.needs import clocked

needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed: apt install ffmpeg")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def ffmpeg_camera(still: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """ffmpeg serving noisy copies of a still as MJPEG at 10 pictures a second."""
    words = ["ffmpeg", "-loglevel", "error", "-re", "-loop", "1", "-framerate", "10", "-i", str(still)]
    words += ["-vf", "noise=alls=8:allf=t", "-f", "mpjpeg", "-listen", "1", f"http://127.0.0.1:{port}/table"]
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def opened(camera: MjpegCamera) -> MjpegCamera:
    """Open, with the patience a server needs to start."""
    until = time.monotonic() + 10
    while True:
        try:
            camera.open()
            return camera
        except CameraFault:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@needs_ffmpeg
def test_ffmpeg_is_a_camera_until_its_cable_is_pulled(tmp_path: Path) -> None:
    still = tmp_path / "still.png"
    cv2.imwrite(str(still), picture(3, 320, 180))
    port = free_port()
    with ffmpeg_camera(still, port) as child:
        camera = opened(MjpegCamera(f"http://127.0.0.1:{port}/table"))
        shots = [camera.read(5.0) for _ in range(5)]
        images = [cv2.imdecode(np.frombuffer(shot.content, np.uint8), cv2.IMREAD_COLOR) for shot in shots if shot]
        assert [image.shape for image in images] == [(180, 320, 3)] * 5
        assert len({shot.fingerprint() for shot in shots if shot}) == 5
        child.kill()
        with pytest.raises(CameraFault, match=r"ended its stream|broke"):
            for _ in range(50):
                camera.read(5.0)
        camera.close()
    with ffmpeg_camera(still, port):
        opened(camera)
        assert camera.read(5.0) is not None
        camera.close()


@contextmanager
def server(answer: Callable[[socket.socket, bytes], None]) -> Iterator[int]:
    """A server that hands each caller's socket and request head to `answer`, then hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                link, _ = listening.accept()
            except OSError:
                return
            with link:
                try:
                    answer(link, link.recv(65536))
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(2)


def says(head: bytes, body: bytes = b"", hold_s: float = 0.0) -> Callable[[socket.socket, bytes], None]:
    def answer(link: socket.socket, asked: bytes) -> None:
        link.sendall(head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + body)
        time.sleep(hold_s)

    return answer


REFUSED = {
    "a page": (b"HTTP/1.1 200 OK\nContent-Type: text/html", b"<html>", "is a page"),
    "moved": (b"HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/", b"", "points to another address"),
    "not there": (b"HTTP/1.1 404 Not Found\nContent-Type: text/plain", b"", "answers 404"),
    "locked": (b"HTTP/1.1 401 Unauthorized", b"", "name and a password"),
    "no HTTP at all": (b"SSH-2.0-OpenSSH_9.2", b"", "No answer"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_stream_is_refused_with_a_sentence(name: str) -> None:
    head, body, words = REFUSED[name]
    with server(says(head, body)) as port, pytest.raises(CameraFault, match=words):
        MjpegCamera(f"http://127.0.0.1:{port}/").open()


BROKEN = {
    "silent": (b"", 0.6, r"silent for 0\.3 s"),
    "hangs up": (b"", 0.0, "ended its stream"),
    "hangs up inside a picture": (jpeg(1)[:-20], 0.0, "ended its stream"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_stream_that_fails_is_a_fault(name: str) -> None:
    body, hold_s, words = BROKEN[name]
    with server(says(b"HTTP/1.0 200 OK\nContent-Type: multipart/x-mixed-replace;boundary=b", body, hold_s)) as port:
        camera = MjpegCamera(f"http://127.0.0.1:{port}/")
        camera.open()
        with pytest.raises(CameraFault, match=words):
            camera.read(0.3)
        camera.close()


@clocked
def test_bytes_without_a_picture_end_in_a_fault_in_time() -> None:
    def trickle(link: socket.socket, asked: bytes) -> None:
        link.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n")
        for _ in range(40):
            link.sendall(b"no picture here ")
            time.sleep(0.02)

    with server(trickle) as port:
        camera = MjpegCamera(f"http://127.0.0.1:{port}/")
        camera.open()
        begun = time.monotonic()
        with pytest.raises(CameraFault, match="no whole JPEG came"):
            camera.read(0.3)
        assert time.monotonic() - begun < 1
        camera.close()


def test_name_and_password_are_sent_but_never_shown() -> None:
    heads: list[bytes] = []

    def note(link: socket.socket, asked: bytes) -> None:
        heads.append(asked)
        link.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg(1) + jpeg(2))

    with server(note) as port:
        camera = MjpegCamera(f"http://anna:s%40fe@127.0.0.1:{port}/video?x=1")
        camera.open()
        first, second = camera.read(1.0), camera.read(1.0)
        with pytest.raises(CameraFault) as fault:
            camera.read(1.0)
        camera.close()
    assert first and second and (first.content, second.content) == (jpeg(1), jpeg(2))
    assert heads[0].startswith(b"GET /video?x=1 HTTP/1.1\r\n")
    assert base64.b64encode(b"anna:s@fe") in heads[0]
    assert "s@fe" not in str(fault.value) + camera.describe and "s%40fe" not in str(fault.value) + camera.describe


def test_nobody_there() -> None:
    with pytest.raises(CameraFault, match="connection refused"):
        MjpegCamera(f"http://127.0.0.1:{free_port()}/").open()


@clocked
def test_close_from_another_thread_ends_a_waiting_read() -> None:
    with server(says(b"HTTP/1.0 200 OK\nContent-Type: image/jpeg", b"", 1.0)) as port:
        camera = MjpegCamera(f"http://127.0.0.1:{port}/")
        camera.open()
        threading.Timer(0.2, camera.close).start()
        begun = time.monotonic()
        with pytest.raises(CameraFault):
            camera.read(5.0)
        assert time.monotonic() - begun < 0.8
