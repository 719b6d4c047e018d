"""Before the first round: discs and die, chests, Heroes (DW-1 to DW-8). In any order; the last one begins the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.contract import Command, Offer, Play, Refusal
from companion.games.dark_world import events as e
from companion.games.dark_world.board import Board
from companion.games.dark_world.board_checks import board_of
from companion.games.dark_world.cards import draw_cards
from companion.games.dark_world.in_force import DIE, DISCS, charts_of, faces_of
from companion.games.dark_world.options import read_options
from companion.games.dark_world.printed import (
    BASIC_WEAPONS,
    CHARTS,
    CHESTS,
    GOLDEN_WEAPONS,
    HEROES,
    ITEMS,
    MONSTERS,
    pieces,
)
from companion.games.dark_world.state import Hero, Monster, Pack, State
from companion.games.dark_world.steps import Steps, tell, title
from companion.games.fields import Cells, Field, OneOf, Range

TYPED = tuple(name for name in MONSTERS if name != "korak")
DISC_MOST = 6
MOST_FACES = 4
"""Of a combat die with one number: it has six, and each of 0, 1 and 2 is on one at least (DW-18)."""
STARTING_CARDS = 3


def begin(data: Mapping[str, Any]) -> State:
    """The box, opened: everything in its place, nobody set up. ValueError with a sentence for wrong options."""
    options = read_options(data)
    heroes = {h: Hero(h, seat) for h in HEROES for seat, plays in options.seats.items() if h in plays}
    charts = charts_of(options)
    points = {name: charts[DISCS].cell(name, "points").value for name in MONSTERS}
    told = {name: int(number) for name in TYPED if (number := points[name]) is not None}
    known = len(told) == len(TYPED) and _fills(number for name, number in told.items() if name != "manticore")
    if options.discs == "typed" and not known:
        points = {name: CHARTS[DISCS].cell(name, "points").value for name in MONSTERS}
    faces = faces_of(charts[DIE])
    monsters = {n: Monster(n, n.partition("-")[0], int(p) if p is not None else None) for n, p in points.items()}
    throne = board_of(options.board).of_kind("throne")[0]
    monsters["korak"] = replace(monsters["korak"], where="board", square=throne, arena=True)
    return State(
        options,
        heroes,
        monsters,
        Pack(pieces("hit"), pieces("miss")),
        {item: pieces(item) for item in ITEMS},
        tuple(value for value in range(1, 6) for _ in range(pieces(f"coin {value}"))),
        die=faces,
        discs_done=options.discs != "typed" or known,
        die_done=options.die != "typed" or bool(faces),
    )


def offers(state: State, seat: str) -> list[Offer]:
    """What is left to do before the game begins."""
    found = []
    if seat == state.options.korak:
        if not state.discs_done:
            fields: dict[str, Field] = {name: Range(1, DISC_MOST) for name in TYPED}
            found.append(Offer("type-discs", "DW-3", "Type the numbers on the discs; nobody else sees them", fields))
        if not state.die_done:
            faces: dict[str, Field] = {f"show_{number}": Range(1, MOST_FACES) for number in (0, 1, 2)}
            found.append(Offer("type-die", "DW-18", "How many faces of a combat die show 0, 1 and 2 swords?", faces))
        found += _chest_offers(state)
    for hero in state.heroes.values():
        if hero.seat == seat and hero.square is None:
            found.append(_ready_offer(state, hero))
    return found


def _chest_offers(state: State) -> list[Offer]:
    if len(state.chests) == len(CHESTS):
        return []
    used = {state.board.zone(chest.square).room for chest in state.chests.values()}
    weapons = tuple(w for w in GOLDEN_WEAPONS if w not in {chest.weapon for chest in state.chests.values()})
    return [
        Offer(
            f"hide-chest:{room}",
            "DW-7",
            f"Put a chest into room {room}",
            {"spot": OneOf(chest_spots(state.board, room)), "weapon": OneOf(weapons)},
        )
        for room in range(1, 9)
        if room not in used
    ]


def chest_spots(board: Board, room: int) -> tuple[str, ...]:
    """ "A from B" for every square A where a chest may stand and B from which it is then opened."""
    barred = {s for d in board.doors for s in (d.before, d.behind)}
    barred |= {s for d in board.secret_doors for s in (d.square, d.far)}
    squares = [square for square in board.room(room).squares if square not in barred]
    arch = {a for a, _, one_way in board.ways if one_way}
    return tuple(f"{a} from {b}" for a in squares if a not in arch for b in board.beside[a])


def _ready_offer(state: State, hero: Hero) -> Offer:
    squares = tuple(s for s in state.board.starts if s not in {h.square for h in state.heroes.values()})
    weapons = tuple(w for w in BASIC_WEAPONS if w not in {h.weapon for h in state.heroes.values()})
    return Offer(
        f"ready:{hero.name}",
        "DW-6",
        f"Put the {title(hero.name)} into the Castle Entrance",
        {"square": Cells(squares), "weapon": OneOf(weapons)},
    )


def fillable(points: Iterable[int], limits: Sequence[int]) -> bool:
    """Whether every room can have a Monster of its own that is within its limit."""
    low = sorted(points)
    return len(low) >= len(limits) and all(p <= limit for p, limit in zip(low, sorted(limits), strict=False))


def room_limit(room: int) -> int:
    """The most hit points for a room (DW-13)."""
    return int(CHARTS["rooms"].at(room, "limit").value or 0)


def _fills(points: Iterable[int]) -> bool:
    return fillable(points, [room_limit(room) for room in range(1, 9)])


def discs_refused(state: State, command: Command) -> Refusal | None:
    """Numbers with which the eight rooms cannot be filled."""
    if _fills([p for n, p in command.fields.items() if n in TYPED and n != "manticore" and isinstance(p, int)]):
        return None
    return Refusal(
        "discs",
        "With these numbers not every room can have a Monster within its limit; look at the discs again.",
        "DW-13",
    )


def die_refused(state: State, command: Command) -> Refusal | None:
    """Faces that are not six."""
    total = sum(count for count in command.fields.values() if isinstance(count, int))
    return None if total == 6 else Refusal("die", f"A die has six faces, not {total}.", "DW-18")


def type_discs(state: State, command: Command) -> Play:
    """Korak's player types the numbers."""
    yield from _unless_begun((yield from tell(state, e.DiscsTyped(dict(command.fields)))))
    return ()


