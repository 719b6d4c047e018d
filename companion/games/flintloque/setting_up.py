"""Before the first turn: sheets, what earlier games left, and where each side begins (FL-36 to FL-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import shapely

from companion.games.contract import Command, Offer
from companion.games.elsewhere import set_up
from companion.games.fields import Field, Range
from companion.games.flintloque import events as e
from companion.games.flintloque import fold
from companion.games.flintloque.board import drawn_terrain, told_figure
from companion.games.flintloque.experience import Record, learnt, printed_record, risen
from companion.games.flintloque.going import free_of_bases, inner_table
from companion.games.flintloque.in_force import charts_of
from companion.games.flintloque.options import Options, read_options
from companion.games.flintloque.printed import BODY, CHARTS, NAMES, OSWOLD, SCENARIOS, STATS, about, stat
from companion.games.flintloque.state import Body, Character, State, seat_of
from companion.games.flintloque.steps import Steps, tell, title
from companion.games.ground import patch
from companion.games.placing import Area, Layout, box
from companion.games.regions import Patch
from companion.table.state import TableState

MISSIONS: Mapping[str, Mapping[str, str]] = {
    "one": {"orcs": "body", "elves": "body", "dwarves": "body", "ogre": "body"},
    "two": {"orcs": "home", "elves": "ducking", "dwarves": "umbrella", "ogre": "abduction"},
}
"""Scenario -> side -> what it is after (FL-42, FL-44 to FL-47)."""


def begin(data: Mapping[str, Any]) -> State:
    """The state before the first command. ValueError with a sentence if the options are not right."""
    options = read_options(data)
    scenario = SCENARIOS[options.scenario]
    sides = options.sides
    living = [name for side in sides for name in options.living(side)]
    figures = {name: character(name, options) for name in NAMES if name in living}
    body = Body(float(scenario["body"][0]), float(scenario["body"][1])) if "body" in scenario else None
    missions = {side: MISSIONS[options.scenario][side] for side in sides}
    umbrella = OSWOLD if OSWOLD in figures else ""
    state = State(options, figures, body=body, umbrella=umbrella, missions=missions)
    for name in untyped(state):
        line = _in_the_book(name, options)
        state = fold.evolve(state, _typed(state, name, line)) if line else state
    return state


def _in_the_book(name: str, options: Options) -> dict[str, int]:
    """What the owner typed of a sheet before; empty if a figure of the line is wanting."""
    cells = {what: charts_of(options)["roster"].cell(name, what) for what in cut_off(name)}
    line = {what: cell.value for what, cell in cells.items() if cell.status == "owner" and isinstance(cell.value, int)}
    return line if len(line) == len(cells) else {}


def _typed(state: State, name: str, line: Mapping[str, int]) -> e.SheetTyped:
    """The owner's figures for one line; of a character who has risen since, what he has learnt is added (FL-3)."""
    level = state.figures[name].level
    values = {what: value + risen(name, what, level) for what, value in line.items()}
    return e.SheetTyped(name, values, "FL-36" if about(name, "side") == "orcs" else "FL-37")


def character(name: str, options: Options) -> Character:
    """A character by its sheet and its record, all firearms loaded."""
    record: Record = options.records.get(name, printed_record(name))
    arms = about(name, "arms")
    weapons = () if arms == "none" else (arms,)
    return Character(
        name,
        about(name, "side"),
        about(name, "race"),
        record.level,
        about(name, "status") == "elite",
        about(name, "rank") == "leader",
        weapons,
        learnt(name, "melee", record.level),
        learnt(name, "morale", record.level),
        learnt(name, "firing", record.level) if weapons else 0,
        stat(name, "defence"),
        stat(name, "wounds"),
        lost=min(record.wounds, stat(name, "wounds") - 1),
        loaded=weapons,
    )


def cut_off(name: str) -> tuple[str, ...]:
    """The figures of a sheet that the text has lost."""
    return tuple(what for what in STATS if CHARTS["roster"].cell(name, what).status == "inferred")


def untyped(state: State) -> tuple[str, ...]:
    """Characters whose lines are still to be typed."""
    if state.options.sheets != "typed":
        return ()
    return tuple(name for name in state.figures if cut_off(name) and name not in state.typed)


def offers(state: State, table: TableState, seat: str) -> Iterator[Offer]:
    """Lines to be typed, and figures to be put on the table."""
    for name in untyped(state):
        if seat_of(state, name) == seat:
            fields: dict[str, Field] = {what: Range(*CHARTS["roster"].limits[what]) for what in cut_off(name)}
            rule = "FL-36" if about(name, "side") == "orcs" else "FL-37"
            yield Offer(f"type-sheet:{name}", rule, f"Type what {title(name)}'s sheet says", fields)
    for name, figure in state.figures.items():
        if figure.where == "away" and seat_of(state, name) == seat:
            zone = deploy_region(state, name)
            if zone is not None:
                seen = set_up(table, name, title(name), zone)
                rule = "FL-41" if state.options.scenario == "one" else "FL-43"
                yield Offer(f"deploy:{name}", rule, f"Put {title(name)} on the table", {"at": zone}, seen)


def deploy_region(state: State, name: str) -> Patch | None:
    """Where a figure may begin; clear of those that stand there already."""
    zone = shapely.box(*map(float, SCENARIOS[state.options.scenario]["zones"][state.figures[name].side]))
    return patch(free_of_bases(state, name, shapely.intersection(zone, inner_table(state, name))))


def layout(state: State) -> Layout | None:
    """Where each side begins, our terrain, and the dead Dwarf; None once the game has begun."""
    return _layout(state.options.scenario, state.options.sides) if state.phase == "setup" else None


@lru_cache(maxsize=4)
def _layout(name: str, sides: tuple[str, ...]) -> Layout:
    scenario = SCENARIOS[name]
    width, height = scenario["size"]
    areas = tuple(
        Area(
            side,
            title(side),
            box(scenario["zones"][side]),
            tuple(one for one in NAMES if about(one, "side") == side),
            str(scenario["homes"][side]),
        )
        for side in sides
    )
    body = scenario.get("body")
    spots = (told_figure(BODY, "", float(body[0]), float(body[1])),) if body else ()
    return Layout(str(scenario["title"]), float(width), float(height), areas, drawn_terrain(name), spots)


def type_sheet(state: State, table: TableState, command: Command) -> Steps:
    """The owner's figures for one line."""
    line = {what: int(value) for what, value in command.fields.items()}
    return (yield from tell(state, _typed(state, command.subject, line)))


def deploy(state: State, table: TableState, command: Command) -> Steps:
    """A figure is put on the table."""
    x, y = command.fields["at"]
    rule = "FL-41" if state.options.scenario == "one" else "FL-43"
    return (yield from tell(state, e.Deployed(command.subject, float(x), float(y), rule)))


def is_ready(state: State) -> bool:
    """Whether every line is typed and every figure stands."""
    return not untyped(state) and all(figure.where != "away" for figure in state.figures.values())
