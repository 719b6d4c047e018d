"""The referee's count of moves, falls and fatigue. See `referee`."""

from __future__ import annotations

import math

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_people import HULL_MM, TOLD_MM, Man
from tests.companion.games.dark_age_skirmish.referee_turns import Turns


class Moves(Turns):
    """How far, through what, at what price."""

    # --- movement

    def on_FigureMoved(
        self, rule: str, figure: str, x_mm: float, y_mm: float, facing: int, pace: str, spent_mm: float, over_mm: float
    ) -> None:
        man = self.men[figure]
        start, limit = man.place, float(book.PACES[pace])
        if pace == "flight" and man.mounted:
            limit = float(book.MOUNTED["gallop"])
        straight = math.dist(start, (x_mm, y_mm))
        self.need(0.0 <= x_mm <= self.land.width and 0.0 <= y_mm <= self.land.height, "on the table")
        limit += HULL_MM if rule == "DA-31" else 0.0
        self.need(over_mm >= 0.0 and spent_mm <= limit + over_mm + 0.5, f"{pace} is {limit / 10:g} cm")
        self.need(over_mm < TOLD_MM, "too close to call is two sigma")
        if rule != "DA-31" and pace not in ("closing up", "flight") and not (man.boat and not spent_mm):
            self.need(straight <= spent_mm + self.off(man), "no way is shorter than the straight one")
        if pace == "flight":
            self.fled(man, (x_mm, y_mm))
        elif pace == "closing up":
            self.need(straight <= limit + self.off(man), "to contact only")
        else:
            self.own_move(man, pace, rule)
            self.rough(man, start, (x_mm, y_mm), pace, spent_mm)
        self.need(pace == "swim" or man.boat != "" or not self.land.wet((x_mm, y_mm)), "nobody walks into the water")
        man.x, man.y, man.facing = x_mm, y_mm, facing
        man.gait = {"flight": "gallop" if man.mounted else "sprint", "closing up": man.gait}.get(pace, pace)
        man.aims, man.boat = 0, man.boat if pace == "closing up" or not spent_mm else ""
        if pace != "closing up":
            self.moved(man, start)
        for other in self.men.values():
            if (
                pace != "closing up"
                and not man.boat
                and other is not man
                and other.where == "table"
                and not other.carried_by
            ):
                self.need(other.boat != "" or self.gap(man, other) > -TOLD_MM, f"not onto {other.name}")

    def own_move(self, man: Man, pace: str, rule: str) -> None:
        paces = book.MOUNTED if man.mounted else book.ON_FOOT
        if pace == "swim":
            self.another(man.name, "swim")
            self.owe("FatigueSpent", man.name, "swim")
        else:
            self.movement(man.name, pace)
            self.need(pace == "carry" or pace in paces, "paces of his own: on foot, or of his horse")
            self.need((pace == "carry") is bool(man.carries), "who carries goes at a walk")
        self.need(not man.lying or pace == "crawl", "the prone only crawl")
        self.need(not self.bound(man.name) or man.raging, "out of a fight only by breaking off")
        if pace in book.TIRES:
            self.owe("FatigueSpent", man.name, pace)
        if rule == "DA-31":
            self.owe("FatigueSpent", man.name, "climb")

    def rough(self, man: Man, start: tuple[float, float], end: tuple[float, float], pace: str, spent_mm: float) -> None:
        """One roll for a run, two for a sprint, none failed; where the way is straight, for what it crosses."""
        falls, self.now.falls = self.now.falls, []
        self.need(all(falls), "who fails falls")
        self.need(not falls or len(falls) == book.FALLS.get(pace, 0), "one roll for a run, two for a sprint")
        kinds = ("trees", "rough", "wall")
        if spent_mm <= math.dist(start, end) + 0.3 and spent_mm > 20.0 and man.name == self.now.figure:
            certain = self.land.crossed(start, end, kinds, by_mm=6.0)
            if pace == "walk" and self.land.crossed(start, end, ("wall",), by_mm=3.0):
                self.owe("FatigueSpent", man.name, "climb")
            if pace in ("run", "sprint", "canter", "gallop"):
                self.need(bool(falls) or not certain, f"through {certain} without a roll")
            self.need(
                bool(self.land.crossed(start, end, kinds, by_mm=0.0)) or not falls, "a roll with nothing in the way"
            )

    def fled(self, man: Man, end: tuple[float, float]) -> None:
        """To the nearest cover, or nearer to it."""
        self.need(man.panicked, "only the panicked flee")
        before, after = self.land.cover_mm(man.place), self.land.cover_mm(end)
        nearer = after <= book.STRIP_MM + 1.0 or after < before
        self.need(nearer or self.land.has_water, "to the nearest cover, or nearer to it; water is gone round")
        self.now.falls = [] if all(self.now.falls) else self.now.falls
        man.lying = False
        self.down(man.name)
        if ("flight", man.name) in self.owed:
            self.pay("flight", man.name)
        self.out_of_fights(man.name)

    def moved(self, man: Man, start: tuple[float, float]) -> None:
        """What follows the move of a figure. For the part on things."""

    def on_Reacted(self, rule: str, figure: str, why: str, die: int, needed: int, passed: bool) -> None:
        man = self.men[figure]
        self.rolled(die)
        self.need(needed == man.agility and passed is (die < needed), f"less than {man.agility}")
        if " through " in why:
            self.need(figure == self.now.figure or man.panicked, "who runs")
            self.now.falls.append(passed)
            self.need(passed or len(self.now.falls) <= 2, "two rolls at most")
        else:
            self.surprised(man, passed)

    def surprised(self, man: Man, passed: bool) -> None:
        """A Reaction roll of somebody who was struck or shot at. For the part on fights."""

    def on_FellOver(self, rule: str, figure: str, x_mm: float, y_mm: float, stunned: bool, pace: str) -> None:
        man, now = self.men[figure], self.now
        self.need(len(now.falls) > 0 and not now.falls[-1] and all(now.falls[:-1]), "for a roll that failed")
        self.need(stunned is man.mounted, "from a horse stunned, on foot not")
        self.need(len(now.falls) <= book.FALLS.get(pace, 0), "one roll for a run, two for a sprint")
        now.falls = []
        if ("flight", figure) in self.owed:
            self.pay("flight", figure)
            self.out_of_fights(figure)
        elif not man.panicked:
            self.own_move(man, pace, rule)
        man.x, man.y, man.lying, man.aims = x_mm, y_mm, True, 0
        man.stunned, man.mounted = man.stunned or stunned, False
        man.gait, man.boat = "", ""
        self.down(figure)
        self.moved(man, man.place)

    def on_StoodUp(self, rule: str, figure: str) -> None:
        man = self.men[figure]
        if self.now.idle:
            self.need(self.now.figure == figure and not self.now.moved and man.able, "who has recovered may stand up")
            self.now.moved = "stand up"
        else:
            self.movement(figure, "stand up")
        self.need(man.lying, "from lying")
        man.lying, man.aims = False, 0

    def on_LayDown(self, rule: str, figure: str) -> None:
        man = self.movement(figure, "lie down")
        self.need(not man.lying and not man.mounted, "who stands")
        man.lying, man.aims = True, 0
        self.down(figure)

    def on_Faced(self, rule: str, figure: str, facing: int) -> None:
        man = self.men[figure]
        if rule == "DA-25":
            self.a_turn(figure)
        else:
            self.need(man.able, "who is stunned or held does not turn")
            if rule == "DA-24":
                self.pay("Faced", figure)
        man.facing = facing

    def on_MountedUp(self, rule: str, figure: str) -> None:
        man = self.another(figure, "mount")
        self.need(man.rides and not man.mounted and not man.lying, "who has a mounted twin, on foot")
        man.mounted, man.aims = True, 0

    def on_Dismounted(self, rule: str, figure: str, x_mm: float, y_mm: float) -> None:
        man = self.another(figure, "dismount")
        self.need(man.mounted and math.dist(man.place, (x_mm, y_mm)) < 40.0, "beside its horse")
        man.mounted, man.x, man.y, man.aims = False, x_mm, y_mm, 0

    # --- fatigue

    def on_FatigueSpent(self, rule: str, figure: str, what: str, points: int, die: int, counters: int) -> None:
        man = self.men[figure]
        self.rolled(die)
        cost = self.rowing if what == "row" else book.COSTS[what]
        self.need(points == cost, f"{what} takes {cost}")
        if what == "stay afloat":
            self.need(figure == self.now.figure, "at the end of its turn")
            self.need(self.land.wet(man.place), "in the water")
        elif what == "climb":
            self.need(self.now.moved in ("board", "walk", "crawl"), "of who walks over a wall, aboard or ashore")
            self.owed = [debt for debt in self.owed if debt != ("FatigueSpent", figure, "climb")]
        elif what == "carry":
            self.need(bool(man.carries), "of who carries")
        else:
            self.pay("FatigueSpent", figure, what)
        self.need(man.yellow < 2, "the exhausted spend nothing")
        self.need(man.points >= points or what in self.unforeseen, f"only {man.points} points are left")
        spare = not man.yellow or self.now.spent + points <= 1 or what in self.unforeseen
        self.need(spare, "one point a turn for the tired")
        man.spent += points
        self.now.spent += points
        self.now.paid.add(what)
        man.yellow = min(2, man.yellow + (die < points))
        self.need(counters == man.yellow, f"{man.yellow} yellow counters")

    rowing = 1
    unforeseen: tuple[str, ...] = ()
    """What he has begun before anybody knew what it takes."""

    def on_Rested(self, rule: str, figure: str, counters: int, spent: int) -> None:
        man = self.another(figure, "rest")
        if man.yellow:
            man.yellow -= 1
        else:
            man.spent = max(0, man.spent - 1)
        self.need((counters, spent) == (man.yellow, man.spent), "one counter, or one point, a turn")
