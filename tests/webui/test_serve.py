"""The server as it runs: streams end when it stops, a full house leaves pages quick, a taken port is a sentence."""

from __future__ import annotations

import http.client
import socket
import threading
import time

import pytest

from tests.needs import clocked
from tests.webui.fake_service import FakeService
from webui import create_app
from webui.serve import AddressTaken, WebServer, listen


@clocked
def test_pages_are_quick_while_every_stream_is_taken_and_stop_is_quick() -> None:
    stopping = threading.Event()
    app = create_app(FakeService(), max_streams=6, stopping=stopping.is_set)
    server = WebServer(app, listen("127.0.0.1", 0), max_streams=6)
    server.start()
    streams = []
    for _ in range(6):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        line.request("GET", "/api/v1/events")
        answer = line.getresponse()
        assert answer.status == 200
        assert answer.readline()
        streams.append((line, answer))
    begun_s = time.monotonic()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    line.request("GET", "/api/v1/health")
    assert line.getresponse().status == 200
    assert time.monotonic() - begun_s < 1.0
    begun_s = time.monotonic()
    stopping.set()
    server.stop()
    assert time.monotonic() - begun_s < 2.0
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), timeout=1)
    for line, _ in streams:
        line.close()


def test_a_closed_stream_gives_its_seat_back() -> None:
    service = FakeService()
    with WebServer(create_app(service, max_streams=1), listen("127.0.0.1", 0), max_streams=1) as server:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        line.request("GET", "/api/v1/events")
        answer = line.getresponse()
        assert answer.readline()
        answer.close()
        line.close()
        for _ in range(40):
            service.change()
            again = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
            again.request("GET", "/api/v1/events")
            status = again.getresponse().status
            again.close()
            if status == 200:
                return
            time.sleep(0.05)
        pytest.fail("the seat was not given back within 2 s")


def test_a_taken_port_is_a_sentence() -> None:
    with listen("127.0.0.1", 0) as first, pytest.raises(AddressTaken, match=r"Cannot listen on 127\.0\.0\.1 port"):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="no TCP_USER_TIMEOUT on this system")
def test_lost_phones_are_dropped_by_the_kernel() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 15_000
