"""A board's program and the wire put together: what comes in goes to the program, what it says goes out."""

from firmware_bridge.wire.peer import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware_bridge.wire.messages import Message


class Station:
    """port: `read() -> bytes` that does not wait, and `write(bytes)`. program: Mace, Dials or DiceBox."""

    def __init__(self, who: "dict[str, Any]", program: "Any", port: "Any") -> None:
        self.peer = Peer(who, False)
        self._program = program
        self._port = port

    def push(self, message: "Message") -> None:
        """An event: kept until a host has it."""
        self.peer.push(message)

    def live(self, message: "Message") -> None:
        """How it stands just now; lost if nobody is there."""
        line = self.peer.live(message)
        if line:
            self._port.write(line)

    def step(self, now_ms: int) -> None:
        """Once round: read, think, write."""
        data = self._port.read()
        if data:
            for event in self.peer.feed(data, now_ms):
                if event[0] == "together":
                    self._program.greeted(self, event[2])
                elif event[0] == "message":
                    self._program.heard(event[1], self, now_ms)
        self._program.step(self, now_ms)
        out, _ = self.peer.poll(now_ms)
        if out:
            self._port.write(out)

    def goodbye(self, why: str) -> None:
        """The last line."""
        self._port.write(self.peer.bye(why))
