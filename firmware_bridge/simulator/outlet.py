"""Where a twin's cable ends: a pseudo-terminal or a TCP port, which can be pulled and plugged in at any byte.

Bytes written while nothing is plugged in, or nobody has opened the other end, are lost, as on a real cable.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import socket
import threading
import time
import tty
from pathlib import Path
from typing import Protocol

PIECE_BYTES = 4096


class Outlet(Protocol):
    """The board's end of a cable. pull_after: 0 pulls it, by the thread that reads; `plug` puts it in again."""

    pull_after: int | None

    def plug(self) -> None: ...

    def read(self, wait_s: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class PtyOutlet:
    """link: a path that leads to the pseudo-terminal, so that its name stays while the terminal's changes.

    pull_after: so many more bytes pass, in both directions together, then the cable is out; None: it stays in. Any
    thread may set it, and `plug`; all else is the twin's thread's.
    """

    def __init__(self, link: Path | None = None) -> None:
        self.link = link
        self.path = ""
        self.pull_after: int | None = None
        self._master: int | None = None
        self._lock = threading.RLock()
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master is not None

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal, mostly with another name. Any thread may do it."""
        with self._lock:
            self._plug()

    def _plug(self) -> None:
        self.pull()
        self.pull_after = None
        master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(master, False)
        self._master = master
        if self.link is not None:
            new = self.link.with_name(self.link.name + ".new")
            new.unlink(missing_ok=True)
            new.symlink_to(self.path)
            new.replace(self.link)

    def pull(self) -> None:
        """Pull the cable."""
        if self._master is not None:
            os.close(self._master)
            self._master = None
            if self.link is not None:
                self.link.unlink(missing_ok=True)

    close = pull

    def read(self, wait_s: float) -> bytes:
        """What the host has written; waits up to wait_s."""
        with self._lock:
            data = self._read(wait_s)
        if data is None:  # no cable, or nobody has opened the other end
            time.sleep(wait_s)
        return data or b""

    def _read(self, wait_s: float) -> bytes | None:
        if self.pull_after == 0:
            self.pull()
        if self._master is None:
            return None
        ready = select.select([self._master], [], [], wait_s)[0]
        if not ready:
            return b""
        try:
            return self._let_through(os.read(self._master, PIECE_BYTES))
        except OSError:
            return None

    def write(self, data: bytes) -> None:
        """Write to the host."""
        with self._lock:
            data = self._let_through(data, write=True)
            if data and self._master is not None:
                with contextlib.suppress(OSError):  # nobody reads: lost
                    os.write(self._master, data)
            if self.pull_after == 0:
                self.pull()

    def _let_through(self, data: bytes, write: bool = False) -> bytes:
        if self.pull_after is None:
            return data
        data = data[: self.pull_after]
        self.pull_after -= len(data)
        if self.pull_after == 0 and not write:
            self.pull()
        return data


class TcpOutlet:
    """A TCP port on this machine; one host at a time, a newcomer takes over. port: 0 for any free one."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self._listener = socket.create_server((host, port))
        self._listener.setblocking(False)
        self._open: socket.socket | None = None
        self.pull_after: int | None = None
        self.port: int = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        """What to list under [devices] ports."""
        return f"socket://127.0.0.1:{self.port}"

    def read(self, wait_s: float) -> bytes:
        """What the host has written; waits up to wait_s."""
        watched = [one for one in (self._listener, self._open) if one is not None]
        ready = select.select(watched, [], [], wait_s)[0]
        if self._listener in ready:
            self.pull()
            self._open = self._listener.accept()[0]
            self._open.setblocking(False)
        if self.pull_after == 0:
            self.pull()
            return b""
        if self._open is None or self._open not in ready:
            return b""
        try:
            data = self._open.recv(PIECE_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.pull()
        return data

    def write(self, data: bytes) -> None:
        """Write to the host."""
        if self._open is not None:
            try:
                self._open.send(data)
            except BlockingIOError:
                return  # nobody reads: lost
            except OSError:
                self.pull()

    def plug(self) -> None:
        """Let a host connect again."""
        self.pull_after = None

    def pull(self) -> None:
        """Cut the connection; the port goes on listening."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def close(self) -> None:
        """Cut the connection and stop listening."""
        self.pull()
        self._listener.close()
