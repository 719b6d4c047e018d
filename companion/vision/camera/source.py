"""From the one line an owner writes, `source = "v4l2:/dev/video0"`, to a camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from companion.vision.camera.contract import Camera
from companion.vision.camera.folder import FolderCamera
from companion.vision.camera.mjpeg import MjpegCamera
from companion.vision.camera.phone import PhoneCamera
from companion.vision.camera.rpicam import RpiCamera
from companion.vision.camera.v4l2 import V4l2Camera
from companion.vision.camera.video import VideoCamera


class SourceFault(ValueError):
    """A source line that names no camera; the text is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to ask of a camera. shots_per_s: decoded pictures a second at most. folder: where relative paths begin."""

    width_px: int = 1920
    height_px: int = 1080
    fps: float = 15.0
    loop: bool = True
    shots_per_s: float = 10.0
    folder: Path = Path()


def _v4l2(rest: str, wish: Wish) -> Camera:
    device = f"/dev/video{rest}" if rest.isdigit() else rest or "/dev/video0"
    return V4l2Camera(device, wish.width_px, wish.height_px, wish.fps, wish.shots_per_s)


def _rpicam(rest: str, wish: Wish) -> Camera:
    if rest:
        raise SourceFault(f'"rpicam" takes nothing after it, but there is "{rest}".')
    return RpiCamera(wish.width_px, wish.height_px, wish.fps)


def _video(rest: str, wish: Wish) -> Camera:
    return VideoCamera(_path("video", rest, wish), wish.loop, wish.shots_per_s)


def _folder(rest: str, wish: Wish) -> Camera:
    return FolderCamera(_path("folder", rest, wish), min(wish.fps, wish.shots_per_s), wish.loop)


def _phone(rest: str, wish: Wish) -> Camera:
    if rest:
        raise SourceFault(f'"phone" takes nothing after it, but there is "{rest}".')
    return PhoneCamera()


SOURCES: dict[str, Callable[[str, Wish], Camera]] = {
    "v4l2": _v4l2,
    "rpicam": _rpicam,
    "http": lambda rest, wish: _mjpeg(f"http:{rest}"),
    "https": lambda rest, wish: _mjpeg(f"https:{rest}"),
    "video": _video,
    "folder": _folder,
    "phone": _phone,
}
"""Word before the colon -> how that camera is made."""


def make_camera(source: str, wish: Wish) -> Camera:
    """The camera this line names, not yet open. SourceFault if it names none."""
    word, _, rest = source.partition(":")
    make = SOURCES.get(word.strip().lower())
    if make is None:
        known = "v4l2:/dev/video0, rpicam, http://ADDRESS, video:FILE, folder:FOLDER, phone"
        raise SourceFault(f'"{source}" names no camera. Known are: {known}.')
    return make(rest.strip(), wish)


def _path(word: str, rest: str, wish: Wish) -> Path:
    if not rest:
        raise SourceFault(f'"{word}:" needs a path after the colon.')
    return wish.folder / Path(rest).expanduser()


def _mjpeg(url: str) -> Camera:
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good or not url.isprintable() or " " in url:
        raise SourceFault(f'"{url}" is not a whole address. It looks like http://192.168.1.20:8080/video')
    return MjpegCamera(url)
