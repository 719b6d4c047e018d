"""Dark World on a real table: the four Heroes have colours and dials, and the Mace orders them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.at_table import Astray
from companion.games.dark_world.printed import FULL_HITS, HEROES, MONSTERS
from companion.games.dark_world.spotting import astray, certain, may_stand
from companion.games.dark_world.spotting_monsters import by_place, monsters_astray, square_of
from companion.games.dark_world.state import State, playing
from companion.table.state import Figure, Point, TableState


def all_astray(state: State, table: TableState) -> tuple[Astray, ...]:
    """All pieces that stand where they cannot."""
    return (*astray(state, table), *monsters_astray(state, table))


class DarkWorldAtTable:
    """See `companion.games.at_table`."""

    def pieces(self, state: State) -> tuple[str, ...]:
        """All four: the mace has four balls, whoever plays."""
        return HEROES

    def names(self, state: State) -> tuple[str, ...]:
        """Heroes and Monsters."""
        return (*HEROES, *MONSTERS)

    def colours(self) -> Mapping[str, str]:
        """As the map has them; the book does not say."""
        return dict(zip(HEROES, ("blue", "orange", "green", "violet"), strict=True))

    def owner(self, state: State, piece: str) -> str:
        """The Hero's seat."""
        return state.heroes[piece].seat if piece in state.heroes else ""

    def hits(self, state: State) -> Mapping[str, int]:
        """Of the Heroes who are in the game; unconscious is 0."""
        return {
            hero.name: min(FULL_HITS, max(0, hero.hits))
            for hero in state.heroes.values()
            if hero.square is not None and not hero.out
        }

    def hits_offer(self, piece: str) -> tuple[str, str]:
        """As `corrections` names it."""
        return f"set-hits:{piece}", "hits"

    def round(self, state: State) -> int:
        """Rounds are counted from the first shake of the Mace."""
        return max(1, state.round)

    def in_turn(self, state: State) -> tuple[str, ...]:
        """The Hero whose turn it is. In Korak's turn nobody is watched: he moves them in any order."""
        hero = playing(state)
        return (hero.name,) if hero else ()

    def squares(self, state: State) -> Mapping[str, str]:
        """Of the Heroes."""
        return {hero.name: hero.square for hero in state.heroes.values() if hero.square and not hero.out}

    def home(self, state: State, table: TableState, piece: str) -> bool:
        """Of the Heroes."""
        return piece in state.heroes and certain(state, table, piece) == state.heroes[piece].square

    def stands(self, state: State, table: TableState, piece: str) -> str | None:
        """Of any figure with a name."""
        return certain(state, table, piece)

    def may_stand(self, state: State, table: TableState, piece: str, xy_mm: Point) -> bool:
        """Heroes, in their turns."""
        return may_stand(state, table, piece, xy_mm)

    def astray(self, state: State, table: TableState) -> tuple[Astray, ...]:
        """Heroes, and in Korak's turn his Monsters."""
        return all_astray(state, table)

    def by_place(self, state: State) -> Mapping[str, str]:
        """Monsters: a disc under a Monster has the colour of its kind at most."""
        return by_place(state)

    def square_of(self, state: State, table: TableState, figure: Figure) -> str | None:
        """Of any figure."""
        return square_of(state, table, figure)
