"""The referee's count of who acts when, and of what a turn may hold. See `referee`."""

from __future__ import annotations

import math
from typing import Any

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_people import HULL_MM, TOLD_MM, Fight, Man, Objection, Turn

CROWD = 6
"""So many may fill the area where their band begins, put loosely; the rest begins beside it."""


class Turns:
    """Who acts when, and what is still owed of it."""

    def __init__(self) -> None:
        self.men: dict[str, Man] = {}
        self.fights: dict[frozenset[str], Fight] = {}
        self.owed: list[tuple[Any, ...]] = []
        self.turn, self.phase = 0, "before"
        self.now = Turn()
        self.acted: set[str] = set()
        self.firsts: dict[str, int] = {}
        self.sides: list[str] = []
        self.side = ""
        self.ended = False
        self.conceded: set[str] = set()
        self.answer: Any = None
        self.before: Any = None
        self.said: dict[str, Any] = {}
        self.asked: tuple[str, ...] = ()
        self.kind, self.subject, self.fields = "", "", dict[str, Any]()
        self.began: dict[str, tuple[bool, bool]] = {}

    # --- words

    def answered(self, key: str, answer: Any) -> None:
        self.before, self.answer = self.answer, answer
        self.said[key] = answer

    def commanded(self, what: str, fields: dict[str, Any]) -> None:
        self.need(not self.asked, f"nothing came of {self.asked}")
        self.kind, self.subject = what.split(":", 1) if ":" in what else (what, "")
        self.fields = fields
        self.asked = (self.kind, *book.ANSWERS.get(self.kind, (what,)))

    def heard(self, event: str, data: dict[str, Any]) -> None:
        """An event that answers the command, of its own figure."""
        whose = {data.get(word) for word in ("figure", "side", "thing", "animal")}
        if event in self.asked and {self.subject, self.fields.get("animal")} & whose:
            self.asked = ()
        if self.asked and event == "Called" and data["figure"] == self.fields.get("figure"):
            self.asked = ()

    def need(self, holds: bool, rule: str) -> None:
        if not holds:
            raise Objection(rule)

    def owe(self, *what: Any) -> None:
        self.owed.append(what)

    def pay(self, *what: Any) -> None:
        """Only what something has called for may come. Each figure's debts die with it."""
        self.need(what in self.owed, f"nothing calls for {what}; owed: {self.owed}")
        self.owed.remove(what)

    def rolled(self, die: int) -> None:
        self.need(0 <= die <= 9, "a d10 shows 0 to 9")
        self.need(self.answer == [die], f"what was rolled: {self.answer}")

    def gap(self, a: Man, b: Man) -> float:
        return math.dist(a.place, b.place) - a.radius - b.radius

    def off(self, *men: Man) -> float:
        """So much their distance may be off; who sits in a boat is counted at its middle."""
        return TOLD_MM + HULL_MM / 2 * sum(man.boat != "" for man in men)

    def in_arc(self, looker: Man, at: Man) -> set[bool]:
        """Whether `at` is in the looker's 120 degrees; both near their edge, aboard, and on the same place."""
        away = math.dist(looker.place, at.place)
        if away < 1.0 or looker.boat or at.boat:
            return {True, False}
        bearing = math.degrees(math.atan2(at.y - looker.y, at.x - looker.x))
        off = abs((bearing - looker.facing + 180.0) % 360.0 - 180.0)
        doubt = 2.0 + math.degrees(math.atan2(self.off(looker, at), away))
        return {True} if off < 60.0 - doubt else {False} if off > 60.0 + doubt else {True, False}

    def friends(self, a: Man, b: Man) -> bool:
        """Of one band, or of one player where those are friends."""
        together = self.options.get("friends") == "players" and self.seat_of[a.band] == self.seat_of[b.band]
        return a.band == b.band or together

    def foes_of(self, name: str) -> list[str]:
        return [other for pair in self.fights if name in pair for other in pair - {name}]

    def bound(self, name: str) -> bool:
        """Whether he is in a fight for sure."""
        return any(name in pair and not fight.loose for pair, fight in self.fights.items())

    def out_of_fights(self, name: str) -> None:
        self.fights = {pair: fight for pair, fight in self.fights.items() if name not in pair}

    def down(self, name: str) -> None:
        """Who lies or runs away leads nothing. For the part on things."""

    def free(self, name: str) -> None:
        """Nobody is held by him any more."""
        for man in self.men.values():
            if man.held_by == name and not man.carried_by:
                man.held_by = ""

    # --- before the first turn

    def on_GameBegan(self, rule: str, game: str, ruleset: int, options: dict[str, Any]) -> None:
        self.options = options
        self.land = book.Land(options["ground"])
        self.bands = [band for bands in options["seats"].values() for band in bands]
        self.seat_of = {band: seat for seat, bands in options["seats"].items() for band in bands}
        brave = 9 if options["berserkers"] == "nine" else 8
        for band in options["bands"]:
            for row in options["bands"][band]["people"]:
                bravery = brave if row["type"] == "berserker" else book.TYPES[row["type"]] + 1
                has = {"shield": "none", "armour": "none", "mounted": False, "missiles": None, "fatigue": None, **row}
                arms, rides = tuple(row["arms"]), "twin" in row
                man = Man(row["name"], band, row["type"], arms, has["shield"], has["armour"], rides, has["mounted"])
                man.missiles, man.bravery, man.typed = has["missiles"], bravery, has["fatigue"]
                self.men[man.name] = man

    def on_FatigueTyped(self, rule: str, figure: str, points: int) -> None:
        self.need(self.phase == "before" and self.options["fatigue"] == "typed", "typed before the first turn")
        self.need(points == self.fields["points"], "as typed")
        self.men[figure].typed = points

    def on_Deployed(self, rule: str, figure: str, x_mm: float, y_mm: float, facing: int) -> None:
        man = self.men[figure]
        x, y, u, v = self.land.zones[self.bands.index(man.band)]
        self.need(self.phase == "before" and man.where == "off", "once, before the first turn")
        crowd = sum(one.where == "table" and one.band == man.band for one in self.men.values())
        beside = 201 if crowd >= CROWD else 1
        self.need(x - beside <= x_mm <= u + beside and y - beside <= y_mm <= v + beside, "where its band begins")
        self.need([x_mm, y_mm] == self.fields["at"], "where it was put")
        man.where, man.x, man.y, man.facing = "table", x_mm, y_mm, facing

    # --- who acts

    def by_cards(self) -> bool:
        drawn = sum(man.type != "non-combatant" for man in self.men.values())
        return self.options["turns"] == "cards" or (self.options["turns"] == "by-size" and drawn <= 12)

    def waiting(self, band: str = "", others: bool = False) -> list[str]:
        return [
            man.name
            for man in self.men.values()
            if man.where == "table" and man.name not in self.acted and man.band == (band or man.band)
            if (man.type == "non-combatant") is others and not man.carried_by and man.freed < self.turn
        ]  # fmt: skip

    def on_FirstRolled(self, rule: str, side: str, die: int) -> None:
        self.rolled(die)
        self.need(self.phase in ("before", "between") and side not in self.firsts, "once, between turns")
        self.firsts[side] = die

    def on_TurnBegan(self, rule: str, turn: int, order: list[str]) -> None:
        self.need(self.phase in ("before", "between") and turn == self.turn + 1, "the next turn")
        self.need(all(man.where != "off" for man in self.men.values()), "everybody is on the table")
        untyped = [man.name for man in self.men.values() if man.typed is None and self.options["fatigue"] == "typed"]
        self.need(not untyped, f"whose points are not typed: {untyped}")
        self.need(bool(order) is not self.by_cards(), "cards up to a dozen, factions above")
        if order and self.options["first"] == "rolled":
            self.need(set(order) == set(self.firsts), "each of them has rolled")
            dice = [self.firsts[side] for side in order]
            self.need(dice == sorted(dice, reverse=True), "the highest roll acts first")
        elif order:
            self.need(order == [band for band in self.bands if band in order], "in the order of the seats")
        self.turn, self.phase, self.sides, self.acted, self.firsts = turn, "turn", list(order), set(), {}

    def on_SideBegan(self, rule: str, side: str, phase: str) -> None:
        self.need(
            not self.now.figure and not self.waiting(self.side, self.phase == "others") if self.side else True,
            "one by one",
        )
        if phase == "turn":
            self.need(self.phase == "turn" and side in self.sides, "in a turn, once, before the non-combatants")
            left = self.sides[self.sides.index(side) :]
            skipped = self.sides[: self.sides.index(side)]
            self.need(not [name for band in skipped for name in self.waiting(band)], "in the order of the turn")
            self.sides = left[1:]
        else:
            self.need(not self.waiting(), "non-combatants go after all others")
            self.phase = "others"
        self.side = side

    def begin(self, figure: str) -> None:
        man = self.men[figure]
        self.need(not self.now.figure and not self.owed, f"the one before has ended: {self.now.figure} {self.owed}")
        self.need(man.where == "table" and figure not in self.acted, "once a turn, on the table")
        self.now = Turn(figure)
        self.began = {figure: (man.stunned, man.panicked)}
        man.gait = ""

    def on_CardTurned(self, rule: str, figure: str) -> None:
        self.need(self.phase == "turn" and self.by_cards(), "in a turn of cards")
        self.need(self.men[figure].type != "non-combatant", "non-combatants need no cards")
        self.begin(figure)

    def on_Called(self, rule: str, figure: str) -> None:
        man = self.men[figure]
        self.need(man.band == self.side, "its band's turn")
        self.need((man.type == "non-combatant") is (self.phase == "others"), "non-combatants at the end, others before")
        self.begin(figure)

    def on_FigureDone(self, rule: str, figure: str) -> None:
        man, now = self.men[figure], self.now
        self.need(figure == now.figure, "the one whose turn it is")
        self.need(not self.owed, f"still owed: {self.owed}")
        if now.falls:
            raise Objection(f"rolls for bad going without a move: {now.falls}")
        self.must_have_done(man, now)
        self.had(figure)
        self.now = Turn()

    def had(self, name: str) -> None:
        """His turn is over, whatever he did in it."""
        self.acted.add(name)
        for pair, fight in self.fights.items():
            if name in pair:
                fight.turns[name] = fight.turns.get(name, 0) + 1

    def must_have_done(self, man: Man, now: Turn) -> None:
        """What a figure may not leave undone in its turn. For the part on fights."""

    def on_SideDone(self, rule: str, side: str) -> None:
        self.need(not self.now.figure, "between two figures")
        for name in self.waiting(side, self.phase == "others"):
            self.had(name)
            self.men[name].gait = ""

    def on_TurnClosed(self, rule: str, turn: int) -> None:
        self.need(turn == self.turn and not self.now.figure and not self.owed, "when all is done")
        self.need(not self.waiting() and not self.waiting(others=True), f"all have acted but {self.waiting()}")
        self.phase, self.side = "between", ""

    # --- what a turn may hold

    def a_turn(self, figure: str) -> Man:
        man = self.men[figure]
        self.need(figure == self.now.figure, "in its own turn")
        self.need(man.able, "who is stunned, held or carried does nothing")
        self.need(not man.panicked, "the panicked do nothing else")
        self.need(not self.now.idle, "who has just recovered only stands up")
        return man

    def movement(self, figure: str, pace: str) -> Man:
        man, now = self.a_turn(figure), self.now
        self.need(not now.moved and not now.other, "one movement a turn, and none with an other action")
        self.need(not now.fought or now.fought == "disengage", "movement before combat (ours), but after breaking off")
        now.moved = pace
        return man

    def combat(self, figure: str, how: str) -> Man:
        man, now = self.a_turn(figure), self.now
        self.need(not now.fought and not now.other, "one combat action a turn, and none with an other action")
        self.need(not man.lying, "the prone do not fight")
        self.need(not man.carries or how == "disengage", "hands full")
        now.fought = how
        man.aims = 0 if how != "fire" else man.aims
        return man

    def another(self, figure: str, what: str) -> Man:
        man, now = self.a_turn(figure), self.now
        self.need(not now.moved and not now.fought and not now.other, "an other action is all of a turn")
        now.other = what
        man.aims = man.aims if what in ("aim", "rest") else 0
        return man
