"""Dark World as the rest of the program sees it: tables of what each command does and may be refused for."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.charts import Chart
from companion.games.coding import plain
from companion.games.contract import Command, End, Offer, Play, Refusal, RuleNote
from companion.games.dark_world import (
    bout,
    cards,
    corrections,
    fold,
    items,
    korak,
    lean,
    places,
    secrets,
    setting_up,
    spotting,
    spotting_monsters,
    stocking,
    telling,
    turns,
    views,
    walking,
)
from companion.games.dark_world.agreed import AGREED_EVENTS
from companion.games.dark_world.at_table import DarkWorldAtTable, all_astray
from companion.games.dark_world.events import EVENTS
from companion.games.dark_world.in_force import REMEMBERS, charts_of
from companion.games.dark_world.lifts import LIFTS
from companion.games.dark_world.options import read_options
from companion.games.dark_world.printed import CHARTS
from companion.games.dark_world.rules import RULES
from companion.games.dark_world.state import State, playing
from companion.games.dark_world.why_not import why_not
from companion.games.runner import unfit_fields
from companion.table.state import TableState

PLAYS: Mapping[str, Callable[[State, Command], Play]] = {
    "type-discs": setting_up.type_discs,
    "type-die": setting_up.type_die,
    "hide-chest": setting_up.hide_chest,
    "ready": setting_up.ready,
    "shake-mace": turns.shake_mace,
    "move": walking.move,
    "open-door": walking.open_door,
    "attack": bout.attack,
    "fountain": places.fountain,
    "step-on-teleport": places.step_on_teleport,
    "teleport": places.teleport,
    "search": places.search,
    "open-chest": places.open_chest,
    "take-item": items.take_item,
    "drink-potion": items.drink_potion,
    "wear-boots": items.wear_boots,
    "throw-grenade": items.throw_grenade,
    "end-turn": turns.end_turn,
    "stock-arena": stocking.stock_arena,
    "monster-move": korak.monster_move,
    "monster-attack": bout.monster_attack,
    "haunter": korak.haunter,
    "end-korak": turns.end_korak,
    "draw-agreed": cards.draw_agreed,
    "return-agreed": cards.return_agreed,
}
"""Kind of offer -> its rule."""

BARRED: Mapping[str, Callable[[State, Command], Refusal | None]] = {
    "type-discs": setting_up.discs_refused,
    "type-die": setting_up.die_refused,
    "move": walking.move_refused,
    "attack": bout.attack_refused,
    "teleport": places.teleport_refused,
    "throw-grenade": items.throw_refused,
    "monster-move": korak.move_refused,
    "monster-attack": bout.monster_attack_refused,
    "haunter": korak.haunter_refused,
}
"""Kind of offer -> why it may be refused by a rule that deserves its own sentence."""


STANDING: Mapping[str, str] = {
    "DW-19/hit cards": "Hit cards, when your Hero strikes: play none",
    "DW-20/miss cards": "Miss cards, when your Hero is struck: play none",
    "DW-19/item": "A Magic Item that a slain Monster defended: take it",
    "DW-42/lose": "What your Hero loses in the arena: the first of his things",
}
"""Decisions that a seat may answer beforehand, with what is then taken."""


class DarkWorld:
    """The game; it has no state of its own."""

    name = "dark-world"
    title = "Dark World"
    ruleset = 1
    rules: Mapping[str, RuleNote] = RULES
    events: Mapping[str, type] = {**EVENTS, **AGREED_EVENTS}
    state_type: type = State
    charts: Mapping[str, Chart] = CHARTS
    at_table = DarkWorldAtTable()
    standing: Mapping[str, str] = STANDING
    remembers = REMEMBERS
    lifts = LIFTS

    def begin(self, options: Mapping[str, Any]) -> State:
        """The state before the first command. ValueError with a sentence if the options are not right."""
        return setting_up.begin(options)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats, in the order in which they were given."""
        return tuple(state.options.seats)

    def offers(self, state: State, table: TableState, seat: str) -> tuple[Offer, ...]:
        """What this seat may do now."""
        owed = tuple(cards.owed_offers(state, seat)) if state.phase != "over" else ()
        match state.phase:
            case "setup":
                return tuple(setting_up.offers(state, seat))
            case "mace" if seat == state.options.korak:
                return (turns.mace_offer(),)
            case "korak" if seat == state.options.korak:
                return tuple(korak.offers(state, spotting_monsters.monster_moves(state, table)))
            case "heroes":
                return (*owed, *_hero_offers(state, table, seat))
        return owed

    def play(self, state: State, table: TableState, command: Command) -> Play:
        """Refuse, or run the command's rule."""
        refusal = _refusal(self, state, table, command)
        if refusal is not None:
            return refusal
        return (yield from PLAYS[command.kind](state, command))

    def evolve(self, state: State, event: Any) -> State:
        """The state after the event."""
        return fold.evolve(state, event)

    def view(self, state: State, table: TableState, seat: str) -> dict[str, Any]:
        """What this seat may know."""
        return {**views.view(state, seat), "astray": plain(all_astray(state, table))}

    def tell(self, state: State, event: Any, seat: str) -> str:
        """A line of the log as this seat may read it."""
        return telling.line(state, event, seat)

    def corrections(self, state: State, table: TableState) -> tuple[Offer, ...]:
        """What the table may agree otherwise."""
        return corrections.corrections(state)

    def correct(self, state: State, table: TableState, command: Command) -> tuple[Any, ...] | Refusal:
        """The events of a correction."""
        return corrections.correct(state, command)

    def charts_in_force(self, options: Mapping[str, Any]) -> Mapping[str, Chart]:
        """The charts as a game with these options uses them."""
        return charts_of(read_options(options))

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


def _hero_offers(state: State, table: TableState, seat: str) -> list[Offer]:
    hero = playing(state)
    if hero is None or hero.seat != seat:
        return []
    if hero.hits <= 0 or hero.out:
        return [turns.end_turn_offer(hero)]
    doors = walking.door_offers(state, hero)
    if doors:
        return doors
    found = [
        turns.end_turn_offer(hero),
        *walking.offers(state, hero, spotting.moves(state, table)),
        *bout.offers(state, hero),
    ]
    return [*found, *places.offers(state, hero), *items.offers(state, hero)]


def _refusal(game: DarkWorld, state: State, table: TableState, command: Command) -> Refusal | None:
    """Who may not, what is not, then the rules' own sentences, then what does not fit the offer."""
    if command.seat not in state.options.seats:
        return Refusal("seat", f"There is no seat {command.seat[:40]!r} in this game.", "DW-1")
    if command.kind not in PLAYS:
        return Refusal("unknown", f"Dark World has no command {command.offer_id[:40]!r}.", "DW-10")
    offers = game.offers(state, table, command.seat)
    standing = {offer.id for offer in offers}
    turn = {offer.kind for offer in offers} & {"end-turn", "end-korak", "open-door"}
    barred = BARRED.get(command.kind)
    hero = playing(state)
    can_act = hero is None or hero.hits > 0
    if barred and can_act and (command.offer_id in standing or turn):
        refusal = barred(state, command)
        if refusal is not None:
            return refusal
    if command.offer_id not in standing:
        return why_not(state, command)
    return unfit_fields(game, state, table, command)


GAME = DarkWorld()
