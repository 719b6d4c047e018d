"""Dark Age Skirmish as the rest of the program sees it: tables of what each command does and may be refused for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.charts import Chart
from companion.games.coding import plain
from companion.games.contract import Command, End, Offer, Play, Refusal, RuleNote
from companion.games.dark_age_skirmish import (
    acting,
    astray,
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
from companion.games.dark_age_skirmish.options import read_options
from companion.games.dark_age_skirmish.printed import CHARTS
from companion.games.dark_age_skirmish.rules import RULES
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.steps import Steps
from companion.games.fields import Value
from companion.games.free_table import Kept
from companion.games.gauging import Ranged, Tried, is_way
from companion.games.mustering import Draft, Form, Sheet
from companion.games.placing import Layout
from companion.games.regions import Patch
from companion.games.runner import unfit_fields
from companion.geometry.points import Point
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


class DarkAgeSkirmish:
    """The game; it has no state of its own."""

    name = "dark-age-skirmish"
    title = "Dark Age Skirmish"
    ruleset = 1
    rules: Mapping[str, RuleNote] = RULES
    events: Mapping[str, type] = EVENTS
    state_type: type = State
    charts: Mapping[str, Chart] = CHARTS
    standing: Mapping[str, str] = STANDING
    remembers: Mapping[str, Callable[[Command], Mapping[tuple[str, str, str], Value]]] = {}
    at_table = DarkAgeAtTable()
    bends: tuple[str, ...] = tuple(moving.PACE_OF)

    def begin(self, options: Mapping[str, Any]) -> State:
        """The state before the first command. ValueError with a sentence if the options are not right."""
        return setting_up.begin(options)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats, in the order in which they were given."""
        return tuple(state.options.seats)

    def offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What this seat may do now, for all its bands."""
        found = tuple(_offers(state, table, seat))
        if found or state.end is not None or seat not in state.options.seats or phases.is_waiting(state, table):
            return (*found, *_giving_up(state, seat))
        return (Offer("go-on", "DA-3", "Nobody has anything to do here; go on"),)

    def play(self, state: State, table: TableState, command: Command) -> Play:
        """Refuse, or run the command's rule and whatever follows by itself."""
        refusal = _refusal(self, state, table, command)
        if refusal is not None:
            return refusal
        if command.kind in phases.SPOTTABLE:
            state = yield from phases.called(state, table, command.subject)
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

    def reaches(self, state: State, table: TableState, name: str) -> Mapping[str, Patch]:
        """Pace -> where the figure could go."""
        return going.reaches(state, table, name)

    def ways_to(self, state: State, table: TableState, name: str, points: Sequence[Point]) -> tuple[Tried, ...]:
        """A way at each pace, before it is gone."""
        return gauging.ways_to(state, table, name, points)

    def ranged(self, state: State, table: TableState, a: str, b: str) -> Ranged:
        """A range, before anybody shoots."""
        return gauging.ranged(state, table, a, b)

    def foresee(self, state: State, table: TableState) -> Iterator[None]:
        """Where whoever acts next could go."""
        return going.foresee(state, table)

    def layout(self, state: State) -> Layout | None:
        """What to place where before the first turn."""
        return setting_up.layout(state)

    def placed(self, state: State) -> tuple[Figure, ...]:
        """Where the figures were told to stand."""
        return board.standing_figures(state, TableState())

    def ground(self, state: State) -> tuple[TerrainPiece, ...]:
        """Our drawing of the ground."""
        return drawn_terrain(state.options.ground)

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them."""
        return charts_of(read_options(options))

    def muster_form(self) -> Form:
        """What may be written down of a band."""
        return muster.FORM

    def muster(self, draft: Draft) -> Sheet:
        """A band's record sheets."""
        return muster.muster(draft)

    def options_of(self, drafts: Sequence[Draft]) -> dict[str, Any]:
        """Seats and bands of a game between these."""
        return muster.options_of(drafts)


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


def _refusal(game: DarkAgeSkirmish, state: State, table: TableState, command: Command) -> Refusal | None:
    """Who may not, what is not, then the rules' own sentences, then what does not fit the offer."""
    if command.seat not in state.options.seats:
        return Refusal("seat", f"There is no seat {command.seat[:40]!r} in this game.", "DA-3")
    if command.kind not in PLAYS:
        return Refusal("unknown", f"Dark Age Skirmish has no command {command.offer_id[:40]!r}.", "DA-6")
    standing = {offer.id: offer for offer in game.offers(state, table, command.seat)}
    if command.offer_id not in standing:
        return Refusal("not-now", f"{command.offer_id[:60]!r} cannot be done by {command.seat} now.", "DA-6")
    if command.kind in moving.PACE_OF:
        refusal = moving.move_refused(phases.ahead(state, command.subject), table, command)
        if refusal is not None or is_way(command.fields):
            return refusal
    return unfit_fields(game, state, table, command)


ASTRAY: Kept[Any] = Kept(lambda state, table: plain(astray.astray(state, table)), 4)
"""The same for all seats."""

GAME = DarkAgeSkirmish()
