"""The log: one line for each event, as a seat may read it. What is secret is left out, not blanked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived
from companion.games.contract import AGREED
from companion.games.flintloque import agreed as a
from companion.games.flintloque import events as e
from companion.games.flintloque import fight_events as fe
from companion.games.flintloque.morale import HEADS
from companion.games.flintloque.state import State
from companion.games.flintloque.steps import does, party, title
from companion.games.flintloque.volley import BEYOND, OFF
from companion.games.steps import length, overruled

EFFECTS = {
    "A": "goes on",
    "B": "may only move, 5 cm from any enemy",
    "C": "may only fire at enemies who come nearer",
    "D": "freezes; it may only defend itself",
    "E": "walks to its own edge",
    "F": "runs to cover and stays there",
    "G": "routs",
}
RESULTS = {
    "pushed": "is pushed back",
    "umbrella": "is robbed",
    "free": "loses hold of him",
    "held": "is held",
    "1": "loses a wound",
}
CAUSES = {"leader": "the leader's death", "wounded": "a wound", "pushed": "being pushed", "hit": "the first hit"}
MOVES = {"walk": "walks", "run": "runs", "prone": "moves prone", "forced": "goes", "pushed": "is pushed back"}


def line(state: State, event: Any, seat: str) -> str:
    """state: after the event. "" where there is nothing to say."""
    match event:
        case e.OrdersSealed(side=side):
            return f"The {title(side)} {'has sealed his' if side == 'ogre' else 'have sealed their'} orders"
        case e.SideMoved(side=side, rule=rule):
            return f"Agreed: {party(side)} {does(side, 'has', 'have')} moved" if rule == AGREED else ""
        case e.OrdersOpened(phase="declare"):
            orders = [f"{title(f.name)} {f.declared}" for f in state.figures.values() if f.declared not in ("", "hold")]
            return f"Declared: {', '.join(orders) or 'nothing'}"
        case e.MissionSettled():
            return ""
        case e.GrabEarned(figure=name) if state.figures[name].side not in state.options.seats.get(seat, ()):
            return ""  # It would tell what his side is after before he does it (FL-42).
    make = LINES.get(type(event))
    return make(event) if make else ""


def _shot(v: fe.ShotFired) -> str:
    begin = f"{title(v.firer)} fires at {title(v.target)}, {length(v.mm, v.sigma_mm)}"
    if v.band == BEYOND:
        return f"{begin}: out of range"
    begin += f", {_columns(v.shift)}" if v.shift else ""
    if not v.chance:
        where = v.column if v.column == OFF else f"nothing in column {v.column} of a {v.weapon}"
        return f"{begin}: {where}, no chance to hit"
    effect = {0: "hit, no wound", 1: "hit, 1 wound"}.get(v.wounds, f"hit, {v.wounds} wounds") if v.hit else "missed"
    return f"{begin}: column {v.column}, {v.chance} %, rolls {v.roll}: {effect}"


def _columns(shift: int) -> str:
    return f"{abs(shift)} {'column' if abs(shift) == 1 else 'columns'} to the {'left' if shift > 0 else 'right'}"


def _sight(v: fe.SightJudged) -> str:
    said = f"{title(v.firer)} to {title(v.target)}: the table says {v.proposed} ({v.reason})"
    return said + overruled(title(v.target), v.proposed, v.said, v.agreed)


def _morale(v: e.MoraleChecked) -> str:
    letter = f"{v.letter} by our letters" if v.ours else v.letter
    cause = "being charged" if v.charged else CAUSES[v.cause]
    return f"Morale of {title(v.figure)} for {cause}: {_rolled(v.die, v.total)} is {letter}, {EFFECTS[v.letter]}"


def _rolled(die: int, total: int) -> str:
    return f"{total}" if die == total else f"{die} {total - die:+d} = {total}"


def _moved(v: e.FigureMoved) -> str:
    if v.rate == "pushed" and not v.spent_mm:
        return f"{title(v.figure)} has no room to be pushed back"
    far = f" {length(v.spent_mm, 0)}" if v.spent_mm else ""
    over = f", {length(v.over_mm, 0)} too far, as agreed" if v.over_mm else ""
    return f"{title(v.figure)} {MOVES.get(v.rate, 'is put')}{far} to {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm{over}"


def _blows(v: fe.BlowsStruck) -> str:
    effect = f"{title(v.loser)} {RESULTS.get(v.result, f'loses {v.result} wounds')}" if v.loser else "a draw"
    return f"{title(v.a)} {v.a_total} against {title(v.b)} {v.b_total}: {effect}"


def _left(v: e.FightLeft) -> str:
    if v.rule == "FL-34":
        return f"{title(v.figure)} breaks off"
    if v.still:
        return f"{title(v.figure)} now fights {' and '.join(map(title, v.still))} only"
    return f"{title(v.figure)} is out of the fight"


LINES: Mapping[type, Callable[[Any], str]] = {
    FigurePlaced: lambda v: f"Agreed: {title(v.figure)} stands at {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm",
    a.WoundsAgreed: lambda v: f"Agreed: {title(v.figure)} has lost {v.lost} wounds",
    a.LoadAgreed: lambda v: f"Agreed: {title(v.figure)} has {', '.join(v.loaded) or 'nothing'} loaded",
    FigureRevived: lambda v: f"Agreed: {title(v.figure)} is back on the table",
    e.SheetTyped: lambda v: f"{title(v.figure)}'s sheet is typed in",
    e.Deployed: lambda v: f"{title(v.figure)} stands at {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm",
    e.TurnBegan: lambda v: f"Turn {v.turn}",
    e.InitiativeRolled: lambda v: f"Initiative of the {title(v.side)}: {_rolled(v.die, v.total)}",
    e.TieRolled: lambda v: f"The {title(v.side)} {does(v.side, 'rolls', 'roll')} again: {v.die}",
    e.OrderSettled: lambda v: f"Order of choosing: {', '.join(map(title, v.order))}",
    e.SlotTaken: lambda v: f"The {title(v.side)} {does(v.side, 'moves', 'move')} in slot {v.slot}",
    e.CellRead: lambda v: f"Morale Results Table, row {v.row}, {HEADS[v.column]}: {v.letter}",
    e.MoraleChecked: _morale,
    e.Routed: lambda v: f"{title(v.figure)} has routed",
    e.FigureMoved: _moved,
    e.Charged: lambda v: f"{title(v.figure)} charges {title(v.target)}",
    e.HeldInFight: lambda v: f"{title(v.by)} holds {title(v.figure)} in the fight",
    e.FightLeft: _left,
    e.FightResumed: lambda v: f"{title(v.figure)} has not moved away and still fights {title(v.foe)}",
    fe.SightJudged: _sight,
    fe.ShotFired: _shot,
    fe.ShotNotFired: lambda v: (
        f"{title(v.firer)} does not fire: " + (v.why if v.why == fe.NOTHING_LOADED else f"{title(v.target)} {v.why}")
    ),
    fe.AimLost: lambda v: f"{title(v.figure)} loses the aim: {v.why}",
    fe.VolleyFell: lambda v: (
        "Wounds lost: " + ", ".join(f"{title(n)} {c}" for n, c in v.wounds.items()) if v.wounds else "Nobody is wounded"
    ),
    fe.Fell: lambda v: f"{title(v.figure)} is dead",
    fe.BlowsStruck: _blows,
    e.GrabEarned: lambda v: f"{title(v.figure)} may pick Oswold up next turn",
    e.OswoldGrabbed: lambda v: f"{title(v.figure)} carries Oswold",
    e.OswoldFreed: lambda v: f"Oswold is free, at {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm",
    e.WentWet: lambda v: "Oswold is thrown into the river" if v.by else "Oswold is wet, and out of the game",
    e.UmbrellaStolen: lambda v: f"{title(v.figure)} has the umbrella",
    e.BodyTaken: lambda v: f"{title(v.figure)} carries the dead Dwarf",
    e.BodyDropped: lambda v: f"{title(v.figure)} drops the dead Dwarf",
    e.Reloaded: lambda v: f"{title(v.figure)} has reloaded",
    e.AimTaken: lambda v: f"{title(v.figure)} has aimed",
    e.LeftTable: lambda v: f"{title(v.figure)} has left by the {v.edge} edge",
    e.GameEnded: lambda v: f"{v.end.reason}.",
}
