"""What devices do, as lines for people."""

from __future__ import annotations

import time
from typing import Any

from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, NotDone, Said
from firmware_bridge.link.standing import Standing

KIND_NAMES = {"mace": "Mace", "dials": "Dials", "dice": "Dice box"}


def event_text(event: LinkEvent) -> str:
    """One event as a line."""
    clock = time.strftime("%H:%M:%S", time.localtime(event.time_s))
    return f"{clock} {event.device}: {_what(event)}"


def standing_text(standing: Standing, now_s: float) -> str:
    """One device as a line."""
    state = "connected" if standing.there else f"gone: {standing.why}"
    return (
        f"{standing.device}: {KIND_NAMES[standing.kind]}, firmware {standing.firmware}, on {standing.port}, {state};"
        f" heard {max(0.0, now_s - standing.heard_s):.0f} s ago, {standing.resend_rate:.1%} of our lines said again"
    )


def message_text(message: dict[str, Any]) -> str:
    """A device's message as part of a sentence."""
    match message["m"]:
        case "result":
            return f"round {message['round']}: {', '.join(message['order'])}"
        case "dial":
            return f"dial {message['at']} stands at {message['value']}"
        case "rolled":
            asked = "rolled" if message["id"] else "rolled unasked"
            return f"{asked} {', '.join(map(str, message['values']))}"
        case "error":
            return f"trouble{' at ' + str(message['at']) if message['at'] else ''}: {message['text']}"
        case "dropped":
            return f"{message['n']} events were lost"
        case "live":
            return f"{message['what']}{' ' + str(message['level']) if message['level'] else ''}"
        case word:
            return str(word)


def _what(event: LinkEvent) -> str:
    match event:
        case Arrived():
            memory = ", it remembers nothing of before" if event.is_new_boot else ""
            return f"is there, on {event.port}, {KIND_NAMES[event.kind]} with firmware {event.firmware}{memory}"
        case Gone(why=why):
            return f"is gone. {why}"
        case Said(message=message) | Live(message=message):
            return message_text(message)
        case NotDone(message=message, why=why):
            return f"did not do {message['m']}. {why}"
