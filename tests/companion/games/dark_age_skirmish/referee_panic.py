"""The referee's count of panic and rage. See `referee`."""

from __future__ import annotations

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_fights import Fights
from tests.companion.games.dark_age_skirmish.referee_people import Man, Turn


class Panic(Fights):
    """Who keeps his head."""

    def must_have_done(self, man: Man, now: Turn) -> None:
        """What the stunned, the panicked, the raging, carriers, swimmers and non-combatants may not leave undone."""
        was_down, was_scared = self.began.get(man.name, (False, False))
        self.need(not was_down or now.idle, "the stunned try to recover")
        self.need(not was_scared or was_down or now.calmed or not man.able, "the panicked try to calm down")
        self.need(not man.carries or "carry" in now.paid, "a load takes a point each turn")
        if man.where == "table" and not man.boat and not man.carried_by and self.land.wet(man.place):
            self.need(now.other == "swim" or "stay afloat" in now.paid, "who does not swim stays afloat")
        self.need(not man.raging or now.raged or man.where != "table", "after each turn of rage one rolls")
        able = man.able and not man.panicked and man.yellow < 2 and man.points > 0 and not now.idle
        if not able or (man.yellow and now.spent >= 1) or man.lying or now.other not in ("", "raged"):
            return
        if man.type == "non-combatant" and self.bound(man.name) and not now.moved:
            self.need(now.fought == "disengage", "a non-combatant always tries to break off")
        if man.raging and not man.carries and not now.moved and not now.dared.get("came"):
            foes = [foe for foe in self.foes_of(man.name) if not self.fights[frozenset((man.name, foe))].loose]
            free = [foe for foe in foes if self.may_strike(man.name, foe)]
            self.need(not free or now.fought != "", f"who rages must attack {free}")

    def mourned(self, dead: Man) -> None:
        """Friends who surely saw it: in their 120 degrees, with nothing at all in between."""
        for man in self.men.values():
            if not self.friends(man, dead) or man is dead or man.where != "table" or man.panicked or man.raging:
                continue
            if not self.aware(man) or self.in_arc(man, dead) != {True} or man.boat or dead.boat:
                continue
            others = [one.place for one in self.men.values() if one not in (man, dead) and one.where == "table"]
            if self.land.clear(man.place, dead.place, others):
                self.owe("PanicRolled", man.name, "DA-26", dead.name)

    def on_PanicRolled(self, rule: str, figure: str, why: str, die: int, needed: int, passed: bool) -> None:
        man = self.men[figure]
        self.rolled(die)
        self.need(self.aware(man) and not man.panicked and not man.raging, "who can panic")
        self.need(needed == man.bravery and passed is (die < needed), f"less than a Bravery of {man.bravery}")
        mourning = next((debt for debt in self.owed if debt[:3] == ("PanicRolled", figure, "DA-26")), None)
        if rule == "DA-27":
            self.pay("PanicRolled", figure, "DA-27")
        elif mourning:
            self.pay(*mourning)
        if not passed:
            man.panicked, man.aims = True, 0
            self.free(figure)
            self.owed = [debt for debt in self.owed if debt[:2] != ("PanicRolled", figure)]
            if not man.boat and not self.land.wet(man.place):
                self.owe("flight", figure)

    def on_CalmRolled(self, rule: str, figure: str, die: int, passed: bool) -> None:
        man = self.men[figure]
        self.rolled(die)
        self.need(figure == self.now.figure and man.panicked, "by the panicked, in his turn")
        self.need(passed is (2 * die < man.bravery), f"less than half of {man.bravery}")
        man.panicked, self.now.calmed = not passed, True

    def on_RageRolled(self, rule: str, figure: str, die: int, chosen: bool, came: bool) -> None:
        man = self.a_turn(figure)
        self.rolled(die)
        self.need(man.type == "berserker" and not man.raging, "a berserker who does not rage")
        self.need(came is (die <= 1 if chosen else die == 9), "0 or 1 by choice, 9 in going in")
        self.need(chosen is (self.kind == "rage"), "by choice, or in going in")
        self.need(chosen or not self.now.moved, "before moving")
        man.raging, man.aims = came, 0
        if not chosen:
            self.now.dared |= {"rage": True, "came": came}
        if came:
            self.owe("RageKept", figure)

    def on_NearestFound(self, rule: str, figure: str, target: str) -> None:
        man = self.a_turn(figure)
        self.need(man.raging, "who rages")
        others = [one for one in self.men.values() if one.where == "table" and one is not man and not one.carried_by]
        least, near = min((self.gap(man, one) + self.off(man, one), one.name) for one in others)
        self.need(self.gap(man, self.men[target]) <= least + self.off(man, self.men[target]), f"{near} is nearer")
        self.now.nearest = target

    def on_RageKept(self, rule: str, figure: str, die: int, ended: bool) -> None:
        man = self.men[figure]
        self.rolled(die)
        if ("RageKept", figure) in self.owed:
            self.pay("RageKept", figure)
        self.need(man.raging and figure == self.now.figure, "after each turn of rage")
        self.need(ended is (die == 0), "a 0 ends it")
        if ended:
            man.raging, man.yellow = False, 2
            if man.wounds >= book.TYPES[man.type]:
                self.owe("Died", figure)
            man.spent = max(0, man.points + man.spent)
            for foe in self.foes_of(figure):
                if self.friends(self.men[foe], man) and not self.men[foe].raging:
                    del self.fights[frozenset((figure, foe))]
        self.now.other, self.now.raged = self.now.other or "raged", True
