"""The two free tables' games as an evening of `free_evening` plays them: who stands where, who may move, and how a move
is taken. Nobody fires or fights: it is about moves.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract import Command, Game, Offer
from companion.games.dark_age_skirmish import going as da_going
from companion.games.dark_age_skirmish import phases as da_phases
from companion.games.dark_age_skirmish.moving import PACE_OF
from companion.games.dice import by, draw
from companion.games.flintloque import going as fl_going
from companion.games.flintloque import moving as fl_moving
from companion.games.questions import Choose, Measure, Place, Question, ReadChart, Roll
from companion.games.regions import Patch
from companion.games.shelf import take
from companion.scenes.stage import Known
from companion.service.match.match import Accepted, Match
from companion.table.state import TableState, TerrainPiece
from tests.companion.games.free_scene import box
from tests.webui.game.skirmish import OPTIONS as FL_OPTIONS
from tests.webui.game.skirmish import PLACES as FL_PLACES

Place2 = tuple[float, float]
RINGS = ("red", "blue", "green", "yellow", "purple", "orange")


def hill(name: str, low: Place2, high: Place2, height_mm: float, slope_mm: float = 22.0) -> TerrainPiece:
    """A hill whose top is level; corners of its foot in cm."""
    (x0, y0), (x1, y1), s = low, high, slope_mm / 10
    foot = tuple((10 * x, 10 * y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    top = tuple((10 * x, 10 * y) for x, y in ((x0 + s, y0 + s), (x1 - s, y0 + s), (x1 - s, y1 - s), (x0 + s, y1 - s)))
    return TerrainPiece(name, "hill", height_mm, foot, top)


FL_GROUND = (
    hill("gallows hill", (52, 12), (78, 34), 25.0),
    hill("north hill", (12, 62), (36, 80), 20.0),
    box("dark wood", "trees", (14, 22), (30, 36), 110),
    box("low wall of the south field", "wall", (36, 28), (50, 28.8), 15),
    box("high wall of the inn yard", "wall", (40, 62), (41, 76), 40),
    box("inn", "building", (56, 60), (70, 70), 60),
    box("stream, west", "water", (0, 46), (38, 53), 1),
    box("stream, east", "water", (50, 46), (90, 53), 1),
    box("scrub", "rough", (66, 38), (80, 44), 1),
)
DA_GROUND = (
    hill("barrow", (42, 20), (62, 36), 22.0),
    box("long hut", "building", (24, 38), (38, 44), 60),
    box("hedge of the south field", "wall", (18, 16), (36, 16.8), 18),
    box("stone wall", "wall", (58, 42), (74, 42.8), 18),
    box("oak wood", "trees", (8, 24), (20, 34), 110),
    box("bushes", "rough", (66, 18), (76, 26), 1),
)


@dataclass(frozen=True, slots=True)
class Read:
    """A move as the rules read it at a rate."""

    rate: str
    spent_mm: float
    allowed_mm: float

    @property
    def over_mm(self) -> float:
        """How much too far; below 0 what is left."""
        return self.spent_mm - self.allowed_mm


@dataclass(frozen=True, slots=True)
class Table:
    """A game on a table. known: name -> how the camera knows it; the rest of `FigureModel` comes from the game."""

    game: Game
    options: Mapping[str, Any]
    places: Mapping[str, Place2]
    known: Mapping[str, tuple[Known, str]]
    ground: tuple[TerrainPiece, ...]
    size_mm: Place2
    orders: Mapping[int, str] = field(default_factory=dict)

    def answer(self, question: Question) -> Any:
        """What somebody answers who wants no trouble; distances are the camera's."""
        match question:
            case Roll():
                rng = random.Random(question.key)
                if question.key.startswith("DA-24"):  # nobody falls
                    return [0] * question.count
                drawn = draw(question, by(rng))
                return drawn if drawn is not None else [rng.choice(question.alphabet) for _ in range(question.count)]
            case Choose():
                return question.default
            case ReadChart():
                return question.alphabet[0]
            case Measure():
                return [100.0, 1.0]
            case Place(region=region):
                return region.sample(random.Random(question.key))
        raise AssertionError(question)

    def settle(self, match: Match) -> None:
        """Answer until nothing is asked."""
        while (question := match.open_question) is not None:
            said = match.answer(question.seat, question.key, self.answer(question))
            assert isinstance(said, Accepted), (question, said)

    def do(self, match: Match, seat: str, offer_id: str, fields: Mapping[str, Any]) -> Any:
        """A command and all that is asked; what was said to it."""
        said = match.command(Command(f"c{match.journal.last}", seat, offer_id, dict(fields)))
        self.settle(match)
        return said

    def offers(self, match: Match) -> list[tuple[str, Offer]]:
        """Everybody's."""
        seats = self.game.seats(match.state)
        return [(seat, one) for seat in seats for one in self.game.offers(match.state, match.table, seat)]

    def deploy(self, match: Match, name: str, at: Place2) -> Any:
        """Put a figure where it begins."""
        seat = next(seat for seat, offer in self.offers(match) if offer.id == f"deploy:{name}")
        return self.do(match, seat, f"deploy:{name}", {"at": list(at)})

    def seat_of(self, match: Match, name: str) -> str:
        """Who plays it."""
        return str(self.game.at_table.owner(match.state, name))  # type: ignore[attr-defined]


