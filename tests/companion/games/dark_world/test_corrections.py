"""What a table may agree otherwise. That every law is kept is the battery's (tests/contract)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import AGREED, HOST, Command, Refusal, corrected
from companion.games.dark_world.agreed import CoinsAgreed
from companion.games.dark_world.game import GAME
from companion.games.dark_world.state import Pack, State
from tests.companion.games.dark_world.scene import TABLE, do, hero, monster, offered, position, refusal


def agreed(state: State, offer_id: str, **fields: Any) -> State:
    events = corrected(GAME, state, TABLE, Command("c", HOST, offer_id, fields))
    assert not isinstance(events, Refusal), events
    for event in events:
        assert event.rule == AGREED or offer_id.startswith("skip")
        state = GAME.evolve(state, event)
        assert GAME.tell(state, event, "") or event.rule != AGREED
    return state


def not_agreed(state: State, offer_id: str, **fields: Any) -> Refusal:
    refusal = corrected(GAME, state, TABLE, Command("c", HOST, offer_id, fields))
    assert isinstance(refusal, Refusal)
    return refusal


def ids(state: State) -> set[str]:
    return {offer.id for offer in GAME.corrections(state, TABLE)}


def test_nothing_is_corrected_before_the_game_and_after_it() -> None:
    state = position(turn="knight")
    assert ids(replace(state, phase="setup")) == ids(replace(state, phase="over")) == set()
    assert not_agreed(replace(state, phase="setup"), "set-hits:knight", hits=3).code == "not-now"


def test_hit_points() -> None:
    state = agreed(position(turn="knight"), "set-hits:dwarf", hits=3)
    assert state.heroes["dwarf"].hits == 3
    assert not_agreed(state, "set-hits:dwarf", hits=9).code == "field"
    assert not_agreed(state, "set-hits:dwarf").code == "fields"
    assert not_agreed(state, "set-hits:orc-1", hits=1).code == "not-now"


def test_actions_of_the_hero_whose_turn_it_is() -> None:
    assert agreed(position(turn="knight", actions=0), "set-actions:knight", actions=2).turn.actions == 2
    assert "set-actions:dwarf" not in ids(position(turn="knight"))


def test_items_come_from_korak_and_go_back_to_him() -> None:
    state = hero(position(turn="knight"), "knight", items=("boots",))
    before = state.pool
    after = agreed(state, "set-items:knight", potion=2, boots=0, grenade=0)
    assert after.heroes["knight"].items == ("potion", "potion")
    assert after.pool == {**before, "potion": before["potion"] - 2, "boots": before["boots"] + 1}
    assert not_agreed(state, "set-items:knight", potion=2, boots=1, grenade=0).rule == "DW-34"


def test_an_item_that_korak_has_no_more_is_changed_for_one_that_a_monster_defends() -> None:
    state = position({"knight": "4,1"}, {"orc-1": "5,1"}, turn="knight", doors=(1,))
    state = replace(state, pool={**state.pool, "potion": 0})
    after = agreed(state, "set-items:knight", potion=1, boots=0, grenade=0)
    assert after.heroes["knight"].items == ("potion",)
    assert after.monsters["orc-1"].item != "potion"
    assert sum(after.pool.values()) + bool(after.monsters["orc-1"].item) == sum(state.pool.values())


def test_pieces_that_all_can_see_elsewhere_cannot_be_had() -> None:
    state = replace(position(turn="knight"), floor={"1,1": ("grenade",) * 99})
    assert not_agreed(state, "set-items:knight", potion=0, boots=0, grenade=1).rule == "DW-5"


def test_a_figure_is_placed_where_it_may_be() -> None:
    state = position({"knight": "4,1"}, {"orc-1": "5,1"}, turn="knight", doors=(1,))
    assert agreed(state, "place:knight", square="4,0").heroes["knight"].square == "4,0"
    assert agreed(state, "place:orc-1", square="4,0").monsters["orc-1"].square == "4,0"
    for taken in ("5,1", "1,0"):
        assert not_agreed(state, "place:knight", square=taken).code == "field"
    assert not_agreed(state, "place:orc-1", square="0,0").code == "field", "no Monster in the Entrance"
    assert not_agreed(state, "place:korak", square="4,2").code == "not-now", "he stays on his throne"


@pytest.mark.parametrize("changes", [{"hits": 0}, {"hits": 0, "out": True, "square": None}])
def test_a_hero_is_revived(changes: dict[str, Any]) -> None:
    state = hero(position(turn="knight"), "dwarf", **changes)
    after = agreed(state, "revive:dwarf", square="2,2", hits=4)
    assert (after.heroes["dwarf"].square, after.heroes["dwarf"].hits, after.heroes["dwarf"].out) == ("2,2", 4, False)
    assert "revive:knight" not in ids(state)


def test_a_slain_monster_is_revived_and_its_slayer_loses_it() -> None:
    state = monster(position({"knight": "4,1"}, turn="knight", doors=(1,)), "orc-1", where="slain")
    state = hero(state, "knight", slain=("orc-1", "orc-2"))
    after = agreed(state, "revive:orc-1", square="5,1")
    assert (after.monsters["orc-1"].where, after.monsters["orc-1"].square) == ("board", "5,1")
    assert after.heroes["knight"].slain == ("orc-2",)


def test_a_turn_is_skipped() -> None:
    state = agreed(position(turn="knight"), "skip:knight")
    assert state.turn.hero == state.order[1]
    korak = agreed(position(korak=True), "skip:korak")
    assert korak.phase == "mace"
    assert {i for i in ids(position(korak=True)) if i.startswith("skip")} == {"skip:korak"}
    assert not {i for i in ids(replace(position(korak=True), arena="due")) if i.startswith("skip")}


def test_a_correction_says_what_is_now() -> None:
    now = {offer.id: offer for offer in GAME.corrections(position(turn="knight"), TABLE)}
    assert now["set-hits:knight"].now == {"hits": 8}
    assert now["set-actions:knight"].now == {"actions": 3}
    assert set(now["set-items:knight"].now) == set(now["set-items:knight"].fields)
    fits = [one.fields[name].complaint(value) for one in now.values() for name, value in one.now.items()]
    assert set(fits) == {None}


def test_coins_come_from_the_pit_and_go_back_to_it() -> None:
    state = hero(position(turn="knight"), "knight", coins=(5,))
    pit = Counter(state.coins)
    coins = {f"coins of {value}": 0 for value in range(1, 6)}
    after = agreed(state, "set-coins:knight", **{**coins, "coins of 2": 2})
    assert after.heroes["knight"].coins == (2, 2)
    assert Counter(after.coins) == pit + Counter([5]) - Counter([2, 2])
    assert "(2 + 2" not in GAME.tell(after, CoinsAgreed("knight", (), ()), "ann")
    rich = hero(position(turn="knight"), "dwarf", coins=tuple(value for value in state.coins if value == 1))
    empty = replace(rich, coins=tuple(value for value in state.coins if value != 1))
    assert not_agreed(empty, "set-coins:knight", **{**coins, "coins of 1": 1}).code == "coins"


def test_of_cards_the_number_is_agreed_on_and_the_player_draws_them() -> None:
    state = agreed(hero(position(turn="dwarf"), "knight", hit_cards=1, miss_cards=1), "set-cards:knight", cards=4)
    assert state.heroes["knight"].cards == 2, "which ones is not the table's to know"
    assert "draw-agreed:knight" in offered(state, "ann") and "draw-agreed:knight" not in offered(state, "bob")
    done = do(state, "ann", "draw-agreed:knight", {"DW-22/cards": ["hit", "miss"]})
    assert (done.state.heroes["knight"].hit_cards, done.state.heroes["knight"].miss_cards) == (2, 2)
    assert not done.state.owed and "draw-agreed:knight" not in offered(done.state, "ann")
    assert refusal(done.state, "ann", "draw-agreed:knight").rule == "DW-22"


def test_cards_that_are_given_back_are_the_players_choice() -> None:
    state = agreed(hero(position(turn="dwarf"), "knight", hit_cards=1, miss_cards=3), "set-cards:knight", cards=2)
    assert state.owed == {"knight": -2}
    assert refusal(state, "ann", "return-agreed:knight", hit=2).code == "field"
    done = do(state, "ann", "return-agreed:knight", hit=1)
    assert (done.state.heroes["knight"].hit_cards, done.state.heroes["knight"].miss_cards) == (0, 2)
    assert done.state.pack.bottom[-2:] == ("hit", "miss")
    assert agreed(state, "set-cards:knight", cards=4).owed == {}, "what was agreed may be agreed otherwise"


def test_no_more_cards_are_agreed_on_than_the_pack_has() -> None:
    state = replace(position(turn="knight"), pack=Pack(1, 0, ("miss",)))
    assert not_agreed(state, "set-cards:knight", cards=state.heroes["knight"].cards + 3).code == "cards"
