"""One good message of every kind, and pieces of conversation used by several tests."""

from __future__ import annotations

from typing import Any

from firmware_bridge.wire.peer import Heard, Peer

Message = dict[str, Any]

SAMPLES: dict[str, Message] = {
    "hello": {
        "m": "hello",
        "id": "mace-1",
        "kind": "mace",
        "boot": "1234ABCD",
        "to": "00000000",
        "next": 1,
        "firmware": "1.0",
        "proto": 1,
    },
    "ack": {"m": "ack", "seq": "ABCD0001"},
    "refused": {"m": "refused", "seq": "ABCD0001", "why": "unknown message"},
    "bye": {"m": "bye", "why": "stopped"},
    "live": {"m": "live", "what": "shaking", "level": 40},
    "arm": {"m": "arm", "id": 7, "round": 3, "colours": ["red", "blue", "green"]},
    "roll": {"m": "roll", "id": 8, "start": "button", "faces": [[0, 0, 1, 1, 1, 2], [1, 2]], "dice": [0, 0, 1]},
    "cancel": {"m": "cancel", "id": 8},
    "show": {"m": "show", "what": "should", "at": 2, "colour": "red", "value": 5},
    "result": {"m": "result", "id": 7, "round": 3, "order": ["blue", "red", "green"]},
    "dial": {"m": "dial", "at": 4, "value": 8},
    "rolled": {"m": "rolled", "id": 0, "how": "button", "faces": [1, 10], "values": [1, 10]},
    "error": {"m": "error", "code": "magnet", "at": 2, "text": "no magnet over dial 2"},
    "dropped": {"m": "dropped", "n": 3},
}

HOST_BOOT, BOARD_BOOT = "0A0A00AA", "0B0B00BB"


def host(boot: str = HOST_BOOT, heard: Heard | None = None) -> Peer:
    """The host's end."""
    return Peer({"id": "host", "kind": "host", "boot": boot, "firmware": "1.0"}, True, heard)


def board(boot: str = BOARD_BOOT, name: str = "mace-1", kind: str = "mace") -> Peer:
    """A board's end."""
    return Peer({"id": name, "kind": kind, "boot": boot, "firmware": "1.0"}, False)


def dial(value: int, at: int = 1) -> Message:
    """A board's event; value 0 to 8."""
    return {"m": "dial", "at": at, "value": value}


def exchange(one: Peer, other: Peer, now_ms: int, rounds: int = 1) -> list[tuple[Any, ...]]:
    """Carry everything both have to say, perfectly; the events of both in order."""
    events: list[tuple[Any, ...]] = []
    for _ in range(rounds):
        for speaker, hearer in ((one, other), (other, one)):
            said, told = speaker.poll(now_ms)
            events += told
            events += hearer.feed(said, now_ms)
    return events


def introduced(now_ms: int = 0) -> tuple[Peer, Peer]:
    """A host and a board that know each other."""
    ends = host(), board()
    exchange(*ends, now_ms, 2)
    assert ends[0].together and ends[1].together
    return ends


def messages(events: list[tuple[Any, ...]]) -> list[Message]:
    """The messages among the events."""
    return [event[1] for event in events if event[0] == "message"]
