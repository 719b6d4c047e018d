"""`evolve`: the state after an event. One small function an event; none decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.agreed import AGREED_FOLDS
from companion.games.flintloque.printed import BODY, OSWOLD
from companion.games.flintloque.state import Fight, State, foes, with_figure

FROZEN_TURNS = 1
"""Effect F holds for this turn and the next (FL-18)."""


def evolve(state: State, event: Any) -> State:
    """The state after the event. KeyError for an event of another game."""
    return FOLDS[type(event)](state, event)


def _sheet_typed(state: State, v: e.SheetTyped) -> State:
    state = with_figure(state, v.figure, **v.values)
    figure = state.figures[v.figure]
    lost = min(figure.lost, figure.wounds - 1)
    return replace(with_figure(state, v.figure, lost=lost), typed=(*state.typed, v.figure))


def _deployed(state: State, v: e.Deployed) -> State:
    return with_figure(state, v.figure, where="table", x_mm=v.x_mm, y_mm=v.y_mm, was=(v.x_mm, v.y_mm))


def _turn_began(state: State, v: e.TurnBegan) -> State:
    figures = {name: replace(f, was=f.place) for name, f in state.figures.items()}
    fresh = replace(state, figures=figures, turn=v.turn, phase="declare", sealed={}, totals={}, order=(), slots=())
    return replace(fresh, slot=0)


def _orders_sealed(state: State, v: e.OrdersSealed) -> State:
    return replace(state, sealed={**state.sealed, v.side: dict(v.orders)})


def _orders_opened(state: State, v: e.OrdersOpened) -> State:
    if v.phase == "declare":
        for orders in state.sealed.values():
            for name, order in orders.items():
                state = with_figure(state, name, declared=order)
    return replace(state, sealed={})


def _initiative_rolled(state: State, v: e.InitiativeRolled) -> State:
    return replace(state, totals={**state.totals, v.side: v.total})


def _order_settled(state: State, v: e.OrderSettled) -> State:
    return replace(state, order=v.order, slots=("",) * len(v.order), phase="slots")


def _slot_taken(state: State, v: e.SlotTaken) -> State:
    return replace(state, slots=(*state.slots[: v.slot - 1], v.side, *state.slots[v.slot :]))


def _phase_began(state: State, v: e.PhaseBegan) -> State:
    if v.phase == "aimed":
        # A check is about the turn before: who was held and made none makes it never.
        fresh = {name: replace(f, grab=False, marks=()) for name, f in state.figures.items()}
        state = replace(state, figures=fresh)
    return replace(state, phase=v.phase, sealed={})


def _cell_read(state: State, v: e.CellRead) -> State:
    return replace(state, read={**state.read, f"{v.row} {v.column}": v.letter})


def _morale_checked(state: State, v: e.MoraleChecked) -> State:
    changes: dict[str, Any] = {"limit": "" if v.letter in ("A", "G") else v.letter, "marks": ()}
    if changes["limit"]:
        late = v.letter == "C" and state.figures[v.figure].aim
        changes["aim"] = "slow" if late else ""
    if v.letter in "DEF":
        changes["disturbed"] = True
    if v.letter == "F":
        changes.update(frozen=state.turn + FROZEN_TURNS, ran=state.turn)
    return with_figure(state, v.figure, **changes)


def _routed(state: State, v: e.Routed) -> State:
    return _off(state, v.figure, "routed")


def _off(state: State, name: str, where: str) -> State:
    state = _parted(state, name)
    return with_figure(state, name, where=where, marks=(), aim="", grab=False, carries="")


def _parted(state: State, name: str, still: tuple[str, ...] = ()) -> State:
    left = tuple(f for f in state.fights if name not in (f.a, f.b) or f.other(name) in still)
    return replace(state, fights=left)


def _figure_moved(state: State, v: e.FigureMoved) -> State:
    place: dict[str, Any] = {"x_mm": v.x_mm, "y_mm": v.y_mm}
    carried = state.figures[v.figure].carries
    changes: dict[str, Any] = {**place, "left": ()}
    if v.rate in ("walk", "run", "prone"):
        changes.update(moved=v.rate, prone=v.rate == "prone")
    if v.rate == "run":
        changes["ran"] = state.turn
    if v.rate in ("forced", "pushed"):
        changes.update(disturbed=True, prone=False)
    state = with_figure(state, v.figure, **changes)
    if carried == BODY and state.body is not None:
        state = replace(state, body=replace(state.body, **place))
    return with_figure(state, OSWOLD, **place) if carried == OSWOLD else state


def _charged(state: State, v: e.Charged) -> State:
    state = with_figure(state, v.figure, victim=v.target, disturbed=True, aim="", prone=False)
    target = state.figures[v.target]
    marks = target.marks
    if state.options.charged != "none":
        marks = tuple(dict.fromkeys((*marks, f"charged {state.options.charged}")))
    state = with_figure(state, v.target, disturbed=True, aim="", prone=False, marks=marks)
    return replace(state, fights=(*state.fights, Fight(v.figure, v.target)))


def _fight_left(state: State, v: e.FightLeft) -> State:
    if v.rule == "FL-34":
        state = with_figure(state, v.figure, left=foes(state, v.figure))
    return _parted(state, v.figure, v.still)


def _fight_resumed(state: State, v: e.FightResumed) -> State:
    state = with_figure(state, v.figure, left=())
    return replace(state, fights=(*state.fights, Fight(v.figure, v.foe, 1)))


def _held_in_fight(state: State, v: e.HeldInFight) -> State:
    return with_figure(state, v.figure, moved="held")


def _side_moved(state: State, v: e.SideMoved) -> State:
    return replace(state, slot=state.slot + 1)


def _shot_fired(state: State, v: fe.ShotFired) -> State:
    firer = state.figures[v.firer]
    loaded = tuple(weapon for weapon in firer.loaded if weapon != v.weapon)
    late = firer.late or not v.aimed
    return with_figure(state, v.firer, loaded=loaded, fired=(*firer.fired, v.weapon), late=late, aim="")


def _aim_lost(state: State, v: fe.AimLost) -> State:
    return with_figure(state, v.figure, aim="slow")


def _volley_fell(state: State, v: fe.VolleyFell) -> State:
    for name in v.hit:
        figure = state.figures[name]
        if not figure.hit_before:
            state = with_figure(state, name, hit_before=True, marks=(*figure.marks, "hit"))
    return _hurt(state, v.wounds)


def _hurt(state: State, wounds: Mapping[str, int]) -> State:
    for name, count in wounds.items():
        figure = state.figures[name]
        marks = tuple(dict.fromkeys((*figure.marks, "wounded")))
        lost = min(figure.wounds, figure.lost + count)
        state = with_figure(state, name, lost=lost, marks=marks, disturbed=True)
    return state


def _fell(state: State, v: fe.Fell) -> State:
    fallen = state.figures[v.figure]
    state = _off(state, v.figure, "dead")
    if fallen.leader:
        for figure in state.figures.values():
            if figure.side == fallen.side and figure.where in ("table", "held"):
                marks = tuple(dict.fromkeys((*figure.marks, "leader")))
                state = with_figure(state, figure.name, marks=marks)
    return state


def _melee_fell(state: State, v: fe.MeleeFell) -> State:
    return _hurt(state, v.wounds)


def _blows_struck(state: State, v: fe.BlowsStruck) -> State:
    if v.result != "pushed":
        return state
    marks = tuple(dict.fromkeys((*state.figures[v.loser].marks, "pushed")))
    return with_figure(state, v.loser, marks=marks)


def _round_fought(state: State, v: fe.RoundFought) -> State:
    done = {frozenset(pair) for pair in v.fights}
    fights = tuple(replace(f, fought=f.fought + 1) if frozenset((f.a, f.b)) in done else f for f in state.fights)
    for pair in v.fights:
        for name in pair:
            state = with_figure(state, name, disturbed=True)
    return replace(state, fights=fights)


def _grab_earned(state: State, v: e.GrabEarned) -> State:
    return with_figure(state, v.figure, grab=True)


def _oswold_grabbed(state: State, v: e.OswoldGrabbed) -> State:
    state = _parted(state, OSWOLD)
    bearer = state.figures[v.figure]
    state = with_figure(state, v.figure, carries=OSWOLD, grab=False)
    held = {"where": "held", "x_mm": bearer.x_mm, "y_mm": bearer.y_mm, "declared": "", "aim": "", "prone": False}
    return with_figure(state, OSWOLD, **held)


def _oswold_freed(state: State, v: e.OswoldFreed) -> State:
    state = with_figure(state, v.figure, carries="")
    return with_figure(state, OSWOLD, where="table", x_mm=v.x_mm, y_mm=v.y_mm, disturbed=True)


def _went_wet(state: State, v: e.WentWet) -> State:
    if v.by:
        state = replace(with_figure(state, v.by, carries=""), wet_by=state.figures[v.by].side)
    return _off(state, v.figure, "wet")


def _umbrella_stolen(state: State, v: e.UmbrellaStolen) -> State:
    return replace(state, umbrella=v.figure)


def _body_taken(state: State, v: e.BodyTaken) -> State:
    body, figure = state.body, state.figures[v.figure]
    assert body is not None
    state = with_figure(state, v.figure, carries=BODY)
    return replace(state, body=replace(body, x_mm=figure.x_mm, y_mm=figure.y_mm, carrier=v.figure))


def _body_dropped(state: State, v: e.BodyDropped) -> State:
    body = state.body
    assert body is not None
    state = with_figure(state, v.figure, carries="")
    return replace(state, body=replace(body, x_mm=v.x_mm, y_mm=v.y_mm, carrier=""))


def _reloaded(state: State, v: e.Reloaded) -> State:
    return with_figure(state, v.figure, loaded=(*state.figures[v.figure].loaded, v.weapon))


def _aim_taken(state: State, v: e.AimTaken) -> State:
    return with_figure(state, v.figure, aim="set")


def _left_table(state: State, v: e.LeftTable) -> State:
    carried = state.figures[v.figure].carries
    state = _off(state, v.figure, "left")
    if carried == BODY and state.body is not None:
        state = replace(state, body=replace(state.body, gone=True))
    return _off(state, OSWOLD, "left") if carried == OSWOLD else state


def _mission_settled(state: State, v: e.MissionSettled) -> State:
    return replace(state, settled={**state.settled, v.side: v.how})


def _turn_closed(state: State, v: e.TurnClosed) -> State:
    calm: dict[str, Any] = {"declared": "", "moved": "", "limit": "", "disturbed": False, "victim": "", "left": ()}
    calm.update(fired=(), late=False)
    for name, figure in state.figures.items():
        aim = figure.aim if figure.aim == "set" and figure.declared == "aim" else ""
        state = with_figure(state, name, **calm, aim=aim)
    return state


def _game_ended(state: State, v: e.GameEnded) -> State:
    return replace(state, phase="over", end=v.end, sealed={})


def _nothing(state: State, event: Any) -> State:
    return state


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    e.SheetTyped: _sheet_typed,
    e.Deployed: _deployed,
    e.TurnBegan: _turn_began,
    e.OrdersSealed: _orders_sealed,
    e.OrdersOpened: _orders_opened,
    e.InitiativeRolled: _initiative_rolled,
    e.TieRolled: _nothing,
    e.OrderSettled: _order_settled,
    e.SlotTaken: _slot_taken,
    e.PhaseBegan: _phase_began,
    e.CellRead: _cell_read,
    e.MoraleChecked: _morale_checked,
    e.Routed: _routed,
    e.FigureMoved: _figure_moved,
    e.Charged: _charged,
    e.HeldInFight: _held_in_fight,
    e.FightLeft: _fight_left,
    e.FightResumed: _fight_resumed,
    e.SideMoved: _side_moved,
    fe.SightJudged: _nothing,
    fe.ShotFired: _shot_fired,
    fe.ShotNotFired: _nothing,
    fe.AimLost: _aim_lost,
    fe.VolleyFell: _volley_fell,
    fe.Fell: _fell,
    fe.BlowsStruck: _blows_struck,
    fe.MeleeFell: _melee_fell,
    fe.RoundFought: _round_fought,
    e.GrabEarned: _grab_earned,
    e.OswoldGrabbed: _oswold_grabbed,
    e.OswoldFreed: _oswold_freed,
    e.WentWet: _went_wet,
    e.UmbrellaStolen: _umbrella_stolen,
    e.BodyTaken: _body_taken,
    e.BodyDropped: _body_dropped,
    e.Reloaded: _reloaded,
    e.AimTaken: _aim_taken,
    e.LeftTable: _left_table,
    e.MissionSettled: _mission_settled,
    e.TurnClosed: _turn_closed,
    e.GameEnded: _game_ended,
    **AGREED_FOLDS,
}
"""Every event there is, with what it does to the state."""

EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in FOLDS}
"""Name -> class."""
