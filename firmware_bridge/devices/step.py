"""What one step of a device's state brings: the new state, messages for the device, and what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from firmware_bridge.devices.happenings import Happening
from firmware_bridge.link.events import Message

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """messages: to be sent in this order, if the device is there."""

    state: State
    messages: tuple[Message, ...] = ()
    happenings: tuple[Happening, ...] = ()
