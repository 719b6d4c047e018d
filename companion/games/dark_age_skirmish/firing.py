"""Shooting and throwing: range, sight, aims, the roll (DA-8 to DA-11, DA-22, DA-24).

A distance that may lie in two bands is told with its ±, and the target's player chooses. Sight is proposed by the
table. Movement comes before the shot (ours), so that what is added for a moving shooter counts.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from companion.games.bands import possible_bands
from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.board import bearing
from companion.games.dark_age_skirmish.fit import agility, may_spend, shield_in_use
from companion.games.dark_age_skirmish.going import hex_mm, swims
from companion.games.dark_age_skirmish.harm import Term, effect_terms, hit, in_brackets, less_than, total, words_of
from companion.games.dark_age_skirmish.moving import react
from companion.games.dark_age_skirmish.people import FIRED, THROWN, shoots
from companion.games.dark_age_skirmish.printed import BANDS, CHARTS, mm, number, shift
from companion.games.dark_age_skirmish.seeing import HIDDEN, TO_SHOOT, judge, looks, looks_there, penalty
from companion.games.dark_age_skirmish.state import Character, State, enemies, foes, gap_mm, seat_of
from companion.games.dark_age_skirmish.steps import Steps, named, passes, roll, tell
from companion.games.dark_age_skirmish.tiring import points_of, spend
from companion.games.fields import OneOf
from companion.games.questions import Choose, Measure, ReadChart
from companion.games.steps import length, turn_key
from companion.table.state import TableState

BEYOND = "out of range"
ROCKS_MM = 300.0
"""Whoever is further off is not offered while the range of rocks is not known: the longest of a thrown spear; ours."""
TYPED_RANGE = tuple(range(1, 101))
SLACK_MM = 20.0
GAITS = {
    "walk": "walking",
    "horse walk": "walking",
    "carry": "walking",
    "board": "walking",
    "run": "running",
    "trot": "trotting",
    "sprint": "sprinting",
    "canter": "cantering",
    "gallop": "galloping",
}
"""Pace -> the word of the chart of firing modifiers."""
SHOWN = ("shows enough", "through a loophole", "shows too little")


def missile_arms(figure: Character) -> tuple[str, ...]:
    """What he can shoot or throw now."""
    return tuple(
        arm
        for arm in figure.arms
        if (arm in FIRED or arm in THROWN)
        and (arm == "spear" or figure.missiles != 0)
        and not (arm == "crossbow" and figure.unloaded)
    )


def action_of(weapon: str) -> str:
    """The row of the fatigue costs."""
    return "shoot" if weapon in FIRED else "throw"


def edges_mm(state: State, table: TableState, weapon: str) -> tuple[float, ...] | None:
    """Far edges of a weapon's bands; None if nobody has said them yet (DA-8)."""
    hexes = state.options.units == "hexes"
    chart = CHARTS["ranges_hexes" if hexes else "ranges"]
    unit = hex_mm(table) if hexes else mm(1)
    values = [chart.cell(weapon, band).value for band in BANDS]
    if None in values:
        if weapon in state.read:
            values = list(state.read[weapon])
        elif state.options.rocks == "house":
            values = [(chart.house or {})[weapon, band] for band in BANDS]
        else:
            return None
    return tuple(unit * int(value or 0) for value in values)


def offers(state: State, table: TableState, figure: Character) -> Iterator[Offer]:
    """A shot at anybody in range, seen or not: sight is judged when he shoots."""
    name, arms = figure.name, missile_arms(figure)
    ready = not figure.fought and not figure.other and figure.posture == "up" and not figure.carries
    if not ready or not arms or foes(state, name) or swims(state, table, name) or not figure.person.is_combatant:
        return
    arms = tuple(arm for arm in arms if may_spend(figure, points_of(action_of(arm))))
    far = max(((edges_mm(state, table, arm) or (ROCKS_MM,))[-1] for arm in arms), default=0.0)
    near = tuple(foe.name for foe in enemies(state, name) if gap_mm(state, name, foe.name) <= far + SLACK_MM)
    if arms and near:
        fields = {"target": OneOf(near), "with": OneOf(arms)}
        yield Offer(f"fire:{name}", "DA-10", f"{named(state, name)} shoots", fields)


def fire_terms(state: State, name: str, target: str, band: str, agreed: str) -> tuple[Term, ...]:
    """What is added to Agility for a shot (DA-9, DA-10)."""
    figure, other = state.figures[name], state.figures[target]
    terms: list[Term] = [(band, shift("firing", band))]
    runs = GAITS.get(other.gait, "") if other.posture == "up" else ""
    terms.append((f"target {runs}", shift("firing", f"target {runs}")))
    if shield_in_use(other) == "large":
        terms.append(("large shield", shift("firing", "target large shield")))
    terms.append(aim_term(figure.aims))
    if figure.riding:
        terms.append(("firer mounted", shift("firing", "firer mounted")))
    gait = GAITS.get(figure.moved, "")
    terms.append((f"firer {gait}", shift("firing", f"firer {gait}")))
    terms.append((visible_words(agreed), penalty(agreed)))
    return tuple(term for term in terms if term[1])


