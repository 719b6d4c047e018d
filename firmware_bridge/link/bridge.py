"""All devices together: ports come and go, devices are known by their own ids, events go to one sink.

A device is never known by its port. Who greets with an id that is already there waits until it is clear whether the
other one still speaks: if not, it is the same device on another port; if it does, with another boot id, there are two
boards of one id and the newcomer is called ID~2; with the same boot id it is one board on two ports, and one is closed.
The host's end has another boot id on each connection, for its numbers begin again there: a board that was unplugged and
has its own power would take them for those it has heard.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge.link.connection import Connection, Ended, Verdict, now_ms
from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, Message, NotDone, Said
from firmware_bridge.link.finder import Finder, Found
from firmware_bridge.link.memory import Memory
from firmware_bridge.link.standing import Standing

LOOK_S = 0.5
FOR_GOOD_S = 1e9
RESTS_S: dict[Verdict, tuple[float, float]] = {
    "gone": (1.0, 1.0),
    "closed": (1.0, 1.0),
    "shut": (5.0, 5.0),
    "twice": (2.0, 2.0),
    "deaf": (10.0, 10.0),
    "not ours": (10.0, 4.0),
    "other version": (10.0, FOR_GOOD_S),
}
"""How long a port is left alone after a connection has ended so: one the owner listed, and one found by its USB id.

