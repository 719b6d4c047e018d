"""Random legal games from a seed: every decision is one that the game offered. The same seed plays the same game.

A game with a free table is played on a simulated one, whose places have a sigma; commands begin with what is seen then.
What nobody may guess (faces of a die, a printed cell) is answered like an owner who typed it: any legal value.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Command, End, Game, Refusal
from companion.games.dice import by, draw
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll
from companion.games.runner import Happened, Step, run
from companion.games.simulated import SimulatedTable
from companion.table.state import TableState

MOST_COMMANDS = 20_000


class Stuck(RuntimeError):
    """A game that cannot go on, or does not end, or an offer that is refused: a fault of the game."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game."""

    state: Any
    end: End
    commands: int


def random_answer(question: Question, rng: random.Random, table: SimulatedTable | None = None) -> Any:
    """A legal answer; distances from the table, if there is one and it has the figures."""
    match question:
        case Roll():
            drawn = draw(question, by(rng))
            return drawn if drawn is not None else [rng.choice(question.alphabet) for _ in range(question.count)]
        case Choose(field=field):
            return field.sample(rng)
        case Place(region=region):
            return region.sample(rng)
        case ReadChart(alphabet=alphabet):
            return rng.choice(alphabet)
        case Measure():
            return (table.answer(question) if table else None) or [float(rng.randint(0, 1200)), 1.0]


def play_random(
    game: Game,
    seed: int,
    options: dict[str, Any],
    commanded: Callable[[Command, Any], None] = lambda command, state: None,
    heard: Callable[[Step, Any], None] = lambda step, state: None,
    between: Callable[[Any], Any] = lambda state: state,
) -> Played:
    """Play to the end. commanded(command, state before it); heard(step, state after it). Raises Stuck.

    between(state): the state to go on with before the next command, where a table agrees otherwise.
    """
    rng = random.Random(seed)
    table = SimulatedTable(game, seed)
    state = game.begin(options)
    table.follow(state)

    def follow(step: Step, state: Any) -> None:
        heard(step, state)
        if isinstance(step, Happened):
            table.follow(state)

    for number in range(1, MOST_COMMANDS + 1):
        end = game.end(state)
        if end is not None:
            return Played(state, end, number - 1)
        state = between(state)
        table.follow(state)
        command = choose_command(game, state, table.state, rng, f"c{number}")
        commanded(command, state)
        outcome = run(game, state, table.state, command, lambda asked, _: random_answer(asked, rng, table), follow)
        if isinstance(outcome, Refusal):
            raise Stuck(f"{command.offer_id} of {command.seat} was offered and is refused: {outcome.reason}")
        state = outcome
    raise Stuck(f"{game.name} with seed {seed} has not ended after {MOST_COMMANDS} commands")


def choose_command(game: Game, state: Any, table: TableState, rng: random.Random, number: str) -> Command:
    """One of the offers of all seats, as the game leans. Raises Stuck if there is none."""
    liked = []
    for seat in game.seats(state):
        for offer in game.offers(state, table, seat):
            weight, fields = game.lean(state, seat, offer, rng)
            liked.append((weight, Command(number, seat, offer.id, fields)))
    if not liked:
        raise Stuck(f"{game.name}: nobody may do anything, and the game is not over")
    return rng.choices([command for _, command in liked], [weight for weight, _ in liked])[0]
