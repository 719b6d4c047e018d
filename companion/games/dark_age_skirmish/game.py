"""Dark Age Skirmish as the rest of the program sees it: tables of what each command does and may be refused for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.charts import Chart
from companion.games.contract import Command, Offer, Refusal
from companion.games.dark_age_skirmish import (
    acting,
    blows,
    board,
    corrections,
    ending,
    fights,
    firing,
    fold,
    gauging,
    going,
    grappling,
    herding,
    lean,
    moving,
    muster,
    other_actions,
    phases,
    placing,
    sailing,
    secrets,
    setting_up,
    telling,
    views,
)
from companion.games.dark_age_skirmish.at_table import DarkAgeAtTable
from companion.games.dark_age_skirmish.fold import EVENTS
from companion.games.dark_age_skirmish.grounds import drawn_terrain
from companion.games.dark_age_skirmish.in_force import charts_of
from companion.games.dark_age_skirmish.options import OPTIONS, read_options
from companion.games.dark_age_skirmish.printed import CHARTS
from companion.games.dark_age_skirmish.rules import RULES
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import Steps
from companion.games.fields import Value
from companion.games.free_game import FreeGame
from companion.table.state import Figure, TableState, TerrainPiece

PLAYS: Mapping[str, Callable[[State, TableState, Command], Steps]] = {
    "type-fatigue": setting_up.type_fatigue,
    "deploy": setting_up.deploy,
    "place-thing": placing.place,
    "call": phases.call,
    "end-turn": phases.end_turn,
    "crawl": moving.move,
    "walk": moving.move,
    "run": moving.move,
    "sprint": moving.move,
    "horse-walk": moving.move,
    "trot": moving.move,
    "canter": moving.move,
    "gallop": moving.move,
    "carry": moving.move,
    "stand-up": moving.stand_up,
    "lie-down": moving.lie_down,
    "face": moving.face,
    "attack": fights.attack,
    "rush": acting.rush,
    "strike": blows.strike,
    "punch": blows.unarmed,
    "kick": blows.unarmed,
    "grapple": grappling.grapple,
    "disengage": fights.disengage,
    "fire": firing.fire,
    "swim": other_actions.swim,
    "mount": other_actions.mount,
    "dismount": other_actions.dismount,
    "aim": other_actions.aim,
    "rest": other_actions.rest_,
    "reload": other_actions.reload,
    "lift": grappling.lift,
    "put-down": grappling.put_down,
    "leave": grappling.leave,
    "board": sailing.board,
    "ashore": sailing.ashore,
    "row": sailing.row,
    "sail": sailing.sail,
    "lead": herding.lead,
    "let-go": herding.let_go,
    "rage": acting.rage,
    "done": acting.done,
    "concede": ending.concede,
    "go-on": phases.go_on,
}
"""Kind of offer -> its rule. What follows by itself is in `phases`."""


STANDING: Mapping[str, str] = {
    "DA-10/sight": "Sight and cover, when your figure is shot at: as the table proposes",
    "DA-12/concealment": "Concealment, when your figure is struck at: as the table proposes",
    "DA-8/band": "A range that is too close to call, when your figure is shot at: as measured",
    "DA-7/too close to call": "Your move, if it is too close to call: let it be",
    "DA-33/team": "Your wagon's team: as it was the turn before",
}
"""Decisions that a seat may answer beforehand, with what is then taken."""


def _move_refused(state: State, table: TableState, command: Command) -> Refusal | None:
    """Of a figure that is called by its move too."""
    return moving.move_refused(phases.ahead(state, command.subject), table, command)


class DarkAgeSkirmish(FreeGame[State]):
    """See `companion.games.free_game`."""

    name = "dark-age-skirmish"
    title = "Dark Age Skirmish"
    turn_rule = "DA-3"
    rules = RULES
    events = EVENTS
    state_type = State
    charts = CHARTS
    standing = STANDING
    remembers: Mapping[str, Callable[[Command], Mapping[tuple[str, str, str], Value]]] = {}
    at_table = DarkAgeAtTable()
    form = muster.FORM
    plays = PLAYS
    barred = dict.fromkeys(moving.PACE_OF, _move_refused)
    choices = OPTIONS
    bends = tuple(moving.PACE_OF)
    begin = staticmethod(setting_up.begin)
    is_waiting = staticmethod(phases.is_waiting)
    advance = staticmethod(phases.advance)
    evolve = staticmethod(fold.evolve)
    own_view = staticmethod(views.view)
    tell = staticmethod(telling.line)
    own_lean = staticmethod(lean.lean)
    sample_options = staticmethod(lean.sample_options)
    hide = staticmethod(secrets.hide)
    correct = staticmethod(corrections.correct)
    corrections = staticmethod(corrections.corrections)
    reaches = staticmethod(going.reaches)
    ways_to = staticmethod(gauging.ways_to)
    ranged = staticmethod(gauging.ranged)
    foresee = staticmethod(going.foresee)
    layout = staticmethod(setting_up.layout)
    options_of = staticmethod(muster.options_of)
    muster = staticmethod(muster.muster)

    def own_offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """For all its bands."""
        return tuple(_offers(state, table, seat))

    def offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """A band may always give up."""
        return (*super().offers(state, table, seat), *_giving_up(state, seat))

    def run(self, state: State, table: TableState, command: Command) -> Steps:
        """Who makes a move as it was seen is called by that."""
        if command.kind in phases.SPOTTABLE:
            state = yield from phases.called(state, table, command.subject)
        return (yield from super().run(state, table, command))

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them."""
        return charts_of(read_options(options))

    def placed(self, state: State) -> tuple[Figure, ...]:
        """Where the figures were told to stand."""
        return board.standing_figures(state, TableState())

    def ground(self, state: State) -> tuple[TerrainPiece, ...]:
        """Our drawing of the ground."""
        return drawn_terrain(state.options.ground)


def _offers(state: State, table: TableState, seat: str) -> Iterator[Offer]:
    for side in state.options.seats.get(seat, ()):
        if state.phase == "setup":
            yield from setting_up.offers(state, table, side)
        elif side not in state.conceded:
            yield from phases.offers(state, table, side)


def _giving_up(state: State, seat: str) -> Iterator[Offer]:
    if state.phase in ("setup", "over"):
        return
    for side in state.options.seats.get(seat, ()):
        if side not in state.conceded:
            yield Offer(f"concede:{side}", "DA-35", f"The {state.options.bands[side].title} give up")


GAME = DarkAgeSkirmish()
