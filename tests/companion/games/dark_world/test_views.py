"""Who sees what; and DW-3, DW-18: what nobody may guess is asked."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.autoplay import play_random
from companion.games.contract import Command
from companion.games.dark_world import events as e
from companion.games.dark_world.game import GAME
from companion.games.dark_world.printed import CHARTS
from companion.games.dark_world.state import State
from companion.games.dark_world.telling import LINES
from companion.games.questions import Choose, ReadChart, Roll, shown_to
from companion.games.runner import Answered, Asked, Happened, WrongAnswer, run
from tests.companion.games.dark_world.scene import TABLE, do, hero, monster, position, with_chest


def test_korak_sees_his_secrets_and_no_hand() -> None:
    state = hero(with_chest(position(monsters={"orc-8": "4,1"}), "4,0", "4,1"), "knight", hit_cards=2)
    view = GAME.view(state, TABLE, "cora")
    assert view["korak"]["chests"] == {"chest-1": "broadsword"}
    assert view["monsters"][0]["points"] == 4
    assert all("hand" not in shown for shown in view["heroes"])


@pytest.mark.parametrize("seat", ["ann", "bob", ""])
def test_others_see_none_of_koraks_secrets(seat: str) -> None:
    state = hero(with_chest(position(monsters={"orc-8": "4,1"}), "4,0", "4,1"), "knight", hit_cards=2)
    view = GAME.view(state, TABLE, seat)
    assert "korak" not in view
    assert "points" not in view["monsters"][0]
    assert "item" not in view["monsters"][0]
    assert "broadsword" not in str(view)
    hands = {shown["name"] for shown in view["heroes"] if "hand" in shown}
    assert hands == {"ann": {"knight", "barbarian"}, "bob": {"dwarf", "ranger"}, "": set()}[seat]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Your Knight: 2 actions left"),
        ({"hits": 0}, "Your Knight is unconscious: end his turn"),
        ({"hits": 0, "out": True, "square": None}, "Your Knight is out of the game: end his turn"),
    ],
)
def test_the_prompt_says_what_is_left_to_do(changes: dict[str, Any], said: str) -> None:
    state = hero(position({"knight": "2,2"}, turn="knight", actions=2), "knight", **changes)
    assert GAME.view(state, TABLE, "ann")["prompt"] == said
    assert GAME.view(state, TABLE, "bob")["prompt"] == "The Knight's turn"


def test_the_log_shows_drawn_cards_to_their_owner_only() -> None:
    state = position()
    event = e.CardsDrawn("knight", ("hit", "miss"))
    assert GAME.tell(state, event, "ann") == "Knight draws hit, miss"
    assert GAME.tell(state, event, "bob") == GAME.tell(state, event, "cora") == "Knight draws 2 cards"
    assert GAME.tell(state, e.HeroLost("knight", "card", "hit"), "bob") == "Knight loses a card"


def test_the_log_does_not_say_what_a_monster_defends_nor_the_numbers() -> None:
    state = position()
    assert "boots" not in GAME.tell(state, e.MonsterPlaced("orc-1", "4,1", "boots"), "ann")
    assert "6" not in GAME.tell(state, e.DiscTold("orc-1", 6), "bob")


def test_every_event_has_a_line_or_is_silent_for_a_reason() -> None:
    silent = {"TurnEnded"}  # the next turn that begins says it
    told = {kind.__name__ for kind in LINES} | {"CardsDrawn", "HeroLost", "DiscTold", "GameEnded"}
    assert set(GAME.events) - told - silent == set()


@pytest.mark.parametrize("name", [row for row, _ in CHARTS["discs"].unknown()])
def test_dw_3_every_disc_that_is_not_known_is_asked_for(name: str) -> None:
    square, near = ("4,10", "5,10") if name == "manticore" else ("3,1", "4,1")
    state = position({"knight": square}, {name: near}, turn="knight", doors=(1,), discs="word")
    told = do(state, "ann", "attack", {"DW-3/dead": "dead", "DW-3/disc": 3}, monster=name)
    asked = told.asked[f"DW-3/disc/{name}"]
    assert isinstance(asked, ReadChart)
    assert isinstance(told.asked[f"DW-3/dead or alive/{name}"], Choose)
    assert (asked.chart, asked.cell) == ("discs", (name, "points"))
    typed = GAME.begin({"seats": {"k": "korak", "a": ["knight", "dwarf", "ranger", "barbarian"]}})
    (offer,) = [offer for offer in GAME.offers(typed, TABLE, "k") if offer.id == "type-discs"]
    assert name in offer.fields


@pytest.mark.parametrize("row", [row for row, _ in CHARTS["die"].unknown()])
def test_dw_18_every_face_that_is_not_known_is_asked_for_or_never_rolled(row: str) -> None:
    seats = {"k": "korak", "a": ["knight", "dwarf", "ranger", "barbarian"]}
    (offer,) = [o for o in GAME.offers(GAME.begin({"seats": seats, "die": "typed"}), TABLE, "k") if o.id == "type-die"]
    assert f"show_{row}" in offer.fields
    state = monster(position({"knight": "3,1"}, {"orc-1": "4,1"}, turn="knight", doors=(1,), die="unknown"), "orc-1")
    rolls = [q for q in do(state, "ann", "attack", monster="orc-1").asked.values() if isinstance(q, Roll)]
    assert rolls and all(not roll.faces for roll in rolls if roll.what == "combat die")


def witnessed(state: State, command: Command, seat: str, answers: Sequence[Any]) -> list[Any]:
    """What the seat sees of a command: each question as it is shown to it, and each line of its log.

    It ends where an answer does not fit any more, because other secrets allow other answers.
    """
    seen: list[Any] = []
    left = iter(answers)

    def heard(step: Any, after: State) -> None:
        match step:
            case Asked(question=question):
                seen.append(shown_to(question, seat))
            case Happened(event=event):
                seen.append(GAME.tell(after, event, seat))

    with contextlib.suppress(WrongAnswer):
        run(GAME, state, TABLE, command, lambda question, _: next(left), heard)
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_dw_13_how_monsters_are_put_down_looks_the_same_whatever_is_secret(seed: int) -> None:
    """Of each placing in a random game: the numbers, items and hands that a seat does not know are changed."""
    options = {**GAME.sample_options(random.Random(seed)), "discs": "house"}
    rng, begun, compared = random.Random(seed), list[tuple[Command, State, list[Any]]](), 0

    def commanded(command: Command, state: State) -> None:
        begun.append((command, state, []))

    def heard(step: Any, state: State) -> None:
        if isinstance(step, Answered):
            begun[-1][2].append(step.answer)

    play_random(GAME, seed, options, commanded, heard)
    for command, state, answers in begun:
        if command.kind not in ("open-door", "search", "stock-arena"):
            continue
        for seat in ("", *(seat for seat in GAME.seats(state) if seat != state.options.korak)):
            real = witnessed(state, command, seat, answers)
            other = witnessed(GAME.hide(state, seat, rng), command, seat, answers)
            assert other == real[: len(other)], f"{seat or 'the screen'} sees a secret in {command.offer_id}"
            compared += len(other)
    assert compared > 50
