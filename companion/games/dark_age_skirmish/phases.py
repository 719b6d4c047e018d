"""The turn goes on by itself: cards or factions, then non-combatants, then the next turn (DA-3, DA-30).

After every command `advance` runs on until somebody has something to decide, or the game is over. By cards each
character has one, and they are turned one by one; by factions a band calls its figures one after another.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from companion.games.contract import Command, Offer
from companion.games.dark_age_skirmish import acting, driving, ending, sailing
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.fold import evolve
from companion.games.dark_age_skirmish.going import swims
from companion.games.dark_age_skirmish.grappling import loosened
from companion.games.dark_age_skirmish.moving import PACE_OF
from companion.games.dark_age_skirmish.setting_up import is_ready
from companion.games.dark_age_skirmish.spotting import elsewhere
from companion.games.dark_age_skirmish.state import State, by_cards
from companion.games.dark_age_skirmish.steps import D10, Steps, named, side_title, tell
from companion.games.fields import OneOf
from companion.games.free_table import Kept
from companion.games.questions import Roll, key
from companion.table.state import TableState

SPOTTABLE = (*PACE_OF, "attack")
"""Kinds of offers that a camera may have seen done."""


def advance(state: State, table: TableState) -> Steps:
    """Until somebody has something to decide."""
    while state.end is None:
        if state.phase != "setup":
            state = yield from loosened(state, table)
            state = yield from ending.settle(state)
            if state.end is not None:
                break
        if is_waiting(state, table):
            break
        state = yield from _next(state, table)
    return state


def is_waiting(state: State, table: TableState) -> bool:
    """Whether somebody has something to decide, or the game is over."""
    if state.end is not None:
        return True
    if state.phase == "setup":
        return not is_ready(state, table)
    if state.acting:
        return _may_act(state, table)
    if state.phase == "turn" and by_cards(state):
        return False
    return bool(state.side and callable_(state, state.side))


def _may_act(state: State, table: TableState) -> bool:
    return state.figures[state.acting].on_table and acting.has_choice(state, table, state.acting)


def callable_(state: State, side: str) -> tuple[str, ...]:
    """Figures of a band that have not had their turn in this phase."""
    fights = state.phase == "turn"
    return tuple(
        name
        for name in state.pack
        if (figure := state.figures[name]).side == side
        and figure.on_table
        and figure.person.is_combatant is fights
        and side not in state.conceded
    )


def _next(state: State, table: TableState) -> Steps:
    if state.phase == "setup":
        return (yield from begin_turn(state, 1))
    if state.acting:
        return (yield from acting.finish(state, table, state.acting))
    if state.phase == "turn" and by_cards(state):
        cards = tuple(name for side in state.options.sides for name in callable_(state, side))
        if cards:
            return (yield from _turn_card(state, table, cards))
    else:
        waiting = next((side for side in state.order or state.options.sides if callable_(state, side)), "")
        if waiting:
            return (yield from tell(state, e.SideBegan(waiting, state.phase, _rule(state))))
    if state.phase == "turn":
        return (yield from _others(state))
    state = yield from sailing.boats_go(state, table)
    state = yield from driving.wagons_go(state, table)
    state = yield from tell(state, e.TurnClosed(state.turn))
    return (yield from begin_turn(state, state.turn + 1))


def _rule(state: State) -> str:
    return "DA-3" if state.phase == "turn" else "DA-30"


def _others(state: State) -> Steps:
    """Non-combatants move after everybody else (DA-30)."""
    first = next(iter(state.order or state.options.sides))
    return (yield from tell(state, e.SideBegan(first, "others", "DA-30")))


def _turn_card(state: State, table: TableState, cards: tuple[str, ...]) -> Steps:
    (card,) = cards if len(cards) == 1 else (yield _card(state, cards))
    state = yield from tell(state, e.CardTurned(str(card)))
    return (yield from acting.begin(state, table, str(card)))


def _card(state: State, cards: tuple[str, ...]) -> Roll:
    at = key("DA-3", "card", f"turn {state.turn}, {len(cards)} left")
    seat = next(iter(state.options.seats))
    return Roll(at, seat, "The next card: whose is it?", "card", cards, cards, returns=False)


def begin_turn(state: State, turn: int) -> Steps:
    """The cards are shuffled again; or the factions' order is found."""
    order: tuple[str, ...] = ()
    if not by_cards(state):
        order = yield from _order(state, turn)
    return (yield from tell(state, e.TurnBegan(turn, order)))


