"""Entering and leaving combat, and whose weapon is longer (DA-13, DA-18, DA-19, DA-27, DA-28).

Whoever goes in rolls first, and moves only if he dares. A berserker rolls for rage instead, and goes in. The one with
the shorter weapon may not strike in the first of his turns in a fight: the figures stand a little apart until then.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish import spotting
from companion.games.dark_age_skirmish.aboard import is_aboard
from companion.games.dark_age_skirmish.board import bearing
from companion.games.dark_age_skirmish.fit import agility, bravery, may_spend
from companion.games.dark_age_skirmish.going import (
    contact_area,
    contact_place,
    is_dry,
    is_free,
    pace_mm,
    paces_of,
    swims,
)
from companion.games.dark_age_skirmish.harm import Term, in_brackets, less_than, total, words_of
from companion.games.dark_age_skirmish.in_force import ranks_of
from companion.games.dark_age_skirmish.moving import go
from companion.games.dark_age_skirmish.panic import flee, keeps_head
from companion.games.dark_age_skirmish.people import HAND_ARMS
from companion.games.dark_age_skirmish.printed import shift
from companion.games.dark_age_skirmish.rage import comes_on, nearest
from companion.games.dark_age_skirmish.seeing import looks_there
from companion.games.dark_age_skirmish.state import (
    Character,
    Fight,
    State,
    enemies,
    fights_of,
    foes,
    friends,
    gap_mm,
    seat_of,
)
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.games.dark_age_skirmish.tiring import points_of, spend
from companion.games.elsewhere import KNOCK_MM
from companion.games.fields import OneOf
from companion.games.questions import Choose
from companion.games.steps import turn_key
from companion.geometry.points import Point, distance
from companion.table.state import TableState

APART_MM = 6.0
"""Between two figures whose weapons are not of one length, until they close up (DA-13)."""
NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Approach:
    """How a target is reached: the slowest pace, and where the figure stands then."""

    pace: str
    place: Point


BESIDE_MM = 6.0
"""In a boat nobody moves to attack: he strikes at whoever sits next to him; ours."""


def may_attack(state: State, table: TableState, figure: Character) -> bool:
    """Whether he may go in now: nothing done yet, upright, hands free, and not balked in this turn."""
    ready = figure.idle and figure.posture == "up" and not figure.carries and not figure.balked
    return (
        ready and figure.person.is_combatant and not foes(state, figure.name) and not swims(state, table, figure.name)
    )


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """An attack on whomever he can reach; one who rages on the nearest only."""
    if not may_attack(state, table, figure):
        return
    name = figure.name
    prey = nearest(state, table, name) if figure.raging else tuple(foe.name for foe in enemies(state, name))
    targets = tuple(target for target in prey if approach(state, table, name, target) is not None)
    if targets:
        seen = spotting.attacked(state, table, name, targets)
        rule = "DA-28" if figure.raging else "DA-18"
        yield Offer(f"attack:{name}", rule, f"{named(state, name)} goes into combat", {"target": OneOf(targets)}, seen)


def approach(state: State, table: TableState, name: str, target: str) -> Approach | None:
    """The slowest pace at which the figure reaches the target, or the place beside it where the camera sees it; None if
    it does not."""
    if is_aboard(state, name):
        near = gap_mm(state, name, target) <= BESIDE_MM
        return Approach("walk", state.figures[name].place) if near else None
    seen = spotting.beside(state, table, name, target)
    ways = _approaches(state, table, name, target, seen)
    if seen is None:
        return next(ways, None)
    best: Approach | None = None
    for way in ways:
        if distance(way.place, seen) <= KNOCK_MM:
            return way
        if best is None or distance(way.place, seen) < distance(best.place, seen):
            best = way
    return best


def _approaches(state: State, table: TableState, name: str, target: str, seen: Point | None) -> Iterator[Approach]:
    figure, away = state.figures[name], gap_mm(state, name, target)
    for pace in paces_of(figure):
        if away > pace_mm(state, table, pace) + 1.0:
            continue
        wide = contact_area(state, table, name, pace)
        for gap in (_gap(state, name, target), 0.0):
            place = contact_place(state, name, target, wide, gap, seen)
            if place is not None:
                yield Approach(pace, place)


def _gap(state: State, name: str, target: str) -> float:
    pair = pair_of(hand_arm(state.figures[name]), hand_arm(state.figures[target]))
    longer = longer_of(state, *pair.split("|"))
    return APART_MM if longer else 0.0


def bravery_terms(state: State, name: str, target: str, sees: bool) -> tuple[Term, ...]:
    """What is added to Bravery of whoever goes in (DA-18). sees: whether the target has him in its 120 degrees."""
    figure, other = state.figures[name], state.figures[target]
    friends = len(friends_in(state, name, target))
    terms: list[Term] = [("friends in the fight", friends * shift("bravery", "friend in the fight"))]
    if not sees:
        terms.append(("from behind", shift("bravery", "from behind")))
    if figure.riding and not other.riding:
        terms.append(("mounted against foot", shift("bravery", "mounted against foot")))
    if other.riding and not figure.riding:
        terms.append(("foot against mounted", shift("bravery", "foot against mounted")))
    return tuple(term for term in terms if term[1])


def attack(state: State, table: TableState, command: Command) -> Steps:
    """Dare, move, stand in combat; whom a berserker attacks may run (DA-27)."""
    name, target = command.subject, str(command.fields["target"])
    figure = state.figures[name]
    if figure.raging:
        state = yield from tell(state, fe.NearestFound(name, target))
    elif figure.person.is_berserker:
        state = yield from comes_on(state, name, chosen=False)
    elif not is_harmless(state.figures[target]):
        state, dares = yield from _dares(state, table, name, target)
        if not dares:
            return state
    state, longer = yield from _lengths(state, name, target)
    way = approach(state, table, name, target)
    assert way is not None
    state, there = yield from go(state, table, name, way.pace, way.place)
    if not there:
        return state
    facing = bearing(way.place, state.figures[target].place)
    state = yield from tell(state, e.Faced(name, facing, "DA-18"))
    return (yield from meet(state, table, name, target, longer))


def is_harmless(figure: Character) -> bool:
    """Stunned, asleep or overpowered: nobody needs to dare anything against him (DA-18)."""
    return figure.helpless or figure.asleep


def meet(state: State, table: TableState, name: str, target: str, longer: str) -> Steps:
    """They are in combat; the panicked run from it, and whom a berserker attacks, in a rage or not, may."""
    state = yield from tell(state, fe.Entered(name, target, longer))
    other = state.figures[target]
    if is_harmless(other):
        return state
    if other.panicked:
        return (yield from flee(state, table, target))
    if state.figures[name].person.is_berserker and not other.raging:
        why = f"{named(state, name)}, a berserker, comes at him"
        state, kept = yield from keeps_head(state, target, why, "DA-27")
        if not kept:
            state = yield from flee(state, table, target)
    return state


def _dares(state: State, table: TableState, name: str, target: str) -> Generator[Any, Any, tuple[State, bool]]:
    sees = yield from looks_there(state, table, target, name)
    terms = bravery_terms(state, name, target, sees)
    needed = total(bravery(state.figures[name], state.options.berserkers), terms)
    added = words_of(terms)
    why = f"{named(state, name)} goes at {named(state, target)}; {less_than(needed, 'dares')}{in_brackets(added)}"
    die = yield from roll(state, "DA-18", "bravery", name, why, f"{name}>{target}")
    state = yield from tell(state, fe.BraveryRolled(name, target, die, needed, passes(die, needed)))
    return state, passes(die, needed)


def hand_arms(figure: Character) -> tuple[str, ...]:
    """What he can strike with; whatever is at hand, if he has nothing made for it."""
    return tuple(arm for arm in figure.arms if arm in HAND_ARMS) or ("improvised",)


def hand_arm(figure: Character) -> str:
    """What he strikes with unless he says otherwise."""
    arms = hand_arms(figure)
    return figure.hand if figure.hand in arms else arms[0]


def pair_of(a: str, b: str) -> str:
    """Two weapons, in the order of the alphabet."""
    return "|".join(sorted((a, b)))


def longer_of(state: State, a: str, b: str) -> str | None:
    """The longer of two weapons, "" for neither, None if nobody has said it (DA-13)."""
    if a == b:
        return ""
    ranks = ranks_of(state.options)
    if a in ranks and b in ranks:
        one, other = ranks[a], ranks[b]
        return "" if one == other else a if one > other else b
    return state.longer.get(pair_of(a, b))


def _lengths(state: State, name: str, target: str) -> Generator[Any, Any, tuple[State, str]]:
    mine, his = hand_arm(state.figures[name]), hand_arm(state.figures[target])
    longer = longer_of(state, mine, his)
    if longer is None:
        why = f"Which is longer, {named(state, name)}'s {mine} or {named(state, target)}'s {his}?"
        field = OneOf((mine, his, NEITHER))
        key = turn_key(state, "DA-13", "longer", pair_of(mine, his))
        said = yield Choose(key, seat_of(state, target), why, field, NEITHER)
        longer = "" if said == NEITHER else str(said)
        state = yield from tell(state, fe.LengthSaid(pair_of(mine, his), longer))
    return state, {"": "", mine: name, his: target}[longer]


def is_kept_off(fight: Fight, name: str) -> bool:
    """Whether the other's longer weapon keeps him from striking: in the first of his turns in this fight."""
    return fight.longer not in ("", name) and name not in fight.acted


