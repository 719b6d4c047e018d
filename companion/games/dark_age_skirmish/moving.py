"""Movement actions: paces, bad going and falls, standing up, lying down, turning (DA-6, DA-7, DA-24, DA-25).

A free move is one offer a pace, with a region. A place a little outside is not refused if the camera is not sure of
the figure: then the player is told how much too far it is, and decides. Contact is made by an attack only.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

import shapely

from companion.games.bands import SIGMAS
from companion.games.contract import Command, Offer, Refusal
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import herding, spotting
from companion.games.dark_age_skirmish.animals import PACE
from companion.games.dark_age_skirmish.board import bearing, sigma_mm, terrain
from companion.games.dark_age_skirmish.fit import agility
from companion.games.dark_age_skirmish.going import (
    COSTS,
    PACES,
    SLOW,
    Journey,
    free_place_near,
    is_afloat,
    is_free,
    journey,
    move_region,
    move_words,
    pace_mm,
    paces_of,
    rolls_in,
)
from companion.games.dark_age_skirmish.state import Character, State, foes, seat_of
from companion.games.dark_age_skirmish.steps import Steps, acting_name, named, passes, roll, tell
from companion.games.dark_age_skirmish.tiring import spend
from companion.games.fields import OneOf
from companion.games.gauging import is_way, way_of
from companion.games.questions import Choose, key
from companion.geometry.points import Point, distance
from companion.table.state import TableState

PACE_OF: Mapping[str, str] = {pace.replace(" ", "-"): pace for pace in (*PACES, "carry")}
"""Kind of offer -> pace."""
COMPASS: Mapping[str, int] = {
    "east": 0,
    "north-east": 45,
    "north": 90,
    "north-west": 135,
    "west": 180,
    "south-west": 225,
    "south": 270,
    "south-east": 315,
}
"""Where one may turn to, and its degrees."""


def nearest_word(facing: int) -> str:
    """The word of the compass that is nearest to a direction in degrees."""
    return min(COMPASS, key=lambda to: abs((COMPASS[to] - facing + 180) % 360 - 180))


def may_move(state: State, table: TableState, figure: Character) -> bool:
    """Whether a movement action is left to him: before his combat action, or after breaking off (ours)."""
    free = not figure.moved and not figure.other and figure.fought in ("", "disengage")
    return free and not foes(state, figure.name) and not is_afloat(state, table, figure.name)


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """A move at each pace, standing up, and lying down."""
    if may_get_up(figure):
        yield stand_up_offer(state, figure)
    if not may_move(state, table, figure):
        return
    name = figure.name
    paces = paces_of(figure)
    regions = {pace: move_region(state, table, name, pace) for pace in paces}
    seen = spotting.moved(state, table, name, regions)
    for pace, region in regions.items():
        if region is not None:
            label = f"{named(state, name)}: {'walk, carrying' if pace == 'carry' else pace}"
            rule = "DA-30" if pace == "carry" else "DA-7"
            yield Offer(f"{pace.replace(' ', '-')}:{name}", rule, label, {"to": region}, seen.get(pace, ()))
    if figure.posture == "up" and not figure.riding and not figure.carries:
        yield Offer(f"lie-down:{name}", "DA-6", f"{named(state, name)} lies down")


def may_get_up(figure: Character) -> bool:
    """Whether he lies and has his movement action left; in combat too."""
    return figure.posture == "prone" and not figure.moved and not figure.fought and not figure.other


def stand_up_offer(state: State, figure: Character) -> Offer:
    """For who lies."""
    return Offer(f"stand-up:{figure.name}", "DA-6", f"{named(state, figure.name)} stands up")


def face_offer(state: State, figure: Character) -> Offer:
    """Turning on the spot costs nothing, once a turn (ours)."""
    return Offer(f"face:{figure.name}", "DA-25", f"{named(state, figure.name)} turns", {"to": OneOf(tuple(COMPASS))})


def move_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """Why the figure cannot end there, with how far it is and through what; None if it may."""
    if not is_way(command.fields):
        return None
    pace, name = PACE_OF[command.kind], command.subject
    goal, bends = way_of(command.fields)
    figure = state.figures[name]
    region = move_region(state, table, name, pace)
    inside = region is not None and region.complaint(goal) is None
    if inside and not bends:
        return None
    back = f"put it back at {figure.x_mm / 10:.1f}, {figure.y_mm / 10:.1f} cm"
    found = journey(state, table, name, pace, goal, bends)
    if found is None:
        return Refusal("barred", f"{named(state, name)} cannot get there at a {pace}: it is barred; {back}.", "DA-7")
    slack = SIGMAS * sigma_mm(state, table, name)
    if found.excess_mm > slack:
        return Refusal("far", f"{move_words(state, name, pace, found)}; {back}.", "DA-7")
    if not inside and not is_free(state, name, goal, slack_mm=slack):
        return Refusal("base", "No base may end on another; who goes into combat rolls for Bravery first.", "DA-18")
    return None


def move(state: State, table: TableState, command: Command) -> Steps:
    """By the shortest way, round bad going if that is short enough. Too far by a hair is as the player says."""
    name, pace = command.subject, PACE_OF[command.kind]
    goal, bends = way_of(command.fields)
    found = journey(state, table, name, pace, goal, bends)
    region = move_region(state, table, name, pace)
    inside = region is not None and region.complaint(goal) is None and not bends
    over = 0.0 if inside or found is None else found.excess_mm
    if found and over:
        sigma = sigma_mm(state, table, name)
        why = f"{move_words(state, name, pace, found)}, ± {SIGMAS * sigma / 10:.1f} cm: too close to call"
        said = yield Choose(
            key("DA-7", "too close to call", name),
            seat_of(state, name),
            why,
            OneOf(("let it be", "put it back")),
            "let it be",
        )
        if said == "put it back":
            return state
    state, _ = yield from go(state, table, name, pace, goal, over, bends=bends)
    return state


def go(
    state: State,
    table: TableState,
    name: str,
    pace: str,
    goal: Point,
    over_mm: float = 0.0,
    told: str = "",
    bends: tuple[Point, ...] = (),
) -> Generator[Any, Any, tuple[State, bool]]:
    """The move with its rolls, its fatigue and its climbing; and whether it got there. told: what the event calls it.

    Who flees pays nothing (DA-26).
    """
    figure = state.figures[name]
    found = journey(state, table, name, pace, goal, bends)
    way = found.way.points if found else (figure.place, goal)
    facing = bearing(way[-2], way[-1], figure.facing)
    fell = False
    if found is not None:
        for number_ in range(rolls_in(found, pace)):
            where = ", ".join((*found.bad, *found.walls))
            subject = f"{acting_name(state, name)}, {number_ + 1}"
            passed = yield from _reaction(state, name, f"{pace} through {where}", subject)
            if not passed:
                x, y = _stumble(state, table, name, found)
                state = yield from tell(state, e.FellOver(name, x, y, figure.riding, pace))
                fell = True
                break
    if not fell:
        spent = found.spent_mm if found else distance(figure.place, goal)
        rule = "DA-26" if told else "DA-30" if pace == "carry" else "DA-7"
        moved = e.FigureMoved(name, *goal, facing, told or pace, round(spent, 1), round(over_mm, 1), rule)
        state = yield from tell(state, moved)
        state = yield from herding.startle(state, name, figure.place, pace, pace_mm(state, table, PACE))
    if pace in COSTS and not told:
        state = yield from spend(state, name, COSTS[pace])
    if found is not None and found.walls and pace in SLOW and not told:
        state = yield from spend(state, name, "climb")
    return state, not fell


def _reaction(state: State, name: str, what: str, subject: str) -> Generator[Any, Any, bool]:
    needed = agility(state.figures[name])
    why = f"{named(state, name)}: {what}; less than {needed} stays up"
    die = yield from roll(state, "DA-24", "fall", name, why, subject)
    yield e.Reacted(name, what, die, needed, passes(die, needed))
    return passes(die, needed)


def _stumble(state: State, table: TableState, name: str, found: Journey) -> Point:
    """Where the way first comes into what it goes through, or the nearest free place."""
    line = shapely.LineString(found.way.points) if found.spent_mm > 0 else shapely.Point(found.way.points[0])
    names = {*found.bad, *found.walls}
    solid = shapely.union_all([shapely.Polygon(p.outline) for p in terrain(state, table) if p.name in names])
    inside = shapely.intersection(line, solid)
    if inside.is_empty or line.geom_type == "Point":
        return state.figures[name].place
    ends = [shapely.line_locate_point(line, shapely.Point(end)) for end in shapely.get_coordinates(inside).tolist()]
    at = shapely.line_interpolate_point(line, min(ends))
    place = round(at.x, 2), round(at.y, 2)
    return place if is_free(state, name, place) else free_place_near(state, table, name, place)


def stand_up(state: State, table: TableState, command: Command) -> Steps:
    """A movement action; all that one may do who has just recovered (DA-17)."""
    return (yield from tell(state, e.StoodUp(command.subject)))


def lie_down(state: State, table: TableState, command: Command) -> Steps:
    """A movement action."""
    return (yield from tell(state, e.LayDown(command.subject)))


def face(state: State, table: TableState, command: Command) -> Steps:
    """On the spot."""
    return (yield from tell(state, e.Faced(command.subject, COMPASS[command.fields["to"]])))


def react(state: State, table: TableState, name: str, other: str, what: str) -> Steps:
    """Hit or struck at from where it does not look: whoever reacts turns to look there (DA-24)."""
    figure = state.figures[name]
    if not figure.on_table or figure.helpless:
        return state
    needed = agility(figure)
    why = f"{named(state, name)} is {what} by {named(state, other)} unseen; less than {needed} and he turns"
    die = yield from roll(state, "DA-24", "reaction", name, why, f"{name} to {other}, {what}")
    state = yield from tell(state, e.Reacted(name, what, die, needed, passes(die, needed)))
    if passes(die, needed):
        facing = bearing(figure.place, state.figures[other].place, figure.facing)
        state = yield from tell(state, e.Faced(name, facing, "DA-24"))
    return state
