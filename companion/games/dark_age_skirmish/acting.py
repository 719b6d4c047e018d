"""The turn of one character: what befalls him first, what he may do, and what is due at its end (DA-6).

One movement and one combat action, or one other action. Movement comes first, but for who has broken off (ours). Who is
stunned or panicked rolls before anything else; a berserker in rage has no choice; non-combatants start no fight.
"""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import (
    blows,
    fights,
    firing,
    grappling,
    herding,
    moving,
    other_actions,
    sailing,
)
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.aboard import is_aboard
from companion.games.dark_age_skirmish.fit import sound_strength, strength
from companion.games.dark_age_skirmish.going import area, paces_of, swims, taken
from companion.games.dark_age_skirmish.harm import die_of
from companion.games.dark_age_skirmish.moving import go
from companion.games.dark_age_skirmish.panic import panicked_turn, towards
from companion.games.dark_age_skirmish.rage import comes_on, nearest, wears_off
from companion.games.dark_age_skirmish.state import Character, State, foes
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.games.footing import without
from companion.games.free_table import Kept
from companion.games.regions import Patch
from companion.table.state import TableState


def begin(state: State, table: TableState, name: str) -> Steps:
    """Recovery, panic, a load too heavy for him; who is held does nothing (DA-17, DA-26, DA-30)."""
    figure = state.figures[name]
    if figure.posture == "stunned":
        needed = strength(figure)
        why = f"{named(state, name)} is stunned; less than {needed} and he recovers"
        die = yield from roll(state, "DA-17", "recover", name, why)
        state = yield from tell(state, fe.Recovered(name, die, needed, passes(die, needed)))
        free = passes(die, needed) and not figure.held_by
        return state if free else (yield from finish(state, table, name))
    if figure.held_by:
        return (yield from finish(state, table, name))
    if figure.panicked:
        state = yield from panicked_turn(state, table, name)
        if state.figures[name].panicked:
            return (yield from finish(state, table, name))
    if state.figures[name].carries and not grappling.may_carry(state.figures[name]):
        state = yield from grappling.burdened(state, table, name)
    return state


def _offers(state: State, table: TableState, name: str) -> tuple[Offer, ...]:
    figure = state.figures[name]
    done = Offer(f"done:{name}", "DA-6", f"{named(state, name)} is done")
    if figure.other == "recover":
        return () if figure.moved else (moving.stand_up_offer(state, figure), done)
    if figure.raging:
        return tuple(_raging(state, table, figure))
    if not figure.person.is_combatant and foes(state, name):
        return _breaking(state, figure)
    found = list(_free(state, table, figure))
    if not figure.turned and not figure.helpless and (found or figure.moved or foes(state, name)):
        found.append(moving.face_offer(state, figure))
    return (*found, done) if found else ()


def _breaking(state: State, figure: Character) -> tuple[Offer, ...]:
    """A non-combatant who is attacked breaks off, and gets up for it (DA-30)."""
    if moving.may_get_up(figure):
        return (moving.stand_up_offer(state, figure),)
    breaking = fights.disengage_offer(state, figure)
    return (breaking,) if breaking else ()


def must_act(state: State, name: str) -> bool:
    """Whether he may not do nothing when he is called: he rages, or is a non-combatant who can break off."""
    figure = state.figures[name]
    if figure.helpless or figure.panicked:
        return False
    attacked = not figure.person.is_combatant and bool(foes(state, name))
    return figure.raging or (attacked and bool(_breaking(state, figure)))


OFFERS: Kept[tuple[Offer, ...]] = Kept(_offers)


def offers(state: State, table: TableState, name: str) -> tuple[Offer, ...]:
    """Everything that the character whose turn it is may do."""
    return OFFERS(state, table, name)