class Flintloque(Table):
    """Everybody runs in odd turns and walks in even ones."""

    def movers(self, match: Match) -> list[str]:
        """Who may move now."""
        side = fl_moving.side_to_move(match.state)
        found = match.state.figures.values()
        return [f.name for f in found if f.side == side and fl_moving.may_move(match.state, f)]

    def regions(self, match: Match, name: str) -> dict[str, Patch]:
        """Rate -> where it may go."""
        rate = fl_moving.RATE_OF[match.state.figures[name].declared]
        region = fl_going.move_region(match.state, match.table, name, rate)
        return {} if region is None else {rate: region}

    def read(self, match: Match, name: str, rate: str, goal: Place2) -> Read | None:
        """Its way there."""
        found = fl_going.journey(match.state, match.table, name, rate, goal)
        return None if found is None else Read(rate, found.spent_mm, found.allowed_mm)

    def move(self, match: Match, name: str, rate: str, goal: Place2) -> Any:
        """Take it as told, no matter what is seen."""
        return self.do(match, self.seat_of(match, name), f"move:{name}", {"to": list(goal)})

    def after(self, match: Match, name: str) -> None:
        """Nothing more to say."""

    def close(self, match: Match) -> None:
        """The side whose slot it is has moved."""
        side = fl_moving.side_to_move(match.state)
        for seat, offer in self.offers(match):
            if offer.id == f"end-moves:{side}":
                self.do(match, seat, offer.id, {})
                return

    def idle(self, match: Match) -> None:
        """Whatever is due but moves."""
        for seat, offer in self.offers(match):
            if offer.kind == "declare":
                order = "run" if match.state.turn % 2 else "walk"
                fields = {name: order if one.complaint(order) is None else "hold" for name, one in offer.fields.items()}
                self.do(match, seat, offer.id, fields)
                return
            if offer.kind == "take-slot":
                drawn = random.Random(match.journal.last)
                slots = {name: one.sample(drawn) for name, one in offer.fields.items()}
                self.do(match, seat, offer.id, slots)
                return
            if offer.kind == "fire":
                self.do(match, seat, offer.id, dict.fromkeys(offer.fields, "hold fire"))
                return
        raise AssertionError([offer.id for _, offer in self.offers(match)])


