"""States, events, commands and questions to plain JSON values and back.

An event carries the name of its class as "event" and is read by the game's own table of events; nothing else is ever
made from what was read. Going there and back gives an equal value.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from companion.games.contract import Command, Game
from companion.games.lifting import lifted


def plain(value: Any) -> Any:
    """The value as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(value))


def line(value: Any) -> str:
    """One line of JSON without spaces; the same value always gives the same bytes."""
    return json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False)


def event_to_plain(event: Any) -> dict[str, Any]:
    """The event's fields, and "event": the name of its class."""
    return {"event": type(event).__name__, **plain(event)}


def event_from_plain(game: Game, data: dict[str, Any], version: int = 0) -> Any:
    """The event. version: with which it was written, 0 for today's.

    ValueError with a sentence if the game knows no such event or its fields do not fit.
    """
    rest = dict(lifted(game, data, version) if version else data)
    name = str(rest.pop("event", ""))
    if name not in game.events:
        raise ValueError(f"{game.name} has no event {name[:40]!r}")
    return read(rest, game.events[name])


def state_from_plain(game: Game, data: Any) -> Any:
    """The game's state. ValueError with a sentence if it does not fit."""
    return read(data, game.state_type)


def command_from_plain(data: Any) -> Command:
    """The command. ValueError with a sentence if it does not fit."""
    command: Command = read(data, Command)
    return command


def read(data: Any, type_: type) -> Any:
    """The value of this type. ValueError with a sentence that names the wrong field."""
    try:
        return msgspec.convert(data, type_, str_keys=True)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{type_.__name__}: {fault}") from fault
