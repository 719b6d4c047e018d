"""A referee who has read the book and not the program: a second reading of the rules, with no code of the first one.

It is given the lines of `companion play dark-world --json`, and keeps its own count of everything: squares, hit points,
cards, coins, items, doors. It says what an event breaks. It knows the board by its file alone. What is not an event is
not looked at: who was asked what is for other tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.companion.games.dark_world.referee_board import (
    FOUNTAIN,
    SECRET,
    TELEPORT,
    ZONE,
    beside,
    kind,
    places,
    room,
    steps,
)
from tests.companion.games.dark_world.referee_turns import LIMIT, Bout, Objection, Turns

BONUS = {1: 4, 2: 3, 3: 2, 4: 2}
FINDS = {1: 5, 4: 3}
THRONE = next(square for square in ZONE if kind(square) == "throne")
ARENA = ("lower", "under", "stairs")


class Referee(Turns):
    """Bouts, places, items, the arena and the end."""

    def watch(self, lines: Iterable[dict[str, Any]]) -> None:
        """Objection at the first event that breaks a rule."""
        for one in lines:
            if one["kind"] != "event":
                continue
            data = dict(one["data"])
            name = data.pop("event")
            try:
                getattr(self, f"on_{name}")(one["rule"], **data)
            except Objection as fault:
                raise Objection(f"line {one['n']}, {name} {data}: {fault}") from fault
            self.always()

    def always(self) -> None:
        standing = Counter(monster.square for monster in self.monsters.values())
        self.need(not standing or max(standing.values()) == 1, "two Monsters on one square")
        self.need(all(hero.items.total() <= 2 for hero in self.heroes.values()), "more than two items")
        self.need(not standing.keys() & {hero.square for hero in self.heroes.values()}, "a Hero on a Monster's square")

    # --- bouts

    def on_RoomStocked(self, rule: str, room: int, count: int) -> None:
        stocking = self.stocking
        self.need(stocking is not None and (room, count) == (stocking.room, stocking.placed), "what was put down")
        if not count and self.known(""):
            left = self.points.keys() - self.used_monsters - {"korak", "manticore"}
            self.need(not [name for name in left if self.points[name] <= LIMIT[room]], "at least one, if one fits")
        self.stocked.add(room)
        self.stocking = None

    def on_BoutBegan(self, rule: str, attacker: str, defender: str) -> None:
        by_hero = attacker in self.heroes
        name, monster = (attacker, defender) if by_hero else (defender, attacker)
        one = self.heroes[name]
        if by_hero:
            self.need(name == self.turn and self.actions + self.fights > 0, "an action of his turn")
            if self.fights:
                self.fights -= 1
            else:
                self.actions -= 1
        else:
            self.need(self.phase == "korak", "in Korak's turn")
            self.spend(monster)
        there = THRONE if monster == "korak" else self.monsters[monster].square
        self.need(one.hits > 0 and there in beside(one.square, self.doors), "next to each other")
        self.need(kind(one.square) != "doomstep", "nobody fights on the Doomstep")
        self.need((kind(one.square) == "front") is (monster == "korak"), "before the throne there is only Korak")
        self.end_bout()
        self.bout, self.burst = Bout(name, monster, by_hero), ""

    def spend(self, monster: str, actions: int = 1) -> None:
        if monster == "korak":
            self.korak_actions -= actions
            self.need(self.korak_actions >= 0, "three actions")
            return
        self.monsters[monster].actions -= actions
        self.need(self.monsters[monster].actions >= 0, "three actions")

    def on_BlowRolled(self, rule: str, by: str, at: str, dice: list[int]) -> None:
        bout = self.bout
        self.need(bout is not None and max(dice) <= 2, "in a bout")
        assert bout is not None
        if by == bout.hero:
            self.need(len(dice) == (3 if self.heroes[by].golden else 2), "two dice, three with a golden weapon")
            self.need(bout.by_hero or bout.monster_hits is not None, "Korak rolls first in his turn")
            self.need(self.heroes[by].hits > 0, "an unconscious Hero strikes no more")
            bout.hero_hits = sum(dice)
        else:
            self.need(len(dice) == (3 if by == "korak" else 2), "two dice, three for Korak himself")
            self.need(not bout.by_hero or bout.stood, "the dead do not strike back")
            bout.monster_hits = sum(dice)

    def strength(self, monster: str) -> int:
        return self.points[monster] + (0 if self.basic else 1)

    def on_DiscRead(self, rule: str, hero: str, monster: str) -> None:
        self.need(hero in self.heroes, "by a Hero")

    def on_MonsterStood(self, rule: str, monster: str) -> None:
        if self.burst:
            self.need(not self.known(monster) or self.burning(monster) < self.points[monster], "so many hits kill it")
            return
        bout = self.bout
        self.need(bout is not None and bout.monster == monster and bout.hero_hits is not None, "after a blow")
        assert bout is not None and bout.hero_hits is not None
        if self.known(monster):
            self.need(bout.hero_hits + bout.cards < self.strength(monster), "so many hits kill it")
        bout.stood = True

    def on_MonsterSlain(self, rule: str, monster: str, hero: str, item_to: str) -> None:
        one, bout = self.heroes[hero], self.bout
        if self.burst:
            self.need(not self.known(monster) or self.burning(monster) >= self.points[monster], "too few hits")
        else:
            self.need(bout is not None and bout.monster == monster and bout.hero_hits is not None, "after a blow")
            assert bout is not None and bout.hero_hits is not None
            if self.known(monster):
                self.need(bout.hero_hits + bout.cards >= self.strength(monster), "too few hits")
            bout.slain = True
        one.slain.append(monster)
        if monster == "korak":
            return
        gone = self.monsters.pop(monster)
        one.owed_cards += 1
        one.owed_coins += 1
        if gone.item and item_to == "hero":
            one.items[gone.item] += 1
        elif gone.item:
            self.drop(gone.square, gone.item)

    def drop(self, square: str, item: str) -> None:
        self.floor.setdefault(square, Counter())[item] += 1

    def on_DiscTold(self, rule: str, monster: str, points: int) -> None:
        self.points[monster] = points

    def on_HeroHurt(self, rule: str, hero: str, hits: int, by: str) -> None:
        one = self.heroes[hero]
        if by == "grenade":
            self.need(hits == 2 and self.burst in beside(one.square, self.doors), "two hits beside it")
        else:
            self.need(self.bout is not None and hits == self.bout.monster_hits and hits > 0, "what was not stopped")
            assert self.bout is not None
            self.bout.monster_hits = 0
        one.hits -= hits

    def on_HeroFell(self, rule: str, hero: str, square: str) -> None:
        one = self.heroes[hero]
        if self.haunted is not None and one.hits > 0:
            self.need(one.square in self.haunted, "the Haunter's row")
        else:
            self.need(one.hits <= 0, "without hit points")
        if kind(one.square) in (*ARENA, "doomstep", "front"):
            self.need(kind(square) == "doomstep", "back to the Doomstep")
        else:
            own = square == one.square
            self.need(kind(square) == "entrance" and (own or self.free(square)), "to the Castle Entrance")
            self.need(square not in (FOUNTAIN, TELEPORT), "not at the fountain, not on the Teleport")
        one.square, one.hits = square, 0

    def on_HeroLost(self, rule: str, hero: str, what: str, which: str) -> None:
        one = self.heroes[hero]
        self.need(kind(one.square) == "doomstep" and one.hits <= 0 and not self.burst, "for falling by a Monster")
        match what:
            case "card" | "item":
                held = one.hand if what == "card" else one.items
                held[which] -= 1
                self.need(held[which] >= 0, "of what he has")
            case "coin":
                one.coins.remove(int(which))
            case _:
                one.slain.remove(which)

    def on_HeroOut(self, rule: str, hero: str) -> None:
        one = self.heroes[hero]
        self.need(self.bout is not None and self.bout.monster == "korak" and one.hits <= 0, "by Korak's hand")
        one.out, one.square = True, ""

    # --- Korak's turn

    def on_MonsterMoved(self, rule: str, monster: str, square: str, cost: int) -> None:
        one = self.monsters[monster]
        self.need(self.phase == "korak" and self.arena_open is (self.arrived > 0), "in Korak's turn, after the arena")
        may = ARENA if one.arena else ("room",)
        heroes = {hero.square for hero in self.heroes.values()}
        way = steps(one.square, self.doors, lambda s: kind(s) in may and s not in heroes, lambda s: False)
        self.need(way.get(square) == cost > 0, f"the shortest way has {way.get(square)} steps")
        self.need(self.free(square) and square not in SECRET, "a free square without numbers")
        self.spend(monster, cost)
        one.square = square

    def on_HaunterCalled(self, rule: str, number: int) -> None:
        self.need(self.phase == "korak" and self.haunted is None and not self.arrived, "once, before the Doomstep")
        self.haunted = [s for s in ZONE if kind(s) == "room" and places(s)[1] == number - 1]

    def on_MonsterHaunted(self, rule: str, monster: str) -> None:
        one = self.monsters.pop(monster)
        self.need(self.haunted is not None and one.square in self.haunted, "the Haunter's row")
        if one.item:
            self.drop(one.square, one.item)

    def on_ArenaStocked(self, rule: str, count: int) -> None:
        here = sum(monster.arena for monster in self.monsters.values())
        self.need(self.phase == "korak" and self.arrived and not self.arena_open and here == count, "once")
        self.need(count == min(6, 19 - len(self.used_monsters) + count), "six, or all that are left")
        self.arena_open, self.korak_actions = True, 0

    # --- places and items

    def on_Healed(self, rule: str, hero: str, cost: int) -> None:
        one = self.heroes[hero]
        self.need(hero == self.turn and 0 < one.hits < 8, "in his turn, and not at 8")
        if rule == "DW-27":
            self.need(one.square == FOUNTAIN and cost == self.a_turn() > 0, "the fountain costs a turn")
        self.actions -= cost
        self.need(self.actions >= 0, "actions that he has")
        one.hits = 8

    def on_Teleported(self, rule: str, hero: str, square: str) -> None:
        one, last = self.heroes[hero], 0
        while last + 1 in self.doors:
            last += 1
        self.need(hero == self.turn and one.square == TELEPORT and not self.recovering, "from the Teleport")
        self.need(last and (kind(square) == "entrance" or 0 < room(square) < last), "before the last open door")
        self.need(self.free(square) or square == FOUNTAIN, "a free square")
        one.square = square

    def on_DoorSearched(self, rule: str, hero: str, room: int, number: int, found: bool) -> None:
        self.need(self.heroes[hero].square in SECRET and hero == self.turn, "on the numbered square")
        self.need(found is (1 <= number <= FINDS[room]), "the numbers of this door")

    def on_ActionsLost(self, rule: str, hero: str, fights: int) -> None:
        self.need(fights == self.actions + self.fights, "what is left is for fighting")
        self.actions, self.fights = 0, fights

    def on_DoorTurned(self, rule: str, hero: str, square: str, far: str) -> None:
        self.need(SECRET[square] == far and self.heroes[hero].square == square, "through the secret door")
        for one in (*self.heroes.values(), *self.monsters.values()):
            if one.square == far:
                one.square = square
        self.heroes[hero].square = far
        here, there = self.floor.pop(square, Counter()), self.floor.pop(far, Counter())
        self.floor |= {square: there, far: here}
        self.enter(far, ())

    def on_ChestOpened(self, rule: str, hero: str, chest: str) -> None:
        one, (square, front) = self.heroes[hero], self.chests[chest]
        self.need(hero == self.turn and one.square == front and not one.golden, "from before it")
        clear = all(room(monster.square) != room(square) for monster in self.monsters.values())
        self.need(clear and chest not in self.opened, "shut, and no Monster in the room")
        self.opened.add(chest)
        one.golden = True

    def on_DoomstepReached(self, rule: str, hero: str, place: int) -> None:
        self.arrived += 1
        self.need(place == self.arrived and kind(self.heroes[hero].square) == "doomstep", "as the next one")
        self.heroes[hero].owed_cards += BONUS[place]

    def on_ItemTaken(self, rule: str, hero: str, item: str) -> None:
        one = self.heroes[hero]
        self.floor[one.square][item] -= 1
        self.need(hero == self.turn and self.floor[one.square][item] >= 0, "what lies there")
        one.items[item] += 1

    def on_ItemUsed(self, rule: str, hero: str, item: str) -> None:
        self.heroes[hero].items[item] -= 1
        self.need(hero == self.turn and self.heroes[hero].items[item] >= 0, "what he owns, in his turn")

    def on_BootsWorn(self, rule: str, hero: str) -> None:
        self.actions += 3

    def on_GrenadeBurst(self, rule: str, hero: str, square: str) -> None:
        (x, y), (u, v) = places(self.heroes[hero].square), places(square)
        between = f"{(x + u) // 2},{(y + v) // 2}"
        self.need((abs(x - u), abs(y - v)) in ((2, 0), (0, 2)), "two squares away in a straight line")
        self.need(between in beside(self.heroes[hero].square, self.doors), "not through a wall")
        self.need(square in beside(between, self.doors) and self.monster_on(square), "at a Monster")
        self.end_bout()
        self.burst = square

    def burning(self, monster: str) -> int:
        return 3 if self.monsters[monster].square == self.burst else 2

    # --- the end

    def on_GameEnded(self, rule: str, end: dict[str, Any]) -> None:
        killers = [name for name, hero in self.heroes.items() if "korak" in hero.slain]
        scores = {
            name: sum(self.points[m] for m in one.slain) + sum(one.coins) + one.hand.total() + 5 * (name in killers)
            for name, one in self.heroes.items()
        }
        self.need(end["scores"] == scores, f"the points are {scores}")
        if killers:
            may = {name: points for name, points in scores.items() if not self.heroes[name].out}
            best = [name for name, points in may.items() if points == max(may.values())]
            self.need(end["winner"] == " and ".join(best), f"{best} has the most points")
        else:
            self.need(end["winner"] == "korak" and all(one.out for one in self.heroes.values()), "all are out")
        self.ended = True
