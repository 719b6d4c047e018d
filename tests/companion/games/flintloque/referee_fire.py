"""The referee's count of aimed fire and of firing, of wounds and of who falls. See `referee`."""

from __future__ import annotations

import math
from collections import Counter

from tests.companion.games.flintloque.referee_book import COVER, FIRST, bands_of, shot, wounds_of
from tests.companion.games.flintloque.referee_figures import Figure, gap
from tests.companion.games.flintloque.referee_turns import NEAR, SHOOTS, Turns


class Fire(Turns):
    """Shots wait for the end of their volley."""

    def __init__(self) -> None:
        super().__init__()
        self.sight: dict[tuple[str, str], str] = {}
        self.volley: list[tuple[str, str, int]] = []
        """Firer, target, wounds; -1 for a miss."""
        self.volleys: list[bool] = []
        """Of each volley of the phase: whether elite troops fired it."""
        self.open_shots: dict[str, str] = {}
        """Firer -> target, sealed and not told yet."""
        self.must_drop: set[str] = set()

    def on_PhaseBegan(self, rule: str, phase: str) -> None:
        self.all_told()
        super().on_PhaseBegan(rule, phase)
        self.volleys, self.sight = [], {}

    def all_told(self) -> None:
        """Nothing is pending."""
        self.need(not self.volley, "shots take effect before the next phase")
        self.need(not self.open_shots, f"{self.open_shots} have still to fire")
        self.need(not self.must_drop, f"{self.must_drop} cannot carry on")
        fallen = [one.name for one in self.standing() if one.lost >= one.sheet.wounds]
        self.need(not fallen, f"{fallen} have no wounds left")

    def on_OrdersOpened(self, rule: str, phase: str) -> None:
        super().on_OrdersOpened(rule, phase)
        for orders in self.sealed.values() if phase != "declare" else ():
            self.open_shots |= {name: target for name, target in orders.items() if target != "hold fire"}

    def aims(self, one: Figure, target: str) -> None:
        self.need(one.aim and one.letter in ("", "A"), f"{one.name} has no aim")
        if target != "hold fire":
            self.may_be_shot(one, self.figures[target])

    def fires(self, one: Figure, target: str) -> None:
        self.need(one.loaded and not one.carries and one.frozen != self.turn, f"{one.name} cannot shoot")
        self.need(one.moved != "run", f"{one.name} has run")
        self.need(not one.charged, f"{one.name} has charged")
        if target == "hold fire":
            return
        foe = self.figures[target]
        charger = target in one.chargers
        self.need(charger or not one.foes, f"{one.name} is engaged")
        frozen_at_aim = one.letter == "C" and one.order == "aim"
        self.need(charger or one.order in SHOOTS or one.had_aim or frozen_at_aim, f"{one.name} did not declare it")
        self.need(one.letter in ("", "A", "C"), f"a {one.letter} in morale")
        nearer = math.dist(one.at, foe.at) < math.dist(one.at, foe.was)
        self.need(one.letter != "C" or nearer, "at enemies that move towards it only")
        self.may_be_shot(one, foe)

    def may_be_shot(self, one: Figure, foe: Figure) -> None:
        self.need(foe.here and foe.side != one.side, "an enemy on the table")
        comrades = [name for name in foe.foes if self.figures[name].side == one.side and name != one.name]
        self.need(not comrades, f"{comrades} are in that fight")
        self.need(not (one.side == "orcs" and foe.carries == "oswold"), "Orcs do not fire at who carries Oswold")

    def on_SightJudged(
        self, rule: str, firer: str, target: str, proposed: str, reason: str, agreed: str, said: str
    ) -> None:
        key = f"{firer}>{target}, turn {self.turn}"
        self.need(said == self.answers.get(f"FL-25/sight/{key}", proposed), "what the target's player says")
        over = self.answers.get(f"FL-25/sight overruled/{key}", proposed)
        self.need(agreed == (said if said in (proposed, over) else proposed), "what both players say")
        foe = self.figures[target]
        wood = self.ground.in_wood(foe.at)
        self.need(proposed == "out of sight" or wood in (None, "wood" in proposed), f"in a wood: {wood}")
        self.sight[firer, target] = agreed

    def on_ShotFired(
        self,
        rule: str,
        firer: str,
        target: str,
        weapon: str,
        mm: float,
        sigma_mm: float,
        band: str,
        column: str,
        shift: int,
        chance: int,
        roll: int,
        wounds: int,
        hit: bool,
        aimed: bool,
    ) -> None:
        one, foe = self.figures[firer], self.figures[target]
        self.need(self.sealed[one.side].get(firer) == target, "the target that was sealed")
        self.need(one.loaded and weapon == one.sheet.weapon, "a loaded weapon of its own")
        self.need(aimed is (self.phase == "aimed"), "aimed in the Aimed Fire Phase, and only there")
        charger = target in one.chargers
        open_contact = charger and not self.ground.in_wood(foe.at)
        cover = self.sight.get((firer, target), "clear" if open_contact else "out of sight")
        self.need(cover != "out of sight", "a target in sight")
        self.need(abs(mm - max(0.0, gap(one, foe))) < 2 * NEAR, f"it is {gap(one, foe):.0f} mm between the bases")
        bands = {"0-5"} if charger else bands_of(mm, 2 * sigma_mm + 0.1)
        self.need(band in bands, f"the band is {bands}")
        asked = self.answers.get(f"FL-26/band/{firer}>{target}, turn {self.turn}")
        self.need(len(bands) == 1 or asked in (None, band), "the band that was chosen")
        assert one.sheet.firing is not None
        right = one.sheet.firing + aimed - (one.lost > 0) + COVER[cover] - 2 * foe.prone
        self.need(shift == right or (band == "beyond 50" and not chance), f"{right:+d} columns")
        per_cent, attack = shot(weapon, band, right)
        self.need(chance == per_cent, f"{per_cent} per cent")
        self.need((roll == 0 and not hit) if not chance else (1 <= roll <= 100 and hit is (roll <= chance)), "the roll")
        self.need(wounds == (wounds_of(attack, foe.sheet.defence) if hit else 0), "attack factor and defence factor")
        self.open_shots.pop(firer, None)
        self.one_volley(one)
        one.loaded = False
        one.fired_aimed, one.fired_late = aimed, not aimed
        self.volley.append((firer, target, wounds if hit else -1))

    def one_volley(self, one: Figure) -> None:
        """Simultaneous, or elite troops first."""
        first = self.options.get("elite_fire", "together") == "first"
        shooters = {self.figures[name].sheet.elite for name, _, _ in self.volley}
        self.need(not first or shooters <= {one.sheet.elite}, "elite troops fire by themselves")
        self.need(not (first and one.sheet.elite and False in self.volleys), "elite troops fire first")
        self.need(first or not self.volleys, "all fire is simultaneous")

    def on_ShotNotFired(self, rule: str, firer: str, target: str, why: str) -> None:
        unseen = self.sight.get((firer, target)) == "out of sight"
        self.need(unseen or not self.figures[target].here, "a target that is there")
        self.need(self.open_shots.pop(firer, "") == target, "a shot that was sealed, once")

    def on_AimLost(self, rule: str, figure: str, why: str) -> None:
        one = self.figures[figure]
        target = self.sealed.get(one.side, {}).get(figure, "hold fire")
        self.need(self.phase == "aimed" and one.aim, "who has an aim")
        unseen = self.sight.get((figure, target)) == "out of sight"
        self.need(target == "hold fire" or unseen, "a target out of sight, or none")
        self.open_shots.pop(figure, None)
        one.aim = False

    def on_VolleyFell(self, rule: str, wounds: dict[str, int], hit: list[str]) -> None:
        right: Counter[str] = Counter()
        for _, target, count in self.volley:
            right[target] += max(count, 0)
        self.need(wounds == {name: count for name, count in right.items() if count}, f"the wounds are {dict(right)}")
        struck = {target for _, target, count in self.volley if count >= 0}
        self.need(set(hit) == struck, f"hit are {struck}")
        for name in struck:
            one = self.figures[name]
            if not one.ever_hit:
                one.causes.add("hit")
            one.ever_hit = True
        self.volleys.append(any(self.figures[name].sheet.elite for name, _, _ in self.volley))
        self.hurt(wounds)
        self.volley = []

    def hurt(self, wounds: dict[str, int]) -> None:
        for name, count in wounds.items():
            one = self.figures[name]
            if not count:
                continue
            one.lost += count
            one.wounded_now = True
            one.causes.add("wounded")
            if one.carries:
                self.must_drop.add(name)

    def on_Fell(self, rule: str, figure: str) -> None:
        one = self.figures[figure]
        self.need(one.here and one.lost >= one.sheet.wounds, "it has lost all its wounds")
        self.dead[one.side] += 1
        self.open_shots.pop(figure, None)
        self.gone(one)
        if FIRST.get(one.side) == figure:
            for other in self.figures.values():
                if other.side == one.side and (other.here or other.held):
                    other.causes.add("leader")
