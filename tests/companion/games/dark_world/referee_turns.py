"""The referee's count of rounds, turns, set-up, cards, moves and doors. See `referee`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tests.companion.games.dark_world.referee_board import (
    DOORS,
    FOUNTAIN,
    HOUSE,
    SECRET,
    TELEPORT,
    beside,
    kind,
    room,
    steps,
)

LIMIT = {1: 3, 2: 3, 3: 4, 4: 4, 5: 4, 6: 5, 7: 5, 8: 5}


class Objection(AssertionError):
    """What the event breaks."""


@dataclass
class Hero:
    seat: str
    square: str = ""
    hits: int = 8
    hand: Counter[str] = field(default_factory=Counter)
    items: Counter[str] = field(default_factory=Counter)
    coins: list[int] = field(default_factory=list)
    slain: list[str] = field(default_factory=list)
    golden: bool = False
    out: bool = False
    owed_cards: int = 0
    owed_coins: int = 0


@dataclass
class Monster:
    square: str
    item: str | None
    arena: bool
    actions: int = 0


@dataclass
class Bout:
    hero: str
    monster: str
    by_hero: bool
    hero_hits: int | None = None
    monster_hits: int | None = None
    cards: int = 0
    stood: bool = False
    slain: bool = False


@dataclass
class Stocking:
    room: int
    barred: Collection[str]
    placed: int = 0
    points: int = 0


class Turns:
    """One method for each kind of event, named after it. rule: by which it happened."""

    def __init__(self) -> None:
        self.heroes: dict[str, Hero] = {}
        self.monsters: dict[str, Monster] = {}
        self.used_monsters: set[str] = set()
        self.points: dict[str, int] = {"korak": 7}
        self.chests: dict[str, tuple[str, str]] = {}
        self.opened: set[str] = set()
        self.floor: dict[str, Counter[str]] = {}
        self.doors: set[int] = set()
        self.stocked: set[int] = set()
        self.pool = Counter(potion=12, boots=4, grenade=2)
        self.pit = Counter({1: 5, 2: 7, 3: 5, 4: 4, 5: 4})
        self.pack, self.under = Counter(hit=20, miss=12), list[str]()
        self.phase, self.turn, self.waiting = "setup", "", list[str]()
        self.actions, self.fights, self.recovering = 0, 0, False
        self.arrived, self.arena_open, self.korak_actions = 0, False, 0
        self.haunted: list[str] | None = None
        self.bout: Bout | None = None
        self.stocking: Stocking | None = None
        self.burst = ""
        self.options: dict[str, Any] = {}
        self.ended = False

    def need(self, holds: object, said: str) -> None:
        if not holds:
            raise Objection(said)

    @property
    def basic(self) -> bool:
        return bool(self.options.get("level", "basic") == "basic")

    def known(self, monster: str) -> bool:
        """Where Korak's word is taken the referee cannot look at the disc either."""
        return monster == "korak" or self.options.get("discs") != "word"

    def free(self, square: str) -> bool:
        taken = {hero.square for hero in self.heroes.values()} | {m.square for m in self.monsters.values()}
        return square not in taken and square not in {where for where, _ in self.chests.values()}

    def monster_on(self, square: str) -> bool:
        return any(monster.square == square for monster in self.monsters.values())

    # --- set-up

    def on_GameBegan(self, rule: str, options: dict[str, Any], **_: Any) -> None:
        self.options = options
        for seat, plays in options["seats"].items():
            for name in () if plays == "korak" else plays:
                self.heroes[name] = Hero(seat)
        if options.get("discs") == "house":
            self.points |= {name: cells["points"] for name, cells in HOUSE.items()}

    def on_DiscsTyped(self, rule: str, points: dict[str, int]) -> None:
        self.need(len(points) == 19 and max(points.values()) < 7, "no disc is as high as Korak's")
        self.points |= points

    def on_DieTyped(self, rule: str, faces: list[int]) -> None:
        self.need(len(faces) == 6 and set(faces) == {0, 1, 2}, "six faces that show 0, 1 and 2")

    def on_ChestHidden(self, rule: str, chest: str, square: str, front: str, weapon: str) -> None:
        doors = {s for both in DOORS.values() for s in both} | set(SECRET) | set(SECRET.values())
        self.need(room(square) and square not in doors, "a chest in a room, before no door")
        self.need(room(square) not in {room(s) for s, _ in self.chests.values()}, "four different rooms")
        self.need(front in beside(square, ()), "opened from beside it")
        self.chests[chest] = (square, front)

    def on_HeroReady(self, rule: str, hero: str, square: str, weapon: str) -> None:
        self.need(kind(square) == "entrance" and self.free(square), "in the Castle Entrance")
        self.need(weapon in ("axe", "rapier", "cutlass", "spiked mace"), "a basic weapon")
        self.heroes[hero].square, self.heroes[hero].owed_cards = square, 3

    def on_SetUp(self, rule: str) -> None:
        self.need(len(self.chests) == 4 and all(hero.square for hero in self.heroes.values()), "all is set up")
        self.phase = "mace"

    # --- cards and coins

    def on_CardsDrawn(self, rule: str, hero: str, cards: list[str]) -> None:
        one = self.heroes[hero]
        if self.pack.total():
            self.pack.subtract(cards)
            self.need(min(self.pack.values()) >= 0, "cards that are in the pack")
        else:
            self.need(Counter(self.under[: len(cards)]) == Counter(cards), "used cards come in their order")
            del self.under[: len(cards)]
        one.hand.update(cards)
        one.owed_cards -= len(cards)
        self.need(one.owed_cards >= 0, "no more cards than are due")

    def on_CardsReturned(self, rule: str, hero: str, card: str, count: int) -> None:
        one, bout = self.heroes[hero], self.bout
        one.hand[card] -= count
        self.need(one.hand[card] >= 0, "only cards that he holds")
        self.under += [card] * count
        if rule == "DW-47":
            self.need(one.hand.total() >= 6 and not self.basic, "he holds more than six")
        elif card == "hit":
            self.need(bout and bout.hero_hits is not None and bout.hero == hero and not bout.stood, "after the roll")
            assert bout is not None
            bout.cards += count
            self.need(bout.cards <= 3, "three Hit cards at most")
        else:
            self.need(bout and bout.monster_hits is not None and bout.hero == hero, "only against a blow")
            assert bout is not None and bout.monster_hits is not None
            bout.monster_hits -= count
            self.need(count <= 2 and bout.monster_hits >= 0, "two Miss cards at most, one for a hit")

    def on_CoinTaken(self, rule: str, hero: str, value: int) -> None:
        one = self.heroes[hero]
        self.pit[value] -= 1
        one.owed_coins -= 1
        self.need(self.pit[value] >= 0 and one.owed_coins >= 0, "a coin from the pit for a slain Monster")
        one.coins.append(value)

    # --- rounds and turns

    def on_MaceShaken(self, rule: str, order: list[str]) -> None:
        self.need(self.phase == "mace", "once before each round")
        self.need(set(order) == {name for name, hero in self.heroes.items() if not hero.out}, "every Hero in the game")
        self.phase, self.waiting = "heroes", list(order)

    def on_TurnBegan(self, rule: str, hero: str, recovering: bool) -> None:
        while self.waiting and self.heroes[self.waiting[0]].out:
            self.waiting.pop(0)
        self.need(self.phase == "heroes" and not self.turn and self.waiting.pop(0) == hero, "the order of the Mace")
        one = self.heroes[hero]
        self.need(recovering is (one.hits <= 0), "who was unconscious comes round")
        one.hits = one.hits if one.hits > 0 else 1
        self.turn, self.actions, self.fights, self.recovering = hero, 3, 0, recovering

    def on_TurnEnded(self, rule: str, hero: str) -> None:
        self.need(hero == self.turn and self.stocking is None, "his turn, and no room left to fill")
        self.even(hero)
        self.end_bout()
        self.turn = ""

    def end_bout(self) -> None:
        """Both have struck, or one of them cannot any more."""
        bout, self.bout = self.bout, None
        if bout is not None:
            both = bout.stood and bout.monster_hits is not None
            self.need(bout.slain or both or self.heroes[bout.hero].hits <= 0, "a blow and a blow back")
            self.need(not bout.monster_hits, "hits come off the Hero")

    def even(self, name: str) -> None:
        """What is due has been given, as long as there was something to give."""
        one = self.heroes[name]
        self.need(not one.owed_coins or not self.pit.total(), "a coin for each slain Monster")
        self.need(not one.owed_cards or not self.pack.total() + len(self.under), "a card for each slain Monster")
        self.need(self.basic or one.hand.total() <= 6, "six cards at most")

    def on_KorakBegan(self, rule: str) -> None:
        self.need(self.phase == "heroes" and not self.turn, "after all Heroes")
        self.need(not [name for name in self.waiting if not self.heroes[name].out], "after all Heroes")
        self.phase, self.haunted, self.korak_actions = "korak", None, 3
        for monster in self.monsters.values():
            monster.actions = 3

    def on_KorakEnded(self, rule: str) -> None:
        self.need(self.phase == "korak" and self.arena_open is (self.arrived > 0), "first the arena")
        for name in self.heroes:
            self.even(name)
        self.end_bout()
        self.phase = "mace"

    # --- moves and doors

    def on_HeroMoved(self, rule: str, hero: str, square: str, cost: int) -> None:
        one = self.heroes[hero]
        self.need(hero == self.turn and one.hits > 0, "his turn, and on his feet")
        moves = {"DW-10": self.walked, "DW-28": self.stepped_on, "DW-31": self.stepped_away, "DW-23": self.walked_home}
        moves[rule](one, square, cost)
        self.actions -= cost
        self.need(self.actions >= 0, "actions that he has")
        one.square = square

    def shut(self, square: str) -> bool:
        return any(square in both and n not in self.doors for n, both in DOORS.items())

    def walked(self, one: Hero, square: str, cost: int) -> None:
        self.need(not self.shut(one.square), "a closed door is opened first")
        way = steps(
            one.square,
            self.doors,
            lambda s: not self.monster_on(s) and s != TELEPORT and kind(s) != "throne",
            lambda s: self.shut(s) or kind(s) == "doomstep",
        )
        self.need(way.get(square) == cost > 0, f"the shortest way has {way.get(square)} steps")
        self.need(self.free(square) or square == FOUNTAIN or kind(square) in ("doomstep", "front"), "a free square")

    def stepped_on(self, one: Hero, square: str, cost: int) -> None:
        home = self.recovering and kind(one.square) == "entrance"
        self.need(square == TELEPORT and self.free(square), "onto the free Teleport")
        self.need(home or TELEPORT in beside(one.square, self.doors), "from beside it")
        self.need(cost == self.a_turn(), "it costs a turn")

    def walked_home(self, one: Hero, square: str, cost: int) -> None:
        self.need(
            self.recovering and kind(one.square) == "entrance" and (square, cost) == (FOUNTAIN, 0), "to the fountain"
        )

    def stepped_away(self, one: Hero, square: str, cost: int) -> None:
        self.need(cost == 0 and one.square in SECRET and self.free(square), "one free square away")
        self.need(square in beside(one.square, self.doors), "one free square away")

    def a_turn(self) -> int:
        return self.actions if self.recovering or self.options.get("turn_cost") == "rest" else 3

    def on_DoorOpened(self, rule: str, hero: str, room: int) -> None:
        here = self.heroes[hero].square
        self.need(
            hero == self.turn and here in DOORS[room] and room not in self.doors, "a closed door that he stands at"
        )
        self.doors.add(room)
        ahead = next(square for square in DOORS[room] if square != here)
        self.enter(ahead, (ahead,))

    def enter(self, square: str, barred: Collection[str]) -> None:
        self.need(self.stocking is None, "the room before is filled first")
        number = room(square)
        self.stocking = Stocking(number, barred) if number and number not in self.stocked else None

    def on_MonsterPlaced(self, rule: str, monster: str, square: str, item: str | None, arena: bool) -> None:
        self.need(monster not in self.used_monsters and monster != "korak" and self.free(square), "a Monster in store")
        if arena:
            here = [m for m in self.monsters.values() if m.arena]
            self.need(self.arrived and not self.arena_open and len(here) < 6, "six, once")
            self.need(kind(square) in ("lower", "under"), "on the lower level or under the castle")
        else:
            stocking = self.stocking
            self.need(stocking is not None and room(square) == stocking.room, "in the room that was opened")
            assert stocking is not None
            stocking.placed += 1
            stocking.points += self.points[monster] if self.known(monster) else 0
            self.need(stocking.placed <= 2 and stocking.points <= LIMIT[stocking.room], "two, within the limit")
            self.need(square not in stocking.barred and square not in SECRET, "not before the door, nor on numbers")
            self.need(monster != "manticore", "the Manticore never leaves the arena")
        if item is None:
            self.need(not self.pool.total(), "each defends an item")
        else:
            self.pool[item] -= 1
            self.need(self.pool[item] >= 0, "an item that is left")
        self.used_monsters.add(monster)
        self.monsters[monster] = Monster(square, item, arena)
