"""The referee's count of fights, blows, wounds and captives. See `referee`."""

from __future__ import annotations

import math

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_people import Fight, Man
from tests.companion.games.dark_age_skirmish.referee_shots import Shots


class Fights(Shots):
    """Going in and out, blows, and what they do."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: dict[str, str] = {}

    # --- going in and out

    def on_LengthSaid(self, rule: str, pair: str, longer: str) -> None:
        self.need(self.options["lengths"] == "asked" and pair not in self.lengths, "asked once of two weapons")
        self.need(longer in ("", *pair.split("|")), "one of the two, or neither")
        self.lengths[pair] = longer

    def on_BraveryRolled(self, rule: str, figure: str, target: str, die: int, needed: int, passed: bool) -> None:
        man, at = self.a_turn(figure), self.men[target]
        self.rolled(die)
        self.need(not self.now.moved and not self.now.dared, "before moving, once a turn")
        self.need(man.type != "berserker", "berserkers roll for rage instead")
        self.need(man.type != "non-combatant", "non-combatants start no fight")
        self.need(self.aware(at), "no roll against the stunned")
        friends = self.helpers(figure, target)
        fixed = man.bravery + (man.mounted and not at.mounted) - (at.mounted and not man.mounted)
        may = {fixed + 2 * (not seen) + many for seen in self.in_arc(at, man) for many in friends}
        self.need(
            needed in may and passed is (die < needed), f"less than {sorted(may)}, fighting {self.foes_of(target)}"
        )
        self.now.dared[target] = passed

    def helpers(self, name: str, target: str) -> range:
        """How many others of his band fight the target; the stunned and the overpowered fight nobody."""
        foes = [self.men[foe] for foe in self.foes_of(target) if foe != name]
        friends = [foe.name for foe in foes if self.friends(foe, self.men[name]) and self.aware(foe)]
        sure = [friend for friend in friends if not self.fights[frozenset((friend, target))].loose]
        return range(len(sure), len(friends) + 1)

    def on_Entered(self, rule: str, figure: str, target: str, longer: str) -> None:
        man, at = self.a_turn(figure), self.men[target]
        self.need(man.type != "non-combatant" and not man.lying and not man.carries, "who can fight")
        if self.now.dared.get("came"):
            pass
        elif man.raging:
            self.need(self.now.nearest == target, "the nearest")
        elif man.type == "berserker":
            self.need(not self.aware(at) or self.now.dared.get("rage", False), "after a roll for rage")
        else:
            self.need(not self.aware(at) or self.now.dared.get(target, False), "who has dared")
        self.need(self.gap(man, at) <= 12.0 + self.off(man, at), "in contact, or a little apart for a longer weapon")
        self.need(longer in ("", figure, target), "one of the two")
        if longer:
            long, short = (man, at) if longer == figure else (at, man)
            self.need(self.may_be_longer(long, short), f"nothing of {long.arms} is longer than {short.arms}")
        self.fights[frozenset((figure, target))] = Fight(longer)
        at.aims = 0
        if man.type == "berserker" and self.aware(at) and not at.panicked and not at.raging:
            self.owe("PanicRolled", target, "DA-27")
        if at.panicked and self.aware(at) and not at.boat:
            self.owe("flight", target)

    def may_be_longer(self, long: Man, short: Man) -> bool:
        for one in (*long.arms, "improvised"):
            for other in (*short.arms, "improvised"):
                pair = "|".join(sorted((one, other)))
                if self.options["lengths"] == "house" and book.RANKS.get(one, 2) > book.RANKS.get(other, 2):
                    return True
                if self.lengths.get(pair) == one:
                    return True
        return False

    def on_Disengaged(self, rule: str, figure: str, die: int, needed: int, passed: bool) -> None:
        man = self.combat(figure, "disengage")
        self.rolled(die)
        self.need(bool(self.foes_of(figure)) and not man.raging, "out of a fight; the raging never")
        self.need(needed == man.agility and passed is (die < needed), f"less than {man.agility}")
        self.owe("FatigueSpent", figure, "break off")
        if passed:
            self.out_of_fights(figure)

    # --- blows

    def may_strike(self, name: str, at: str) -> bool:
        """Not in his first turn of a fight against a longer weapon."""
        fight = self.fights[frozenset((name, at))]
        return fight.longer in ("", name) or fight.turns.get(name, 0) > 0

    def on_BlowStruck(
        self, rule: str, figure: str, target: str, how: str, weapon: str, needed: int, terms: str, die: int, hit: bool
    ) -> None:
        man, at = self.combat(figure, how), self.men[target]
        self.rolled(die)
        self.need(man.type != "non-combatant", "non-combatants start no fight")
        fight = self.fights.get(frozenset((figure, target)))
        self.need(fight is not None, "in a fight with him")
        assert fight is not None
        self.need(
            self.may_strike(figure, target),
            "not in the first round against a longer weapon",
        )
        if how == "strike":
            armed = [arm for arm in man.arms if arm not in book.MISSILES or arm == "spear"] or ["improvised"]
            self.need(weapon in armed, f"with one of {armed}")
        else:
            self.need(weapon == "", "unarmed")
        aware = self.aware(at)
        self.unseen[figure, target] = {True} if at.stunned else {not seen for seen in self.in_arc(at, man)}
        _, agreed = self.seen.pop((figure, target), ("concealment", "open"))
        fixed = man.agility + book.CONCEALED[agreed] - (weapon in book.AXES)
        fixed += (at.yellow == 2) + 4 * (not aware)
        worth = {"large": 2, "small": 1}.get(at.shield, 0)
        shields = self.shields(at, man)
        may = {fixed - worth * s + 2 * aware * u for s in shields for u in self.unseen[figure, target] if not (s and u)}
        may = {one + (many > 0) for one in may for many in self.helpers(figure, target)}
        may = {man.agility} if how == "grapple" else may
        self.need(
            needed in may and hit is (die < needed),
            f"less than {sorted(may)}: {man.read()}; {at.read()}, fighting {self.foes_of(target)}",
        )
        self.owe("FatigueSpent", figure, {"strike": "blow"}.get(how, how))
        man.using = weapon or man.using
        at.aims = 0
        if how != "grapple":
            self.startled(figure, target)
        if hit and how == "strike":
            self.owe("EffectRolled", figure, target, weapon, "blow")
        elif hit and how == "kick":
            self.owe("Wounded", target, 1)
        elif hit and how == "punch":
            self.owe("StunRolled", target)
        elif hit and at.type == "non-combatant":
            self.owe("Overpowered", target, figure)
        elif hit:
            self.owe("Wrestled", figure, target)
        if hit and how in ("punch", "kick") and at.stunned:
            self.owed = [debt for debt in self.owed if debt != ("StunRolled", target)]

    def on_EffectRolled(
        self, rule: str, figure: str, target: str, needed: int, terms: str, die: int, outcome: str
    ) -> None:
        man, at = self.men[figure], self.men[target]
        self.rolled(die)
        debts = [debt for debt in self.owed if debt[:3] == ("EffectRolled", figure, target)]
        self.need(bool(debts), "of something that has hit")
        weapon, way = debts[0][3:]
        self.pay(*debts[0])
        fixed = man.strength + book.ARMOUR[at.armour] + (book.MISSILES[weapon] if way == "shot" else 0)
        fixed += (weapon in book.AXES) - (weapon == "improvised")
        may = {fixed + 2 * unseen for unseen in self.unseen[figure, target]}
        self.need(needed in may, f"less than {sorted(may)}: {man.read()}; {at.read()}, fighting {self.foes_of(target)}")
        self.need(outcome == book.damage(die, needed), f"a {die} under {needed}")
        if outcome == "kill":
            self.owe("Died", target)
        elif outcome == "great blow":
            self.owe("GreatBlow", target)
        elif outcome in book.WOUNDS:
            self.owe("Wounded", target, book.WOUNDS[outcome])

    def on_GreatBlow(self, rule: str, target: str, die: int, needed: int, outcome: str) -> None:
        at = self.men[target]
        self.rolled(die)
        self.pay("GreatBlow", target)
        self.need(needed == at.strength, f"against a Strength of {at.strength}")
        says = "killed" if die == 0 else "stunned" if die < at.strength else "stunned and seriously wounded"
        self.need(outcome == says, says)
        if die == 0:
            self.owe("Died", target)
        elif die >= at.strength:
            self.owe("Wounded", target, 2)
        if die:
            self.owe("stunned", target)

    def on_Wounded(self, rule: str, figure: str, counters: int) -> None:
        man = self.men[figure]
        self.pay("Wounded", figure, counters)
        man.wounds += counters
        if man.wounds >= book.TYPES[man.type] + 2 * man.raging:
            self.owed = [debt for debt in self.owed if debt != ("stunned", figure)]
            self.owe("Died", figure)
        elif ("stunned", figure) not in self.owed and not man.stunned:
            self.owe("StunRolled", figure)

    def on_StunRolled(self, rule: str, figure: str, die: int, needed: int, stunned: bool) -> None:
        man = self.men[figure]
        if die == -1:
            self.pay("stunned", figure)
            self.need(stunned and needed == man.strength, "by a great blow")
        else:
            self.rolled(die)
            self.pay("StunRolled", figure)
            self.need(needed == man.strength and stunned is (die >= needed), f"less than {man.strength} stands")
        if stunned:
            self.owed = [debt for debt in self.owed if debt != ("Reacted", figure)]
            man.stunned = man.lying = True
            man.aims, man.mounted = 0, False
            self.free(figure)
            self.down(figure)

    def on_Recovered(self, rule: str, figure: str, die: int, needed: int, passed: bool) -> None:
        man = self.men[figure]
        self.rolled(die)
        self.need(figure == self.now.figure and man.stunned and not self.now.idle, "once, by the stunned, in his turn")
        self.need(needed == man.strength and passed is (die < needed), f"less than {man.strength}")
        man.stunned, self.now.idle = not passed, True

    def on_Died(self, rule: str, figure: str, how: str) -> None:
        man = self.men[figure]
        if how == "drowned":
            self.need(self.land.wet(man.place), "in the water")
            self.need(man.points <= 0 or man.yellow > 0 or not man.able, "without a point left")
        else:
            self.pay("Died", figure)
        self.gone(figure, "dead")
        self.owed = [debt for debt in self.owed if figure not in debt[1:2] or debt[0] == "FatigueSpent"]
        self.owed = [debt for debt in self.owed if debt != ("EffectRolled", figure)]
        self.mourned(man)

    def mourned(self, dead: Man) -> None:
        """Who saw it. For the part on panic."""

    def gone(self, figure: str, where: str) -> None:
        man = self.men[figure]
        man.where = where
        self.out_of_fights(figure)
        self.free(figure)
        if man.carries:
            captive = self.men[man.carries]
            captive.carried_by = captive.held_by = ""
            captive.freed, captive.boat, captive.x, captive.y = self.turn, "", man.x, man.y
            captive.where = where if where == "gone" else captive.where
            man.carries = ""

    # --- unarmed

    def on_Wrestled(self, rule: str, figure: str, target: str, total: int, against: int) -> None:
        man, at = self.men[figure], self.men[target]
        self.pay("Wrestled", figure, target)
        self.need(0 <= total - man.strength <= 9 and 0 <= against - at.strength <= 9, "a die and Strength each")
        self.need(self.before == [total - man.strength], f"rolled {self.before}")
        self.need(self.answer == [against - at.strength], f"rolled {self.answer}")
        if total > against:
            self.owe("Overpowered", target, figure)

    def on_Overpowered(self, rule: str, figure: str, by: str) -> None:
        man = self.men[figure]
        self.pay("Overpowered", figure, by)
        man.held_by, man.held_since, man.aims = by, self.turn, 0
        self.free(figure)
        self.down(figure)
        self.out_of_fights(figure)

    def on_SetFree(self, rule: str, figure: str) -> None:
        self.men[figure].held_by = self.men[figure].carried_by = ""

    def on_Lifted(self, rule: str, figure: str, captive: str) -> None:
        man, taken = self.a_turn(figure), self.men[captive]
        self.need(taken.held_by == figure and taken.held_since < self.turn, "on the move after it was overpowered")
        self.need(not man.carries and not man.mounted and not man.lying, "one at a time, on foot")
        man.carries, taken.carried_by, man.aims = captive, figure, 0
        self.out_of_fights(captive)

    def on_PutDown(self, rule: str, figure: str, captive: str, x_mm: float, y_mm: float) -> None:
        man, taken = self.men[figure], self.men[captive]
        self.need(man.carries == captive, "whom he carries")
        man.carries, taken.carried_by, taken.held_by = "", "", ""
        self.need(math.dist(man.place, (x_mm, y_mm)) < 60.0 or man.boat != "", "beside him")
        taken.x, taken.y = x_mm, y_mm
        taken.freed, taken.boat = self.turn, ""

    def on_LeftTable(self, rule: str, figure: str, edge: str) -> None:
        man = self.men[figure] if rule == "DA-35" else self.a_turn(figure)
        self.need(rule != "DA-35" or man.band in self.conceded, "a captive follows his band that has given up")
        self.need(edge == self.land.homes[self.bands.index(man.band)], "by its own edge")
        self.gone(figure, "gone")

    def surprised(self, man: Man, passed: bool) -> None:
        self.need(man.able, "who can react")
        self.owed = [debt for debt in self.owed if debt != ("Reacted", man.name)]
        if passed:
            self.owe("Faced", man.name)
