"""The electronics as a running part: ports below, the room's value in the middle, views and commands above.

Events come from the ports' threads and commands from the web's; `hand` puts them into the service's one order, and its
thread is the only one that changes anything here. A port's thread waits until its event was handled, and acknowledges
it to the device only then. Nothing here waits for a device.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.service import device_models as asked
from companion.service import room as rooms
from companion.service.device_models import DeviceCommand, DevicesView, Done
from companion.service.inbox import InboxFull
from companion.service.kept import bound, read_heroes, read_names, write_heroes, write_names
from companion.service.models import Fault
from companion.service.room import Change, Room
from companion.service.room_view import devices_view
from firmware_bridge.devices.dicebox import Roll
from firmware_bridge.devices.mace import Question
from firmware_bridge.firmware import draw
from firmware_bridge.link.events import LinkEvent, Message
from firmware_bridge.link.standing import Standing
from firmware_bridge.wire.messages import MOST_ID

VIEW_S = 1.0
"""So long a view is kept if nothing happens: resend rates change by themselves."""

log = logging.getLogger(__name__)


class Boards(Protocol):
    """What is needed of `firmware_bridge.link.bridge.Bridge`."""

    def start(self) -> None: ...

    def stop(self, wait_s: float = 1.0) -> None: ...

    def send(self, device: str, message: Message) -> bool: ...

    def standings(self) -> list[Standing]: ...

    def ports(self) -> dict[str, str]: ...

    def dump(self, device: str) -> list[str]: ...


class Imitation(Protocol):
    """What is needed of a twin."""

    def do(self, words: str) -> None: ...

    def pull(self) -> None: ...

    def plug(self) -> None: ...

    def reset(self) -> None: ...

    def stop(self) -> None: ...


class Electronics:
    """boards: made with the sink to tell; wake: called when something has changed; names_path: keeps devices' names.

    hand: has something done in the service's order and gives what comes of it; by itself at once. changed: called in
    that order after anything has changed. game_on: a game asks for orders and rolls itself, and says hit points.
    """

    def __init__(
        self,
        make_boards: Callable[[Callable[[LinkEvent], None]], Boards],
        twins: Mapping[str, Imitation] | None = None,
        names_path: Path | None = None,
    ) -> None:
        self.wake: Callable[[], None] = _nothing
        self.hand: Callable[[Callable[[], Any]], Any] = _at_once
        self.changed: Callable[[], None] = _nothing
        self.game_on = False
        self._twins = dict(twins or {})
        self._names_path = names_path
        self._heroes_path = names_path.with_name("heroes.json") if names_path else None
        self._names = read_names(names_path)
        self._room = Room(heroes=read_heroes(self._heroes_path))
        self._view = DevicesView()
        self._viewed_s = -VIEW_S
        self._boards = make_boards(self._take)

    def start(self) -> None:
        """Begin to look for devices."""
        self._boards.start()

    def stop(self, wait_s: float = 0.8) -> None:
        """Say goodbye to devices, and end the twins."""
        self._boards.stop(wait_s)
        for twin in self._twins.values():
            twin.stop()

    def view(self) -> DevicesView:
        """How things stand; the same value while nothing changes."""
        if time.monotonic() - self._viewed_s >= VIEW_S:
            self._viewed_s = time.monotonic()
            standings, ports = self._boards.standings(), self._boards.ports()
            view = devices_view(self._room, standings, ports, self._names, sorted(self._twins))
            self._view = msgspec.structs.replace(view, game=self.game_on)
        return self._view

    def there(self) -> list[str]:
        """The connected devices, by name."""
        return [one.name for one in self.view().devices if one.there]

    def lines(self, device: str) -> str | Fault:
        """The last 200 lines each way of a connected device, for a bug report."""
        lines = self._boards.dump(device)
        if not lines:
            return Fault("not_connected", f"{device[:40]} is not connected.", "device")
        return "\n".join(lines) + "\n"

    def do(self, command: DeviceCommand) -> Done | Fault:
        """Do what a phone asks."""
        done: Done | Fault = self.hand(lambda: self._do(command))
        return done

    def _do(self, command: DeviceCommand) -> Done | Fault:
        if self.game_on and type(command) in GAMES_OWN:
            return Fault("game_on", "A game is played at this table: it asks for this itself, on the players' phones.")
        said = DO[type(command)](self, command)
        if isinstance(said, Change):
            self.become(said)
            return Done()
        self._viewed_s = -VIEW_S
        self.wake()
        return said

    def _take(self, event: LinkEvent) -> None:
        try:
            self.hand(lambda: self.become(rooms.after_event(self._room, event)))
        except InboxFull as full:
            log.warning("%s was not heard: %s", event, full)

    @property
    def room(self) -> Room:
        """What the electronics are used for, as it is now."""
        return self._room

    def become(self, change: Change) -> None:
        """The room is this now, and devices are told. Only in the service's order."""
        if bound(change.room.heroes) != bound(self._room.heroes):
            write_heroes(self._heroes_path, change.room.heroes)
        news = [sentence for when_s, sentence in change.room.news if (when_s, sentence) not in self._room.news]
        self._room = change.room
        self._viewed_s = -VIEW_S
        for device, message in change.messages:
            if not self._boards.send(device, message):
                log.info("%s was not told %s: it is not there", device, message["m"])
        for sentence in news:
            log.info("%s", sentence)
        self.changed()  # first: what a device has rolled is in a game's journal before a page can show it
        self.wake()

    def _blink(self, command: asked.Blink) -> Done | Fault:
        message = {"m": "show", "what": "blink", "at": command.at, "colour": "white", "value": 0}
        if self._boards.send(command.device, message):
            return Done(f"{self._called(command.device)} blinks.")
        return Fault("not_connected", f"{command.device[:40]} is not connected.", "device")

    def _rename(self, command: asked.Rename) -> Done | Fault:
        if command.device not in self._room.desk.boards:
            return Fault("unknown_device", f"There is no device {command.device[:40]!r}.", "device")
        name = "".join(letter for letter in command.name if letter.isprintable()).strip()
        self._names = {one: kept for one, kept in self._names.items() if one != command.device}
        if name:
            self._names[command.device] = name
        write_names(self._names_path, self._names)
        return Done()

    def _hero(self, command: asked.SetHero) -> Change | Fault:
        name = command.name.strip().casefold()
        others = [one for one in self._room.heroes.values() if not name or one.name.casefold() != name]
        if command.colour not in self._room.heroes and len(others) >= 4:
            return Fault("bad_command", "There are four heroes already.", "colour")
        device = command.device if command.device and command.at else None
        return rooms.with_hero(
            self._room, rooms.Hero(command.colour, command.name.strip(), None, device, command.at if device else 0)
        )

    def _drop_hero(self, command: asked.DropHero) -> Change:
        return rooms.without_hero(self._room, command.colour)

    def _points(self, command: asked.SetPoints) -> Change | Fault:
        if command.colour not in self._room.heroes:
            return _no_hero(command.colour)
        return rooms.with_points(self._room, command.colour, command.points)

    def _accept(self, command: asked.AcceptDial) -> Change | Fault:
        if command.colour not in self._room.heroes:
            return _no_hero(command.colour)
        return rooms.accepted(self._room, command.colour, command.take)

    def _ask_order(self, command: asked.AskOrder) -> Change | Fault:
        if len(set(command.colours)) != len(command.colours):
            return Fault("bad_command", "A colour is there twice.", "colours")
        question = Question(_fresh_id(), command.round, tuple(command.colours))
        return rooms.ask_order(self._room, question, time.time())

    def _order(self, command: asked.AnswerOrder) -> Change | Fault:
        open_one = self._room.ordering
        if open_one is None or open_one.question.id != command.id or open_one.order:
            return _not_open()
        if not command.order:
            drawn = draw.order(list(open_one.question.colours), _next_byte)
            return rooms.answer_order(self._room, tuple(drawn), rooms.COMPANION, time.time())
        if sorted(command.order) != sorted(open_one.question.colours):
            return Fault("bad_command", "Each colour that was asked for must be there once.", "order")
        return rooms.answer_order(self._room, tuple(command.order), rooms.PHONE, time.time())

    def _ask_roll(self, command: asked.AskRoll) -> Change:
        roll = Roll(_fresh_id(), (tuple(command.faces),), (0,) * command.count)
        return rooms.ask_roll(self._room, roll, time.time())

    def _roll(self, command: asked.AnswerRoll) -> Change | Fault:
        open_one = self._room.rolling
        if open_one is None or open_one.roll.id != command.id or open_one.values:
            return _not_open()
        roll = open_one.roll
        if not command.values:
            faces = tuple(draw.pick(len(roll.faces[die]), _next_byte) + 1 for die in roll.dice)
            values = tuple(roll.faces[die][face - 1] for die, face in zip(roll.dice, faces, strict=True))
            return rooms.answer_roll(self._room, values, rooms.COMPANION, time.time(), faces)
        if len(command.values) != len(roll.dice) or not set(command.values) <= set(roll.faces[0]):
            return Fault("bad_command", f"Type {len(roll.dice)} values that are on the dice.", "values")
        return rooms.answer_roll(self._room, tuple(command.values), rooms.PHONE, time.time())

    def _close(self, command: asked.Close) -> Change:
        return rooms.closed(self._room, command.id)

    def _twin(self, command: asked.TwinDo) -> Done | Fault:
        twin = self._twins.get(command.kind)
        if twin is None:
            return Fault("unknown_device", "There is no such simulated device here.", "kind")
        match command.words:
            case "pull":
                twin.pull()
            case "plug":
                twin.plug()
            case "reset":
                twin.reset()
            case words:
                try:
                    twin.do(words)
                except ValueError:
                    return Fault("bad_command", f"{words!r} cannot happen to it.", "words")
        return Done()

    def _called(self, device: str) -> str:
        return self._names.get(device, device)


