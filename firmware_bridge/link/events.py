"""What the link tells: a device came, went, said something, or did not get something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]
"""A message of `firmware_bridge.wire.messages`."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A device greets. is_new_boot: it does not know what it was told before; ask open questions again."""

    device: str
    kind: str
    boot: str
    firmware: str
    port: str
    is_new_boot: bool
    time_s: float


@dataclass(frozen=True, slots=True)
class Gone:
    """A device is no longer there. why: a sentence."""

    device: str
    why: str
    time_s: float


@dataclass(frozen=True, slots=True)
class Said:
    """A numbered message. device, boot and number together name it for ever: whoever keeps a journal can tell."""

    device: str
    boot: str
    number: int
    message: Message
    time_s: float


@dataclass(frozen=True, slots=True)
class Live:
    """How the device stands just now; may be missed."""

    device: str
    message: Message
    time_s: float


@dataclass(frozen=True, slots=True)
class NotDone:
    """A message that the device did not get, or would not take. why: a sentence."""

    device: str
    message: Message
    why: str
    time_s: float


LinkEvent = Arrived | Gone | Said | Live | NotDone
