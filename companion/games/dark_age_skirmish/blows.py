"""Blows, kicks and punches (DA-12, DA-29). A kick that connects is one wound, a punch none; both may stun."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.board import bearing
from companion.games.dark_age_skirmish.fights import friends_in, hand_arm, hand_arms, is_kept_off
from companion.games.dark_age_skirmish.fit import agility, is_exhausted, may_spend, shield_in_use
from companion.games.dark_age_skirmish.harm import (
    Term,
    effect_terms,
    hit,
    in_brackets,
    less_than,
    shock,
    total,
    words_of,
    wound,
)
from companion.games.dark_age_skirmish.moving import react
from companion.games.dark_age_skirmish.people import AXES
from companion.games.dark_age_skirmish.printed import shift
from companion.games.dark_age_skirmish.seeing import CONCEALED, concealed, looks_there
from companion.games.dark_age_skirmish.state import Character, State, fights_of
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.games.dark_age_skirmish.tiring import points_of, spend
from companion.games.fields import OneOf
from companion.table.state import TableState

UNARMED = ("punch", "kick")
KICK_WOUND = 1


def within_reach(state: State, name: str) -> tuple[str, ...]:
    """Opponents whom he may strike at: not those whose longer weapon keeps him off (DA-13)."""
    return tuple(fight.other(name) for fight in fights_of(state, name) if not is_kept_off(fight, name))


def may_strike(figure: Character) -> bool:
    """Whether a combat action is left to him, and he is in a state for one."""
    return not figure.fought and not figure.other and figure.posture == "up" and not figure.carries


def offers(state: State, figure: Character) -> Iterator[Offer]:
    """A blow, a punch, a kick."""
    name = figure.name
    targets = within_reach(state, name) if may_strike(figure) and figure.person.is_combatant else ()
    if not targets:
        return
    who, target = named(state, name), OneOf(targets)
    if may_spend(figure, points_of("blow")):
        arms = hand_arms(figure)
        first = hand_arm(figure)
        with_ = OneOf((first, *(arm for arm in arms if arm != first)))
        yield Offer(f"strike:{name}", "DA-12", f"{who} strikes", {"target": target, "with": with_})
    for how in UNARMED:
        if may_spend(figure, points_of(how)):
            yield Offer(f"{how}:{name}", "DA-29", f"{who}: {how}", {"target": target})


def blow_terms(
    state: State, name: str, target: str, weapon: str, sees: bool, hidden: str = CONCEALED[0]
) -> tuple[Term, ...]:
    """What is added to Agility for a blow (DA-12). sees: whether the target has the striker in its 120 degrees."""
    other = state.figures[target]
    terms: list[Term] = []
    shield = shield_in_use(other)
    if shield != "none" and sees:
        terms.append((f"{shield} shield", shift("blows", f"{shield} shield facing")))
    if hidden != CONCEALED[0]:
        terms.append((hidden, shift("blows", hidden)))
    if weapon in AXES:
        terms.append((weapon, shift("blows", "axe")))
    if friends_in(state, name, target):
        terms.append(("friend attacking", shift("blows", "friend attacking")))
    if is_exhausted(other):
        terms.append(("target exhausted", shift("blows", "target exhausted")))
    if other.helpless or other.unaware:
        terms.append(("helpless or unaware", shift("blows", "target stunned or unaware")))
    elif not sees:
        terms.append(("striker unseen", shift("blows", "striker unseen")))
    return tuple(terms)


def strike(state: State, table: TableState, command: Command) -> Steps:
    """To hit against Agility, then the effect against Strength."""
    name, target, weapon = command.subject, str(command.fields["target"]), str(command.fields["with"])
    unseen = not (yield from looks_there(state, table, target, name))
    state, connects = yield from _connects(state, table, name, target, "strike", weapon, "DA-12", not unseen)
    state = yield from spend(state, name, "blow")
    if connects:
        terms = effect_terms(state, target, unseen, weapon=weapon)
        return (yield from hit(state, table, name, target, terms, unseen, "struck"))
    return (yield from react(state, table, target, name, "struck at")) if unseen else state


def unarmed(state: State, table: TableState, command: Command) -> Steps:
    """A kick: one red counter. Either: the roll not to be stunned (DA-29)."""
    how, name, target = command.kind, command.subject, str(command.fields["target"])
    unseen = not (yield from looks_there(state, table, target, name))
    state, connects = yield from _connects(state, table, name, target, how, "", "DA-29", not unseen)
    state = yield from spend(state, name, how)
    if connects and how == "kick":
        state = yield from wound(state, table, target, KICK_WOUND)
    elif connects:
        state = yield from shock(state, table, target)
    return (yield from react(state, table, target, name, f"{how}ed")) if unseen else state


def _connects(
    state: State, table: TableState, name: str, target: str, how: str, weapon: str, rule: str, sees: bool
) -> Generator[Any, Any, tuple[State, bool]]:
    hidden = yield from concealed(state, table, name, target)
    terms = blow_terms(state, name, target, weapon, sees, hidden)
    needed = total(agility(state.figures[name]), terms)
    added = words_of(terms)
    why = f"{named(state, name)}: {how} at {named(state, target)}; {less_than(needed, 'hits')}{in_brackets(added)}"
    die = yield from roll(state, rule, how, name, why, f"{name}>{target}")
    facing = bearing(state.figures[name].place, state.figures[target].place)
    state = yield from tell(state, e.Faced(name, facing, rule))
    struck = fe.BlowStruck(name, target, how, weapon, needed, added, die, passes(die, needed), rule)
    return (yield from tell(state, struck)), passes(die, needed)
