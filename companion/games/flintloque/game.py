"""Flintloque as the rest of the program sees it: tables of what each command does and may be refused for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.charts import Chart
from companion.games.contract import Command, Offer, Refusal
from companion.games.flintloque import (
    board,
    corrections,
    declaring,
    fold,
    gauging,
    going,
    initiative,
    lean,
    moving,
    muster,
    orders,
    phases,
    secrets,
    setting_up,
    telling,
    views,
)
from companion.games.flintloque.at_table import FlintloqueAtTable
from companion.games.flintloque.fold import EVENTS
from companion.games.flintloque.in_force import REMEMBERS, charts_of
from companion.games.flintloque.options import OPTIONS, read_options
from companion.games.flintloque.printed import CHARTS
from companion.games.flintloque.rules import RULES
from companion.games.flintloque.state import State
from companion.games.flintloque.steps import Steps
from companion.games.flintloque.why_no_shot import charge_refused, shot_refused
from companion.games.flintloque.why_not import deploy_refused, order_refused, why_not
from companion.games.free_game import FreeGame
from companion.games.free_table import Kept
from companion.table.state import Figure, TableState, TerrainPiece

PLAYS: Mapping[str, Callable[[State, TableState, Command], Steps]] = {
    "type-sheet": setting_up.type_sheet,
    "deploy": setting_up.deploy,
    "declare": declaring.declare,
    "take-slot": initiative.take_slot,
    "aimed-fire": orders.seal,
    "move": moving.move,
    "charge": moving.charge,
    "break-off": moving.break_off,
    "leave": moving.leave,
    "end-moves": moving.end_moves,
    "fire": orders.seal,
    "go-on": phases.go_on,
}
"""Kind of offer -> its rule. What follows by itself is in `phases`."""


STANDING: Mapping[str, str] = {
    "FL-25/sight": "Sight and cover, when your figure is shot at: as the table proposes",
    "FL-26/band": "A range that is too close to call, when your figure is shot at: as measured",
    "FL-34/hold": "A foe who wants to break off, when you have the Initiative: fight on",
    "FL-20/too close to call": "Your move, if it is too close to call: let it be",
}
"""Decisions that a seat may answer beforehand, with what is then taken."""


BARRED: Mapping[str, Callable[[State, TableState, Command], Refusal | None]] = {
    "move": moving.move_refused,
    "declare": order_refused,
    "deploy": deploy_refused,
    "aimed-fire": shot_refused,
    "fire": shot_refused,
    "charge": charge_refused,
}
"""Kind of offer -> why it may be refused by a rule that deserves its own sentence."""


class Flintloque(FreeGame[State]):
    """See `companion.games.free_game`."""

    name = "flintloque"
    title = "Flintloque"
    turn_rule = "FL-6"
    rules = RULES
    events = EVENTS
    state_type = State
    charts = CHARTS
    standing = STANDING
    remembers = REMEMBERS
    at_table = FlintloqueAtTable()
    form = muster.FORM
    plays = PLAYS
    barred = BARRED
    choices = OPTIONS
    bends = ("move",)
    begin = staticmethod(setting_up.begin)
    is_waiting = staticmethod(phases.is_waiting)
    advance = staticmethod(phases.advance)
    why_not = staticmethod(why_not)
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
        """For all its sides."""
        return OFFERS(state, table, seat)

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them."""
        return charts_of(read_options(options))

    def placed(self, state: State) -> tuple[Figure, ...]:
        """Where the figures were told to stand."""
        return board.standing_figures(state, TableState())

    def ground(self, state: State) -> tuple[TerrainPiece, ...]:
        """Our drawing of the scenario's terrain."""
        return board.drawn_terrain(state.options.scenario)


def _offers(state: State, table: TableState, seat: str) -> Iterator[Offer]:
    if state.phase == "setup":
        yield from setting_up.offers(state, table, seat)
        return
    for side in state.options.seats.get(seat, ()):
        match state.phase:
            case "declare":
                found = declaring.offer(state, table, side)
            case "slots":
                found = initiative.offer(state, side)
            case "aimed" | "fire":
                found = orders.offer(state, table, side)
            case _:
                yield from moving.offers(state, table, side)
                continue
        if found is not None:
            yield found


OFFERS: Kept[tuple[Offer, ...]] = Kept(lambda state, table, seat: tuple(_offers(state, table, seat)))
"""Of a seat."""

GAME = Flintloque()
