"""One open serial port (or pyserial URL), with one kind of failure.

pyserial tells a pulled cable in five ways (SerialException, OSError, termios.error, TypeError, ValueError); here they
all are `PortGone`, with a sentence. A port is opened exclusively, which keeps out everybody who asks for the same.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import termios
import time

import serial

BAUD = 115200
"""Means nothing to USB; for boards behind a UART adapter."""
WRITE_S = 1.0

log = logging.getLogger(__name__)
PIECE_BYTES = 4096
PULLED = (serial.SerialException, OSError, termios.error, TypeError, ValueError, AttributeError)


class PortGone(Exception):
    """A port that cannot be used, or no longer. shut: it is there, and somebody must do something before it opens."""

    def __init__(self, sentence: str, *, shut: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.shut = shut


class Port:
    """Open on creation; raises PortGone. Read and written by one thread; `wake` may be called by any."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._wake_r, self._wake_w = os.pipe()
        os.set_blocking(self._wake_w, False)
        os.set_blocking(self._wake_r, False)
        try:
            self._serial = serial.serial_for_url(url, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except PULLED as refused:
            os.close(self._wake_r)
            os.close(self._wake_w)
            raise PortGone(_opening(url, refused), shut=_is_busy(refused) or _is_forbidden(refused)) from refused

    def read(self, wait_s: float) -> bytes:
        """What has come in; waits up to wait_s for something, or for `wake`. Empty: nothing. Raises PortGone."""
        try:
            poll = select.poll()
            poll.register(self._wake_r, select.POLLIN)
            poll.register(self._serial.fileno(), select.POLLIN)
            poll.poll(wait_s * 1000)
        except (NotImplementedError, AttributeError):
            time.sleep(min(wait_s, 0.02))  # a pyserial URL without a file behind it, such as loop://
        except PULLED as pulled:
            raise PortGone("The cable was pulled or the device switched off.") from pulled
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_r, 64)
        try:
            return bytes(self._serial.read(PIECE_BYTES))
        except PULLED as pulled:
            raise PortGone("The cable was pulled or the device switched off.") from pulled

    def write(self, data: bytes) -> None:
        """Write all of it. Raises PortGone, also when nobody takes it within a second."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as stuck:
            raise PortGone("The device takes nothing in.") from stuck
        except PULLED as pulled:
            raise PortGone("The cable was pulled or the device switched off.") from pulled

    def wake(self) -> None:
        """End a `read` that waits."""
        try:
            os.write(self._wake_w, b"x")
        except (BlockingIOError, ValueError):
            return  # it is awake already

    def close(self) -> None:
        """Close it. Never raises."""
        try:
            self._serial.close()
        except PULLED as pulled:
            log.debug("Closing %s: %s", self.url, pulled)  # what is left of a pulled port
        os.close(self._wake_r)
        os.close(self._wake_w)


def _is_busy(refused: BaseException) -> bool:
    return getattr(refused, "errno", None) in (errno.EAGAIN, errno.EBUSY) or "exclusively lock" in str(refused)


def _is_forbidden(refused: BaseException) -> bool:
    return getattr(refused, "errno", None) in (errno.EACCES, errno.EPERM)


def _opening(url: str, refused: BaseException) -> str:
    if _is_busy(refused):
        return f"{url} is in use by another program."
    if _is_forbidden(refused):
        return f"{url} may not be opened by this user. Allow it with: sudo usermod -aG dialout $USER"
    if getattr(refused, "errno", None) in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"{url} is not there."
    words = "".join(letter if letter.isprintable() else "?" for letter in str(refused))[:120]
    return f"{url} does not open: {words}"
