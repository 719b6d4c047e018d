"""The log: one line for each event, as a seat may read it. What is secret is left out, not blanked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.contract import AGREED
from companion.games.flintloque import agreed as a
from companion.games.flintloque import events as e
from companion.games.flintloque.state import State
from companion.games.flintloque.steps import length, title

EFFECTS = {
    "A": "goes on",
    "B": "may only move, 5 cm from any enemy",
    "C": "may only fire at enemies who come nearer",
    "D": "freezes; it may only defend itself",
    "E": "walks towards its own edge",
    "F": "runs to cover and stays there",
    "G": "routs",
}
RESULTS = {"draw": "a draw", "pushed": "pushed back", "umbrella": "robbed", "free": "loses hold of him", "held": "held"}


def line(state: State, event: Any, seat: str) -> str:
    """state: after the event. "" where there is nothing to say."""
    match event:
        case e.OrdersSealed(side=side):
            return f"The {title(side)} have sealed their orders"
        case e.SideMoved(side=side, rule=rule):
            return f"Agreed: the {title(side)} have moved" if rule == AGREED else ""
        case e.OrdersOpened(phase="declare"):
            orders = [f"{title(f.name)} {f.declared}" for f in state.figures.values() if f.declared not in ("", "hold")]
            return f"Declared: {', '.join(orders) or 'nothing'}"
        case e.MissionSettled():
            return ""
    make = LINES.get(type(event))
    return make(event) if make else ""


def _shot(v: e.ShotFired) -> str:
    begin = f"{title(v.firer)} fires at {title(v.target)}, {length(v.mm, v.sigma_mm)}"
    if not v.chance:
        return f"{begin}: no chance to hit ({v.column})"
    effect = f"hit, {v.wounds} wounds" if v.hit else "missed"
    return f"{begin}: column {v.column}, {v.chance} %, rolls {v.roll}: {effect}"


def _sight(v: e.SightJudged) -> str:
    said = f"{title(v.firer)} to {title(v.target)}: the table says {v.proposed} ({v.reason})"
    return said if v.agreed == v.proposed else f"{said}; the players say {v.agreed}"


def _moved(v: e.FigureMoved) -> str:
    how = {"forced": "is moved", "pushed": "is pushed back"}.get(v.rate, f"moves ({v.rate})")
    over = f", {length(v.over_mm, 0)} too far, as agreed" if v.over_mm else ""
    return f"{title(v.figure)} {how} to {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm{over}"


def _blows(v: e.BlowsStruck) -> str:
    effect = RESULTS.get(v.result, f"{v.result} wounds")
    return f"{title(v.a)} {v.a_total} against {title(v.b)} {v.b_total}: {title(v.loser)} {effect}".replace(
        ":  a", ": a"
    )


LINES: Mapping[type, Callable[[Any], str]] = {
    a.FigurePlaced: lambda v: f"Agreed: {title(v.figure)} stands at {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm",
    a.WoundsAgreed: lambda v: f"Agreed: {title(v.figure)} has lost {v.lost} wounds",
    a.LoadAgreed: lambda v: f"Agreed: {title(v.figure)} has {', '.join(v.loaded) or 'nothing'} loaded",
    a.FigureRevived: lambda v: f"Agreed: {title(v.figure)} is back on the table",
    e.SheetTyped: lambda v: f"{title(v.figure)}'s sheet is typed in",
    e.Deployed: lambda v: f"{title(v.figure)} stands at {v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm",
    e.TurnBegan: lambda v: f"Turn {v.turn}",
    e.InitiativeRolled: lambda v: f"Initiative of the {title(v.side)}: {v.total}",
    e.TieRolled: lambda v: f"The {title(v.side)} roll again: {v.die}",
    e.OrderSettled: lambda v: f"Order of choosing: {', '.join(map(title, v.order))}",
    e.SlotTaken: lambda v: f"The {title(v.side)} move in slot {v.slot}",
    e.CellRead: lambda v: f"Your book says {v.letter} in row {v.row}, {v.column}",
    e.MoraleChecked: lambda v: f"Morale of {title(v.figure)}: {v.total}, {v.letter}: {EFFECTS[v.letter]}",
    e.Routed: lambda v: f"{title(v.figure)} has routed",
    e.FigureMoved: _moved,
    e.Charged: lambda v: f"{title(v.figure)} is in contact with {title(v.target)}",
    e.HeldInFight: lambda v: f"{title(v.by)} holds {title(v.figure)} in the fight",
    e.FightLeft: lambda v: f"{title(v.figure)} is out of the fight",
    e.FightResumed: lambda v: f"{title(v.figure)} has not moved away and still fights {title(v.foe)}",
    e.SightJudged: _sight,
    e.ShotFired: _shot,
    e.ShotNotFired: lambda v: f"{title(v.firer)} does not fire: {title(v.target)} is out of sight",
    e.AimLost: lambda v: f"{title(v.figure)} loses the aim: {v.why}",
    e.VolleyFell: lambda v: (
        "Wounded: " + ", ".join(f"{title(n)} {c}" for n, c in v.wounds.items()) if v.wounds else "Nobody is wounded"
    ),
    e.Fell: lambda v: f"{title(v.figure)} is dead",
    e.BlowsStruck: _blows,
    e.GrabEarned: lambda v: f"{title(v.figure)} may pick Oswold up next turn",
    e.OswoldGrabbed: lambda v: f"{title(v.figure)} carries Oswold",
    e.OswoldFreed: lambda v: "Oswold is free",
    e.WentWet: lambda v: "Oswold is thrown into the river" if v.by else "Oswold is wet, and out of it",
    e.UmbrellaStolen: lambda v: f"{title(v.figure)} has the umbrella",
    e.BodyTaken: lambda v: f"{title(v.figure)} carries the dead Dwarf",
    e.BodyDropped: lambda v: f"{title(v.figure)} drops the dead Dwarf",
    e.Reloaded: lambda v: f"{title(v.figure)} has reloaded",
    e.AimTaken: lambda v: f"{title(v.figure)} has aimed",
    e.LeftTable: lambda v: f"{title(v.figure)} has left by the {v.edge} edge",
    e.GameEnded: lambda v: f"{v.end.reason}. The winner: {title(v.end.winner)}",
}
