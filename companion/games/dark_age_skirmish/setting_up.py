"""Before the first turn: the bands' people, typed fatigue, and where each band begins (DA-1, DA-2, DA-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import shapely

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import placing
from companion.games.dark_age_skirmish.animals import Animal
from companion.games.dark_age_skirmish.board import bearing, terrain
from companion.games.dark_age_skirmish.boats import Boat
from companion.games.dark_age_skirmish.going import inner_table, taken
from companion.games.dark_age_skirmish.grounds import GROUNDS, drawn_terrain, home_of, size_of, zone_of
from companion.games.dark_age_skirmish.in_force import read_before
from companion.games.dark_age_skirmish.options import read_options
from companion.games.dark_age_skirmish.people import HAND_ARMS, Person
from companion.games.dark_age_skirmish.state import Character, State, size_mm
from companion.games.dark_age_skirmish.steps import Steps, named, tell
from companion.games.dark_age_skirmish.wagons import Wagon
from companion.games.elsewhere import set_up
from companion.games.fields import Range
from companion.games.footing import Bounds, Taken, without
from companion.games.free_table import Kept
from companion.games.ground import patch
from companion.games.placing import Area, Layout, box
from companion.games.regions import Patch
from companion.table.state import TableState, TerrainPiece

TYPED_FATIGUE = Range(1, 40)
WIDER_MM = (0.0, 50.0, 100.0, 200.0)
"""So far beyond its area a band begins where that is full; ours. 20 peasants fill theirs at the ford, put at random."""


def begin(data: Mapping[str, Any]) -> State:
    """The state before the first command. ValueError with a sentence if the options are not right."""
    options = read_options(data)
    people = {person.name: character(person, side) for side, band in options.bands.items() for person in band.people}
    things = options.things
    return State(
        options,
        people,
        boats={name: Boat(name, kind) for name, kind in things.boats.items()},
        animals={
            name: Animal(name, kind, where="away", confined=name in things.penned)
            for name, kind in things.animals.items()
        },
        wagons={name: Wagon(name, side=side) for name, side in things.wagons.items()},
        wind=things.wind,
        read=read_before(options),
    )


def character(person: Person, side: str) -> Character:
    """A character fresh and unhurt, with something to strike with in his hand."""
    hand = next((arm for arm in person.arms if arm in HAND_ARMS), person.arms[0] if person.arms else "")
    return Character(person, side, person.arms, hand, person.missiles, riding=person.mounted)


def untyped(state: State) -> tuple[str, ...]:
    """Whose fatigue is still to be typed."""
    if state.options.fatigue != "typed":
        return ()
    return tuple(
        name for name, figure in state.figures.items() if figure.person.fatigue is None and name not in state.typed
    )


def offers(state: State, table: TableState, side: str) -> tuple[Offer, ...]:
    """Points to be typed, and figures to be put on the table."""
    return OFFERS(state, table, side)


def _offers(state: State, table: TableState, side: str) -> Iterator[Offer]:
    """Points to be typed, and figures to be put on the table."""
    for name in untyped(state):
        if state.figures[name].side == side:
            label = f"Type {named(state, name)}'s fatigue points"
            yield Offer(f"type-fatigue:{name}", "DA-23", label, {"points": TYPED_FATIGUE})
    yield from placing.offers(state, table, side)
    for name, figure in state.figures.items():
        if figure.where == "away" and figure.side == side and not placing.crew_waits(state, table, name):
            zone = deploy_region(state, table, name)
            if zone is not None:
                seen = set_up(table, figure.token, named(state, name), zone)
                yield Offer(f"deploy:{name}", "DA-1", f"Put {named(state, name)} on the table", {"at": zone}, seen)


def deploy_region(state: State, table: TableState, name: str) -> Patch | None:
    """Where a figure may begin: dry, and clear of those that stand there already. A large band that is put loosely may
    fill its area; the others then begin beside it."""
    x0, y0, x1, y1 = zone_of(state.options.ground, state.options.sides.index(state.figures[name].side))
    inner, pieces, there = inner_table(state, name).bounds, terrain(state, table), taken(state, name)
    for mm in WIDER_MM:
        region = _region(_zone((x0 - mm, y0 - mm, x1 + mm, y1 + mm), inner, pieces), there)
        if region is not None:
            return region
    return None


@lru_cache(maxsize=64)
def _zone(zone: Bounds, table: Bounds, pieces: tuple[TerrainPiece, ...]) -> Any:
    barred = [shapely.Polygon(p.outline) for p in pieces if p.kind in ("water", "building", "wall")]
    return shapely.difference(shapely.intersection(shapely.box(*zone), shapely.box(*table)), shapely.union_all(barred))


@lru_cache(maxsize=128)
def _region(zone: Any, taken: Taken) -> Patch | None:
    return patch(without(zone, taken))


OFFERS: Kept[tuple[Offer, ...]] = Kept(lambda state, table, side: tuple(_offers(state, table, side)))
"""Of a band, by its name."""


def layout(state: State) -> Layout | None:
    """Where each band begins, and our terrain; None once the game has begun."""
    if state.phase != "setup":
        return None
    bands = {side: band.title for side, band in state.options.bands.items()}
    names = {side: tuple(f.token for f in state.figures.values() if f.side == side) for side in bands}
    return _layout(state.options.ground, tuple((side, bands[side], names[side]) for side in bands))


@lru_cache(maxsize=4)
def _layout(ground: str, bands: tuple[tuple[str, str, tuple[str, ...]], ...]) -> Layout:
    areas = tuple(
        Area(side, title, box(zone_of(ground, n)), names, home_of(ground, n))
        for n, (side, title, names) in enumerate(bands)
    )
    return Layout(str(GROUNDS[ground]["title"]), *size_of(ground), areas, drawn_terrain(ground))


def type_fatigue(state: State, table: TableState, command: Command) -> Steps:
    """From a record sheet of the players'."""
    return (yield from tell(state, e.FatigueTyped(command.subject, command.fields["points"])))


def deploy(state: State, table: TableState, command: Command) -> Steps:
    """A figure is put on the table and looks to its middle."""
    x, y = (float(number) for number in command.fields["at"])
    width, height = size_mm(state)
    return (yield from tell(state, e.Deployed(command.subject, x, y, bearing((x, y), (width / 2, height / 2)))))


def is_ready(state: State, table: TableState) -> bool:
    """Whether everything is typed and every figure stands."""
    stands = all(figure.where != "away" for figure in state.figures.values())
    return stands and not untyped(state) and not placing.missing(state, table)
