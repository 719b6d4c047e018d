"""How a device stands, for people: there or gone since when, last heard, and how well its line works."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.link.events import Arrived


@dataclass(frozen=True, slots=True)
class Standing:
    """since_s: there or gone since; heard_s: last heard; both s since the epoch. sent, resent, broken: lines of this
    connection. comings: how often it has come since the start. why: why it is gone, as a sentence.
    """

    device: str
    kind: str
    boot: str
    firmware: str
    port: str
    there: bool
    since_s: float
    heard_s: float
    sent: int = 0
    resent: int = 0
    broken: int = 0
    comings: int = 1
    why: str = ""

    @classmethod
    def of(cls, arrived: Arrived, before: Standing | None) -> Standing:
        """How it stands when it has just come."""
        comings = before.comings + 1 if before else 1
        when_s = arrived.time_s
        return cls(
            arrived.device,
            arrived.kind,
            arrived.boot,
            arrived.firmware,
            arrived.port,
            True,
            when_s,
            when_s,
            comings=comings,
        )

    @property
    def resend_rate(self) -> float:
        """Share of our lines that had to be said again, 0 to 1."""
        return self.resent / self.sent if self.sent else 0.0

    def counted(self, sent: int, resent: int, broken: int, heard_s: float) -> Standing:
        """The same with newer counts."""
        return replace(self, sent=sent, resent=resent, broken=broken, heard_s=max(heard_s, self.heard_s))

    def left(self, why: str, when_s: float) -> Standing:
        """The same, gone."""
        return replace(self, there=False, since_s=when_s, why=why)
