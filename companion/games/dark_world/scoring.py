"""Points and winners (DW-45, DW-46). A Hero who is out keeps his points but does not win."""

from __future__ import annotations

from companion.games.contract import End
from companion.games.dark_world.state import Hero, State
from companion.games.dark_world.steps import title

THRONE = 5


def points(state: State, hero: Hero) -> int:
    """Slain Monsters, coins and cards in hand; Magic Items count nothing."""
    slain = sum(state.monsters[name].points or 0 for name in hero.slain)
    return slain + sum(hero.coins) + hero.cards


def korak_wins(state: State) -> End:
    """All Heroes are eliminated."""
    scores = {hero.name: points(state, hero) for hero in state.heroes.values()}
    return End("Korak has eliminated all Heroes", "korak", scores)


def korak_slain(state: State, killer: str) -> End:
    """The killer stands on the throne; the most points win, not the last blow. state: with Korak among the slain."""
    scores = {h.name: points(state, h) + (THRONE if h.name == killer else 0) for h in state.heroes.values()}
    standing = {name: score for name, score in scores.items() if not state.heroes[name].out}
    best = max(standing.values())
    winner = " and ".join(name for name, score in standing.items() if score == best)
    return End(f"{title(killer)} has slain Korak", winner, scores)
