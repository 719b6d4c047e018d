"""The log: one line for each event. Everybody may read everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived
from companion.games.dark_age_skirmish import agreed as a
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import fight_events as fe
from companion.games.dark_age_skirmish.fit import fatigue_left
from companion.games.dark_age_skirmish.moving import nearest_word
from companion.games.dark_age_skirmish.people import THROWN, shoots, with_article
from companion.games.dark_age_skirmish.seeing import line_of
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import named, side_title
from companion.games.dark_age_skirmish.thing_telling import THING_LINES
from companion.games.dark_age_skirmish.tiring import DOING
from companion.games.steps import length, overruled


def line(state: State, event: Any, seat: str) -> str:
    """state: after the event. "" where there is nothing to say."""
    make = LINES.get(type(event))
    return make(state, event) if make else ""


def _roll(die: int, needed: int, passed: bool, yes: str, no: str) -> str:
    return f"rolls {die} against {needed}: {yes if passed else no}"


def _with(terms: str) -> str:
    return f" ({terms})" if terms else ""


def counted(number: int, what: str) -> str:
    """ "1 red counter", "2 red counters"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _moved(s: State, v: e.FigureMoved) -> str:
    how = {"flight": "flees", "closing up": "closes up", "swim": "swims"}.get(v.pace, f"moves ({v.pace})")
    over = f", {length(v.over_mm)} too far, as agreed" if v.over_mm else ""
    if not v.spent_mm:
        return ""
    return f"{named(s, v.figure)} {how} {length(v.spent_mm)} to {_cm(v)}{over}"


def _cm(v: Any) -> str:
    return f"{v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm"


def _sight(s: State, v: e.SightJudged) -> str:
    line = f"{line_of(s, v.looker, v.target, v.what)}: the table says {v.proposed} ({v.reason})"
    return line + overruled(named(s, v.target), v.proposed, v.said, v.agreed)


def _shot(s: State, v: e.ShotMade) -> str:
    what = "" if v.weapon in THROWN else f"{v.weapon}, "
    begin = f"{named(s, v.figure)} {shoots(v.weapon)} {named(s, v.target)} ({what}{length(v.mm, v.sigma_mm)}, {v.band})"
    return f"{begin}: {_roll(v.die, v.needed, v.hit, 'hit', 'missed')}{_with(v.terms)}"


def _blow(s: State, v: fe.BlowStruck) -> str:
    what = BLOWS[v.how].format(named(s, v.target)) + (f" with {with_article(v.weapon)}" if v.weapon else "")
    rolled = _roll(v.die, v.needed, v.hit, *(("a hold", "no hold") if v.how == "grapple" else ("hit", "missed")))
    return f"{named(s, v.figure)} {what}: {rolled}{_with(v.terms)}"


def _effect(s: State, v: fe.EffectRolled) -> str:
    outcome = {"none": "no harm", "great blow": "a great blow", "kill": "killed"}.get(v.outcome, f"{v.outcome} wound")
    return f"Effect on {named(s, v.target)}: rolls {v.die} against {v.needed}{_with(v.terms)}: {outcome}"


def _fatigue(s: State, v: e.FatigueSpent) -> str:
    state = {0: "", 1: "; tired", 2: "; exhausted"}[v.counters]
    return f"{named(s, v.figure)} spends {v.points} on {DOING.get(v.what, v.what)}, rolls {v.die}{state}"


def _reacted(s: State, v: e.Reacted) -> str:
    falls = " through " in v.why
    return f"{named(s, v.figure)}, {v.why}: {_roll(v.die, v.needed, v.passed, *(FALLS if falls else REACTS))}"


def _faced(s: State, v: e.Faced) -> str:
    if v.rule not in ("DA-24", "DA-25"):
        return ""
    return f"{named(s, v.figure)} turns to the {nearest_word(v.facing)}"


def _rested(s: State, v: e.Rested) -> str:
    points = counted(fatigue_left(s.figures[v.figure]), "fatigue point")
    return f"{named(s, v.figure)} rests; {counted(v.counters, 'yellow counter')}, {points} left"


def _wrestled(s: State, v: fe.Wrestled) -> str:
    both = f"{named(s, v.figure)} {v.total} against {named(s, v.target)} {v.against}"
    return f"They wrestle, {both}" + ("" if v.total > v.against else ", who holds his own")


def _stun(s: State, v: fe.StunRolled) -> str:
    if v.die < 0:
        return f"{named(s, v.figure)} is stunned"
    return f"{named(s, v.figure)} {_roll(v.die, v.needed, not v.stunned, 'keeps his feet', 'falls stunned')}"


def _rage(s: State, v: fe.RageRolled) -> str:
    return f"{named(s, v.figure)} rolls {v.die}: {'the rage comes' if v.came else 'no rage'}"


def _condition(s: State, v: a.ConditionAgreed) -> str:
    return f"Agreed: {named(s, v.figure)} is {v.posture} and {v.nerve}"


def _side_began(s: State, v: e.SideBegan) -> str:
    if v.phase == "others":
        return ""
    return f"The {side_title(s, v.side)} act"


BLOWS = {"strike": "strikes at {}", "punch": "punches {}", "kick": "kicks {}", "grapple": "grapples {}"}
FALLS = ("stays up", "falls")
REACTS = ("reacts", "does not react")

