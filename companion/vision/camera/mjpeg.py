"""MJPEG over HTTP: a phone app, mjpg-streamer, Motion, ffmpeg, an ESP32-CAM.

The answer must be 200 and must not be a page. A redirect is not followed: the camera is the address the owner wrote,
nothing else. Boundaries are not read (see `jpeg_stream`); transfer chunks are, by http.client. Everything is capped:
time, header, bytes.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import time
from collections import deque
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from companion.vision.camera.contract import CameraFault, Shot
from companion.vision.camera.jpeg_stream import JpegStream

CONNECT_S = 4.0
PIECE_BYTES = 1 << 18


@dataclass(slots=True)
class MjpegCamera:
    """url: http:// or https://, perhaps with user:password@ (sent as basic authorisation, never shown)."""

    url: str
    repeats: bool = False
    quiet: str | None = None
    _socket: socket.socket | None = None
    _answer: http.client.HTTPResponse | None = None
    _stream: JpegStream = field(default_factory=JpegStream)
    _whole: deque[bytes] = field(default_factory=deque)

    @property
    def describe(self) -> str:
        return f"camera at {_shown(urlsplit(self.url))}"

    def open(self) -> None:
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        line = kind(parts.hostname or "", parts.port, timeout=CONNECT_S)
        try:
            line.connect()
            link = line.sock
            self._socket = link
            line.request(
                "GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), headers=_headers(parts)
            )
            answer = line.getresponse()
            _check(answer, _shown(parts))
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise CameraFault(f"No answer from the camera at {_shown(parts)}: {_reason(error)}.") from error
        except CameraFault:
            self.close()
            raise
        self._answer, self._stream = answer, JpegStream()
        self._whole.clear()

    def read(self, timeout_s: float) -> Shot | None:
        answer, link = self._answer, self._socket
        if answer is None or link is None:
            raise CameraFault("The camera is closed.")
        shown = _shown(urlsplit(self.url))
        until = time.monotonic() + timeout_s
        silent = f"The camera at {shown} was silent for {timeout_s:g} s."
        while not self._whole:
            left = until - time.monotonic()
            if left <= 0:
                raise CameraFault(silent)
            try:
                link.settimeout(left)
                piece = answer.read1(PIECE_BYTES)
            except TimeoutError as error:
                raise CameraFault(silent) from error
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise CameraFault(f"The line to the camera at {shown} broke: {_reason(error)}.") from error
            if not piece:
                raise CameraFault(f"The camera at {shown} has ended its stream.")
            self._whole.extend(self._stream.feed(piece))
            silent = f"The camera at {shown} sends something, but no whole JPEG came for {timeout_s:g} s."
        return Shot(self._whole.popleft(), time.monotonic())

    def close(self) -> None:
        link, self._socket, self._answer = self._socket, None, None
        if link is not None:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
            link.close()


def _shown(parts: SplitResult) -> str:
    """The address without user and password."""
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def _headers(parts: SplitResult) -> dict[str, str]:
    headers = {"Accept": "multipart/x-mixed-replace, image/jpeg, */*", "User-Agent": "tabletop-companion"}
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Authorization"] = "Basic " + base64.b64encode(pair).decode("ascii")
    return headers


def _check(answer: http.client.HTTPResponse, shown: str) -> None:
    kind = (answer.getheader("Content-Type") or "").split(";")[0].strip().lower()
    if answer.status in (401, 403):
        raise CameraFault(
            f"The camera at {shown} wants a name and a password: write http://NAME:PASSWORD@... in the settings."
        )
    if 300 <= answer.status < 400:
        raise CameraFault(f"{shown} only points to another address. Write the stream's own address in the settings.")
    if answer.status != 200:
        raise CameraFault(f"The camera at {shown} answers {answer.status} instead of a stream. Check the address.")
    if kind.startswith("text/") or kind in ("application/json", "application/xhtml+xml"):
        raise CameraFault(
            f"{shown} is a page ({kind}), not a stream of pictures. Look there for the stream's own address."
        )


def _reason(error: Exception) -> str:
    """A few words on why a line broke."""
    match error:
        case TimeoutError():
            return "it took too long"
        case ConnectionRefusedError():
            return "connection refused"
        case socket.gaierror():
            return "no such name on the network"
        case OSError(strerror=str(words)):
            return words
        case http.client.IncompleteRead():
            return "it ended in the middle of a picture"
        case _:
            return type(error).__name__
