"""Serving the app with waitress on a listening socket of our own.

One thread per open stream and 16 for everything else. The socket's options are inherited by every connection:
TCP_USER_TIMEOUT drops phones that left the network without a word (20 of them held 20 threads for over 35 s without
it, none after 20 s with it), and the small send buffer keeps old pictures from piling up for a sleeping phone.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.service.models import UPLOAD_MAX_BYTES

EXTRA_THREADS = 16
CONNECTIONS_A_PHONE = 8
"""Browsers open up to 6 to a host and keep them; an idle one holds no thread. At the limit new phones would wait."""
STREAMS_END_S = 0.2
USER_TIMEOUT_MS = 15_000
SEND_BUFFER_BYTES = 131_072


class AddressTaken(OSError):
    """The address cannot be listened on; the message is a sentence for the user."""


def listen(host: str, port: int) -> socket.socket:
    """A bound, listening socket (port 0: a free one). Raises AddressTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise AddressTaken(
            f"Cannot listen on {host} port {port}: {error.strerror or error}. "
            "Is a companion running already? Try another port."
        ) from error
    return listening


class WebServer:
    """The server in a thread of its own: a context manager, or start() and stop()."""

    def __init__(self, app: Flask, listening: socket.socket, max_streams: int) -> None:
        self.port: int = listening.getsockname()[1]
        self._server: Any = create_server(
            app,
            sockets=[listening],
            threads=max_streams + EXTRA_THREADS,
            connection_limit=CONNECTIONS_A_PHONE * max_streams + 64,
            outbuf_high_watermark=SEND_BUFFER_BYTES,
            channel_timeout=60,
            asyncore_use_poll=True,
            max_request_body_size=2 * UPLOAD_MAX_BYTES,
            ident="companion",
            clear_untrusted_proxy_headers=True,
        )
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        """Begin to answer; returns at once."""
        self._thread.start()

    def stop(self, timeout_s: float = 1.5) -> None:
        """Close the socket and every connection; waits up to timeout_s for requests that are being answered.

        Streams that know of the end go first, or they would write into what is closed. waitress's sockets belong to
        its loop's thread, so the loop closes them itself: with none left it ends. It may do so, woken by another,
        before it is woken from here; then there is nothing left to wake.
        """
        self._server.task_dispatcher.shutdown(timeout=STREAMS_END_S)
        with contextlib.suppress(OSError):
            self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._server._map))
        self._thread.join(timeout_s)
        self._server.task_dispatcher.shutdown(timeout=timeout_s)

    def __enter__(self) -> WebServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