LINES: Mapping[type, Callable[[State, Any], str]] = {
    **THING_LINES,
    FigurePlaced: lambda s, v: f"Agreed: {named(s, v.figure)} stands at {_cm(v)}",
    a.SheetAgreed: lambda s, v: (
        f"Agreed: {named(s, v.figure)} has {v.wounds} red and {v.tired} yellow counters, {v.spent} points spent"
    ),
    a.ConditionAgreed: _condition,
    a.FacingAgreed: lambda s, v: f"Agreed: {named(s, v.figure)} looks to {v.facing} degrees",
    FigureRevived: lambda s, v: f"Agreed: {named(s, v.figure)} is back on the table",
    e.FatigueTyped: lambda s, v: f"{named(s, v.figure)} has {v.points} fatigue points",
    e.Deployed: lambda s, v: f"{named(s, v.figure)} stands at {_cm(v)}",
    e.TurnBegan: lambda s, v: f"Turn {v.turn}" + _order_words(s, v.order),
    e.FirstRolled: lambda s, v: f"The {side_title(s, v.side)} roll {v.die} for who acts first",
    e.CardTurned: lambda s, v: f"The card of {named(s, v.figure)}",
    e.SideBegan: _side_began,
    e.Called: lambda s, v: f"{named(s, v.figure)} acts",
    e.SideDone: lambda s, v: f"The rest of the {side_title(s, v.side)} do nothing",
    e.FigureMoved: _moved,
    e.StoodUp: lambda s, v: f"{named(s, v.figure)} stands up",
    e.LayDown: lambda s, v: f"{named(s, v.figure)} lies down",
    e.Faced: _faced,
    e.Reacted: _reacted,
    e.FellOver: lambda s, v: f"{named(s, v.figure)} falls at {_cm(v)}" + ("; stunned" if v.stunned else ""),
    e.MountedUp: lambda s, v: f"{named(s, v.figure)} mounts",
    e.Dismounted: lambda s, v: f"{named(s, v.figure)} dismounts",
    e.FatigueSpent: _fatigue,
    e.Rested: _rested,
    e.Aimed: lambda s, v: f"{named(s, v.figure)} aims; he has {counted(v.aims, 'aim')}",
    e.Reloaded: lambda s, v: f"{named(s, v.figure)} has reloaded",
    e.RangeRead: lambda s, v: f"Your table says of {v.weapon}: {', '.join(map(str, v.edges))} {s.options.units}",
    e.SightJudged: _sight,
    e.ShotSpoilt: lambda s, v: f"{named(s, v.figure)} cannot shoot at {named(s, v.target)}: {v.why}",
    e.ShotMade: _shot,
    fe.LengthSaid: lambda s, v: f"{v.pair.replace('|', ' and ')}: {v.longer or 'neither'} is longer",
    fe.BraveryRolled: lambda s, v: (
        f"{named(s, v.figure)} goes at {named(s, v.target)}, "
        f"{_roll(v.die, v.needed, v.passed, 'he dares', 'he does not dare')}"
    ),
    fe.Entered: lambda s, v: f"{named(s, v.figure)} is in combat with {named(s, v.target)}",
    fe.Disengaged: lambda s, v: (
        f"{named(s, v.figure)} {_roll(v.die, v.needed, v.passed, 'breaks off', 'stays in combat')}"
    ),
    fe.BlowStruck: _blow,
    fe.EffectRolled: _effect,
    fe.GreatBlow: lambda s, v: f"A great blow: rolls {v.die} against {v.needed}: {named(s, v.target)} is {v.outcome}",
    fe.Wounded: lambda s, v: f"{named(s, v.figure)} gets {counted(v.counters, 'red counter')}",
    fe.StunRolled: _stun,
    fe.Recovered: lambda s, v: f"{named(s, v.figure)} {_roll(v.die, v.needed, v.passed, 'recovers', 'stays down')}",
    fe.Died: lambda s, v: f"{named(s, v.figure)} is {v.how}",
    fe.PanicRolled: lambda s, v: (
        f"{named(s, v.figure)}, {v.why}: {_roll(v.die, v.needed, v.passed, 'keeps his head', 'panics')}"
    ),
    fe.CalmRolled: lambda s, v: f"{named(s, v.figure)} rolls {v.die}: {'calm again' if v.passed else 'still panicked'}",
    fe.RageRolled: _rage,
    fe.NearestFound: lambda s, v: f"{named(s, v.figure)} rages; nearest to him is {named(s, v.target)}",
    fe.RageKept: lambda s, v: f"{named(s, v.figure)} rolls {v.die}: {'the rage is over' if v.ended else 'rages on'}",
    fe.Wrestled: _wrestled,
    fe.Overpowered: lambda s, v: f"{named(s, v.by)} has overpowered {named(s, v.figure)}",
    fe.SetFree: lambda s, v: f"{named(s, v.figure)} is free",
    fe.Lifted: lambda s, v: f"{named(s, v.figure)} carries {named(s, v.captive)}",
    fe.PutDown: lambda s, v: f"{named(s, v.figure)} puts {named(s, v.captive)} down",
    e.LeftTable: lambda s, v: f"{named(s, v.figure)} leaves by the {v.edge} edge",
    e.SideConceded: lambda s, v: f"The {side_title(s, v.side)} give up",
    e.GameEnded: lambda s, v: v.end.words(
        lambda winner: " and ".join(side_title(s, one) for one in winner.split(" and "))
    ),
}


def _order_words(state: State, order: tuple[str, ...]) -> str:
    return f": {', then '.join(side_title(state, side) for side in order)}" if order else ""
