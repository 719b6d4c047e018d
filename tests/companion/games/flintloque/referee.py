"""A referee who has read the book and not the program: a second reading of the rules, with no code of the first one.

It is given the lines of `companion play flintloque --json`, and keeps its own count of everything: places, orders,
wounds, loads, aims, fights. It says what an event breaks, and what is missing when a phase ends. Of what was answered
it looks at dice and choices. It does not say what else could have been offered, nor what a table sees of a sight.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.companion.games.flintloque.referee_book import melee_result, rate_mm
from tests.companion.games.flintloque.referee_figures import Figure, Objection
from tests.companion.games.flintloque.referee_fire import Fire
from tests.companion.games.flintloque.referee_ground import Place
from tests.companion.games.flintloque.referee_turns import MOVES, NEAR

BESIDE_BODY_MM = 10.0
BODY_RADIUS_MM = 12.5
THROW_MM = 50.0
PUSH_MM = 50.0
CARRYING = 4


@dataclass(frozen=True, slots=True)
class Bout:
    """One against one, or one of the fights of somebody outnumbered. penalty: of a and of b, for side or rear."""

    a: str
    b: str
    loser: str
    result: str
    penalty: tuple[int, int]

    @property
    def winner(self) -> str:
        return "" if not self.loser else self.a if self.loser == self.b else self.b


class Referee(Fire):
    """Melee, what is carried, and the end."""

    def __init__(self) -> None:
        super().__init__()
        self.bouts: list[Bout] = []
        self.last_bouts: list[Bout] = []
        self.melee_fell = False
        self.struggle = ("", "")
        self.owed_push: Counter[str] = Counter()
        self.new_aims: set[str] = set()
        self.new_grabs: set[str] = set()
        """Who has beaten Oswold in this turn."""
        self.earned: set[str] = set()
        self.left: dict[str, str] = {}
        """Who has left -> what it carried."""
        self.thrown_by = ""
        self.body_gone = ""
        self.settled: dict[str, str] = {}

    def watch(self, lines: Iterable[dict[str, Any]]) -> None:
        """Objection at the first event that breaks a rule."""
        for one in lines:
            if one["kind"] == "answer":
                self.answers[one["data"]["key"]] = one["data"]["answer"]
            if one["kind"] == "command":
                self.command = one["data"]
            if one["kind"] != "event":
                continue
            data = dict(one["data"])
            name = data.pop("event")
            try:
                getattr(self, f"on_{name}")(one["rule"], **data)
            except Objection as fault:
                raise Objection(f"line {one['n']}, {name} {data}: {fault}") from fault

    # --- melee

    def blow(self, one: Figure, foe: Figure) -> int:
        """What it rolled, with all but the penalty for side or rear."""
        rolled = self.answers[f"FL-31/blow/{one.name}>{foe.name}, turn {self.turn}"]
        burden = CARRYING if one.carries not in ("", foe.name) else 0
        return int(rolled[0]) + one.sheet.melee - 2 * one.lost - burden

    def on_BlowsStruck(self, rule: str, a: str, b: str, a_total: int, b_total: int, loser: str, result: str) -> None:
        self.need(self.phase == "fire" and not self.volley, "after the fire")
        self.need(not self.open_shots, f"{self.open_shots} have still to fire")
        one, foe = self.figures[a], self.figures[b]
        bare = self.blow(one, foe), self.blow(foe, one)
        penalty = bare[0] - a_total, bare[1] - b_total
        self.need({*penalty} <= {0, 3, 6}, f"the blows come to {bare} before side and rear")
        if "oswold" in (a, b) and self.figures["oswold"].held:
            self.struggled(b if a == "oswold" else a, (a_total > b_total) if a == "oswold" else b_total > a_total)
            self.need((loser, result) == self.struggle, f"{self.struggle}: he is free if he wins, else held")
            return
        self.need(loser == (b if a_total > b_total else a if b_total > a_total else ""), "the lower one loses")
        bout = Bout(a, b, loser, result, penalty)
        if result == "umbrella":
            thief = self.figures[bout.winner]
            self.need(loser == self.umbrella == "oswold" and thief.side == "dwarves", "of Oswold, by a Dwarf who won")
            self.need(
                self.answers.get(f"FL-46/umbrella/{thief.name}, turn {self.turn}") == "umbrella", "if he chose it"
            )
        else:
            known = melee_result(abs(a_total - b_total))
            self.need(result == known, f"a difference of {abs(a_total - b_total)} is {known}")
        self.need(b in one.foes, "who are in contact")
        self.bouts.append(bout)

    def struggled(self, bearer: str, free: bool) -> None:
        self.need(self.figures[bearer].carries == "oswold", "Oswold struggles with his bearer only")
        self.struggle = (bearer, "free") if free else ("oswold", "held")

    def on_MeleeFell(self, rule: str, wounds: dict[str, int]) -> None:
        self.need(not self.melee_fell, "once a turn")
        self.melee_fell = True
        right: Counter[str] = Counter()
        for bout in self.bouts:
            if bout.result.isdigit():
                right[bout.loser] += int(bout.result)
        self.need(wounds == dict(right), f"the wounds are {dict(right)}")
        many = Counter(name for bout in self.bouts for name in (bout.a, bout.b))
        for bout in self.bouts:
            due = tuple(0 if many[name] == 1 else 3 if many[name] < 4 else 6 for name in (bout.a, bout.b))
            self.need(bout.penalty == due, f"{bout.a} and {bout.b} lose {due} by side and rear")
        self.well_split(many)
        self.hurt(wounds)

    def well_split(self, many: Counter[str]) -> None:
        """Everybody in contact fights; as many fights one against one as there can be, the others join one of them."""
        pairs = [frozenset((bout.a, bout.b)) for bout in self.bouts]
        self.need(len(pairs) == len(set(pairs)), "no fight twice")
        engaged = {one.name for one in self.standing() if one.foes}
        self.need(engaged == set(many), f"{engaged ^ set(many)}: who is in contact fights")
        self.need(all(min(many[name] for name in pair) == 1 for pair in pairs), "only who is outnumbered fights twice")
        contacts = sorted({tuple(sorted((one.name, foe))) for one in self.standing() for foe in one.foes})
        clumps = len(pairs) - sum(count - 1 for count in many.values())
        self.need(clumps == most_pairs(contacts), "as many fights one against one as there can be")

    def on_RoundFought(self, rule: str, fights: list[list[str]]) -> None:
        self.need(self.melee_fell, "after all blows have taken effect, once")
        contacts = {frozenset((one.name, foe)) for one in self.standing() for foe in one.foes}
        self.need({frozenset(pair) for pair in fights} == contacts, f"in contact are {contacts}")
        for bout in self.bouts:
            for name in (bout.a, bout.b):
                self.figures[name].fought = self.figures[name].struck = True
            if bout.result == "pushed":
                self.figures[bout.loser].causes.add("pushed")
                self.owed_push[bout.loser] += 1
            winner = self.figures.get(bout.winner)
            grabs = winner is not None and winner.side in ("elves", "ogre") and winner.frozen <= self.turn
            if bout.loser == "oswold" and grabs and self.options.get("scenario") == "two":
                self.new_grabs.add(bout.winner)
        self.last_bouts, self.bouts, self.melee_fell = self.bouts, [], False

    def was_pushed(self, one: Figure, to: Place, rate: str, spent_mm: float, over_mm: float) -> None:
        lost = [bout for bout in self.last_bouts if bout.result == "pushed" and bout.loser == one.name]
        self.owed_push[one.name] -= 1
        self.need(self.owed_push[one.name] >= 0, "who lost by 1 to 3, once for each")
        far = math.dist(one.at, to)
        self.need(far <= PUSH_MM + NEAR, "5 cm")
        self.need(not far or not {bout.winner for bout in lost} & one.foes, "out of the fight")
        if len(lost) == 1:
            winner = self.figures[lost[0].winner]
            self.need(math.dist(to, winner.at) >= math.dist(one.at, winner.at) - NEAR, "away from the winner")
            self.need(far > PUSH_MM - NEAR or not self.free_way(one, winner), "5 cm, if nothing is in the way")

    def free_way(self, one: Figure, winner: Figure) -> bool:
        """Whether a push of 5 cm meets neither base nor wall nor edge."""
        away = math.dist(one.at, winner.at)
        dx, dy = ((one.at[n] - winner.at[n]) / away for n in (0, 1))
        for step in range(0, int(PUSH_MM) + 5, 5):
            at = (one.at[0] + dx * step, one.at[1] + dy * step)
            sides = zip(at, self.ground.size, strict=True)
            others = [other for other in self.standing() if other not in (one, winner)]
            if (
                any(not one.radius + NEAR <= place <= limit - one.radius - NEAR for place, limit in sides)
                or any(math.dist(at, other.at) < one.radius + other.radius + NEAR for other in others)
                or self.ground.to_wall(at) < one.radius + NEAR
            ):
                return False
        return True

    # --- what is carried

    def on_GrabEarned(self, rule: str, figure: str) -> None:
        self.need(
            figure in self.new_grabs and self.figures["oswold"].lost < self.figures["oswold"].sheet.wounds, "alive"
        )
        self.earned.add(figure)

    def on_OswoldGrabbed(self, rule: str, figure: str) -> None:
        one, oswold = self.figures[figure], self.figures["oswold"]
        self.need(figure in self.may_grab and one.here and oswold.here, "the turn after a win, both on the table")
        checked = one.letter or oswold.letter
        self.need(self.phase == "initiative" and not one.carries and not checked, "before any Morale Check")
        self.need(self.answers.get(f"{rule}/grab/{figure}, turn {self.turn}") == "grab", "if he chose it")
        self.unfight(oswold)
        oswold.here, oswold.held, oswold.aim, oswold.due = False, True, False, set()
        one.carries, one.aim = "oswold", False

    def on_OswoldFreed(self, rule: str, figure: str, x_mm: float, y_mm: float) -> None:
        one, oswold = self.figures[figure], self.figures["oswold"]
        may = figure in self.must_drop or self.struggle == (figure, "free") or one.letter in ("E", "F", "G")
        self.need(one.carries == "oswold" and may, "his bearer is hurt, forced to move or beaten")
        self.need(math.dist((x_mm, y_mm), one.at) < 4 * one.radius, "beside who carried him")
        self.must_drop.discard(figure)
        one.carries, oswold.held, oswold.here = "", False, True
        self.put(oswold, x_mm, y_mm)

    def on_WentWet(self, rule: str, figure: str, by: str) -> None:
        oswold = self.figures["oswold"]
        if by:
            one = self.figures[by]
            self.need(one.carries == figure == "oswold" and self.phase == "fire", "by his bearer, in the Melee Phase")
            self.need(self.ground.to_water(one.at) - one.radius < THROW_MM + NEAR, "within 5 cm of the water")
            one.carries = ""
        else:
            self.need(oswold.here and self.ground.to_water(oswold.at) < NEAR, "in the water")
        self.thrown_by, oswold.held = by, False
        self.gone(oswold)

    def on_UmbrellaStolen(self, rule: str, figure: str) -> None:
        robbed = [bout for bout in self.last_bouts if bout.winner == figure and bout.result == "umbrella"]
        self.need(self.umbrella == "oswold" and robbed, "by who chose it instead of the wounds")
        self.umbrella = figure

    def beside_body(self, one: Figure) -> float:
        assert self.body is not None
        return math.dist(one.at, self.body) - one.radius - BODY_RADIUS_MM

    def on_BodyTaken(self, rule: str, figure: str) -> None:
        one = self.figures[figure]
        self.need(one.order == "pick-up" and self.quiet(one), "a whole stationary turn, undisturbed")
        self.need(self.body is not None and self.beside_body(one) < BESIDE_BODY_MM + 2 * NEAR, "next to the body")
        one.carries, self.body = "body", None

    def on_BodyDropped(self, rule: str, figure: str, x_mm: float, y_mm: float) -> None:
        one = self.figures[figure]
        self.need(one.carries == "body" and (figure in self.must_drop or one.letter == "G"), "by who is hurt or routs")
        self.need(math.dist((x_mm, y_mm), one.at) < NEAR, "where it stands")
        self.must_drop.discard(figure)
        one.carries, self.body = "", (x_mm, y_mm)

    # --- the end of the turn, and of the game

    def quiet(self, one: Figure) -> bool:
        """A whole turn of standing there with free hands, without a shot in the Firing Phase."""
        busy = one.moved or one.forced or one.struck or one.foes or one.wounded_now or one.chargers or one.fired_late
        busy = busy or one.carries
        return one.here and not busy and one.letter in ("", "A")

    def on_Reloaded(self, rule: str, figure: str, weapon: str) -> None:
        one = self.figures[figure]
        self.need(one.order == "reload" and not one.loaded and weapon == one.sheet.weapon, "who declared it")
        self.need(self.quiet(one), "stationary, unhurt and in no melee")
        one.loaded = True

    def on_AimTaken(self, rule: str, figure: str) -> None:
        one = self.figures[figure]
        self.need(one.order == "aim" and self.quiet(one) and one.loaded, "by a whole turn of aiming, undisturbed")
        self.new_aims.add(figure)

    def on_LeftTable(self, rule: str, figure: str, edge: str) -> None:
        one = self.figures[figure]
        self.need(self.phase == "move" and self.moving[0] == one.side and not one.foes, "in its side's slot")
        self.need(one.here, "once")
        self.need(edge == self.ground.data["exits"][one.side], "by its own exit")
        self.need(one.order in MOVES and not one.moved and one.letter in ("", "A", "B"), "by a move that it declared")
        far = self.ground.to_edge(edge, one.at) - one.radius
        self.need(far <= rate_mm(one.side, MOVES[one.order], self.columns(one)) + NEAR, "from where the move leads")
        self.left[figure] = one.carries
        if one.carries == "body":
            self.body_gone = one.side
        if one.carries == "oswold":
            self.figures["oswold"].held = False
            self.left["oswold"] = "carried"
        one.carries = ""
        self.gone(one)

    def on_TurnClosed(self, rule: str, turn: int) -> None:
        self.need(turn == self.turn and self.phase == "fire", "after the Melee Phase")
        self.all_told()
        self.need(
            not self.bouts and not [name for name, left in self.owed_push.items() if left and self.stands(name)],
            "melee takes effect",
        )
        for one in self.standing():
            self.need(not one.foes or one.struck, f"{one.name} fights")
            ready = self.quiet(one)
            aims = one.name in self.new_aims or not one.loaded
            self.need(not (one.order == "aim" and ready) or aims, f"{one.name} has aimed")
            self.need(not (one.order == "reload" and ready) or one.loaded, f"{one.name} has reloaded")
            unsure = self.answers.get(f"FL-41/too close to call/{one.name}, turn {turn}") == "too far"
            lies = self.body is not None and one.order == "pick-up" and ready and not unsure
            self.need(not lies or self.beside_body(one) > BESIDE_BODY_MM - 2 * NEAR, f"{one.name} has the body")
            one.aim = one.name in self.new_aims
        alive = {one.name for one in self.standing()} if self.stands("oswold") else set()
        self.need(self.new_grabs & alive <= self.earned, f"{self.new_grabs} may pick Oswold up")
        self.may_grab, self.new_grabs, self.earned = self.earned, set(), set()
        self.new_aims, self.struggle, self.owed_push, self.phase = set(), ("", ""), Counter(), "closed"

    def stands(self, name: str) -> bool:
        return name in self.figures and self.figures[name].here

    def on_MissionSettled(self, rule: str, side: str, how: str) -> None:
        self.need(side in self.sides and side not in self.settled, "once a side")
        self.need(how == ("done" if self.won(side) else "lost"), f"won: {self.won(side)}")
        self.settled[side] = how

    def won(self, side: str) -> bool:
        """As the briefings have it."""
        gone = {name: what for name, what in self.left.items() if self.figures[name].side == side}
        if self.options.get("scenario", "one") == "one":
            alone = {one.side for one in self.standing()} == {side}
            return self.body_gone == side or (alone and not self.body_gone)
        match side:
            case "orcs":
                return gone.get("oswold", "carried") != "carried" and len(gone) > 1
            case "elves":
                return bool(self.thrown_by) and self.figures[self.thrown_by].side == "elves"
            case "dwarves":
                return self.umbrella in gone
            case _:
                threw = self.options.get("ogre") == "river" and self.thrown_by == "hassle"
                return threw or "oswold" in gone.values()

    def on_GameEnded(self, rule: str, end: dict[str, Any]) -> None:
        self.need(set(self.settled) == set(self.sides), "every side's aim is decided")
        won = {side for side in self.sides if self.settled[side] == "done"}
        if not won and self.standing("ogre") and self.options.get("scenario") == "two":
            won = {"ogre"}
        right = {side: int(side in won) for side in self.sides}
        self.need(end["scores"] == right, f"the scores are {right}")
        best = [side for side in self.sides if side in won]
        self.need(set(end["winner"].split(" and ")) == set(best or ["nobody"]), f"{best} have won")
        self.ended = True


def most_pairs(contacts: list[tuple[str, ...]]) -> int:
    """The most pairs in contact of which no two share a figure."""
    if not contacts:
        return 0
    (a, b), *others = contacts
    apart = [pair for pair in others if not {a, b} & set(pair)]
    return max(1 + most_pairs(apart), most_pairs(others))
