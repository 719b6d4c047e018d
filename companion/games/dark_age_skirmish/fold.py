"""`evolve`: the state after an event. One small function an event; none decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.agreed import AGREED_FOLDS
from companion.games.dark_age_skirmish.fit import EXHAUSTED, fatigue_total
from companion.games.dark_age_skirmish.state import Fight, State, friends, with_figure
from companion.games.dark_age_skirmish.thing_events import THING_FOLDS, cleared, followed, gone_from, let_go, turn_over

FRESH: Mapping[str, Any] = {
    "spent_now": 0,
    "moved": "",
    "fought": "",
    "other": "",
    "balked": False,
    "turned": False,
    "tried": False,
    "done": False,
    "gait": "",
}
"""What a character has done in a turn, before it has done anything."""


def evolve(state: State, event: Any) -> State:
    """The state after the event. KeyError for an event of another game."""
    after = FOLDS[type(event)](state, event)
    return cleared(_with_things(state, after, event)) if state.boats or state.animals else after


def _with_things(before: State, state: State, event: Any) -> State:
    """What comes with it for boats and animals: who moves is out of his boat, and what he leads follows."""
    match event:
        case e.TurnBegan():
            return turn_over(state)
        case e.FigureMoved(figure=name, pace=pace):
            state = gone_from(state, name)
            return let_go(state, name) if pace == "flight" else followed(before, state, name)
        case e.LeftTable(figure=name):
            return let_go(state, name, taken=True)
        case FigurePlaced(figure=name) | FigureRevived(figure=name) | e.FellOver(figure=name):
            return let_go(gone_from(state, name), name)
        case fe.Overpowered(figure=name) | fe.StunRolled(figure=name, stunned=True):
            return let_go(state, name)
    return state


def _fatigue_typed(state: State, v: e.FatigueTyped) -> State:
    return replace(with_figure(state, v.figure, fatigue=v.points), typed=(*state.typed, v.figure))


def _deployed(state: State, v: e.Deployed) -> State:
    return with_figure(state, v.figure, where="table", x_mm=v.x_mm, y_mm=v.y_mm, facing=v.facing)


def _turn_began(state: State, v: e.TurnBegan) -> State:
    figures = {name: replace(f, done=False) for name, f in state.figures.items()}
    pack = tuple(name for name, f in figures.items() if f.on_table)
    return replace(state, figures=figures, turn=v.turn, order=v.order, phase="turn", side="", acting="", pack=pack)


def _side_began(state: State, v: e.SideBegan) -> State:
    return replace(state, side=v.side, phase=v.phase)


def _acts(state: State, v: e.CardTurned | e.Called) -> State:
    state = with_figure(state, v.figure, **FRESH)
    return replace(state, acting=v.figure, pack=tuple(name for name in state.pack if name != v.figure))


def _figure_done(state: State, v: e.FigureDone) -> State:
    return replace(_had_his_turn(state, v.figure), acting="")


def _had_his_turn(state: State, name: str) -> State:
    """Done, and it was a turn of his in each of his fights (DA-13)."""
    fights = tuple(
        replace(f, acted=(*f.acted, name)) if name in (f.a, f.b) and name not in f.acted else f for f in state.fights
    )
    return replace(with_figure(state, name, done=True), fights=fights)


def _side_done(state: State, v: e.SideDone) -> State:
    """Whoever was not called has stood still in this turn."""
    idle = tuple(name for name in state.pack if state.figures[name].side == v.side and _in_phase(state, name))
    for name in idle:
        state = _had_his_turn(with_figure(state, name, **FRESH), name)
    return replace(state, pack=tuple(name for name in state.pack if name not in idle), side="")


def _in_phase(state: State, name: str) -> bool:
    return state.figures[name].person.is_combatant is (state.phase == "turn")


def _nothing(state: State, event: Any) -> State:
    return state


def _parted(state: State, name: str) -> State:
    return replace(state, fights=tuple(f for f in state.fights if name not in (f.a, f.b)))


def _figure_moved(state: State, v: e.FigureMoved) -> State:
    figure = state.figures[v.figure]
    place: dict[str, Any] = {"x_mm": v.x_mm, "y_mm": v.y_mm}
    changes: dict[str, Any] = {**place, "facing": v.facing}
    if v.pace != "closing up":
        fled = "gallop" if figure.riding else "sprint"
        changes.update(gait=fled if v.pace == "flight" else v.pace, aims=0, unaware=False, asleep=False)
        changes["other" if v.pace == "swim" else "moved"] = v.pace
        if v.pace != "crawl":
            changes["posture"] = "up"
    state = with_figure(state, v.figure, **changes)
    if v.pace == "flight":
        state = _parted(state, v.figure)
    return with_figure(state, figure.carries, **place) if figure.carries else state


def _stood_up(state: State, v: e.StoodUp) -> State:
    return with_figure(state, v.figure, posture="up", moved="stand up", aims=0)


def _lay_down(state: State, v: e.LayDown) -> State:
    return with_figure(state, v.figure, posture="prone", moved="lie down", aims=0)


def _faced(state: State, v: e.Faced) -> State:
    return with_figure(state, v.figure, facing=v.facing, turned=True)


def _down(state: State, name: str, posture: str) -> State:
    figure = state.figures[name]
    changes: dict[str, Any] = {"posture": posture, "aims": 0}
    if figure.riding:
        changes.update(riding=False, horse=figure.place)
    return with_figure(state, name, **changes)


def _fell_over(state: State, v: e.FellOver) -> State:
    state = _parted(_down(state, v.figure, "stunned" if v.stunned else "prone"), v.figure)
    return with_figure(state, v.figure, x_mm=v.x_mm, y_mm=v.y_mm, gait=v.pace, moved=v.pace)


def _mounted_up(state: State, v: e.MountedUp) -> State:
    return with_figure(state, v.figure, riding=True, horse=None, other="mount", aims=0)


def _dismounted(state: State, v: e.Dismounted) -> State:
    horse = state.figures[v.figure].place
    return with_figure(state, v.figure, riding=False, horse=horse, other="dismount", aims=0, x_mm=v.x_mm, y_mm=v.y_mm)


def _fatigue_spent(state: State, v: e.FatigueSpent) -> State:
    figure = state.figures[v.figure]
    spent = {"spent": figure.spent + v.points, "spent_now": figure.spent_now + v.points}
    return with_figure(state, v.figure, **spent, tired=v.counters)


def _rested(state: State, v: e.Rested) -> State:
    return with_figure(state, v.figure, tired=v.counters, spent=v.spent, other="rest")


def _aimed(state: State, v: e.Aimed) -> State:
    return with_figure(state, v.figure, aims=v.aims, other="aim")


def _reloaded(state: State, v: e.Reloaded) -> State:
    return with_figure(state, v.figure, unloaded=False, other="reload", aims=0)


def _range_read(state: State, v: e.RangeRead) -> State:
    return replace(state, read={**state.read, v.weapon: v.edges})


def _shot_spoilt(state: State, v: e.ShotSpoilt) -> State:
    return with_figure(state, v.figure, fought="fire", aims=0)


def _shot_made(state: State, v: e.ShotMade) -> State:
    figure = state.figures[v.figure]
    changes: dict[str, Any] = {"fought": "fire", "aims": 0, "hand": v.weapon}
    if figure.missiles is not None:
        changes["missiles"] = max(0, figure.missiles - 1)
    if v.weapon == "spear":
        changes.update(_without_arm(figure.arms, v.weapon))
    if v.weapon == "crossbow" and state.options.crossbow == "reload":
        changes["unloaded"] = True
    return with_figure(with_figure(state, v.figure, **changes), v.target, unaware=False, asleep=False)


def _without_arm(arms: tuple[str, ...], weapon: str) -> dict[str, Any]:
    left = tuple(arm for arm in arms if arm != weapon)
    return {"arms": left, "hand": left[0] if left else ""}


def _length_said(state: State, v: fe.LengthSaid) -> State:
    return replace(state, longer={**state.longer, v.pair: v.longer})


def _bravery_rolled(state: State, v: fe.BraveryRolled) -> State:
    return state if v.passed else with_figure(state, v.figure, balked=True)


def _entered(state: State, v: fe.Entered) -> State:
    state = with_figure(state, v.target, aims=0)
    return replace(state, fights=(*state.fights, Fight(v.figure, v.target, v.longer)))


def _disengaged(state: State, v: fe.Disengaged) -> State:
    state = with_figure(state, v.figure, fought="disengage" if v.passed else "held", aims=0)
    return _parted(state, v.figure) if v.passed else state


def _blow_struck(state: State, v: fe.BlowStruck) -> State:
    hand = {"hand": v.weapon} if v.how == "strike" and v.weapon else {}
    state = with_figure(state, v.figure, fought=v.how, aims=0, **hand)
    return with_figure(state, v.target, unaware=False, asleep=False)


def _wounded(state: State, v: fe.Wounded) -> State:
    return with_figure(state, v.figure, wounds=state.figures[v.figure].wounds + v.counters)


def _stun_rolled(state: State, v: fe.StunRolled) -> State:
    return _down(state, v.figure, "stunned") if v.stunned else state


def _recovered(state: State, v: fe.Recovered) -> State:
    return with_figure(state, v.figure, posture="prone", other="recover") if v.passed else state


def _off(state: State, name: str, where: str) -> State:
    state = _parted(state, name)
    calm: dict[str, Any] = {"aims": 0, "held_by": "", "carries": "", "raging": False, "panicked": False}
    return with_figure(state, name, where=where, **calm)


def _died(state: State, v: fe.Died) -> State:
    return _off(state, v.figure, "dead")


def _panic_rolled(state: State, v: fe.PanicRolled) -> State:
    return state if v.passed else with_figure(state, v.figure, panicked=True, aims=0)


def _calm_rolled(state: State, v: fe.CalmRolled) -> State:
    return with_figure(state, v.figure, panicked=False) if v.passed else state


def _rage_rolled(state: State, v: fe.RageRolled) -> State:
    return with_figure(state, v.figure, tried=True, raging=v.came, aims=0)


def _rage_kept(state: State, v: fe.RageKept) -> State:
    if not v.ended:
        return state
    state = with_figure(state, v.figure, raging=False, tired=EXHAUSTED)
    state = with_figure(state, v.figure, spent=fatigue_total(state.figures[v.figure]))
    return replace(state, fights=tuple(f for f in state.fights if not _of_friends(state, f)))


def _of_friends(state: State, fight: Fight) -> bool:
    a, b = state.figures[fight.a], state.figures[fight.b]
    return friends(state, a.side, b.side) and not a.raging and not b.raging


def _overpowered(state: State, v: fe.Overpowered) -> State:
    return with_figure(_parted(state, v.figure), v.figure, held_by=v.by, aims=0)


def _set_free(state: State, v: fe.SetFree) -> State:
    return with_figure(state, v.figure, held_by="")


def _lifted(state: State, v: fe.Lifted) -> State:
    figure = state.figures[v.figure]
    state = with_figure(state, v.figure, carries=v.captive, aims=0)
    return with_figure(_parted(state, v.captive), v.captive, where="carried", x_mm=figure.x_mm, y_mm=figure.y_mm)


def _put_down(state: State, v: fe.PutDown) -> State:
    state = with_figure(state, v.figure, carries="")
    return with_figure(state, v.captive, where="table", held_by="", x_mm=v.x_mm, y_mm=v.y_mm)


def _left_table(state: State, v: e.LeftTable) -> State:
    captive = state.figures[v.figure].carries
    state = _off(state, v.figure, "left")
    return _off(state, captive, "taken") if captive else state


def _side_conceded(state: State, v: e.SideConceded) -> State:
    for figure in state.figures.values():
        if figure.side == v.side and figure.on_table:
            if figure.carries:
                where = "left" if state.figures[figure.carries].side in state.conceded else "table"
                state = with_figure(state, figure.carries, where=where, held_by="")
            state = _off(state, figure.name, "left")
    acting = "" if state.acting and state.figures[state.acting].side == v.side else state.acting
    return replace(state, conceded=(*state.conceded, v.side), acting=acting)


def _game_ended(state: State, v: e.GameEnded) -> State:
    return replace(state, phase="over", end=v.end, acting="", side="")


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    e.FatigueTyped: _fatigue_typed,
    e.Deployed: _deployed,
    e.TurnBegan: _turn_began,
    e.FirstRolled: _nothing,
    e.CardTurned: _acts,
    e.SideBegan: _side_began,
    e.Called: _acts,
    e.FigureDone: _figure_done,
    e.SideDone: _side_done,
    e.TurnClosed: _nothing,
    e.FigureMoved: _figure_moved,
    e.StoodUp: _stood_up,
    e.LayDown: _lay_down,
    e.Faced: _faced,
    e.Reacted: _nothing,
    e.FellOver: _fell_over,
    e.MountedUp: _mounted_up,
    e.Dismounted: _dismounted,
    e.FatigueSpent: _fatigue_spent,
    e.Rested: _rested,
    e.Aimed: _aimed,
    e.Reloaded: _reloaded,
    e.RangeRead: _range_read,
    e.SightJudged: _nothing,
    e.ShotSpoilt: _shot_spoilt,
    e.ShotMade: _shot_made,
    fe.LengthSaid: _length_said,
    fe.BraveryRolled: _bravery_rolled,
    fe.Entered: _entered,
    fe.Disengaged: _disengaged,
    fe.BlowStruck: _blow_struck,
    fe.EffectRolled: _nothing,
    fe.GreatBlow: _nothing,
    fe.Wounded: _wounded,
    fe.StunRolled: _stun_rolled,
    fe.Recovered: _recovered,
    fe.Died: _died,
    fe.PanicRolled: _panic_rolled,
    fe.CalmRolled: _calm_rolled,
    fe.RageRolled: _rage_rolled,
    fe.NearestFound: _nothing,
    fe.RageKept: _rage_kept,
    fe.Wrestled: _nothing,
    fe.Overpowered: _overpowered,
    fe.SetFree: _set_free,
    fe.Lifted: _lifted,
    fe.PutDown: _put_down,
    e.LeftTable: _left_table,
    e.SideConceded: _side_conceded,
    e.GameEnded: _game_ended,
    **AGREED_FOLDS,
    **THING_FOLDS,
}
"""Every event there is, with what it does to the state."""

EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in FOLDS}
"""Name -> class."""
