"""Boats, animals and wagons before the first turn: who puts them where (DA-31 to DA-33), and how the table shows them.

The seats of the first band place boats and animals, each band its wagons. What the ground has no room for, as a boat
where there is no water, stays off the table and is waited for by nobody.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import shapely

from companion.games.contract import Command, Offer, Spotted
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.board import terrain
from companion.games.dark_age_skirmish.boats import outline
from companion.games.dark_age_skirmish.driving import WAGON_MM
from companion.games.dark_age_skirmish.herding import ANIMAL_MM
from companion.games.dark_age_skirmish.sailing import water_for
from companion.games.dark_age_skirmish.state import State, size_mm
from companion.games.dark_age_skirmish.steps import Steps, named, tell, title
from companion.games.dark_age_skirmish.things import COMPASS_DEG
from companion.games.elsewhere import cm, seen, seen_figure
from companion.games.fields import Field, OneOf
from companion.games.footing import inner
from companion.games.ground import patch
from companion.games.regions import Patch
from companion.table.state import TableState, TerrainPiece

RULES = {"boat": "DA-31", "animal": "DA-32", "wagon": "DA-33"}
COMPASS = tuple(COMPASS_DEG)


def sort_of(state: State, name: str) -> str:
    """ "boat", "animal" or "wagon"."""
    return "boat" if name in state.boats else "animal" if name in state.animals else "wagon"


def away(state: State) -> tuple[str, ...]:
    """What is not on the table yet."""
    where = {
        **{boat.name: boat.where for boat in state.boats.values()},
        **{animal.name: animal.where for animal in state.animals.values()},
        **{wagon.name: wagon.where for wagon in state.wagons.values()},
    }
    return tuple(name for name, at in where.items() if at == "away")


def missing(state: State, table: TableState) -> tuple[str, ...]:
    """What is still to be put on the table, and has room there."""
    return tuple(name for name in away(state) if region_of(state, table, name) is not None)


def crew_waits(state: State, table: TableState, name: str) -> bool:
    """Whether somebody comes to the table with his boat."""
    boat = next((boat for boat, crew in state.options.things.crews.items() if name in crew), "")
    return boat in missing(state, table)


def offers(state: State, table: TableState, side: str) -> Iterator[Offer]:
    """Those that this band puts on the table."""
    for name in away(state):
        owner = state.wagons[name].side if name in state.wagons else state.options.sides[0]
        region = region_of(state, table, name) if owner == side else None
        if region is not None:
            fields: dict[str, Field] = {"at": region}
            if name not in state.animals:
                fields["to"] = OneOf(COMPASS)
            rule = RULES[sort_of(state, name)]
            spotted = _seen(table, name, region, "to" in fields)
            yield Offer(f"place-thing:{name}", rule, f"Put {title(name)} on the table", fields, spotted)


def _seen(table: TableState, name: str, region: Patch, turned: bool) -> tuple[Spotted, ...]:
    """As the camera sees it; of what has a direction only if that is seen, too."""
    found, figure = seen(table, name), seen_figure(table, name)
    heading_rad = figure.heading_rad if figure else None
    if found is None or region.complaint(found.place) is not None or (turned and heading_rad is None):
        return ()
    way = {"to": COMPASS[round(math.degrees(heading_rad or 0.0) / 45) % 8]} if turned else {}
    return (Spotted({"at": list(found.place), **way}, f"{title(name)} was seen at {cm(found.place)}"),)


def place(state: State, table: TableState, command: Command) -> Steps:
    """A thing is put on the table; a boat with its crew."""
    return (yield from tell(state, placed(state, command)))


def placed(state: State, command: Command, rule: str = "") -> te.ThingPlaced:
    """The event of placing something."""
    x, y = (float(number) for number in command.fields["at"])
    facing = COMPASS_DEG[str(command.fields.get("to", COMPASS[0]))]
    return te.ThingPlaced(command.subject, x, y, facing, rule or RULES[sort_of(state, command.subject)])


def region_of(state: State, table: TableState, name: str) -> Patch | None:
    """Where something may be put: boats in water, everything else on dry ground."""
    if name in state.boats:
        return patch(water_for(state, table, state.boats[name]))
    base = ANIMAL_MM if name in state.animals else WAGON_MM
    return _dry(terrain(state, table), size_mm(state), base / 2)


@lru_cache(maxsize=32)
def _dry(pieces: tuple[TerrainPiece, ...], size: tuple[float, float], half_mm: float) -> Patch | None:
    bad = [shapely.Polygon(piece.outline) for piece in pieces if piece.kind in ("water", "building", "wall")]
    return patch(shapely.difference(inner(*size, half_mm), shapely.union_all(bad).buffer(half_mm, quad_segs=4)))


def drawn(state: State) -> list[dict[str, Any]]:
    """As pieces of a map: name, kind of ground to draw it as, outline."""
    found = [("wall", boat.name, outline(boat)) for boat in state.boats.values() if boat.where == "table"]
    herd = [one for one in state.animals.values() if one.where == "table"]
    found += [("hill", one.name, _square((one.x_mm, one.y_mm), ANIMAL_MM / 2, 0.0)) for one in herd]
    carts = [one for one in state.wagons.values() if one.where == "table"]
    found += [("rough", one.name, _square((one.x_mm, one.y_mm), WAGON_MM / 2, one.heading_rad)) for one in carts]
    return [{"name": title(name), "kind": kind, "outline": [list(p) for p in ring]} for kind, name, ring in found]


def _square(at: tuple[float, float], half: float, heading_rad: float) -> tuple[tuple[float, float], ...]:
    cos, sin = math.cos(heading_rad) * half, math.sin(heading_rad) * half
    corners = ((-1, -0.6), (1, -0.6), (1, 0.6), (-1, 0.6))
    return tuple((round(at[0] + x * cos - y * sin, 1), round(at[1] + x * sin + y * cos, 1)) for x, y in corners)


def notes(state: State) -> list[dict[str, Any]]:
    """What is known of each, in short words."""
    said: list[tuple[str, str, list[str]]] = []
    for boat in state.boats.values():
        words = [boat.kind, f"sail {boat.sail}"] if boat.has_sail else [boat.kind]
        words += [f"{len(boat.people)} aboard of {boat.hull.places}", f"{len(boat.rowers)} rowing"]
        said.append((boat.name, boat.where, words))
    for animal in state.animals.values():
        words = [animal.kind] + (["penned"] if animal.confined else [])
        said.append(
            (animal.name, animal.where, words + ([f"led by {named(state, animal.leader)}"] if animal.leader else []))
        )
    for wagon in state.wagons.values():
        how = "overturned" if wagon.overturned else "panicked" if wagon.panicked else "quiet"
        said.append((wagon.name, wagon.where, ["wagon", how]))
    return [{"name": name, "title": title(name), "where": where, "notes": words} for name, where, words in said]
