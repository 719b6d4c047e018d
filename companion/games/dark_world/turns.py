"""Rounds and turns: the Mace orders the Heroes, then Korak has his turn (DW-9, DW-10)."""

from __future__ import annotations

from companion.games.contract import Command, Offer, Play
from companion.games.dark_world import events as e
from companion.games.dark_world.falling import ARENA
from companion.games.dark_world.printed import HEROES
from companion.games.dark_world.state import Hero, State, kind_at
from companion.games.dark_world.steps import Steps, tell, title
from companion.games.questions import Roll, key


def mace_offer() -> Offer:
    """Korak shakes the Mace."""
    return Offer("shake-mace", "DW-9", "Shake the Mace of Chaos")


def end_turn_offer(hero: Hero) -> Offer:
    """The Hero's turn may end with actions left."""
    return Offer("end-turn", "DW-10", f"End the {title(hero.name)}'s turn")


def shake_mace(state: State, command: Command) -> Play:
    """Four balls, one for each Hero; the one at the tip goes first."""
    why = "The order of the Heroes: the ball at the tip of the Mace first"
    step = key("DW-9", "mace", f"round {state.round}")
    order = yield Roll(step, command.seat, why, "Mace of Chaos", HEROES, HEROES, len(HEROES), returns=False)
    playing = tuple(name for name in order if name in state.heroes and not state.heroes[name].out)
    state = yield from tell(state, e.MaceShaken(playing))
    yield from begin_turn(state, playing[0])
    return ()


def begin_turn(state: State, name: str) -> Steps:
    """A Hero who was unconscious comes round with one hit point (DW-23, DW-42)."""
    hero = state.heroes[name]
    down = hero.hits <= 0
    comes_round = "DW-42" if kind_at(state, hero.square) in ARENA else "DW-23"
    return (yield from tell(state, e.TurnBegan(name, down, comes_round if down else "DW-10")))


def end_turn(state: State, command: Command) -> Play:
    """Next Hero of the order who is still in the game, or Korak."""
    ended = state.turn.hero
    state = yield from tell(state, e.TurnEnded(ended))
    waiting = [n for n in state.order[state.order.index(ended) + 1 :] if not state.heroes[n].out]
    if waiting:
        yield from begin_turn(state, waiting[0])
        return ()
    return (e.KorakBegan(),)


def end_korak(state: State, command: Command) -> Play:
    """The round is over; the Mace is shaken again."""
    yield e.KorakEnded()
    return ()
