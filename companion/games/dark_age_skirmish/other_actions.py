"""Actions that go with no other: aim, rest, reload, mount, dismount, swim (DA-6, DA-7, DA-9, DA-20, DA-21)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.board import bearing, terrain
from companion.games.dark_age_skirmish.boats import room_in
from companion.games.dark_age_skirmish.fights import hand_arm
from companion.games.dark_age_skirmish.firing import aims_most, missile_arms
from companion.games.dark_age_skirmish.fit import may_spend
from companion.games.dark_age_skirmish.going import inner_table, is_free, pace_mm, swims, taken, water
from companion.games.dark_age_skirmish.grounds import base_mm
from companion.games.dark_age_skirmish.harm import die_of
from companion.games.dark_age_skirmish.state import Character, State, foes, size_mm
from companion.games.dark_age_skirmish.steps import Steps, named, tell
from companion.games.dark_age_skirmish.tiring import can_rest, points_of, rest, spend
from companion.games.footing import inner, without
from companion.games.ground import patch
from companion.games.regions import Patch
from companion.table.state import TableState

MOUNT_MM = 40.0
"""Who is so near to his horse may mount it; ours."""


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """All of them, for who has done nothing yet in this turn."""
    if not figure.idle or figure.carries:
        return
    name, who = figure.name, named(state, figure.name)
    fighting, swimming = bool(foes(state, name)), swims(state, table, name)
    upright = figure.posture == "up" and not swimming
    if not fighting and not figure.raging:
        if upright and missile_arms(figure) and figure.aims < aims_most() and figure.person.is_combatant:
            yield Offer(f"aim:{name}", "DA-9", f"{who} aims ({figure.aims} of {aims_most()})")
        if can_rest(figure) and not swimming:
            yield Offer(f"rest:{name}", "DA-21", f"{who} rests")
        if upright and figure.unloaded:
            yield Offer(f"reload:{name}", "DA-35", f"{who} reloads")
        if upright and figure.riding:
            yield Offer(f"dismount:{name}", "DA-6", f"{who} dismounts")
        if upright and can_mount(state, figure):
            yield Offer(f"mount:{name}", "DA-6", f"{who} mounts")
    if not fighting and not figure.riding and may_spend(figure, points_of("swim")):
        region = swim_region(state, table, name)
        if region is not None:
            yield Offer(f"swim:{name}", "DA-7", f"{who} swims", {"to": region})


def can_mount(state: State, figure: Character) -> bool:
    """Whether the horse is at hand and there is room for it."""
    if figure.horse is None or math.dist(figure.horse, figure.place) > MOUNT_MM or not figure.person.twin:
        return False
    half = base_mm(True) / 2
    inside = inner(*size_mm(state), half).covers(shapely.Point(figure.place))
    return bool(inside) and is_free(state, figure.name, figure.place, radius_mm=half)


def swim_region(state: State, table: TableState, name: str) -> Patch | None:
    """A crawl through water: from the bank or over the side into it, in it, and out of it; in no boat (DA-7)."""
    figure, wet = state.figures[name], water(state, table)
    if wet.is_empty:
        return None
    reached = shapely.Point(figure.place).buffer(pace_mm(state, table, "swim"), quad_segs=8)
    if shapely.disjoint(reached, wet):
        return None
    barred = [shapely.Polygon(p.outline) for p in terrain(state, table) if p.kind in ("building", "wall")]
    barred += [shapely.Polygon(room_in(boat)) for boat in state.boats.values() if boat.where == "table"]
    region = shapely.difference(shapely.intersection(reached, inner_table(state, name)), shapely.union_all(barred))
    if not swims(state, table, name):
        region = shapely.intersection(region, wet)
    return patch(without(region, taken(state, name)))


def aim(state: State, table: TableState, command: Command) -> Steps:
    """One counter more; lost by anything but standing still (DA-9)."""
    return (yield from tell(state, e.Aimed(command.subject, state.figures[command.subject].aims + 1)))


def rest_(state: State, table: TableState, command: Command) -> Steps:
    """Standing still (DA-21)."""
    return (yield from rest(state, command.subject))


def reload(state: State, table: TableState, command: Command) -> Steps:
    """A crossbow, where the table agreed so."""
    return (yield from tell(state, e.Reloaded(command.subject)))


def mount(state: State, table: TableState, command: Command) -> Steps:
    """Where he stands."""
    return (yield from tell(state, e.MountedUp(command.subject)))


def dismount(state: State, table: TableState, command: Command) -> Steps:
    """The horse waits there."""
    return (yield from tell(state, e.Dismounted(command.subject, *state.figures[command.subject].place)))


def swim(state: State, table: TableState, command: Command) -> Steps:
    """Two points a turn (DA-20)."""
    name = command.subject
    x, y = (float(number) for number in command.fields["to"])
    start = state.figures[name].place
    facing = bearing(start, (x, y), state.figures[name].facing)
    spent = round(math.dist(start, (x, y)), 1)
    state = yield from tell(state, e.FigureMoved(name, x, y, facing, "swim", spent, 0.0))
    return (yield from spend(state, name, "swim"))


def afloat(state: State, table: TableState, name: str) -> Steps:
    """In the water and not swimming: a point to stay up, or he drowns (DA-20, DA-21)."""
    if may_spend(state.figures[name], points_of("stay afloat")):
        return (yield from spend(state, name, "stay afloat"))
    return (yield from die_of(state, table, name, "drowned", "DA-20"))


def in_hand(figure: Character) -> str:
    """For the record sheet."""
    return figure.hand or hand_arm(figure)
