"""What a table may agree otherwise of boats, animals, wagons and the wind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.contract import AGREED, Command, Offer
from companion.games.dark_age_skirmish import thing_events as te
from companion.games.dark_age_skirmish.boats import WINDS
from companion.games.dark_age_skirmish.placing import COMPASS, away, placed, region_of
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import title
from companion.games.dark_age_skirmish.things import COMPASS_DEG
from companion.games.fields import Field, OneOf
from companion.table.state import TableState

TEAM = ("quiet", "panicked", "overturned")


def offers(state: State, table: TableState) -> Iterator[Offer]:
    """Places, teams, the wind. A boat with people aboard is moved by them only."""
    for name in state.options.things.names:
        manned = name in state.boats and state.boats[name].people
        if name in away(state) or manned:
            continue
        region = region_of(state, table, name)
        if region is not None:
            fields: dict[str, Field] = {"at": region}
            if name not in state.animals:
                fields["to"] = OneOf(COMPASS)
            yield Offer(f"move-thing:{name}", AGREED, f"{title(name)} is elsewhere", fields)
    for wagon in state.wagons.values():
        if wagon.where == "table":
            yield Offer(f"set-team:{wagon.name}", AGREED, f"{title(wagon.name)} is otherwise", {"team": OneOf(TEAM)})
    if state.boats:
        wind: dict[str, Field] = {"strength": OneOf(WINDS), "to": OneOf(COMPASS)}
        yield Offer("set-wind", AGREED, "The wind is otherwise", wind)


def _move_thing(state: State, command: Command) -> tuple[Any, ...]:
    return (placed(state, command, AGREED),)


def _set_team(state: State, command: Command) -> tuple[Any, ...]:
    team = str(command.fields["team"])
    return (te.TeamAgreed(command.subject, team == "panicked", team == "overturned"),)


def _set_wind(state: State, command: Command) -> tuple[Any, ...]:
    return (te.WindAgreed(str(command.fields["strength"]), COMPASS_DEG[str(command.fields["to"])]),)


CORRECTIONS: Mapping[str, Callable[[State, Command], tuple[Any, ...]]] = {
    "move-thing": _move_thing,
    "set-team": _set_team,
    "set-wind": _set_wind,
}
"""Kind of correction -> its events."""
