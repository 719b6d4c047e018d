"""One port, from opening to its end, in a thread of its own.

It greets, hands on what the device says, writes what must be written, and ends with a verdict: gone, not ours, another
version, shut, deaf. It never opens again; whoever started it decides that. What it could not deliver it gives back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from firmware_bridge.link.events import Message
from firmware_bridge.link.memory import Memory
from firmware_bridge.link.port import Port, PortGone
from firmware_bridge.link.trace import Trace
from firmware_bridge.wire.messages import PROTOCOL
from firmware_bridge.wire.peer import Peer

HELLO_S = 3.0
"""A device that has not greeted by then is not ours."""
MOST_DEAF = 3
"""So many conversations may end with a message never acknowledged before the port is given up."""

log = logging.getLogger(__name__)

Verdict = Literal["gone", "not ours", "other version", "shut", "deaf", "closed", "twice"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a connection ended. sentence: for people."""

    verdict: Verdict
    sentence: str


CLOSED = Ended("closed", "The companion has ended.")


@dataclass(slots=True)
class Counts:
    """Of one connection: lines that had to be sent, those of them sent again, those that came in broken; partings."""

    sent: int = 0
    resent: int = 0
    broken: int = 0
    partings: int = 0


class Connection:
    """url: what to open; who: this host's greeting; tell: called with (connection, event tuple of `wire.peer`)."""

    def __init__(
        self,
        url: str,
        who: dict[str, str],
        memory: Memory,
        tell: Callable[[Connection, tuple[Any, ...]], None],
        ended: Callable[[Connection, Ended], None],
    ) -> None:
        self.url = url
        self.trace = Trace()
        self.counts = Counts()
        self.hello: Message | None = None
        self.closing: Ended | None = None
        self._memory = memory
        self._tell = tell
        self._ended = ended
        self._peer = Peer(dict(who), True, memory)
        self._port: Port | None = None
        self._lock = threading.Lock()
        self._deaf = 0
        self._thread = threading.Thread(target=self._run, name=f"device port {url}", daemon=True)

    def start(self) -> None:
        """Open and greet; returns at once."""
        self._thread.start()

    @property
    def together(self) -> bool:
        """Whether a device is there and answers."""
        return self._peer.together

    @property
    def heard_ms(self) -> int:
        """When the device was last heard, ms of the monotonic clock."""
        return self._peer.heard_ms

    @property
    def waiting(self) -> int:
        """Messages on their way to the device."""
        return self._peer.waiting()

    def send(self, message: Message) -> bool:
        """Take a message for the device; False if it is not there. Raises WireFault for one not in the table."""
        with self._lock:
            if not self._peer.together or self.closing:
                return False
            self._peer.push(message)
            if self._port is not None:
                self._port.wake()
            return True

    def close(self, end: Ended = CLOSED, wait_s: float = 0.0) -> None:
        """End it so, saying goodbye to the device."""
        self.closing = self.closing or end
        with self._lock:
            if self._port is not None:
                self._port.wake()
        if wait_s:
            self._thread.join(wait_s)

    def _run(self) -> None:
        try:
            port = Port(self.url)
        except PortGone as refused:
            self._ended(self, Ended("shut" if refused.shut else "gone", refused.sentence))
            return
        with self._lock:
            self._port = port
        try:
            end = self._talk(port)
        except PortGone as gone:
            end = Ended("gone", gone.sentence)
        except Exception:
            log.exception("Talking on %s failed", self.url)
            end = Ended("gone", "Something in this program failed on this port; the log has more.")
        finally:
            with self._lock:
                self._port = None
                self._peer.together = False
            port.close()
        self._give_back(end.sentence)
        self._ended(self, end)

    def _talk(self, port: Port) -> Ended:
        port.write(b"\n")  # ends whatever half line is on its way
        asking_s: float | None = time.monotonic()
        while self.closing is None:
            self._tell(self, ("tick",))
            with self._lock:
                out, events = self._peer.poll(now_ms())
                due_ms = self._peer.due_ms(now_ms())
            if out:
                self.trace.add(">", out, time.time())
                port.write(out)
            end = self._hand_on(events)
            data = b"" if end else port.read(due_ms / 1000)
            if data:
                self.trace.add("<", data, time.time())
                with self._lock:
                    events = self._peer.feed(data, now_ms())
                end = self._hand_on(events)
                self._memory.save()
            if end:
                return end
            if self._peer.together:
                asking_s = None
            elif asking_s is None:
                asking_s = time.monotonic()
            elif time.monotonic() - asking_s > HELLO_S:
                return self._unanswered()
        if self._peer.together:
            port.write(self._peer.bye("closing"))
        return self.closing

    def _unanswered(self) -> Ended:
        if self.hello is not None:
            return Ended("gone", "The device no longer answers.")
        return Ended("not ours", f"What is at {self.url} is not one of our devices, or its program does not run.")

    def _hand_on(self, events: list[tuple[Any, ...]]) -> Ended | None:
        self.counts.sent, self.counts.resent = self._peer.sent, self._peer.resent
        for event in events:
            match event:
                case ("together", hello, _):
                    self.hello = hello
                case ("lost" | "bye", why):
                    self.counts.partings += 1
                    self._deaf = self._deaf + 1 if why == "never acknowledged" else self._deaf
                    self._give_back("The device went away before it had it.")
                    self._tell(self, event)
                    if self._deaf >= MOST_DEAF:
                        return Ended("deaf", "The device greets, but never acknowledges what it is told.")
                    continue
                case ("acked", _):
                    self._deaf = 0
                case ("bad", _):
                    self.counts.broken += 1
                case ("other version", hello):
                    return Ended("other version", _version(hello))
                case _:
                    pass
            self._tell(self, event)
        return None

    def _give_back(self, why: str) -> None:
        with self._lock:
            lost = self._peer.forget()
        for message in lost:
            self._tell(self, ("undelivered", message, why))


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _version(hello: Message) -> str:
    return (
        f"{hello['id']} (firmware {hello['firmware']}) speaks version {hello['proto']} of the wire, and this program"
        f" version {PROTOCOL}. Bring it up to date with: companion devices flash"
    )
