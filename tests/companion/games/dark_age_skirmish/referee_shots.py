"""The referee's count of aims, ranges, sight and shots. See `referee`."""

from __future__ import annotations

from tests.companion.games.dark_age_skirmish import referee_book as book
from tests.companion.games.dark_age_skirmish.referee_moves import Moves
from tests.companion.games.dark_age_skirmish.referee_people import Man


class Shots(Moves):
    """Aim, range, sight, the roll to hit."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown: dict[str, int] = {}
        self.rocks: list[int] | None = None
        self.seen: dict[tuple[str, str], tuple[str, str]] = {}
        self.unseen: dict[tuple[str, str], set[bool]] = {}

    def on_Aimed(self, rule: str, figure: str, aims: int) -> None:
        man = self.another(figure, "aim")
        man.aims += 1
        self.need(
            aims == man.aims <= 3 and any(arm in book.MISSILES for arm in man.arms),
            "up to three times, with a missile weapon",
        )

    def on_Reloaded(self, rule: str, figure: str) -> None:
        man = self.another(figure, "reload")
        self.need(self.options["crossbow"] == "reload" and not man.loaded, "a crossbow that has shot")
        man.loaded, man.aims = True, 0

    def on_RangeRead(self, rule: str, weapon: str, edges: list[int]) -> None:
        self.need(self.options["rocks"] == "asked" and weapon == "rocks", "only rocks have no range")
        self.rocks = edges

    def on_SightJudged(
        self, rule: str, looker: str, target: str, what: str, proposed: str, reason: str, agreed: str, said: str
    ) -> None:
        if what == "arc":
            return
        self.need(looker == self.now.figure, "of the one whose turn it is")
        self.seen[looker, target] = (what, agreed)

    def edges(self, weapon: str) -> list[float]:
        """Far edges of its bands in mm."""
        hexes = self.options["units"] == "hexes"
        unit = book.HEX_MM if hexes else 10.0
        known = book.RANGES_HEXES if hexes else book.RANGES_CM
        steps = self.rocks if weapon == "rocks" else known[weapon]
        return [edge * unit for edge in steps or ()]

    def measured(self, a: Man, b: Man) -> float:
        edges = self.options["ranges"] == "edge" and self.options["units"] == "cm"
        return self.gap(a, b) + (0.0 if edges else a.radius + b.radius)

    def shooter(self, figure: str, target: str) -> Man:
        man = self.combat(figure, "fire")
        self.need(figure != target and self.men[target].where == "table", "at somebody else on the table")
        self.need(man.type != "non-combatant", "non-combatants start no fight")
        return man

    def on_ShotSpoilt(self, rule: str, figure: str, target: str, why: str) -> None:
        self.shooter(figure, target).aims = 0
        if why == "out of sight":
            self.need(self.seen.get((figure, target)) == ("sight", "out of sight"), "as the players said")
        self.seen.pop((figure, target), None)

    def on_ShotMade(
        self, rule: str, figure: str, target: str, weapon: str, mm: float, sigma_mm: float, band: str,
        needed: int, terms: str, die: int, hit: bool,
    ) -> None:  # fmt: skip
        man, at = self.shooter(figure, target), self.men[target]
        self.rolled(die)
        self.need(weapon in man.arms and weapon in book.MISSILES, "with a missile weapon of his")
        self.thrown[figure] = self.thrown.get(figure, 0) + (weapon not in ("spear", "rocks"))
        self.need(man.missiles is None or self.thrown[figure] <= man.missiles, "missiles that he has")
        self.need(weapon != "crossbow" or man.loaded, "a loaded crossbow")
        man.loaded = man.loaded and (weapon != "crossbow" or self.options["crossbow"] != "reload")
        self.need(
            abs(mm - self.measured(man, at)) <= self.off(man, at),
            f"{self.measured(man, at):.0f} mm from base to base or centre",
        )
        if weapon != "rocks" or self.rocks:
            edges = [0.0, *self.edges(weapon)]
            nearest, farthest = edges[book.BANDS.index(band)], edges[book.BANDS.index(band) + 1]
            slack = 2 * sigma_mm + 0.5
            inside = mm <= farthest + slack and (mm >= nearest - slack or band == "point blank")
            self.need(inside, f"{band} of a {weapon} is {nearest:g} to {farthest:g} mm")
        what, agreed = self.seen.pop((figure, target), ("", ""))
        self.need(what == "sight" and agreed != "out of sight", "at what can be seen")
        fixed = book.BAND_ADDS[band] + book.visible(agreed) - man.mounted
        fixed += book.TARGET_MOVES.get("" if at.lying else at.gait, 0) + book.FIRER_MOVES.get(self.now.moved, 0)
        fixed += -1 if not man.aims else min(2, man.aims - 1)
        may = {man.agility + fixed - (at.shield == "large" and covered) for covered in self.covered(at)}
        self.need(needed in may, f"less than {sorted(may)}: {man.read()}; {at.read()}, fighting {self.foes_of(target)}")
        self.need(hit is (die < needed), "less than that is a hit")
        self.unseen[figure, target] = {True} if at.stunned else {not seen for seen in self.in_arc(at, man)}
        man.using, man.aims = "" if weapon in book.THROWN else weapon, 0
        if weapon == "spear":
            man.arms = tuple(arm for arm in man.arms if arm != "spear")
        self.startled(figure, target)
        self.owe("FatigueSpent", figure, "throw" if weapon in book.THROWN else "shoot")
        if hit:
            self.owe("EffectRolled", figure, target, weapon, "shot")

    def startled(self, figure: str, target: str) -> None:
        """Who is shot or struck at from where he surely does not look makes a Reaction roll, if he is able to."""
        self.owed = [debt for debt in self.owed if debt != ("Reacted", target)]
        if self.unseen[figure, target] == {True} and self.men[target].able:
            self.owe("Reacted", target)

    def aware(self, man: Man) -> bool:
        return not (man.stunned or man.held_by or man.carried_by)

    def covered(self, man: Man) -> set[bool]:
        """Whether his shield is in use; not known of who has used nothing yet and has something for both hands."""
        if not self.aware(man) or man.using in book.BOTH_HANDS:
            return {False}
        return {True, False} if not man.using and set(man.arms) & set(book.BOTH_HANDS) else {True}

    def shields(self, man: Man, striker: Man) -> set[bool]:
        """Whether his shield is in use and faces the striker."""
        return {a and b for a in self.covered(man) for b in self.in_arc(man, striker)}
