"""Random games of one kind, looked at after every step. For many: python -m tests.contract.batch GAME GAMES [FIRST]."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.games.autoplay import Played, play_random
from companion.games.coding import command_from_plain, event_from_plain, event_to_plain, line, plain, state_from_plain
from companion.games.contract import AGREED, HOST, Command, Correcting, Game, Refusal, corrected
from companion.games.questions import Choose, rule_of, shown_to
from companion.games.runner import Asked, Happened, Step
from companion.games.shelf import take
from companion.table.state import TableState
from tests.companion.games.dark_age_skirmish import invariants as dark_age_skirmish
from tests.companion.games.dark_world import invariants as dark_world
from tests.companion.games.flintloque import invariants as flintloque

INVARIANTS: dict[str, Callable[[Any], None]] = {
    "dark-world": dark_world.check,
    "flintloque": flintloque.check,
    "dark-age-skirmish": dark_age_skirmish.check,
}
"""Game -> what is checked after every event."""

TABLE = TableState()
AGREED_SHARE = 0.05
"""How often a table agrees otherwise, a command."""
AGREED_UNTIL = 800
"""And not after so many commands: a table that revives whoever fell would play for ever."""


@dataclass
class Watch:
    """Everything of one game, and checks on the way. every: how many commands lie between two costly checks."""

    game: Game
    rng: random.Random
    every: int = 25
    events: list[Any] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    secrets_moved: int = 0
    decided: set[str] = field(default_factory=set)
    commands: int = 0

    def commanded(self, command: Command, state: Any) -> None:
        self.lines.append(line(command))
        self.commands += 1
        assert command_from_plain(json.loads(line(command))) == command
        if self.commands % self.every == 0:
            self.there_and_back(state)
            self.keeps_secrets(state)

    def heard(self, step: Step, state: Any) -> None:
        match step:
            case Happened(event=event):
                self.events.append(event)
                self.kinds[type(event).__name__] += 1
                self.lines.append(line(event_to_plain(event)))
                assert event.rule in self.game.rules or event.rule == AGREED, f"{event} names no rule"
                INVARIANTS[self.game.name](state)
            case Asked(question=question):
                assert rule_of(question) in self.game.rules, f"{question.key} names no rule"
                assert question.seat in self.game.seats(state)
                if isinstance(question, Choose):
                    self.decided.add("/".join(question.key.split("/")[:2]))
                    assert question.complaint(question.default) is None, f"{question.key} has no legal default"
                for seat in self.game.seats(state):
                    assert ("open" in shown_to(question, seat)) is (seat == question.seat)

    def agreed(self, state: Any) -> Any:
        """Now and then the table agrees otherwise; the state keeps every law."""
        over = self.commands > AGREED_UNTIL or self.rng.random() > AGREED_SHARE
        if over or not isinstance(self.game, Correcting):
            return state
        offers = self.game.corrections(state, TABLE)
        if offers:
            kind = self.rng.choice(sorted({offer.kind for offer in offers}))
            offer = self.rng.choice([offer for offer in offers if offer.kind == kind])
            fields = {name: field.sample(self.rng) for name, field in offer.fields.items()}
            events = corrected(self.game, state, TABLE, Command("", HOST, offer.id, fields))
            if not isinstance(events, Refusal):
                assert events, f"{offer.id} does nothing"
                for event in events:
                    state = self.game.evolve(state, event)
                    self.heard(Happened(event), state)
        return state

    def there_and_back(self, state: Any) -> None:
        assert state_from_plain(self.game, json.loads(line(state))) == state
        for seat in (*self.game.seats(state), ""):
            view = self.game.view(state, TABLE, seat)
            assert json.loads(json.dumps(view)) == view, "a view holds plain JSON values only"
            agreed = self.game.corrections(state, TABLE) if isinstance(self.game, Correcting) else ()
            for offer in agreed:
                assert line(offer) and offer.rule == AGREED
            for offer in self.game.offers(state, TABLE, seat):
                json.loads(line(offer))
                assert offer.rule in self.game.rules, f"{offer.id} names no rule"
            ids = [offer.id for offer in self.game.offers(state, TABLE, seat)]
            assert len(ids) == len(set(ids)), f"offered twice: {ids}"

    def keeps_secrets(self, state: Any) -> None:
        for seat in (*self.game.seats(state), ""):
            other = self.game.hide(state, seat, self.rng)
            self.secrets_moved += other != state
            assert self.game.view(other, TABLE, seat) == self.game.view(state, TABLE, seat), f"{seat} sees a secret"
            if isinstance(self.game, Correcting):
                assert self.game.corrections(other, TABLE) == self.game.corrections(state, TABLE), "a secret is agreed"
            assert self.game.offers(other, TABLE, seat) == self.game.offers(state, TABLE, seat), (
                f"{seat} is offered one"
            )

    def refolded(self, options: dict[str, Any]) -> Any:
        state = self.game.begin(options)
        for event in self.events:
            state = self.game.evolve(state, event_from_plain(self.game, json.loads(line(event_to_plain(event)))))
        return state


def watched(game: Game, seed: int, every: int = 25) -> tuple[Watch, Played]:
    """One random game with every check. AssertionError or Stuck if something is wrong."""
    watch = Watch(game, random.Random(seed), every)
    options = game.sample_options(random.Random(seed))
    played = play_random(game, seed, options, watch.commanded, watch.heard, watch.agreed)
    assert watch.refolded(options) == played.state, "the journal folded again is not the live state"
    assert plain(played.end)
    return watch, played


def main() -> int:
    """Many games, their seeds from FIRST or 0 on; prints what came out."""
    game, games = take(sys.argv[1]), int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    kinds: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    commands, begun = [], time.process_time()
    for seed in range(first, first + games):
        try:
            watch, played = watched(game, seed, every=100)
        except Exception as error:
            error.add_note(f"in the game of seed {seed}")
            raise
        kinds += watch.kinds
        winners[played.end.winner] += 1
        commands.append(played.commands)
    missing = sorted(set(game.events) - set(kinds))
    spent = time.process_time() - begun
    print(f"{games} games of {game.name}, {spent:.0f} s of CPU, {sum(commands)} commands, the longest {max(commands)}")
    print(f"kinds of events that never came: {', '.join(missing) or 'none'}")
    print(f"winners: {', '.join(f'{name} {count}' for name, count in winners.most_common(5))}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