It is tried at once when it has been plugged in again.
"""
MOST_ASKED = 3
"""A Pico needs some seconds to start its program; one that has not greeted by the third time is somebody else's."""
FIRMWARE = "host"

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Spoken:
    """What is known of one open connection. name: the device's, None until that is settled; held: told until then."""

    found: Found
    connection: Connection
    name: str | None = None
    since_ms: int = 0
    is_new_boot: bool = False
    greeted: bool = False
    held: list[tuple[Any, ...]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Rest:
    """strange: how often in a row this very port was not one of ours."""

    node: str
    until_s: float
    strange: int


class Bridge:
    """sink: called with each event, from the thread of the device's port; it must not take long."""

    def __init__(self, finder: Finder, sink: Callable[[LinkEvent], None], memory: Memory | None = None) -> None:
        self._finder = finder
        self._sink = sink
        self._memory = memory or Memory()
        self._who = {"id": "companion", "kind": "host", "firmware": FIRMWARE}
        self._spoken: dict[Connection, _Spoken] = {}
        self._rests: dict[str, _Rest] = {}
        self._standing: dict[str, Standing] = {}
        self._ports: dict[str, str] = {}
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look_for_ever, name="device ports", daemon=True)

    def start(self) -> None:
        """Begin to look for ports; returns at once."""
        self._thread.start()

    def stop(self, wait_s: float = 1.0) -> None:
        """Say goodbye to all devices and close their ports."""
        self._stop.set()
        self._thread.join(wait_s)
        with self._lock:
            connections = list(self._spoken)
        for connection in connections:
            connection.close()
        until_s = time.monotonic() + wait_s
        for connection in connections:
            connection.close(wait_s=max(0.01, until_s - time.monotonic()))

    def send(self, device: str, message: Message) -> bool:
        """Take a message for a device. False: it is not there; nothing is kept for later.

        What was taken and could not be delivered comes back as `NotDone`.
        """
        connection = self._connection(device)
        return connection is not None and connection.send(message)

    def standings(self) -> list[Standing]:
        """Every device seen since the start, by name."""
        with self._lock:
            for spoken in self._spoken.values():
                if spoken.name is not None:
                    self._standing[spoken.name] = _refreshed(self._standing[spoken.name], spoken.connection)
            return sorted(self._standing.values(), key=lambda one: one.device)

    def ports(self) -> dict[str, str]:
        """Ports that may be ours and have no device: url -> a sentence that says why."""
        with self._lock:
            return dict(self._ports)

    def dump(self, device: str) -> list[str]:
        """The last 200 lines each way of a device that is there; for a bug report."""
        connection = self._connection(device)
        return connection.trace.dump() if connection else []

    def _connection(self, device: str) -> Connection | None:
        with self._lock:
            return next((one.connection for one in self._spoken.values() if one.name == device), None)

    def _look_for_ever(self) -> None:
        while not self._stop.is_set():
            try:
                self._look()
            except Exception:
                log.exception("Looking for device ports failed")
            self._stop.wait(LOOK_S)

    def _look(self) -> None:
        found = self._finder.look()
        now_s = time.monotonic()
        with self._lock:
            there = {one.url for one in found}
            self._rests = {url: rest for url, rest in self._rests.items() if url in there}
            self._ports = {url: sentence for url, sentence in self._ports.items() if url in there}
            open_nodes = {(one.found.url, one.found.node) for one in self._spoken.values()}
            for one in found:
                rest = self._rests.get(one.url)
                resting = rest is not None and rest.node == one.node and now_s < rest.until_s
                if (one.url, one.node) not in open_nodes and not resting:
                    who = {**self._who, "boot": f"{secrets.randbits(32) | 1:08X}"}
                    connection = Connection(one.url, who, self._memory, self._told, self._over)
                    self._spoken[connection] = _Spoken(one, connection)
                    connection.start()

    def _over(self, connection: Connection, end: Ended) -> None:
        with self._lock:
            spoken = self._spoken.pop(connection)
            found = spoken.found
            self._rests[found.url] = _rest(found, end.verdict, self._rests.get(found.url))
            news = self._ports.get(found.url) != end.sentence
            if end.verdict not in ("closed", "gone") or spoken.name is None:
                self._ports[found.url] = end.sentence
        if spoken.name is not None:
            self._leave(spoken, end.sentence)
        log.log(logging.INFO if news else logging.DEBUG, "Port %s: %s", found.url, end.sentence)

    def _told(self, connection: Connection, event: tuple[Any, ...]) -> None:
        with self._lock:
            spoken = self._spoken[connection]
        match event:
            case ("tick",):
                if spoken.greeted and spoken.name is None:
                    self._settle(spoken)
            case ("together", _, is_new_boot):
                spoken.greeted, spoken.is_new_boot, spoken.since_ms = True, is_new_boot, now_ms()
                self._settle(spoken)
            case ("lost" | "bye", why):
                spoken.greeted = False
                if spoken.name is not None:
                    self._leave(spoken, GOODBYES.get(why, f"The conversation ended: {why}."))
            case _ if spoken.name is None:
                spoken.held.append(event)
            case _:
                self._hand_on(spoken.name, event)

    def _settle(self, spoken: _Spoken) -> None:
        """Give the device its name, as soon as it is clear; called on its port's thread only."""
        hello = spoken.connection.hello
        assert hello is not None
        with self._lock:
            name = self._free_name(spoken, hello)
            if name is None:
                return
            spoken.name = name
            self._ports.pop(spoken.found.url, None)
            arrived = Arrived(
                name,
                hello["kind"],
                hello["boot"],
                hello["firmware"],
                spoken.found.url,
                spoken.is_new_boot,
                time.time(),
            )
            before = self._standing.get(name)
            self._standing[name] = Standing.of(arrived, before)
            held, spoken.held = spoken.held, []
        log.info("Device %s is there, on %s", name, spoken.found.url)
        self._hand(arrived)
        for event in held:
            self._hand_on(name, event)

    def _free_name(self, spoken: _Spoken, hello: Message) -> str | None:
        """The name for a device that greets; None while it must wait, or if it is here already on another port."""
        taken = {one.name: one for one in self._spoken.values() if one.name is not None and one is not spoken}
        for name in (hello["id"], *(f"{hello['id']}~{n}" for n in range(2, 10))):
            other = taken.get(name)
            if other is None:
                return str(name)
            if other.connection.heard_ms <= spoken.since_ms:
                return None  # it has said nothing since: not clear yet
            theirs = other.connection.hello
            if theirs is not None and theirs["boot"] == hello["boot"]:
                twice = f"{hello['id']} is connected already, on {other.found.url}."
                spoken.connection.close(Ended("twice", twice))
                return None
        return None

    def _leave(self, spoken: _Spoken, why: str) -> None:
        name = spoken.name
        assert name is not None
        with self._lock:
            self._standing[name] = _refreshed(self._standing[name], spoken.connection).left(why, time.time())
            spoken.name = None
        log.info("Device %s is gone: %s", name, why)
        self._hand(Gone(name, why, time.time()))

    def _hand(self, event: LinkEvent) -> None:
        """A sink that fails must not take the port with it: the event counts as handed on, and the log has the rest."""
        try:
            self._sink(event)
        except Exception:
            log.exception("Handing on %s failed", event)

    def _hand_on(self, name: str, event: tuple[Any, ...]) -> None:
        now_s = time.time()
        match event:
            case ("message", message, boot, number):
                self._hand(Said(name, boot, number, message, now_s))
            case ("live", message):
                self._hand(Live(name, message, now_s))
            case ("refused", message, why):
                self._hand(NotDone(name, message, f"The device does not take it: {why}.", now_s))
            case ("undelivered", message, why):
                self._hand(NotDone(name, message, why, now_s))


def _rest(found: Found, verdict: Verdict, before: _Rest | None) -> _Rest:
    strange = 0
    if verdict == "not ours":
        strange = 1 + (before.strange if before is not None and before.node == found.node else 0)
    rest_s = RESTS_S[verdict][0 if found.listed else 1]
    if strange >= MOST_ASKED and not found.listed:
        rest_s = FOR_GOOD_S
    return _Rest(found.node, time.monotonic() + rest_s, strange)


GOODBYES = {
    "silent": "The device is silent.",
    "stopped": "The device's program was stopped.",
    "restart": "The device restarts.",
    "another boot of it speaks": "The device was switched off and on again.",
    "it greets anew": "The device was switched off and on again.",
}


def _refreshed(standing: Standing, connection: Connection) -> Standing:
    heard_s = time.time() - (now_ms() - connection.heard_ms) / 1000
    return standing.counted(connection.counts.sent, connection.counts.resent, connection.counts.broken, heard_s)
