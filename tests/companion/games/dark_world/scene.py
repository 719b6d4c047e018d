"""Positions of Dark World, and commands run on them with answers by key. A key may be given by its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.contract import Command, Refusal
from companion.games.dark_world.game import GAME
from companion.games.dark_world.state import Chest, State, Turn, with_hero, with_monster
from companion.games.questions import Choose, Place, Question, Roll
from companion.games.runner import Answered, Happened, run
from companion.table.state import TableState

TABLE = TableState()
SEATS = {"cora": "korak", "ann": ["knight", "barbarian"], "bob": ["dwarf", "ranger"]}
HOUSE = {"seats": SEATS, "discs": "house", "die": "house"}


@dataclass(frozen=True, slots=True)
class Told:
    """What a command did: the state after it, its events, and the questions with their answers."""

    state: State
    events: tuple[Any, ...]
    asked: Mapping[str, Question]
    answers: Mapping[str, Any]

    def kinds(self) -> list[str]:
        """The names of the events, in order."""
        return [type(event).__name__ for event in self.events]

    def only(self, kind: type) -> Any:
        """The one event of this kind."""
        (event,) = [event for event in self.events if isinstance(event, kind)]
        return event


def position(
    heroes: Mapping[str, str] | None = None,
    monsters: Mapping[str, str] | None = None,
    *,
    turn: str = "",
    actions: int = 3,
    korak: bool = False,
    doors: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """Heroes and Monsters on squares; a Hero's turn, or Korak's. The others are in the Entrance or in store."""
    state = GAME.begin({**HOUSE, **options})
    homes = dict(zip(state.heroes, ("1,1", "1,0", "1,2", "0,1"), strict=False))
    for name in state.heroes:
        state = with_hero(state, name, square=(heroes or {}).get(name, homes[name]), weapon="axe")
    for name, square in (monsters or {}).items():
        arena = int(square.split(",")[1]) > 8
        state = with_monster(state, name, where="board", square=square, item="potion", arena=arena, actions=actions)
    stocked = tuple(sorted({*doors}))
    phase = "korak" if korak else "heroes" if turn else "mace"
    order = tuple(state.heroes)
    if turn:
        order = (turn, *(name for name in order if name != turn))
    return replace(
        state,
        phase=phase,
        round=1,
        order=order,
        turn=Turn(turn, actions) if turn else Turn(),
        doors=doors,
        stocked=stocked,
    )


def with_chest(state: State, square: str, front: str) -> State:
    """A shut chest."""
    return replace(state, chests={"chest-1": Chest("chest-1", square, front, "broadsword")})


def hero(state: State, name: str, **changes: Any) -> State:
    """A Hero changed."""
    return with_hero(state, name, **changes)


def monster(state: State, name: str, **changes: Any) -> State:
    """A Monster changed."""
    return with_monster(state, name, **changes)


def do(state: State, seat: str, offer_id: str, answers: Mapping[str, Any] | None = None, **fields: Any) -> Told:
    """Run a command that is not refused. answers: by key or its beginning; the longest that fits is taken, and what is
    not given is the default, the first place, or the first that is left."""
    outcome = attempt(state, seat, offer_id, answers, **fields)
    assert isinstance(outcome, Told), outcome
    return outcome


def refusal(state: State, seat: str, offer_id: str, **fields: Any) -> Refusal:
    """Run a command that is refused."""
    outcome = attempt(state, seat, offer_id, **fields)
    assert isinstance(outcome, Refusal), "it was not refused"
    return outcome


def attempt(
    state: State, seat: str, offer_id: str, answers: Mapping[str, Any] | None = None, **fields: Any
) -> Told | Refusal:
    """Run a command."""
    asked: dict[str, Question] = {}
    given: dict[str, Any] = {}
    events: list[Any] = []

    def answer(question: Question, _: Any) -> Any:
        asked[question.key] = question
        fitting = [start for start in answers or {} if question.key.startswith(start)]
        value = (answers or {})[max(fitting, key=len)] if fitting else usual(question)
        given[question.key] = value
        return value

    def heard(step: Any, _: Any) -> None:
        if isinstance(step, Happened):
            events.append(step.event)
        assert not isinstance(step, Answered) or step.question.key in given

    after = run(GAME, state, TABLE, Command("c", seat, offer_id, fields), answer, heard)
    return after if isinstance(after, Refusal) else Told(after, tuple(events), asked, given)


def usual(question: Question) -> Any:
    """The answer of somebody who does not care."""
    match question:
        case Choose(default=default):
            return default
        case Place(region=region):
            return region.cells[0]  # type: ignore[union-attr]
        case Roll(alphabet=alphabet, faces=faces, count=count, returns=returns):
            return list((faces or alphabet)[:count]) if not returns else [alphabet[0]] * count
        case _:
            raise AssertionError(f"{question.key} has no usual answer")


def offered(state: State, seat: str) -> dict[str, Any]:
    """Offer id -> fields."""
    return {offer.id: offer.fields for offer in GAME.offers(state, TABLE, seat)}


def cells(state: State, seat: str, offer_id: str, field: str = "square") -> set[str]:
    """The squares of an offer, or none if it does not stand."""
    fields = offered(state, seat).get(offer_id)
    return set(fields[field].cells) if fields else set()
