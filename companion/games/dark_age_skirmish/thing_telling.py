"""Lines of the log about boats, animals and wagons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import named, title
from companion.games.steps import length


def _at(v: Any) -> str:
    return f"{v.x_mm / 10:.1f}, {v.y_mm / 10:.1f} cm"


def _placed(s: State, v: te.ThingPlaced) -> str:
    crew = s.boats[v.thing].people if v.thing in s.boats else ()
    with_ = f", with {', '.join(named(s, name) for name in crew)}" if crew else ""
    return f"{title(v.thing)} is at {_at(v)}{with_}"


def _sail(s: State, v: te.SailHandled) -> str:
    hands = len(s.boats[v.boat].sailors)
    done = f"the sail is {v.sail}" if not hands else "another hand is needed"
    return f"{named(s, v.figure)} is at the sail of {title(v.boat)}; {done}"


def _ran(s: State, v: te.AnimalRan) -> str:
    where = "off the table" if v.gone else f"to {_at(v)}"
    return f"{title(v.animal)} runs from {named(s, v.figure)}: rolls {v.die}, {where}"


def _team(s: State, v: te.TeamAgreed) -> str:
    how = "overturned" if v.overturned else "panicked" if v.panicked else "quiet"
    return f"Agreed: {title(v.wagon)} is {how}"


THING_LINES: Mapping[type, Callable[[State, Any], str]] = {
    te.ThingPlaced: _placed,
    te.Boarded: lambda s, v: f"{named(s, v.figure)} goes aboard {title(v.boat)}",
    te.RowingRead: lambda s, v: f"Your table says: rowing takes {v.points}",
    te.Rowed: lambda s, v: f"{named(s, v.figure)} rows {title(v.boat)}",
    te.SailHandled: _sail,
    te.BoatMoved: lambda s, v: f"{title(v.boat)} goes {length(v.spent_mm)} to {_at(v)}",
    te.AnimalLed: lambda s, v: f"{named(s, v.figure)} leads {title(v.animal)}",
    te.AnimalFreed: lambda s, v: f"{title(v.animal)} is let go",
    te.AnimalRan: _ran,
    te.TeamJudged: lambda s, v: f"The team of {title(v.wagon)} is {'panicked' if v.panicked else 'quiet again'}",
    te.WagonRolled: lambda s, v: f"{title(v.wagon)} rolls {v.die}: {'it overturns' if v.overturned else 'it stays up'}",
    te.WagonMoved: lambda s, v: f"{title(v.wagon)} goes ({v.pace}) to {_at(v)}",
    te.WindAgreed: lambda s, v: f"Agreed: the wind is {v.strength}, to {v.facing} degrees",
    te.TeamAgreed: _team,
}
