"""Why a figure may not shoot, or not at that target, and why it cannot charge there: one sentence each, with its rule.

Phones offer only what can be done; this is for scripts and late taps. What is wrong in another way is not judged here.
"""

from __future__ import annotations

from companion.games.contract import Command, Refusal
from companion.games.flintloque.moving import RATE_OF, chargeable
from companion.games.flintloque.orders import HOLD, charger_of, clump, may_fire, may_fire_aimed, spared, targets
from companion.games.flintloque.state import Character, State, foes, gap_mm
from companion.games.flintloque.steps import title
from companion.games.steps import length
from companion.table.state import TableState


def shot_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """The first figure of the order that may not shoot so; None if that is not what is wrong."""
    able = may_fire_aimed if state.phase == "aimed" else may_fire
    for name, aim in command.fields.items():
        figure = state.figures.get(name)
        target = state.figures.get(aim) if isinstance(aim, str) else None
        if figure is None or figure.side != command.subject or (target is None and aim != HOLD):
            continue
        if not able(state, figure):
            why, rule = _unable(state, figure)
            return Refusal("shot", f"{title(name)} {why}.", rule)
        if target is not None and target.name not in targets(state, table, figure):
            why, rule = _not_at(state, figure, target)
            return Refusal("shot", f"{title(name)} does not shoot at {title(target.name)}: {why}.", rule)
    return None


def _unable(state: State, figure: Character) -> tuple[str, str]:
    """What keeps it from shooting in this phase."""
    reasons = (
        (not figure.on_table, "is not on the table", "FL-30"),
        (not figure.weapons, "has no firearm", "FL-30"),
        (bool(figure.carries), "has its hands full", "FL-24"),
        (not figure.loaded, "has nothing loaded", "FL-30"),
        (state.phase == "aimed", "has not aimed, or has lost its aim", "FL-8"),
        (figure.moved == "run", "has run in this turn", "FL-30"),
        (bool(figure.victim), "has charged in this turn", "FL-30"),
        (figure.limit not in ("", "C") or figure.frozen >= state.turn, "may not, after its Morale Check", "FL-18"),
        (bool(foes(state, figure.name)), "is engaged, and may shoot at a charger only", "FL-30"),
    )
    return next(((why, rule) for is_so, why, rule in reasons if is_so), ("has not declared fire", "FL-7"))


def _not_at(state: State, figure: Character, target: Character) -> tuple[str, str]:
    """What keeps it from that target."""
    name = target.name
    met = foes(state, figure.name) and name not in charger_of(state, figure)
    others = [one for one in clump(state, name) - {figure.name} if state.figures[one].side == figure.side]
    reasons = (
        (target.side == figure.side, "they are of one side", "FL-30"),
        (not target.on_table, "no longer on the table", "FL-30"),
        (bool(met), "who is engaged shoots at a charger only", "FL-30"),
        (bool(others), f"{' and '.join(map(title, sorted(others)))} would be in the line of fire", "FL-30"),
        (spared(state, figure, target), "the Orcs spare whoever carries Oswold", "FL-45"),
        (figure.limit == "C", "it may only shoot at enemies who come nearer", "FL-18"),
    )
    far = f"{length(gap_mm(state, figure.name, name), 0)} is out of range"
    return next(((why, rule) for is_so, why, rule in reasons if is_so), (far, "FL-25"))


def charge_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """None if the target is one that it may charge, or nobody."""
    figure = state.figures[command.subject]
    aim = command.fields.get("target")
    target = state.figures.get(aim) if isinstance(aim, str) else None
    if target is None or target.name in chargeable(state, table, figure):
        return None
    name, foe = title(figure.name), title(target.name)
    if target.side == figure.side or not target.on_table:
        why = "is of its own side" if target.side == figure.side else "is not on the table"
        return Refusal("charge", f"{name} does not charge {foe}, who {why}.", "FL-31")
    if target.name in figure.left:
        return Refusal("charge", f"{name} has just broken off from {foe}.", "FL-34")
    rate = RATE_OF[figure.declared]
    return Refusal("charge", f"{name}'s {rate} does not reach {foe}, or there is no room beside him.", "FL-31")