DO: dict[type, Callable[..., Change | Done | Fault]] = {
    asked.Blink: Electronics._blink,
    asked.Rename: Electronics._rename,
    asked.SetHero: Electronics._hero,
    asked.DropHero: Electronics._drop_hero,
    asked.SetPoints: Electronics._points,
    asked.AcceptDial: Electronics._accept,
    asked.AskOrder: Electronics._ask_order,
    asked.AnswerOrder: Electronics._order,
    asked.AskRoll: Electronics._ask_roll,
    asked.AnswerRoll: Electronics._roll,
    asked.Close: Electronics._close,
    asked.TwinDo: Electronics._twin,
}


GAMES_OWN = (
    asked.SetPoints,
    asked.AcceptDial,
    asked.AskOrder,
    asked.AnswerOrder,
    asked.AskRoll,
    asked.AnswerRoll,
    asked.Close,
)
"""What nobody does from the devices page while a game is played: it would answer in a seat's place."""


def _nothing() -> None:
    """Nobody waits for news yet."""


def _at_once(work: Callable[[], Any]) -> Any:
    """Nobody else is there who keeps an order."""
    return work()


def _fresh_id() -> int:
    return secrets.randbelow(MOST_ID) + 1


def _next_byte() -> int:
    return secrets.randbits(8)


def _no_hero(colour: str) -> Fault:
    return Fault("bad_command", f"There is no {colour} hero.", "colour")


def _not_open() -> Fault:
    return Fault("not_open", "This question is not open any more.", "id")