def has_choice(state: State, table: TableState, name: str) -> bool:
    """Whether there is anything; most have an offer that is known without any geometry."""
    figure = state.figures[name]
    plain = figure.other != "recover" and not figure.raging and figure.person.is_combatant
    on_foot = figure.posture == "up" and not figure.riding and not figure.carries
    if plain and on_foot and moving.may_move(state, table, figure):
        return True
    return bool(offers(state, table, name))


def _free(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    yield from moving.offers(state, table, figure)
    if is_aboard(state, figure.name):
        yield from sailing.aboard_offers(state, table, figure)
    else:
        yield from sailing.near_offers(state, table, figure)
    yield from herding.offers(state, table, figure)
    yield from fights.offers(state, table, figure)
    yield from blows.offers(state, figure)
    breaking = fights.disengage_offer(state, figure)
    if breaking:
        yield breaking
    yield from firing.offers(state, table, figure)
    yield from grappling.offers(state, table, figure)
    yield from other_actions.offers(state, table, figure)
    if may_rage(figure):
        yield Offer(f"rage:{figure.name}", "DA-28", f"{named(state, figure.name)} works himself into a rage")


def may_rage(figure: Character) -> bool:
    """A berserker who has done nothing yet may try, once a turn, in combat too."""
    ready = figure.person.is_berserker and not figure.raging and not figure.tried and figure.idle
    return ready and figure.posture == "up" and not figure.carries


def _raging(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """He must: strike whom he fights, go in at the nearest, or run towards him (DA-28)."""
    if figure.posture == "prone" and not figure.moved:
        yield moving.stand_up_offer(state, figure)
        return
    must = [*fights.offers(state, table, figure), *blows.offers(state, figure)]
    if not must and not is_aboard(state, figure.name) and fights.may_attack(state, table, figure):
        region = rush_region(state, table, figure)
        if region is not None:
            must.append(Offer(f"rush:{figure.name}", "DA-28", f"{named(state, figure.name)} rushes on", {"to": region}))
    if not must and swims(state, table, figure.name):
        must += list(other_actions.offers(state, table, figure))
    yield from must


def rush_region(state: State, table: TableState, figure: Character) -> Patch | None:
    """The part of his fastest move that is nearest to the nearest figure."""
    prey = nearest(state, table, figure.name)
    if not prey:
        return None
    free = without(area(state, table, figure.name, paces_of(figure)[-1]), taken(state, figure.name))
    return towards(free, shapely.Point(state.figures[prey[0]].place))


def rush(state: State, table: TableState, command: Command) -> Steps:
    """Towards the nearest, at his fastest pace (DA-28)."""
    name = command.subject
    x, y = (float(number) for number in command.fields["to"])
    prey = nearest(state, table, name)
    state = yield from tell(state, fe.NearestFound(name, prey[0]))
    state, _ = yield from go(state, table, name, paces_of(state.figures[name])[-1], (x, y))
    return state


def rage(state: State, table: TableState, command: Command) -> Steps:
    """By choice (DA-28)."""
    return (yield from comes_on(state, command.subject, chosen=True))


def done(state: State, table: TableState, command: Command) -> Steps:
    """He does nothing more in this turn."""
    return (yield from finish(state, table, command.subject))


def finish(state: State, table: TableState, name: str) -> Steps:
    """What is due at the end of his turn: staying afloat, a load, rage, closing up."""
    figure = state.figures[name]
    if figure.on_table and swims(state, table, name) and figure.other != "swim":
        state = yield from other_actions.afloat(state, table, name)
    if state.figures[name].on_table and state.figures[name].carries:
        state = yield from grappling.burdened(state, table, name)
    if state.figures[name].on_table and state.figures[name].raging:
        state = yield from wears_off(state, name)
        if sound_strength(state.figures[name]) <= 0:
            state = yield from die_of(state, table, name, "dead of his wounds")
    state = yield from tell(state, e.FigureDone(name))
    if state.figures[name].on_table:
        state = yield from fights.close_up(state, table, name)
    return state
