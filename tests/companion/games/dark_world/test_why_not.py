"""Every offer that does not stand is refused with a sentence and the rule it comes from."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games.autoplay import play_random
from companion.games.contract import Command, Refusal
from companion.games.dark_world.game import GAME, PLAYS
from companion.games.dark_world.printed import BOARD
from companion.games.dark_world.state import State, Turn
from companion.games.dark_world.why_not import why_not
from tests.companion.games.dark_world.scene import HOUSE, TABLE, hero, position, refusal, with_chest

Make = Callable[[], State]


def knight(square: str = "4,1", monsters: dict[str, str] | None = None, **options: object) -> State:
    doors = tuple(range(1, 9))
    return position({"knight": square}, monsters, turn="knight", doors=doors, **options)  # type: ignore[arg-type]


def has(state: State, **changes: object) -> State:
    return hero(state, "knight", **changes)


CASES: dict[str, tuple[Make, str, str, str]] = {
    "dw_1 another's hero": (lambda: GAME.begin(HOUSE), "bob", "ready:knight", "DW-1"),
    "dw_7 a hero hides no chest": (lambda: GAME.begin(HOUSE), "bob", "hide-chest:1", "DW-7"),
    "dw_7 no such room": (lambda: GAME.begin(HOUSE), "cora", "hide-chest:9", "DW-7"),
    "dw_3 not typed in this game": (lambda: GAME.begin(HOUSE), "cora", "type-discs", "DW-3"),
    "dw_18 not typed in this game": (lambda: GAME.begin(HOUSE), "cora", "type-die", "DW-18"),
    "dw_6 not yet": (lambda: GAME.begin(HOUSE), "ann", "move", "DW-6"),
    "dw_9 too late to set up": (lambda: position(), "cora", "hide-chest:1", "DW-9"),
    "dw_9 the mace first": (lambda: position(), "ann", "move", "DW-9"),
    "dw_9 the mace is not shaken twice": (lambda: knight(), "cora", "shake-mace", "DW-9"),
    "dw_9 heroes first": (lambda: knight(), "cora", "end-korak", "DW-9"),
    "dw_9 another hero's turn": (lambda: knight(), "bob", "move", "DW-9"),
    "dw_10 nothing left to move": (lambda: knight(actions=0), "ann", "move", "DW-10"),
    "dw_10 nothing left to fight": (lambda: knight("3,1", {"orc-1": "4,1"}, actions=0), "ann", "attack", "DW-10"),
    "dw_11 a closed door first": (lambda: position({"knight": "2,1"}, turn="knight"), "ann", "end-turn", "DW-11"),
    "dw_11 no door": (lambda: knight(), "ann", "open-door:1", "DW-11"),
    "dw_16 nobody near": (lambda: knight(), "ann", "attack", "DW-16"),
    "dw_23 unconscious": (lambda: has(knight(), hits=0), "ann", "move", "DW-23"),
    "dw_44 out": (lambda: has(knight(), hits=0, out=True, square=None), "ann", "move", "DW-44"),
    "dw_27 all hit points": (lambda: knight(BOARD.fountain), "ann", "fountain", "DW-27"),
    "dw_27 not there": (lambda: has(knight(), hits=3), "ann", "fountain", "DW-27"),
    "dw_49 a turn": (lambda: has(knight(BOARD.fountain, actions=2), hits=3), "ann", "fountain", "DW-49"),
    "dw_28 not near": (lambda: knight(), "ann", "step-on-teleport", "DW-28"),
    "dw_28 not on it": (lambda: knight(), "ann", "teleport", "DW-28"),
    "dw_49 a turn to step on": (lambda: knight("1,0", actions=2), "ann", "step-on-teleport", "DW-49"),
    "dw_29 no door is open": (lambda: position({"knight": "0,0"}, turn="knight"), "ann", "teleport", "DW-29"),
    "dw_23 he stops there": (
        lambda: replace(knight("0,0"), turn=Turn("knight", 3, 0, True)),
        "ann",
        "teleport",
        "DW-23",
    ),
    "dw_31 no numbered square": (lambda: knight(), "ann", "search", "DW-31"),
    "dw_33 a monster in the room": (
        lambda: with_chest(knight("4,1", {"orc-1": "5,2"}), "4,0", "4,1"),
        "ann",
        "open-chest:chest-1",
        "DW-33",
    ),
    "dw_33 not before it": (lambda: with_chest(knight("3,0"), "4,0", "4,1"), "ann", "open-chest:chest-1", "DW-33"),
    "dw_33 golden already": (
        lambda: has(with_chest(knight(), "4,0", "4,1"), golden=True),
        "ann",
        "open-chest:chest-1",
        "DW-33",
    ),
    "dw_34 nothing lies here": (lambda: knight(), "ann", "take-item", "DW-34"),
    "dw_34 two are enough": (
        lambda: has(replace(knight(), floor={"4,1": ("boots",)}), items=("potion", "boots")),
        "ann",
        "take-item",
        "DW-34",
    ),
    "dw_34 no potion": (lambda: has(knight(), hits=3), "ann", "drink-potion", "DW-34"),
    "dw_35 not at 8": (lambda: has(knight(), items=("potion",)), "ann", "drink-potion", "DW-35"),
    "dw_36 no boots": (lambda: knight(), "ann", "wear-boots", "DW-34"),
    "dw_37 nobody two away": (lambda: has(knight(), items=("grenade",)), "ann", "throw-grenade", "DW-37"),
    "dw_24 no action": (
        lambda: position(monsters={"orc-1": "4,1"}, korak=True, actions=0),
        "cora",
        "monster-attack:orc-1",
        "DW-24",
    ),
    "dw_24 not visible": (lambda: position(korak=True), "cora", "monster-move:orc-1", "DW-24"),
    "dw_16 no hero near": (
        lambda: position(monsters={"orc-1": "4,1"}, korak=True),
        "cora",
        "monster-attack:orc-1",
        "DW-16",
    ),
    "dw_40 not yet": (lambda: position(korak=True), "cora", "stock-arena", "DW-40"),
    "dw_40 first the arena": (
        lambda: replace(position(korak=True), arena="due", arrivals=1),
        "cora",
        "end-korak",
        "DW-40",
    ),
    "dw_1 korak's": (lambda: position(korak=True), "ann", "end-korak", "DW-1"),
    "dw_45 over": (lambda: replace(position(), phase="over"), "ann", "move", "DW-45"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_does_not_stand_is_refused_by_its_rule(case: str) -> None:
    make, seat, offer, rule = CASES[case]
    said = refusal(make(), seat, offer)
    assert (said.code, said.rule) == ("not-now", rule), said.reason
    assert said.reason.endswith(".")


@pytest.mark.parametrize(
    ("monster", "hero_at", "rule"),
    [("orc-1", "4,10", "DW-16"), ("orc-1", "7,9", "DW-38"), ("orc-1", "4,14", "DW-43"), ("korak", "4,13", "DW-43")],
)
def test_dw_16_a_monster_is_told_why_it_cannot_fight_this_hero(monster: str, hero_at: str, rule: str) -> None:
    near = {"4,10": ("6,10", "7,10"), "7,9": ("7,10", "6,10"), "4,14": ("4,13", "5,13"), "4,13": ("4,12", "5,12")}
    stands, other = near[hero_at]
    monsters = {"korak": "4,15"} | ({"orc-1": stands} if monster == "orc-1" else {})
    heroes = {"knight": hero_at, "dwarf": other if other != stands else "5,11"}
    said = refusal(position(heroes, monsters, korak=True), "cora", f"monster-attack:{monster}", hero="knight")
    assert said.rule == rule


def test_dw_44_who_is_out_in_his_own_turn_is_told_so_whatever_he_tries() -> None:
    """He has no square from which anything could be reached."""
    state = has(knight(), hits=0, out=True, square=None)
    assert refusal(state, "ann", "move", square="4,1").rule == "DW-44"
    assert refusal(state, "ann", "attack", monster="korak").rule == "DW-44"
    assert refusal(state, "ann", "throw-grenade", square="4,1").rule == "DW-44"


@pytest.mark.parametrize("seed", range(3))
def test_every_command_at_any_moment_stands_or_is_refused(seed: int) -> None:
    """By every seat, of every kind: nothing fails, and a seat is told nothing that depends on a secret."""
    options = {**GAME.sample_options(random.Random(seed)), "discs": "house", "die": "house"}
    rng, refused, looked = random.Random(seed), 0, 0

    def commanded(command: Command, state: State) -> None:
        nonlocal refused, looked
        looked += 1
        if looked % 20:
            return
        for seat in GAME.seats(state):
            standing = {offer.id for offer in GAME.offers(state, TABLE, seat)}
            for kind in PLAYS:
                subject = {"hide-chest": ":1", "ready": ":knight", "open-door": ":1", "open-chest": ":chest-1"}
                odd = rng.choice(("", "", ":99", ":korak", ":\u00b2"))
                told = subject.get(kind, ":orc-1" if kind.startswith("monster") else "")
                asked = Command("", seat, kind + (odd or told))
                if asked.offer_id not in standing:
                    said = why_not(state, asked)
                    refused += 1
                    assert isinstance(said, Refusal) and said.rule in GAME.rules
                    assert why_not(GAME.hide(state, seat, rng), asked) == said

    play_random(GAME, seed, options, commanded)
    assert refused > 100