def type_die(state: State, command: Command) -> Play:
    """Korak's player types the faces."""
    faces = tuple(number for number in (0, 1, 2) for _ in range(command.fields[f"show_{number}"]))
    yield from _unless_begun((yield from tell(state, e.DieTyped(faces))))
    return ()


def hide_chest(state: State, command: Command) -> Play:
    """A golden weapon into a chest, the chest into a room that has none."""
    square, _, front = str(command.fields["spot"]).partition(" from ")
    chest = e.ChestHidden(CHESTS[len(state.chests)], square, front, command.fields["weapon"])
    yield from _unless_begun((yield from tell(state, chest)))
    return ()


def ready(state: State, command: Command) -> Play:
    """A Hero into the Entrance, with a weapon and three cards."""
    hero = command.subject
    state = yield from tell(state, e.HeroReady(hero, command.fields["square"], command.fields["weapon"]))
    yield from _unless_begun((yield from draw_cards(state, hero, STARTING_CARDS, "DW-6")))
    return ()


def _unless_begun(state: State) -> Steps:
    """Begin the game once everything is set up."""
    heroes = all(hero.square for hero in state.heroes.values())
    if heroes and state.discs_done and state.die_done and len(state.chests) == len(CHESTS):
        state = yield from tell(state, e.SetUp())
    return state
