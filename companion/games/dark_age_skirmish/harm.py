"""What a hit does: the effect roll, wounds, great blows, the stun roll, death (DA-14 to DA-17).

A 0 is a great blow whatever the Strength. Who has as many red counters as Strength is dead (ours: the text says what
Strength is for, not when it is used up). Whoever sees a friend killed rolls for panic.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.fit import sound_strength, strength
from companion.games.dark_age_skirmish.moving import react
from companion.games.dark_age_skirmish.panic import let_go, mourn, witnesses
from companion.games.dark_age_skirmish.printed import CHARTS, number, shift
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.table.state import TableState

Term = tuple[str, int]
"""What is added to a figure, and why."""

SERIOUS = "serious"


def total(base: int, terms: Sequence[Term]) -> int:
    """The figure to roll less than."""
    return base + sum(add for _, add in terms)


def words_of(terms: Sequence[Term]) -> str:
    """The terms that add something."""
    return ", ".join(f"{why} {add:+d}" for why, add in terms if add)


def effect_terms(state: State, target: str, unseen: bool, missile: str = "", weapon: str = "") -> tuple[Term, ...]:
    """What is added to the Strength of whoever hit (DA-14)."""
    armour = state.figures[target].person.armour
    terms: list[Term] = [(armour, shift("armour", armour))]
    if missile:
        terms.append((missile, number("missile_effect", missile, "add")))
    if weapon in ("axe", "great axe"):
        terms.append((weapon, shift("effects", "axe")))
    if weapon == "improvised":
        terms.append((weapon, shift("effects", "improvised")))
    if unseen:
        terms.append(("striker unseen", shift("effects", "striker unseen")))
    return tuple(term for term in terms if term[1])


def less_than(needed: int, does: str) -> str:
    """What a die must be less than, and that it cannot be."""
    return f"less than {needed} {does}" + (", which no die is" if needed <= 0 else "")


def in_brackets(added: str) -> str:
    """The terms after a figure, if there are any."""
    return f" ({added})" if added else ""


def wound_of(die: int) -> tuple[str, int]:
    """The wound that a die makes, and its red counters; 0 counters with "kill" (DA-15)."""
    row = CHARTS["wounds"].row_of(die)
    return str(CHARTS["wounds"].cell(row, "wound").value), number("wounds", row, "counters")


def counters_of(wound: str) -> int:
    """Red counters of a wound by its name."""
    rows = CHARTS["wounds"].rows
    return next(number("wounds", r, "counters") for r in rows if CHARTS["wounds"].cell(r, "wound").value == wound)


def hit(
    state: State, table: TableState, striker: str, target: str, terms: tuple[Term, ...], unseen: bool, how: str
) -> Steps:
    """The effect roll and all that comes of it. how: in words, for reactions."""
    needed = total(strength(state.figures[striker]), terms)
    added = words_of(terms)
    line = f"{named(state, striker)} has hit {named(state, target)}"
    why = f"{line}; less than {needed} harms him{in_brackets(added)}; a 0 is a great blow"
    die = yield from roll(state, "DA-14", "effect", striker, why, f"{striker}>{target}")
    if die == 0:
        outcome, counters = "great blow", 0
    elif passes(die, needed):
        outcome, counters = wound_of(die)
    else:
        outcome, counters = "none", 0
    state = yield from tell(state, fe.EffectRolled(striker, target, needed, added, die, outcome))
    if outcome == "great blow":
        state = yield from _great_blow(state, table, striker, target)
    elif outcome == "kill":
        state = yield from die_of(state, table, target, "killed")
    elif counters:
        state = yield from wound(state, table, target, counters)
    return (yield from react(state, table, target, striker, how)) if unseen else state


def _great_blow(state: State, table: TableState, striker: str, target: str) -> Steps:
    """A second roll, against the target's Strength (DA-16)."""
    needed = strength(state.figures[target])
    why = f"A great blow at {named(state, target)}: 0 kills, less than {needed} stuns, else he is badly wounded too"
    die = yield from roll(state, "DA-16", "great blow", striker, why, f"{striker}>{target}")
    row = "0" if die == 0 else "less" if passes(die, needed) else "not less"
    outcome = str(CHARTS["great_blow"].cell(row, "outcome").value)
    state = yield from tell(state, fe.GreatBlow(target, die, needed, outcome))
    if row == "0":
        return (yield from die_of(state, table, target, "killed by a great blow"))
    if row == "not less":
        state = yield from tell(state, fe.Wounded(target, counters_of(SERIOUS), "DA-16"))
        if sound_strength(state.figures[target]) <= 0:
            return (yield from die_of(state, table, target, "dead of his wounds"))
    return (yield from stun(state, table, target, "DA-16"))


def wound(state: State, table: TableState, target: str, counters: int) -> Steps:
    """Red counters, and the roll not to be stunned by them (DA-15, DA-17)."""
    state = yield from tell(state, fe.Wounded(target, counters))
    if sound_strength(state.figures[target]) <= 0:
        return (yield from die_of(state, table, target, "dead of his wounds"))
    return (yield from shock(state, table, target))


def shock(state: State, table: TableState, target: str) -> Steps:
    """A roll against Strength as it is now, or he falls stunned (DA-17)."""
    if state.figures[target].posture == "stunned":
        return state
    needed = strength(state.figures[target])
    why = f"{named(state, target)} is hurt; less than {needed} and he keeps his feet"
    die = yield from roll(state, "DA-17", "stun", target, why)
    if not passes(die, needed):
        state = yield from let_go(state, table, target)
    return (yield from tell(state, fe.StunRolled(target, die, needed, not passes(die, needed))))


def stun(state: State, table: TableState, target: str, rule: str) -> Steps:
    """Stunned without a roll."""
    state = yield from let_go(state, table, target)
    return (yield from tell(state, fe.StunRolled(target, -1, strength(state.figures[target]), True, rule)))


def die_of(state: State, table: TableState, target: str, how: str, rule: str = "DA-15") -> Steps:
    """He is dead; whom he carried is free; friends who saw it roll (DA-26)."""
    friends = yield from witnesses(state, table, target)
    state = yield from let_go(state, table, target)
    state = yield from tell(state, fe.Died(target, how, rule))
    return (yield from mourn(state, table, target, friends))
