"""Boards with nothing on them but a wire, in threads, and a bridge that listens to them."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Said
from firmware_bridge.link.finder import Finder
from firmware_bridge.link.memory import Memory
from firmware_bridge.simulator.outlet import Outlet
from firmware_bridge.wire.peer import Peer
from tests.firmware_bridge.samples import Message


class Board:
    """speaks: what it does with what it reads; usually a Peer's part, but tests put others in."""

    def __init__(self, outlet: Outlet, name: str = "mace-1", kind: str = "mace", *, firmware: str = "1.0") -> None:
        self.outlet = outlet
        self.who = {"id": name, "kind": kind, "boot": "", "firmware": firmware}
        self.heard: list[Message] = []
        self.deaf = False
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self.reset()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def reset(self) -> None:
        """Lose all memory, as by a power cut, with the port staying open."""
        with self._lock:
            self.peer = Peer({**self.who, "boot": f"{secrets.randbits(32) | 1:08X}"}, False)

    def push(self, message: Message) -> None:
        with self._lock:
            self.peer.push(message)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(2)
        self.outlet.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            data = self.outlet.read(0.005)
            now_ms = time.monotonic_ns() // 1_000_000
            if self.deaf:
                continue
            with self._lock:
                for event in self.peer.feed(data, now_ms):
                    if event[0] == "message":
                        self.heard.append(event[1])
                out, _ = self.peer.poll(now_ms)
            if out:
                self.outlet.write(out)


class Speaker:
    """Something on a port that is not a board of ours: `answer` makes what it says from what it read."""

    def __init__(self, outlet: Outlet, answer: Callable[[bytes], bytes]) -> None:
        self.outlet, self.read = outlet, b""
        self._answer = answer
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(2)
        self.outlet.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            data = self.outlet.read(0.01)
            self.read += data
            said = self._answer(data)
            if said:
                self.outlet.write(said)


class Listening:
    """A running bridge and all it told. Use as a context."""

    def __init__(self, ports: Sequence[str], memory: Memory | None = None, finder: Finder | None = None) -> None:
        self.events: list[LinkEvent] = []
        self.times: list[float] = []
        self._news = threading.Condition()
        self.bridge = Bridge(finder or Finder(list(ports), comports=list, folder=Path("/nowhere")), self._take, memory)

    def __enter__(self) -> Listening:
        self.bridge.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bridge.stop(2.0)

    def wait(self, wanted: Callable[[list[LinkEvent]], Any], within_s: float = 5.0) -> Any:
        """Wait until `wanted` of all events so far is true; its value. Fails when the time is up."""
        until_s = time.monotonic() + within_s
        with self._news:
            while not (value := wanted(self.events)):
                left_s = until_s - time.monotonic()
                assert left_s > 0, f"not within {within_s} s: {self.events} {self.bridge.ports()}"
                self._news.wait(min(left_s, 0.1))
            return value

    def wait_for(self, kind: type, times: int = 1, device: str | None = None, within_s: float = 5.0) -> Any:
        """The `times`-th event of this kind (of this device)."""

        def found(events: list[LinkEvent]) -> Any:
            fitting = [one for one in events if isinstance(one, kind) and (device is None or one.device == device)]
            return fitting[times - 1] if len(fitting) >= times else None

        return self.wait(found, within_s)

    def said(self, device: str | None = None) -> list[Message]:
        """The messages so far."""
        return [one.message for one in self.events if isinstance(one, Said) and device in (None, one.device)]

    def story(self) -> list[str]:
        """Comings and goings so far."""
        return [f"{type(one).__name__} {one.device}" for one in self.events if isinstance(one, Arrived | Gone)]

    def _take(self, event: LinkEvent) -> None:
        with self._news:
            self.events.append(event)
            self.times.append(time.monotonic())
            self._news.notify_all()
