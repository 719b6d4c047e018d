"""Flintloque as the rest of the program sees it: tables of what each command does and may be refused for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.charts import Chart
from companion.games.coding import plain
from companion.games.contract import Command, End, Offer, Play, Refusal, RuleNote
from companion.games.flintloque import (
    astray,
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
from companion.games.flintloque.options import read_options
from companion.games.flintloque.printed import CHARTS
from companion.games.flintloque.rules import RULES
from companion.games.flintloque.state import Point, State
from companion.games.flintloque.steps import Steps
from companion.games.flintloque.why_not import deploy_refused, order_refused, why_not
from companion.games.free_table import Kept
from companion.games.gauging import Ranged, Tried, is_way
from companion.games.mustering import Draft, Form, Sheet
from companion.games.placing import Layout
from companion.games.regions import Patch
from companion.games.runner import unfit_fields
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


class Flintloque:
    """The game; it has no state of its own, only what is kept of its newest answers."""

    name = "flintloque"
    title = "Flintloque"
    ruleset = 1
    rules: Mapping[str, RuleNote] = RULES
    events: Mapping[str, type] = EVENTS
    state_type: type = State
    charts: Mapping[str, Chart] = CHARTS
    standing: Mapping[str, str] = STANDING
    remembers = REMEMBERS
    at_table = FlintloqueAtTable()
    bends: tuple[str, ...] = ("move",)

    def begin(self, options: Mapping[str, Any]) -> State:
        """The state before the first command. ValueError with a sentence if the options are not right."""
        return setting_up.begin(options)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats, in the order in which they were given."""
        return tuple(state.options.seats)

    def offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What this seat may do now, for all its sides."""
        found = OFFERS(state, table, seat)
        if found or state.end is not None or phases.is_waiting(state, table):
            return found
        return (Offer("go-on", "FL-6", "Nobody has anything to do here; go on"),)

    def play(self, state: State, table: TableState, command: Command) -> Play:
        """Refuse, or run the command's rule and whatever follows by itself."""
        refusal = _refusal(self, state, table, command)
        if refusal is not None:
            return refusal
        state = yield from PLAYS[command.kind](state, table, command)
        yield from phases.advance(state, table)
        return ()

    def evolve(self, state: State, event: Any) -> State:
        """The state after the event."""
        return fold.evolve(state, event)

    def view(self, state: State, table: TableState, seat: str) -> dict[str, Any]:
        """What this seat may know."""
        return {**views.view(state, table, seat), "astray": ASTRAY(state, table)}

    def tell(self, state: State, event: Any, seat: str) -> str:
        """A line of the log as this seat may read it."""
        return telling.line(state, event, seat)

    def end(self, state: State) -> End | None:
        """How it ended."""
        return state.end

    def lean(self, state: State, seat: str, offer: Offer, rng: random.Random) -> tuple[float, dict[str, Any]]:
        """For random play."""
        return lean.lean(state, offer, rng)

    def sample_options(self, rng: random.Random) -> dict[str, Any]:
        """For random play."""
        return lean.sample_options(rng)

    def hide(self, state: State, seat: str, rng: random.Random) -> State:
        """Everything permuted that the seat may not know."""
        return secrets.hide(state, seat, rng)

    def corrections(self, state: State, table: TableState) -> tuple[Offer, ...]:
        """What the table may agree otherwise."""
        return corrections.corrections(state, table)

    def correct(self, state: State, table: TableState, command: Command) -> tuple[Any, ...] | Refusal:
        """The events of a correction."""
        return corrections.correct(state, table, command)

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them."""
        return charts_of(read_options(options))

    def reaches(self, state: State, table: TableState, name: str) -> Mapping[str, Patch]:
        """Rate -> where the figure could go."""
        return going.reaches(state, table, name)

    def ways_to(self, state: State, table: TableState, name: str, points: Sequence[Point]) -> tuple[Tried, ...]:
        """A way at each rate, before it is gone."""
        return gauging.ways_to(state, table, name, points)

    def ranged(self, state: State, table: TableState, a: str, b: str) -> Ranged:
        """A range, before anybody fires."""
        return gauging.ranged(state, table, a, b)

    def foresee(self, state: State, table: TableState) -> Iterator[None]:
        """Where everybody could go."""
        return going.foresee(state, table)

    def layout(self, state: State) -> Layout | None:
        """What to place where before the first turn."""
        return setting_up.layout(state)

    def placed(self, state: State) -> tuple[Figure, ...]:
        """Where the figures were told to stand."""
        return board.standing_figures(state, TableState())

    def ground(self, state: State) -> tuple[TerrainPiece, ...]:
        """Our drawing of the scenario's terrain."""
        return board.drawn_terrain(state.options.scenario)

    def muster_form(self) -> Form:
        """What may be written down of a side."""
        return muster.FORM

    def muster(self, draft: Draft) -> Sheet:
        """A side's character sheets."""
        return muster.muster(draft)

    def options_of(self, drafts: Sequence[Draft]) -> dict[str, Any]:
        """Seats and records of a game between these sides."""
        return muster.options_of(drafts)


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
ASTRAY: Kept[Any] = Kept(lambda state, table: plain(astray.astray(state, table)), 4)


def _refusal(game: Flintloque, state: State, table: TableState, command: Command) -> Refusal | None:
    """Who may not, what is not, then the rules' own sentences, then what does not fit the offer."""
    if command.seat not in state.options.seats:
        return Refusal("seat", f"There is no seat {command.seat[:40]!r} in this game.", "FL-6")
    if command.kind not in PLAYS:
        return Refusal("unknown", f"Flintloque has no command {command.offer_id[:40]!r}.", "FL-6")
    standing = {offer.id: offer for offer in game.offers(state, table, command.seat)}
    if command.offer_id not in standing:
        return why_not(state, command)
    if command.kind == "move":
        refusal = moving.move_refused(state, table, command)
        if refusal is not None or is_way(command.fields):
            return refusal
    refusal = order_refused(state, table, command) if command.kind == "declare" else None
    if command.kind == "deploy":
        refusal = deploy_refused(state, command)
    return refusal or unfit_fields(game, state, table, command)


GAME = Flintloque()
