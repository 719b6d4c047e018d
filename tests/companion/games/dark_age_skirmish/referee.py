"""A referee who has read the text and not the program: a second reading of the rules, with no code of the first one.

It is given the lines of `companion play dark-age-skirmish --json`, and keeps its own count of everything: places,
wounds, yellow counters, points, fights, captives, boats, animals. It says what an event breaks, and what has not come
that something called for. Where a place may be off by what a table sees of it, near the edge of an arc or a band, it
takes either reading. It does not look at ways round things, at what the table proposes of sight, nor at corrections:
those are for other tests.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_panic import Panic
from tests.companion.games.dark_age_skirmish.referee_people import HULL_MM, Man, Objection, Turn


class Referee(Panic):
    """Boats, animals, wagons and the end."""

    def __init__(self) -> None:
        super().__init__()
        self.things: dict[str, list[float]] = {}
        self.leads: dict[str, str] = {}
        self.oars: dict[str, set[str]] = {}
        self.hands: dict[str, set[str]] = {}
        self.sails: dict[str, str] = {}
        self.rowed_at = 0
        self.wild: dict[str, bool] = {}
        self.moved_things: set[str] = set()

    def watch(self, lines: Iterable[dict[str, Any]]) -> None:
        """Objection at the first event that breaks a rule."""
        for one in lines:
            data = dict(one["data"])
            try:
                match one["kind"]:
                    case "answer":
                        self.answered(data["key"], data["answer"])
                    case "command":
                        self.commanded(data["do"], data["fields"])
                    case "event":
                        name = data.pop("event")
                        self.heard(name, data)
                        getattr(self, f"on_{name}")(one["rule"], **data)
            except Objection as fault:
                raise Objection(f"line {one['n']}, {one['data']}: {fault}") from fault

    # --- boats

    def on_ThingPlaced(self, rule: str, thing: str, x_mm: float, y_mm: float, facing: int) -> None:
        self.need(self.phase == "before" and thing not in self.things, "once, before the first turn")
        self.need([x_mm, y_mm] == self.fields["at"], "where it was put")
        self.things[thing] = [x_mm, y_mm]
        crew = self.boats().get(thing, {}).get("crew", [])
        for name in crew:
            self.men[name].where, self.men[name].boat = "table", thing
            self.men[name].x, self.men[name].y, self.men[name].facing = x_mm, y_mm, facing

    def boats(self) -> dict[str, Any]:
        boats = self.options.get("boats", {})
        return {name: {"kind": one, "crew": []} if isinstance(one, str) else one for name, one in boats.items()}

    def sits(self, man: Man, boat: str) -> bool:
        """Whether he may be aboard: it is not known on which place anybody sits."""
        return man.boat == boat or math.dist(man.place, self.things[boat][:2]) < HULL_MM

    def on_Boarded(self, rule: str, figure: str, boat: str, place: int) -> None:
        man = self.men[figure]
        self.movement(figure, "board")
        self.owe("FatigueSpent", figure, "climb")
        man.boat, man.aims, man.gait = boat, 0, "walk"
        man.x, man.y = self.things[boat][:2]

    def on_RowingRead(self, rule: str, points: int) -> None:
        self.need(self.options["rowing"] == "asked" and not self.rowed_at, "asked once")
        self.rowing = self.rowed_at = points
        self.unforeseen = ("row",)

    def on_Rowed(self, rule: str, figure: str, boat: str) -> None:
        self.need(self.sits(self.another(figure, "row"), boat), "who sits in it")
        self.oars.setdefault(boat, set()).add(figure)
        if self.rowing:
            self.owe("FatigueSpent", figure, "row")

    def on_FigureDone(self, rule: str, figure: str) -> None:
        super().on_FigureDone(rule, figure)
        self.unforeseen = ()

    def on_SailHandled(self, rule: str, figure: str, boat: str, sail: str) -> None:
        self.need(self.sits(self.another(figure, "sail"), boat), "who sits in it")
        self.need(self.boats()[boat]["kind"] == "longship", "a longship has a sail")
        hands = self.hands.setdefault(boat, set())
        hands.add(figure)
        before = self.sails.get(boat, "down")
        self.need((sail != before) is (len(hands) == 2), "two hands in a turn move it")
        if sail != before:
            hands.clear()
        self.sails[boat] = sail

    def on_BoatMoved(
        self, rule: str, boat: str, x_mm: float, y_mm: float, facing: int, pace: str, spent_mm: float
    ) -> None:
        self.need(not self.waiting() and not self.waiting(others=True), "when all have acted")
        self.need(boat not in self.moved_things, "once a turn")
        self.moved_things.add(boat)
        oars = len(self.oars.get(boat, ()))
        by_oar = next((pace for hands, pace in book.ROWERS[self.boats()[boat]["kind"]] if oars >= hands), "")
        by_sail = (
            book.WINDS.get(self.options.get("wind", {}).get("strength", "none"), "")
            if self.sails.get(boat) == "up"
            else ""
        )
        self.need(pace in (by_oar, by_sail), f"by oar {by_oar}, by sail {by_sail}")
        self.need(spent_mm <= book.ON_FOOT[pace] + 0.5, "so far as its pace")
        x, y = self.things[boat][:2]
        self.need(math.dist((x, y), (x_mm, y_mm)) <= spent_mm + 0.5, "no way is shorter than the straight one")
        if pace != by_oar and spent_mm > 1.0:
            to = book.COMPASS.index(self.options["wind"]["to"]) * 45.0
            course = math.degrees(math.atan2(y_mm - y, x_mm - x))
            self.need(abs((course - to + 180.0) % 360.0 - 180.0) < 135.0 + 2.0, "not into the wind")
        self.things[boat][:2] = [x_mm, y_mm]
        for man in self.men.values():
            if man.boat == boat:
                man.x, man.y = x_mm, y_mm
                for foe in self.foes_of(man.name):
                    if self.men[foe].boat != boat:
                        self.fights[frozenset((man.name, foe))].loose = True

    def on_TurnClosed(self, rule: str, turn: int) -> None:
        super().on_TurnClosed(rule, turn)
        self.oars, self.hands, self.moved_things = {}, {}, set()

    # --- animals and wagons

    def on_AnimalLed(self, rule: str, figure: str, animal: str) -> None:
        self.need(self.men[figure].able and figure == self.now.figure, "in his turn")
        self.need(animal not in self.leads and list(self.leads.values()).count(figure) < 2, "two to a man")
        self.leads[animal] = figure
        self.things[animal] = []

    def on_AnimalFreed(self, rule: str, animal: str) -> None:
        self.need(animal in self.leads, "which is led")
        del self.leads[animal]

    def on_AnimalRan(self, rule: str, animal: str, figure: str, die: int, x_mm: float, y_mm: float, gone: bool) -> None:
        self.rolled(die)
        self.need(animal not in self.leads and animal not in self.options.get("penned", []), "a loose one")
        self.owed = [debt for debt in self.owed if debt != ("AnimalRan", animal, figure)]
        self.need(self.men[figure].gait in ("run", "sprint", "trot", "canter", "gallop"), "from a runner")
        x, y = self.things[animal] or (x_mm, y_mm)
        away = math.dist((x, y), (x_mm, y_mm))
        self.need(away <= 240.5, "at galloping pace")
        self.need(
            gone is (x_mm in (0.0, self.land.width) or y_mm in (0.0, self.land.height)), "off the table at its edge"
        )
        if away > 1.0 and not gone:
            course = math.degrees(math.atan2(x_mm - x, y_mm - y)) % 360.0
            self.need(abs((course - die * 36.0 + 180.0) % 360.0 - 180.0) < 1.0, "in the direction that was rolled")
        self.things[animal] = [] if gone else [x_mm, y_mm]

    def gone(self, figure: str, where: str) -> None:
        super().gone(figure, where)
        self.leads = {animal: leader for animal, leader in self.leads.items() if leader != figure}

    def down(self, figure: str) -> None:
        super().down(figure)
        self.leads = {animal: leader for animal, leader in self.leads.items() if leader != figure}

    def on_TeamJudged(self, rule: str, wagon: str, panicked: bool) -> None:
        self.need(
            self.said[f"DA-33/team/{wagon}, turn {self.turn}"] == ("panicked" if panicked else "quiet"), "as said"
        )
        self.wild[wagon] = panicked

    def on_WagonRolled(self, rule: str, wagon: str, die: int, overturned: bool) -> None:
        self.rolled(die)
        self.need(self.wild.get(wagon, False) and overturned is (die <= 1), "a panicked team overturns on 0 or 1")
        self.moved_things.add(f"{wagon} rolled")

    def moved(self, man: Man, start: tuple[float, float]) -> None:
        """Loose animals that he has run toward run off: he ends nearer, and no farther than they gallop (ours)."""
        if man.gait not in ("run", "sprint"):
            return
        for animal in self.options.get("animals", {}):
            place = self.things.get(animal, [])
            if animal in self.leads or animal in self.options.get("penned", []) or not place:
                continue
            was, now = math.dist(start, place[:2]), math.dist(man.place, place[:2])
            if now < was - 1.0 and now < 239.0:
                self.owe("AnimalRan", animal, man.name)

    def on_WagonMoved(self, rule: str, wagon: str, x_mm: float, y_mm: float, facing: int, pace: str) -> None:
        self.need(not self.waiting() and not self.waiting(others=True), "after all others")
        wild = self.said[f"DA-33/team/{wagon}, turn {self.turn}"] == "panicked"
        self.need(pace == ("run" if wild else "walk"), "at a walk, panicked at a run")
        self.need(wild is (f"{wagon} rolled" in self.moved_things), "a panicked team rolls each turn")
        away = math.dist(self.things[wagon][:2], (x_mm, y_mm))
        self.need(away <= book.ON_FOOT[pace] + 0.5 and wagon not in self.moved_things, "so far as its pace, once")
        self.moved_things.add(wagon)
        self.things[wagon][:2] = [x_mm, y_mm]

    # --- the end

    def on_SideConceded(self, rule: str, side: str) -> None:
        self.conceded.add(side)
        if self.now.figure and self.men[self.now.figure].band == side:
            self.now = Turn()
        for man in self.men.values():
            if man.band == side and man.where == "table":
                self.gone(man.name, "given up")
        self.owed.clear()

    def on_GameEnded(self, rule: str, end: dict[str, Any]) -> None:
        self.need(not [debt for debt in self.owed if debt[0] == "FatigueSpent"], f"still owed: {self.owed}")
        self.ended = True