def visible_words(agreed: str) -> str:
    """What shows of the target, without a comma."""
    share, _, soft = agreed.partition(", ")
    return f"{share} visible" + (" behind soft cover" if soft else "")


def aim_term(aims: int) -> Term:
    """A snapshot without any; each after the first one more, to its most (DA-9)."""
    if not aims:
        return "snapshot", shift("firing", "snapshot")
    each, most = shift("firing", "aim after the first"), shift("firing", "most for aim")
    return f"{aims} aims", min(most, each * (aims - 1))


def fire(state: State, table: TableState, command: Command) -> Steps:
    """Distance, band, sight, what he shows of himself, the roll, and what the hit does."""
    name, target, weapon = command.subject, str(command.fields["target"]), str(command.fields["with"])
    figure, other = state.figures[name], state.figures[target]
    subject, line = f"{name}>{target}", f"{named(state, name)} {shoots(weapon)} {named(state, target)}"
    state, edges = yield from _edges(state, table, name, weapon)
    distance, sigma = yield Measure(
        turn_key(state, "DA-8", "distance", subject), seat_of(state, name), line, figure.token, other.token
    )
    if state.options.units == "hexes" or state.options.ranges == "centre":
        distance += (figure.base_mm + other.base_mm) / 2
    band = yield from _band(state, line, subject, target, (distance, sigma), edges)
    if band == BEYOND:
        return (yield from tell(state, e.ShotSpoilt(name, target, f"{length(distance, sigma)} is {BEYOND}", "DA-8")))
    agreed = yield from judge(state, table, name, target)
    if agreed == HIDDEN:
        return (yield from tell(state, e.ShotSpoilt(name, target, HIDDEN)))
    if not (yield from _shows_enough(state, table, name, target)):
        why = f"{named(state, name)} shows too little of himself"
        return (yield from tell(state, e.ShotSpoilt(name, target, why, "DA-11")))
    unseen = not (yield from looks_there(state, table, target, name))
    terms = fire_terms(state, name, target, band, agreed)
    needed, added = total(agility(figure), terms), words_of(terms)
    why = f"{line}, {length(distance, sigma)}; {less_than(needed, 'hits')}{in_brackets(added)}"
    die = yield from roll(state, "DA-10", "to hit", name, why, subject)
    facing = bearing(figure.place, other.place)
    state = yield from tell(
        state,
        e.Faced(name, facing, "DA-10"),
        e.ShotMade(name, target, weapon, distance, sigma, band, needed, added, die, passes(die, needed)),
    )
    state = yield from spend(state, name, action_of(weapon))
    if passes(die, needed):
        effect = effect_terms(state, target, unseen, missile=weapon)
        return (yield from hit(state, table, name, target, effect, unseen, "shot at"))
    return (yield from react(state, table, target, name, "shot at")) if unseen else state


def _edges(state: State, table: TableState, name: str, weapon: str) -> Generator[Any, Any, tuple[State, Any]]:
    edges = edges_mm(state, table, weapon)
    if edges is None:
        typed = []
        for band in BANDS:
            why = f"How far does {band} range go for {weapon}, in {state.options.units}? The text does not say"
            key = turn_key(state, "DA-8", "range", f"{weapon}, {band}")
            chart = "ranges_hexes" if state.options.units == "hexes" else "ranges"
            typed.append((yield ReadChart(key, seat_of(state, name), why, chart, (weapon, band), TYPED_RANGE)))
        state = yield from tell(state, e.RangeRead(weapon, tuple(sorted(typed))))
        edges = edges_mm(state, table, weapon)
    return state, edges


def _band(
    state: State, line: str, subject: str, target: str, measured: tuple[float, float], edges: tuple[float, ...]
) -> Generator[Any, Any, str]:
    names = (*BANDS, BEYOND)
    bands = possible_bands(*measured, edges)
    if len(bands) == 1:
        return names[bands[0]]
    why = f"{line}: {length(*measured)} is too close to call; which range?"
    field = OneOf(tuple(names[n] for n in sorted(bands)))
    key = turn_key(state, "DA-8", "band", subject)
    return str((yield Choose(key, seat_of(state, target), why, field, names[bands[0]])))


def _shows_enough(state: State, table: TableState, name: str, target: str) -> Generator[Any, Any, bool]:
    """Head and shoulders, or a loophole; asked only where the table says that it is less (DA-11)."""
    shown = looks(state, table, target, name)
    if shown.low >= TO_SHOOT:
        return True
    why = f"Of {named(state, name)} only {100 * shown.fraction:.0f} % shows; he must show head and shoulders to shoot"
    key = turn_key(state, "DA-11", "exposed", f"{name}>{target}")
    default = SHOWN[0] if shown.fraction >= TO_SHOOT else SHOWN[2]
    said = yield Choose(key, seat_of(state, target), why, OneOf(SHOWN), default)
    return bool(said != SHOWN[2])


def aims_most() -> int:
    """AIM counters that may be kept (DA-9)."""
    return number("firing", "most aims", "add")
