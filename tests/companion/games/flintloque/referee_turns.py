"""The referee's count of set-up, orders, Initiative, morale and moves. See `referee`.

One method for each kind of event, named after it. Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.companion.games.flintloque.referee_book import (
    COLUMN,
    ELITE_SECTIONS,
    MORALE,
    RATES,
    WEATHER,
    rate_mm,
    risen,
    sheets,
)
from tests.companion.games.flintloque.referee_figures import Figure, Objection, gap
from tests.companion.games.flintloque.referee_ground import Ground, Place

NEAR = 3.0
"""Two places are as good as one within this; a table's measure has a sigma of 1 mm, and two of them 1.4."""
APART_AFTER_B_MM = 50.0
MOVES = {"walk": "walk", "walk-fire": "walk", "prone": "prone", "prone-fire": "prone", "run": "run"}
SHOOTS = ("fire", "walk-fire", "prone-fire")


class Turns:
    """rule: by which an event happened."""

    def __init__(self) -> None:
        self.figures: dict[str, Figure] = {}
        self.sides: list[str] = []
        self.options: dict[str, Any] = {}
        self.answers: dict[str, Any] = {}
        self.command: dict[str, Any] = {}
        self.typed: set[str] = set()
        self.ground = Ground("one")
        self.turn, self.phase = 0, "setup"
        self.sealed: dict[str, Mapping[str, str]] = {}
        self.rolls: dict[str, tuple[int, ...]] = {}
        self.order: list[str] = []
        self.slots: dict[str, int] = {}
        self.moving: list[str] = []
        self.letters: dict[tuple[str, str], str] = {}
        self.dead: Counter[str] = Counter()
        self.body: Place | None = None
        self.may_grab: set[str] = set()
        self.umbrella = "oswold"
        self.ended = False

    def need(self, holds: object, said: str) -> None:
        if not holds:
            raise Objection(said)

    def standing(self, side: str = "") -> list[Figure]:
        return [one for one in self.figures.values() if one.here and side in ("", one.side)]

    def enemies(self, of: Figure) -> list[Figure]:
        return [one for one in self.standing() if one.side != of.side]

    def columns(self, one: Figure) -> int:
        return (one.lost > 0) + WEATHER[self.options.get("weather", "clear")] + bool(one.carries)

    # --- set-up

    def on_GameBegan(self, rule: str, options: dict[str, Any], **_: Any) -> None:
        self.options, self.ground = options, Ground(options.get("scenario", "one"))
        plays = options["seats"].values()
        self.sides = [side for sides in plays for side in ([sides] if isinstance(sides, str) else sides)]
        records = options.get("records", {})
        for name, sheet in sheets().items():
            record = records.get(name, {})
            if sheet.side in self.sides and record.get("level") != "dead":
                risen(sheet, record.get("level", sheet.level))
                self.figures[name] = Figure(name, sheet, lost=record.get("wounds", 0))
        self.began = Counter(one.side for one in self.figures.values())
        if options.get("scenario", "one") == "one":
            self.body = tuple(self.ground.data["body"])

    def on_SheetTyped(self, rule: str, figure: str, values: dict[str, int]) -> None:
        self.need(self.options.get("sheets") == "typed" and not self.turn, "before the game, if it is to be typed")
        self.need(figure in ("singleturn", "sweepe", "soue", "lescampe"), "only lines that are cut off")
        self.typed.add(figure)
        sheet = self.figures[figure].sheet
        printed = sheets()[figure]
        for name, value in values.items():
            learnt = getattr(sheet, name) - getattr(printed, name)
            typed = self.command["fields"][name] + learnt
            self.need(value == typed, f"{name} is {typed} with what he has learnt")
            setattr(sheet, name, value)

    def on_Deployed(self, rule: str, figure: str, x_mm: float, y_mm: float) -> None:
        one = self.figures[figure]
        self.need(not self.turn and not one.here, "once, before the first turn")
        self.need(self.ground.in_zone(one.side, (x_mm, y_mm), NEAR), "where its side begins")
        one.here = True
        self.put(one, x_mm, y_mm)

    def put(self, one: Figure, x_mm: float, y_mm: float) -> None:
        one.at = (x_mm, y_mm)
        for side, limit in zip((x_mm, y_mm), self.ground.size, strict=True):
            self.need(one.radius - NEAR <= side <= limit - one.radius + NEAR, "on the table")
        for other in self.standing():
            self.need(other is one or gap(one, other) > -NEAR, f"no base on {other.name}'s")

    # --- the turn

    def on_TurnBegan(self, rule: str, turn: int) -> None:
        self.need(turn == self.turn + 1 and self.phase in ("setup", "closed"), "one turn after the other")
        self.need(turn > 1 or all(one.here for one in self.figures.values()), "everybody is on the table")
        if turn == 1:
            cut = {name for name in ("singleturn", "sweepe", "soue", "lescampe") if name in self.figures}
            self.need(self.options.get("sheets") != "typed" or self.typed == cut, "all lines that are to be typed")
            for one in self.figures.values():
                one.lost = min(one.lost, one.sheet.wounds - 1)
        self.turn, self.phase = turn, "declare"
        self.sealed, self.rolls, self.order, self.slots, self.moving = {}, {}, [], {}, []
        for one in self.figures.values():
            one.was, one.order, one.moved, one.letter, one.charged = one.at, "hold", "", "", ""
            one.due, one.causes, one.chargers = one.causes, set(), set()
            one.forced = one.fired_aimed = one.fired_late = one.struck = one.wounded_now = one.broke_off = False
            one.had_aim = one.aim

    def on_PhaseBegan(self, rule: str, phase: str) -> None:
        before = {"aimed": "initiative", "move": "aimed", "fire": "move"}
        self.need(self.phase == before[phase], "Declaration, Initiative, Morale, Aimed Fire, Movement, Firing, Melee")
        if phase == "aimed":
            self.need(len(self.slots) == len(self.order), "everybody has a slot")
            self.need(not [one.name for one in self.standing() if one.due], "every Morale Check that is due")
            self.effects_done()
        if phase == "fire":
            self.need(not self.moving, "all sides have moved")
        self.phase, self.sealed = phase, {}
        if phase == "move":
            self.moving = [side for _, side in sorted((slot, side) for side, slot in self.slots.items())]

    def effects_done(self) -> None:
        for one in self.standing():
            home = self.ground.data["homes"][one.side]
            away = self.ground.to_edge(home, one.at) - one.radius
            stays = one.letter == "E" and (away < NEAR or one.carries)
            self.need(one.letter not in ("E", "F") or one.forced or stays, f"{one.name} has to move at once")
            self.need(one.letter != "G", f"{one.name} routs")

    def on_OrdersSealed(self, rule: str, side: str, orders: dict[str, str]) -> None:
        self.need(side not in self.sealed and side in self.sides, "once a phase")
        self.sealed[side] = orders
        for name, order in orders.items():
            one = self.figures[name]
            self.need(one.side == side and one.here, f"{name} is one of its own, on the table")
            {"declare": self.declared, "aimed": self.aims, "fire": self.fires}[self.phase](one, order)

    def declared(self, one: Figure, order: str) -> None:
        armed = bool(one.sheet.weapon)
        self.need(order in ("hold", "aim", "reload", "pick-up", "fire", *MOVES), "an order")
        if order == "hold":
            return
        self.need(one.frozen != self.turn, f"{one.name} stays where it ran to")
        self.need(not one.foes or order in ("walk", "run", "prone"), f"{one.name} is fighting")
        self.need(order != "run" or one.ran != self.turn - 1, f"{one.name} ran last turn")
        self.need(order not in (*SHOOTS, "aim", "reload") or (armed and not one.carries), f"{one.name} cannot shoot")
        self.need(order not in (*SHOOTS, "aim") or one.loaded, f"{one.name} is not loaded")
        self.need(order != "reload" or not one.loaded or one.aim, f"{one.name} is loaded")
        self.need(order != "pick-up" or (self.body is not None and not one.carries), "a body that lies there")

    def aims(self, one: Figure, target: str) -> None:
        raise NotImplementedError

    def fires(self, one: Figure, target: str) -> None:
        raise NotImplementedError

    def on_OrdersOpened(self, rule: str, phase: str) -> None:
        self.need(phase == self.phase, "in its phase")
        if phase == "declare":
            missing = [side for side in self.sides if self.choosers(side) and side not in self.sealed]
            self.need(not missing, f"{missing} have not declared")
            self.phase = "initiative"
        for orders in self.sealed.values() if phase == "declare" else ():
            for name, order in orders.items():
                self.figures[name].order = order

    def choosers(self, side: str) -> list[Figure]:
        return [one for one in self.standing(side) if one.frozen != self.turn]

    # --- Initiative

    def modifier(self, side: str) -> int:
        """+1 for each Experienced Character that is left, +2 for an Elite Section."""
        left = [one for one in self.figures.values() if one.side == side and (one.here or one.held)]
        best = sum(one.sheet.level in ("experienced", "veteran") for one in left)
        return best + (2 if side in ELITE_SECTIONS and left else 0)

    def on_InitiativeRolled(self, rule: str, side: str, die: int, total: int) -> None:
        self.need(self.phase == "initiative" and side not in self.rolls, "once a turn")
        self.need(1 <= die <= 10 and total == die + self.modifier(side), f"the modifier is {self.modifier(side)}")
        self.rolls[side] = (total,)

    def on_TieRolled(self, rule: str, side: str, die: int) -> None:
        same = [other for other, rolled in self.rolls.items() if rolled[: len(self.rolls[side])] == self.rolls[side]]
        self.need(len(same) > 1 and not self.order, "between equals only")
        self.rolls[side] += (die,)

    def on_OrderSettled(self, rule: str, order: list[str]) -> None:
        self.need(not self.order, "once a turn")
        self.need({one.side for one in self.standing()} <= set(order) == set(self.rolls), "all sides that are left")
        tied = [
            a for a, one in self.rolls.items() for b, two in self.rolls.items() if a != b and two[: len(one)] == one
        ]
        self.need(not tied, "ties are rolled off by all who are equal")
        self.need(order == sorted(order, key=lambda side: self.rolls[side], reverse=True), "the highest chooses first")
        self.order = list(order)

    def on_SlotTaken(self, rule: str, side: str, slot: int) -> None:
        self.need(side == self.order[len(self.slots)], "the better Initiative chooses first")
        self.need(1 <= slot <= len(self.order) and slot not in self.slots.values(), "a slot that is free")
        self.slots[side] = slot

    # --- morale

    def on_CellRead(self, rule: str, row: str, column: str, letter: str) -> None:
        self.need(self.options.get("morale", "asked") == "asked" and int(row) > 5, "rows that the text has lost")
        self.need((row, column) not in self.letters, "once a game")
        self.letters[row, column] = letter

    def on_MoraleChecked(
        self, rule: str, figure: str, cause: str, die: int, total: int, letter: str, ours: bool, charged: bool
    ) -> None:
        one = self.figures[figure]
        self.need(self.phase == "initiative" and len(self.slots) == len(self.order), "after the slots are chosen")
        self.need(one.here and one.due, "something that happened last turn")
        leftmost = next(column for column in MORALE if {column, f"charged {column}"} & one.due)
        self.need(cause == leftmost and charged is (cause not in one.due), f"one check, for {leftmost}")
        half = 2 * self.dead[one.side] >= self.began[one.side]
        right = die + one.sheet.morale - 2 * one.lost - 2 * half
        self.need(total == right, f"the total is {right}")
        row = max(1, total)
        read = self.options.get("morale", "asked") != "asked" or row <= 5 or (str(row), cause) in self.letters
        self.need(read, "a cell that was read from the book")
        known = MORALE[cause][row - 1] if row <= 5 else self.letters.setdefault((str(row), cause), letter)
        self.need(letter == known and (row > 5 or not ours), f"row {row} has {known}")
        self.need(ours is (row > 5 and self.options.get("morale") == "house"), "whose letter it is")
        one.due, one.letter = set(), letter
        if letter != "A":
            one.aim = False
        if letter == "F":
            one.frozen = self.turn + 1

    def on_Routed(self, rule: str, figure: str) -> None:
        self.need(self.figures[figure].letter == "G" and self.figures[figure].here, "by a G")
        self.gone(self.figures[figure])

    def gone(self, one: Figure) -> None:
        """Off the table for good."""
        one.here, one.aim, one.due, one.causes = False, False, set(), set()
        self.unfight(one)

    def unfight(self, one: Figure, still: Iterable[str] = ()) -> None:
        for name in one.foes - set(still):
            foe = self.figures[name]
            foe.foes.discard(one.name)
            foe.fought = foe.fought and bool(foe.foes)
        one.foes &= set(still)
        one.fought = one.fought and bool(one.foes)

    # --- moves

    def on_FigureMoved(
        self, rule: str, figure: str, x_mm: float, y_mm: float, rate: str, spent_mm: float, over_mm: float
    ) -> None:
        one = self.figures[figure]
        to = (x_mm, y_mm)
        kinds = {"forced": self.made_to, "pushed": self.was_pushed, "put": lambda *_: None}
        kinds.get(rate, self.went)(one, to, rate, spent_mm, over_mm)
        self.put(one, x_mm, y_mm)

    def reaches(self, one: Figure, to: Place, rate: str, over_mm: float) -> None:
        allowed = rate_mm(one.side, rate, self.columns(one))
        rates = tuple(mm + round(over_mm + NEAR) for mm in RATES[one.side])
        may = self.ground.may_reach(one.at, to, rates, self.columns(one), COLUMN[rate], one.name == "oswold")
        self.need(may, f"{math.dist(one.at, to):.0f} mm at {rate}, {allowed} mm on open ground")

    def went(self, one: Figure, to: Place, rate: str, spent_mm: float, over_mm: float) -> None:
        self.need(self.phase == "move" and self.moving and self.moving[0] == one.side, "in its side's slot")
        self.need(MOVES.get(one.order) == rate, f"it declared {one.order}")
        self.need(one.letter in ("", "A", "B"), f"a {one.letter} in morale")
        self.need(one.here and not one.moved, "once a turn")
        self.need(not one.foes, "who is engaged does not move")
        self.need(spent_mm >= math.dist(one.at, to) - NEAR, "no way is shorter than the straight one")
        self.need(spent_mm - over_mm <= rate_mm(one.side, rate, self.columns(one)) + NEAR, "further than the rate")
        self.need(rate != "run" or one.ran != self.turn - 1, "no run in two turns running")
        self.reaches(one, to, rate, over_mm)
        self.need(one.name != "oswold" or self.ground.to_water(to) > 0, "Oswold stays out of the water")
        one.moved, one.prone = rate, rate == "prone"
        if rate == "run":
            one.ran = self.turn

    def made_to(self, one: Figure, to: Place, rate: str, spent_mm: float, over_mm: float) -> None:
        self.need(one.letter in ("E", "F") and not one.forced and self.phase == "initiative", "by an E or an F")
        self.need(not one.foes, "out of the fight")
        self.reaches(one, to, "walk" if one.letter == "E" else "run", over_mm)
        if one.letter == "E":
            home = self.ground.data["homes"][one.side]
            nearer = self.ground.to_edge(home, to) < self.ground.to_edge(home, one.at) + NEAR
            self.need(nearer, f"towards the {home} edge")
        one.forced, one.aim = True, False
        one.prone = False

    def was_pushed(self, one: Figure, to: Place, rate: str, spent_mm: float, over_mm: float) -> None:
        raise NotImplementedError

    def on_Charged(self, rule: str, figure: str, target: str) -> None:
        one, foe = self.figures[figure], self.figures[target]
        self.need(one.moved in ("walk", "run") and not one.charged, "by a move, and not lying down")
        self.need(one.letter != "B", "a B keeps 5 cm away")
        self.need(foe.here and foe.side != one.side and abs(gap(one, foe)) < NEAR, "in base contact with an enemy")
        one.charged = target
        foe.chargers.add(figure)
        foe.prone = False
        one.foes.add(target)
        foe.foes.add(figure)
        column = self.options.get("charged", "none")
        if column != "none":
            foe.causes.add(f"charged {column}")

    def on_HeldInFight(self, rule: str, figure: str, by: str) -> None:
        one, foe = self.figures[figure], self.figures[by]
        self.need(by in one.foes and one.order in MOVES, "who wants to leave a fight")
        self.need(self.holds(foe, one), "by a foe with the better Initiative, which may do more than defend itself")

    def holds(self, foe: Figure, one: Figure) -> bool:
        """Whether the foe could fight on."""
        better = self.order.index(foe.side) < self.order.index(one.side)
        return better and foe.letter in ("", "A", "B") and foe.frozen != self.turn

    def on_FightLeft(self, rule: str, figure: str, still: list[str]) -> None:
        one = self.figures[figure]
        self.need(set(still) <= one.foes, "still in contact with some of its foes")
        if rule == "FL-34" and self.phase == "move":
            self.need(one.order in MOVES and self.moving[0] == one.side and not one.moved, "who declared a move")
            self.need(one.fought, "not before a turn of fighting")
            for name in one.foes:
                foe = self.figures[name]
                if self.holds(foe, one):
                    let = self.answers.get(f"FL-34/hold/{name}")
                    self.need(let == "let go", f"{name} has the Initiative")
            one.broke_off = True
        self.unfight(one, still)

    def on_FightResumed(self, rule: str, figure: str, foe: str) -> None:
        one = self.figures[figure]
        self.need(one.broke_off and not one.moved, "who broke off and did not move")
        one.foes.add(foe)
        self.figures[foe].foes.add(figure)
        one.fought = self.figures[foe].fought = True

    def on_SideMoved(self, rule: str, side: str) -> None:
        self.need(self.phase == "move" and self.moving and self.moving.pop(0) == side, "in the order of the slots")
        for one in self.standing(side):
            near = [foe for foe in self.enemies(one) if gap(one, foe) < APART_AFTER_B_MM - NEAR]
            self.need(one.letter != "B" or not one.moved or not near, f"{one.name} has to be 5 cm away")