def _order(state: State, turn: int) -> Generator[Any, Any, tuple[str, ...]]:
    """Highest first; equals in the order in which they were seated (ours)."""
    sides = state.options.sides
    if state.options.first == "seated":
        return sides
    rolled = {}
    for side in sides:
        at = key("DA-3", "first", f"{side}, turn {turn}")
        why = f"The {side_title(state, side)} roll for who acts first in turn {turn}"
        (die,) = yield Roll(at, state.options.seat_of(side), why, "d10", D10, D10)
        rolled[side] = int(die)
        yield e.FirstRolled(side, int(die))
    return tuple(sorted(sides, key=lambda side: (-rolled[side], sides.index(side))))


def offers(state: State, table: TableState, side: str) -> tuple[Offer, ...]:
    """For the band whose figure acts, or that calls one."""
    if state.acting:
        mine = state.figures[state.acting].side == side
        return acting.offers(state, table, state.acting) if mine else ()
    if state.side != side or (state.phase == "turn" and by_cards(state)):
        return ()
    names = callable_(state, side)
    if not names:
        return ()
    label = f"The {side_title(state, side)}: whose turn?"
    found = [Offer(f"call:{side}", _rule(state), label, {"figure": OneOf(names)})]
    if not any(acting.must_act(ahead(state, name), name) for name in names):
        found.append(Offer(f"end-turn:{side}", _rule(state), f"The rest of the {side_title(state, side)} do nothing"))
    return (*found, *_seen_moves(state, table, names))


def ahead(state: State, name: str) -> State:
    """The state as it is when a figure has been called that may be called now; else the same."""
    if state.acting or not state.side or name not in callable_(state, state.side):
        return state
    return evolve(state, e.Called(name, _rule(state)))


def moves_of(state: State, table: TableState, name: str) -> tuple[Offer, ...]:
    """Moves and attacks that a figure may make: who acts, or who may be called and is free to choose."""
    now = ahead(state, name)
    figure = now.figures[name]
    if now.acting != name or figure.helpless or figure.panicked:
        return ()
    return tuple(offer for offer in acting.offers(now, table, name) if offer.kind in SPOTTABLE)


def _seen_moves(state: State, table: TableState, names: tuple[str, ...]) -> Iterator[Offer]:
    """Moves of figures that are not called yet but that the camera sees elsewhere: one tap takes them."""
    for name in names if table.figures else ():
        if elsewhere(state, table, name) is not None:
            yield from (offer for offer in MOVES(state, table, name) if offer.spotted)


MOVES: Kept[tuple[Offer, ...]] = Kept(moves_of, 64)
"""Of a figure, by its name."""


def called(state: State, table: TableState, name: str) -> Steps:
    """A figure whose move was taken as it was seen is called by that."""
    if state.acting == name:
        return state
    return (yield from tell(state, e.Called(name, _rule(state))))


def call(state: State, table: TableState, command: Command) -> Steps:
    """A figure's turn, by factions."""
    name = str(command.fields["figure"])
    state = yield from tell(state, e.Called(name, _rule(state)))
    return (yield from acting.begin(state, table, name))


def end_turn(state: State, table: TableState, command: Command) -> Steps:
    """Whoever must roll, run or pay still does; the rest does nothing."""
    side = command.subject
    for name in callable_(state, side):
        figure = state.figures[name]
        due = figure.posture == "stunned" or figure.panicked or figure.carries or swims(state, table, name)
        if figure.on_table and due:
            state = yield from tell(state, e.Called(name, _rule(state)))
            state = yield from acting.begin(state, table, name)
            if state.acting:
                state = yield from acting.finish(state, table, name)
    return (yield from tell(state, e.SideDone(side, _rule(state))))


def go_on(state: State, table: TableState, command: Command) -> Steps:
    """A correction has left nobody with anything to do: `advance` does the rest."""
    yield from ()
    return state


def whose(state: State) -> str:
    """Whose turn it is, in words."""
    if state.acting:
        return named(state, state.acting)
    return f"the {side_title(state, state.side)}" if state.side else ""
