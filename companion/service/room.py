"""What the electronics are used for at the table, as a value: heroes, an order to draw, dice to roll. Pure.

A question belongs to the table, not to a device: every mace is armed with it, the first answer counts, and a phone or
the companion itself may answer in a device's place at any moment. Whatever comes later is logged as unused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_bridge.devices import desk as desks
from firmware_bridge.devices import dials, dicebox, mace
from firmware_bridge.devices.desk import Desk, Turn
from firmware_bridge.devices.happenings import (
    DialTurned,
    DiceRolled,
    Happening,
    MustRepeat,
    OrderDrawn,
    RollOffered,
    Trouble,
    Unused,
)
from firmware_bridge.devices.step import Step
from firmware_bridge.devices.tally import Tally, counted
from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Message

KEPT_NEWS, KEPT_UNUSED = 30, 5
PHONE, COMPANION = "phone", "companion"


@dataclass(frozen=True, slots=True)
class Hero:
    """points: the game's number, None: it has not said. device and at: its dial; None: it has none."""

    colour: str
    name: str = ""
    points: int | None = None
    device: str | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Ordering:
    """Who goes first in this round? order: empty while open."""

    question: mace.Question
    order: tuple[str, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice of one kind. values: empty while open."""

    roll: dicebox.Roll
    values: tuple[int, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """heroes: by colour; news: newest last, (time, sentence); unused: those of them that say what did not count."""

    desk: Desk = Desk()
    heroes: Mapping[str, Hero] = field(default_factory=dict)
    ordering: Ordering | None = None
    rolling: Rolling | None = None
    tally: Tally = Tally()
    news: tuple[tuple[float, str], ...] = ()
    unused: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A room after something happened, and what devices must be told."""

    room: Room
    messages: tuple[tuple[str, Message], ...] = ()


def after_event(room: Room, event: LinkEvent) -> Change:
    """Something came from a device."""
    turn = desks.take(room.desk, event)
    change = _folded(room, turn, event.time_s)
    match event:
        case Arrived(device=name):
            change = _told(change, event.time_s, f"{name} is there.")
            return _asked_of(change, name)
        case Gone(device=name, why=why):
            return _told(change, event.time_s, f"{name} is gone. {why}")
        case _:
            return change


def with_hero(room: Room, hero: Hero) -> Change:
    """A hero takes part, with its colour on its dial. A dial belongs to one hero, and so does a name."""
    before = room.heroes.get(hero.colour)
    hero = replace(hero, points=before.points if before else None)
    room = replace(room, heroes={k: one for k, one in room.heroes.items() if k == hero.colour or not _same(one, hero)})
    others = {
        one.colour: replace(one, device=None, at=0) if one.device and _dial(one) == _dial(hero) else one
        for one in room.heroes.values()
    }
    return _dressed(Change(replace(room, heroes={**others, hero.colour: hero})), hero)


def without_hero(room: Room, colour: str) -> Change:
    """A hero no longer takes part."""
    hero = room.heroes.get(colour)
    change = Change(replace(room, heroes={one: kept for one, kept in room.heroes.items() if one != colour}))
    return _expecting(change, replace(hero, points=None)) if hero else change


def with_points(room: Room, colour: str, points: int) -> Change:
    """The game says how many points this hero has."""
    hero = replace(room.heroes[colour], points=points)
    return _expecting(Change(replace(room, heroes={**room.heroes, colour: hero})), hero)


def accepted(room: Room, colour: str, take: bool) -> Change:
    """Dial and game differ: the game takes the dial's number, or both stay."""
    hero = room.heroes[colour]
    board = _board(room, hero)
    if board is None or hero.device is None:
        return Change(room)
    value = board.dial(hero.at).value
    if take and value is not None:
        return with_points(room, colour, value)
    return _put(Change(room), hero.device, dials.accept(board, hero.at))


def ask_order(room: Room, question: mace.Question, now_s: float) -> Change:
    """Arm every mace. An open question is replaced."""
    change = Change(replace(room, ordering=Ordering(question)))
    change = _told(change, now_s, f"Round {question.round}: shake the mace.")
    for name, board in room.desk.boards.items():
        if isinstance(board, mace.Mace):
            change = _put(change, name, mace.arm(board, question))
    return change


def answer_order(room: Room, order: tuple[str, ...], by: str, now_s: float) -> Change:
    """The order, from wherever it comes; the question must be open."""
    ordering = room.ordering
    assert ordering is not None
    drawn = OrderDrawn(by, ordering.question.id, ordering.question.round, order)
    change = Change(replace(room, ordering=replace(ordering, order=order, by=by), tally=counted(room.tally, drawn)))
    change = _told(change, now_s, f"Round {drawn.round}: {', '.join(order)} ({by}).")
    return _closed(change, ordering.question.id)


def ask_roll(room: Room, roll: dicebox.Roll, now_s: float) -> Change:
    """Ask every dice box. An open question is replaced."""
    change = _told(Change(replace(room, rolling=Rolling(roll))), now_s, f"Dice are asked for: {len(roll.dice)}.")
    for name, board in room.desk.boards.items():
        if isinstance(board, dicebox.DiceBox):
            change = _put(change, name, dicebox.ask(board, roll))
    return change


def answer_roll(room: Room, values: tuple[int, ...], by: str, now_s: float, faces: tuple[int, ...] = ()) -> Change:
    """The roll, from wherever it comes; the question must be open. faces: from 1, where they are known."""
    rolling = room.rolling
    assert rolling is not None
    roll = rolling.roll
    rolled = DiceRolled(by, roll.id, faces, values)
    tally = counted(room.tally, rolled, tuple(len(roll.faces[die]) for die in roll.dice)) if faces else room.tally
    change = Change(replace(room, rolling=replace(rolling, values=values, by=by), tally=tally))
    change = _told(change, now_s, f"Rolled {', '.join(map(str, values))} ({by}).")
    return _closed(change, roll.id)


def refused(room: Room, device: str, values: Sequence[object], reason: str, now_s: float) -> Change:
    """What a device answered was not taken."""
    said = f"{device}: {', '.join(map(str, values))} is not used. {reason}"
    return _not_used(Change(room), now_s, said)


def closed(room: Room, question_id: int) -> Change:
    """The question is no longer wanted."""
    ordering, rolling = room.ordering, room.rolling
    if ordering is not None and ordering.question.id == question_id and not ordering.order:
        room = replace(room, ordering=None)
    if rolling is not None and rolling.roll.id == question_id and not rolling.values:
        room = replace(room, rolling=None)
    return _closed(Change(room), question_id)


def _folded(room: Room, turn: Turn, now_s: float) -> Change:
    change = Change(replace(room, desk=turn.desk), turn.messages)
    for happening in turn.happenings:
        change = _happened(change, happening, now_s)
    return change


def _happened(change: Change, happening: Happening, now_s: float) -> Change:
    room = change.room
    match happening:
        case OrderDrawn(device=name, id=question, order=order):
            if room.ordering is not None and room.ordering.question.id == question and not room.ordering.order:
                return _after(change, answer_order(room, order, name, now_s))
            return _not_used(change, now_s, f"{name}: an order nobody waits for ({', '.join(order)}) is not used.")
        case DiceRolled(device=name, id=question, values=values, faces=faces):
            if room.rolling is not None and room.rolling.roll.id == question and not room.rolling.values:
                return _after(change, answer_roll(room, values, name, now_s, faces))
            said = ", ".join(map(str, values))
            return _not_used(change, now_s, f"{name}: a roll nobody waits for ({said}) is not used.")
        case RollOffered(device=name, values=values):
            return _told(change, now_s, f"{name} rolled {', '.join(map(str, values))} unasked; take it or leave it.")
        case DialTurned(device=name, at=at, value=value):
            return _told(change, now_s, f"{_whose(room, name, at)} stands at {value}.")
        case MustRepeat(sentence=sentence):
            return _told(change, now_s, sentence)
        case Unused(device=name, message=message, sentence=sentence):
            told = message.get("order") or message.get("values")
            said = f"{name} said {', '.join(map(str, told))}:" if isinstance(told, list) else f"{name}, {message['m']}:"
            return _not_used(change, now_s, f"{said} {sentence}")
        case Trouble(device=name, at=at, sentence=sentence):
            return _told(change, now_s, f"{_whose(room, name, at) if at else name}: {sentence}.".replace("..", "."))


def _asked_of(change: Change, name: str) -> Change:
    """A device that has come is asked what is open."""
    room, board = change.room, change.room.desk.boards[name]
    ordering, rolling = room.ordering, room.rolling
    match board:
        case mace.Mace(question=None) if ordering is not None and not ordering.order:
            return _put(change, name, mace.arm(board, ordering.question))
        case dicebox.DiceBox(question=None) if rolling is not None and not rolling.values:
            return _put(change, name, dicebox.ask(board, rolling.roll))
        case dials.Dials():
            for hero in room.heroes.values():
                if hero.device == name and _board(change.room, hero) is not None:
                    change = _dressed(change, hero)
            return change
        case _:
            return change


def _closed(change: Change, question_id: int) -> Change:
    for name, board in change.room.desk.boards.items():
        match board:
            case mace.Mace():
                change = _put(change, name, mace.close(board, question_id))
            case dicebox.DiceBox():
                change = _put(change, name, dicebox.close(board, question_id))
            case dials.Dials():
                pass
    return change


def _dressed(change: Change, hero: Hero) -> Change:
    """Its dial has its colour and knows the game's number."""
    board = _board(change.room, hero)
    if board is None or hero.device is None:
        return change
    change = _put(change, hero.device, dials.dress(board, hero.at, hero.colour, hero.name))
    return _expecting(change, hero)


def _expecting(change: Change, hero: Hero) -> Change:
    board = _board(change.room, hero)
    if board is None or hero.device is None:
        return change
    return _put(change, hero.device, dials.expect(board, hero.at, hero.points))


def _put(change: Change, name: str, step: Step[Any]) -> Change:
    turn = desks.put(change.room.desk, name, step)
    return Change(replace(change.room, desk=turn.desk), (*change.messages, *turn.messages))


def _after(change: Change, later: Change) -> Change:
    return Change(later.room, (*change.messages, *later.messages))


def _told(change: Change, now_s: float, sentence: str) -> Change:
    news = (*change.room.news, (now_s, sentence))[-KEPT_NEWS:]
    return replace(change, room=replace(change.room, news=news))


def _not_used(change: Change, now_s: float, sentence: str) -> Change:
    change = _told(change, now_s, sentence)
    return replace(change, room=replace(change.room, unused=(*change.room.unused, (now_s, sentence))[-KEPT_UNUSED:]))


def _same(one: Hero, other: Hero) -> bool:
    return bool(one.name) and one.name.casefold() == other.name.casefold()


def _board(room: Room, hero: Hero) -> dials.Dials | None:
    board = room.desk.boards.get(hero.device or "")
    return board if isinstance(board, dials.Dials) and 1 <= hero.at <= dials.MOST else None


def _dial(hero: Hero) -> tuple[str | None, int]:
    return hero.device, hero.at


def _whose(room: Room, device: str, at: int) -> str:
    owner = next((one for one in room.heroes.values() if _dial(one) == (device, at)), None)
    return f"{owner.name or owner.colour}'s dial" if owner else f"Dial {at} of {device}"