class DarkAge(Table):
    """Faction by faction."""

    def movers(self, match: Match) -> list[str]:
        """Who may be called and moved now."""
        state = match.state
        if not state.side or state.acting:
            return []
        names = da_phases.callable_(state, state.side)
        return [name for name in names if da_phases.moves_of(state, match.table, name)]

    def regions(self, match: Match, name: str) -> dict[str, Patch]:
        """Pace -> where it may go."""
        offers = da_phases.moves_of(match.state, match.table, name)
        found = {PACE_OF[one.kind]: one.fields["to"] for one in offers if one.kind in PACE_OF}
        return {pace: region for pace, region in found.items() if isinstance(region, Patch)}

    def read(self, match: Match, name: str, rate: str, goal: Place2) -> Read | None:
        """Its way there."""
        now = da_phases.ahead(match.state, name)
        found = da_going.journey(now, match.table, name, rate, goal)
        return None if found is None else Read(rate, found.spent_mm, found.allowed_mm)

    def move(self, match: Match, name: str, rate: str, goal: Place2) -> Any:
        """Called, and moved as told."""
        seat, state = self.seat_of(match, name), match.state
        if state.acting != name:
            self.do(match, seat, f"call:{state.side}", {"figure": name})
        return self.do(match, seat, f"{rate.replace(' ', '-')}:{name}", {"to": list(goal)})

    def after(self, match: Match, name: str) -> None:
        """His turn is over."""
        if match.state.acting == name:
            self.do(match, self.seat_of(match, name), f"done:{name}", {})

    def close(self, match: Match) -> None:
        """The rest of the band does nothing."""
        for seat, offer in self.offers(match):
            if offer.kind == "end-turn":
                self.do(match, seat, offer.id, {})
                return

    def idle(self, match: Match) -> None:
        """Whatever is due but moves."""
        offers = self.offers(match)
        for seat, offer in offers:
            if offer.kind in ("done", "end-turn"):
                self.do(match, seat, offer.id, {})
                return
        raise AssertionError([offer.id for _, offer in offers])


def flintloque(seed: int) -> Flintloque:
    """Thirteen characters and the dead Dwarf: orcs with markers, elves with rings, the others bare."""
    rings = iter(RINGS)
    known: dict[str, tuple[Known, str]] = {}
    for name in FL_PLACES:
        elf = name in ("saquais", "corbette", "soutie", "sweepe", "soue", "lescampe")
        orc = name in ("oswold", "noaks", "purvis", "singleturn")
        known[name] = ("ring", next(rings)) if elf else ("hat", "") if orc else ("bare", "")
    if seed % 3 == 0:  # more of them bare
        known |= dict.fromkeys(("purvis", "singleturn", "soue", "lescampe"), ("bare", ""))
    options = {**FL_OPTIONS, "scenario": "one"}
    return Flintloque(take("flintloque"), options, FL_PLACES, known, FL_GROUND, (900.0, 900.0))


MEN = {
    "raiders": ("svein", "leif", "orm", "ulf", "hakon", "grim", "bersi", "kari", "toki", "eyvind"),
    "farmers": ("osric", "eadric", "cuthbert", "godwin", "leofric", "wulfstan", "ceolred", "edwy", "tofi", "hob"),
}


def dark_age(seed: int) -> DarkAge:
    """Two bands of ten; eight of the twenty are bare, six have rings, six have markers."""
    bands = {
        side: {
            "title": side.capitalize(),
            "people": [{"name": name, "type": "warrior", "arms": ["sword"], "shield": "large"} for name in names],
        }
        for side, names in MEN.items()
    }
    options = {
        "seats": {"ann": "raiders", "bob": "farmers"},
        "bands": bands,
        "turns": "factions",
        "first": "seated",
        "rocks": "house",
        "lengths": "house",
    }
    rng = random.Random(f"dark age {seed}")
    places: dict[str, Place2] = {}
    for side, low in (("raiders", 24.0), ("farmers", 534.0)):
        columns = rng.sample(range(10), 10)
        for n, name in enumerate(MEN[side]):
            places[name] = (180.0 + 58.0 * columns[n] + rng.uniform(-8, 8), low + rng.uniform(0, 40))
    names = [name for pair in zip(*MEN.values(), strict=True) for name in pair]
    known: dict[str, tuple[Known, str]] = dict.fromkeys(names, ("bare", ""))
    chosen = rng.sample(names, 12)
    known |= {name: ("ring", ring) for name, ring in zip(chosen[:6], RINGS, strict=True)}
    known |= dict.fromkeys(chosen[6:], ("hat", ""))
    return DarkAge(take("dark-age-skirmish"), options, places, known, DA_GROUND, (900.0, 600.0))


def empty_table(table: Table) -> TableState:
    """The ground alone."""
    return TableState(terrain=table.ground)