def close_up(state: State, table: TableState, name: str) -> Steps:
    """After his first turn in a fight, the one with the shorter weapon steps up, if there is room."""
    for fight in fights_of(state, name):
        if fight.longer in ("", name) or name not in fight.acted or state.figures[name].posture != "up":
            continue
        figure, other = state.figures[name], state.figures[fight.other(name)]
        gap = gap_mm(state, name, other.name)
        if gap < 1.0 or len(fights_of(state, name)) > 1:
            continue
        x, y = figure.place
        away = gap + (figure.base_mm + other.base_mm) / 2
        step = gap / away
        place = round(x + (other.x_mm - x) * step, 2), round(y + (other.y_mm - y) * step, 2)
        if is_free(state, name, place, but=other.name) and (is_aboard(state, name) or is_dry(state, table, place)):
            closer = e.FigureMoved(name, *place, figure.facing, "closing up", round(gap, 1), 0.0, "DA-13")
            state = yield from tell(state, closer)
    return state


def disengage_offer(state: State, figure: Character) -> Offer | None:
    """Breaking off, for who can pay for it and does not rage."""
    ready = not figure.fought and not figure.other and figure.posture == "up" and not figure.raging
    if not ready or not foes(state, figure.name) or not may_spend(figure, points_of("break off")):
        return None
    return Offer(f"disengage:{figure.name}", "DA-19", f"{named(state, figure.name)} breaks off")


def disengage(state: State, table: TableState, command: Command) -> Steps:
    """A roll against Agility; the point is spent in any case (DA-19)."""
    name = command.subject
    needed = agility(state.figures[name])
    why = f"{named(state, name)} tries to break off; {less_than(needed, 'does')}"
    die = yield from roll(state, "DA-19", "disengage", name, why)
    state = yield from tell(state, fe.Disengaged(name, die, needed, passes(die, needed)))
    return (yield from spend(state, name, "break off"))


def friends_in(state: State, name: str, target: str) -> tuple[str, ...]:
    """Friends who are in combat with the target too (DA-12, DA-18); who is stunned or overpowered is no help."""
    mine = state.figures[name].side
    others = (state.figures[foe] for foe in foes(state, target) if foe != name)
    return tuple(other.name for other in others if friends(state, other.side, mine) and not other.helpless)
