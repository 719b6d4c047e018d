"""Fire orders: who may shoot in Aimed Fire and in Firing, and at whom; sealed by side (FL-8, FL-10, FL-30)."""

from __future__ import annotations

from companion.games.bands import SIGMAS
from companion.games.contract import Command, Offer
from companion.games.fields import Field, OneOf
from companion.games.flintloque import events as e
from companion.games.flintloque.board import sigma_mm
from companion.games.flintloque.morale import toward
from companion.games.flintloque.printed import BAND_EDGES_MM, OSWOLD
from companion.games.flintloque.state import Character, State, enemies, foes, gap_mm, holder_of, standing
from companion.games.flintloque.steps import Steps, tell, title
from companion.table.state import TableState

HOLD = "hold fire"
FIRING = ("fire", "walk-fire", "prone-fire")


def may_fire_aimed(state: State, figure: Character) -> bool:
    """Aimed all last turn, and neither met nor bound by morale since (FL-8)."""
    able = figure.aim == "set" and bool(figure.loaded) and not figure.carries
    return able and not figure.limit and not foes(state, figure.name)


def charger_of(state: State, figure: Character) -> tuple[str, ...]:
    """Who moved into contact with the figure in this turn."""
    return tuple(name for name in foes(state, figure.name) if state.figures[name].victim == figure.name)


def may_fire(state: State, figure: Character) -> bool:
    """In the Firing Phase. One shot a turn but after an aimed one; not after a Run, nor with full hands (FL-30).

    In a fight only at chargers, and only by one who fights nobody else.
    """
    if not figure.on_table or not figure.loaded or figure.carries or figure.moved == "run" or figure.victim:
        return False
    if figure.limit not in ("", "C") or figure.frozen >= state.turn:
        return False
    if foes(state, figure.name):
        met = set(foes(state, figure.name)) == set(charger_of(state, figure))
        return met and not figure.fired and figure.ran < state.turn
    return figure.declared in FIRING or figure.aim == "slow" or (figure.limit == "C" and figure.declared == "aim")


def targets(state: State, table: TableState, figure: Character) -> tuple[str, ...]:
    """Whom the figure may choose to shoot at; whether it sees him, and how far he is, is ruled with the shot."""
    if foes(state, figure.name):
        return tuple(foe for foe in charger_of(state, figure) if not _mates(state, figure, foe))
    found = []
    for enemy in enemies(state, figure.name):
        slack = SIGMAS * (sigma_mm(table, figure.name) + sigma_mm(table, enemy.name))
        far = gap_mm(state, figure.name, enemy.name) > BAND_EDGES_MM[-1] + slack
        mates = _mates(state, figure, enemy.name)
        away = figure.limit == "C" and not toward(state, figure.name, enemy.name)
        if not far and not mates and not away and not spared(state, figure, enemy):
            found.append(enemy.name)
    return tuple(found)


def _mates(state: State, figure: Character, target: str) -> bool:
    """Whether others of the figure's side are in the fight that the target is in."""
    others = clump(state, target) - {figure.name}
    return any(state.figures[other].side == figure.side for other in others)


def clump(state: State, name: str) -> frozenset[str]:
    """Everybody in the fight that the figure is in, through any number of opponents; only itself if in none."""
    found, edge = {name}, [name]
    while edge:
        edge = [foe for one in edge for foe in foes(state, one) if foe not in found]
        found.update(edge)
    return frozenset(found)


def spared(state: State, figure: Character, enemy: Character) -> bool:
    """The Orcs do not fire at whoever carries Oswold (FL-45)."""
    bearer = holder_of(state, OSWOLD)
    return figure.side == "orcs" and bearer is not None and bearer.name == enemy.name


def choices(state: State, table: TableState, side: str) -> dict[str, tuple[str, ...]]:
    """Figure -> its targets, for those that may shoot in this phase and have one."""
    able = may_fire_aimed if state.phase == "aimed" else may_fire
    found = {f.name: targets(state, table, f) for f in standing(state, side) if able(state, f)}
    return {name: all_ for name, all_ in found.items() if all_}


def offer(state: State, table: TableState, side: str) -> Offer | None:
    """Targets for the side's shooters, if it has not sealed them yet."""
    open_ = choices(state, table, side)
    if side in state.sealed or not open_:
        return None
    fields: dict[str, Field] = {name: OneOf((HOLD, *all_)) for name, all_ in open_.items()}
    if state.phase == "aimed":
        return Offer(f"aimed-fire:{side}", "FL-8", f"Aimed fire of the {title(side)}", fields)
    return Offer(f"fire:{side}", "FL-30", f"Fire of the {title(side)}", fields)


def seal(state: State, table: TableState, command: Command) -> Steps:
    """Seal the side's targets."""
    orders = {name: str(target) for name, target in command.fields.items()}
    rule = "FL-8" if state.phase == "aimed" else "FL-30"
    return (yield from tell(state, e.OrdersSealed(command.subject, orders, rule)))


def waiting(state: State, table: TableState) -> bool:
    """Whether a side has still to seal its targets."""
    return any(offer(state, table, side) for side in state.options.sides)
