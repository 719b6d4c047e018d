"""A longship with its crew and a wagon on a filmed table, before a real watcher: set up, sailed, driven (DA-31, DA-33).

    python -m tests.companion.games.free_boats

Two of the crew wear markers, one a ring, one nothing; the boat has a marker on its deck at the bow, the wagon one over
its load. What the camera answers, and what stands elsewhere than the game has it, is printed.
"""

from __future__ import annotations

import math
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.pattern import marker_pattern
from companion.games.contract import Command
from companion.games.dark_age_skirmish.boats import Boat, place_in
from companion.games.questions import Place
from companion.games.shelf import take
from companion.scenes.camera import camera_over
from companion.scenes.evening import Instant
from companion.scenes.film import Lab
from companion.scenes.scene import FigureMark, FigureModel, Scene
from companion.scenes.setup_text import setup_text
from companion.scenes.stage import DICTIONARY, Cast, table_scene
from companion.service.core import Core, after_look, figure_seen
from companion.service.inbox import Looked
from companion.service.match.journal import Header, create_journal
from companion.service.match.match import Accepted, Match
from companion.service.session import Session
from companion.setup.read import parse_setup
from companion.table.state import Base, Figure, Spread, TableState
from companion.table.state import Place as Stand
from companion.vision.frame import Frame
from companion.vision.watch import Watcher
from tests.companion.games.free_hands import STEP_S, Hands
from tests.companion.games.free_scene import box
from tests.companion.games.free_tables import RINGS

GAME = take("dark-age-skirmish")
CREW = ("svein", "leif", "orm", "ulf")
FARMERS = {"osric": (250.0, 556.0), "eadric": (330.0, 560.0), "cuthbert": (420.0, 552.0), "hob": (520.0, 560.0)}
KNOWN = {"svein": "hat", "leif": "hat", "orm": "ring", "ulf": "bare", "osric": "ring", "eadric": "bare"}
KNOWN |= {"cuthbert": "hat", "hob": "bare"}
BOAT, WAGON = (330.0, 290.0), (690.0, 120.0)
OPTIONS: dict[str, Any] = {
    "seats": {"ann": "raiders", "bob": "farmers"},
    "bands": {
        side: {
            "title": side.capitalize(),
            "people": [{"name": name, "type": "warrior", "arms": ["sword"], "shield": "large"} for name in names],
        }
        for side, names in (("raiders", CREW), ("farmers", tuple(FARMERS)))
    },
    "turns": "factions",
    "first": "seated",
    "rocks": "house",
    "lengths": "house",
    "rowing": "house",
    "boats": {"swan": {"kind": "longship", "crew": list(CREW)}},
    "wagons": {"cart": "farmers"},
    "wind": {"strength": "moderate", "to": "east"},
}
GROUND = (box("lake", "water", (10, 20), (82, 40), 1), box("oak wood", "trees", (6, 44), (16, 54), 110))
DECK_MM, DISC, EXACT = 4.0, Base("disc", 20.0, 20.0, 3.0), Spread((0.0, 0.0, 0.0))
SWAN = Boat("swan", "longship", *BOAT)


def scene() -> Scene:
    """The table as it begins."""
    cast = []
    for n, name in enumerate(CREW):
        cast.append(_cast(name, place_in(SWAN, n), n))
    cast += [_cast(name, at, n + 4) for n, (name, at) in enumerate(FARMERS.items())]
    camera = camera_over((0.0, 0.0), (900.0, 600.0), size_px=(1440, 960), fill=0.98)
    table = table_scene((900.0, 600.0), cast, GROUND, size_px=(1440, 960), camera=camera)
    aboard = tuple(replace(f, level_mm=DECK_MM) if f.name in CREW else f for f in table.figures)
    hull = SWAN.hull
    swan = FigureModel(
        "swan", *BOAT, 0.0, hull.length_mm, hull.beam_mm, "oval", DECK_MM, 12.0, "beast", "#6b4b2d",
        base_colour="#7a5a38",
        mark=FigureMark(40, marker_pattern(DICTIONARY, 40, 18.0), DECK_MM + 1.0, (99.0, 0.0)),
    )  # fmt: skip
    cart = FigureModel(
        "cart", *WAGON, 90.0, 60.0, 40.0, "rectangle", 4.0, 30.0, "beast", "#8a8478", base_colour="#6a5a3a",
        mark=FigureMark(41, marker_pattern(DICTIONARY, 41, 20.0), 36.0),
    )  # fmt: skip
    return replace(table, figures=(swan, *aboard, cart))


def _cast(name: str, at: tuple[float, float], n: int) -> Cast:
    ring = RINGS[n % len(RINGS)] if KNOWN[name] == "ring" else ""
    cloth = ("#3f5f9a", "#96383a", "#4d7345", "#7a4f8c")[n % 4]
    return Cast(Figure(name, name, DISC, 30.0, Stand(*at, EXACT)), KNOWN[name], ring, cloth)  # type: ignore[arg-type]


class Evening:
    """The table, drawn as it is played."""

    def __init__(self, folder: Path) -> None:
        self.hands, self.lab = Hands(scene()), Lab(5)
        self.match = Match(GAME, create_journal(folder / "game", Header(GAME.name, GAME.ruleset, OPTIONS, "typed")))
        first = self.hands.scene
        setup = parse_setup(setup_text(first, with_starts=True, with_sheets=True))
        empty = replace(first, figures=())
        self.watcher = Watcher(setup, self._image(empty))
        rings = {one.name.casefold(): one.ring for one in setup.figure if one.ring}
        self.session = Session(self.match, None, lambda: 0.0, rings)
        self.watcher.set_veto(self.session.camera.may)
        self.core, self.number = Core(TableState(terrain=GROUND)), 0

    def _image(self, one: Scene) -> Any:
        return cv2.imdecode(np.frombuffer(self.lab.picture(Instant(one)), np.uint8), cv2.IMREAD_COLOR)

    def look(self) -> None:
        """All pictures that are due."""
        for still in self.hands.stills[self.number :]:
            image = self._image(still.scene)
            look = self.watcher.look(Frame(image, self.number * STEP_S, self.number))
            at_s = self.number * STEP_S
            self.core = after_look(self.core, Looked(self.number, at_s, "good", image.shape[1], image.shape[0], look))
            seen = frozenset(f.id for f in self.core.table.figures if figure_seen(self.core, f.id, True))
            self.session.saw(self.core.table, seen)
            self.number += 1
            for one in look.evidence:
                if one.event != "placed":
                    self.say(f"  {one.event} {one.figure_id}: {one.text}")

    def say(self, words: str) -> None:
        """With the picture's number."""
        sys.stdout.write(f"{self.number:3d} {words}\n")

    def offers(self) -> dict[str, Any]:
        """Everybody's."""
        seats = GAME.seats(self.match.state)
        return {o.id: (s, o) for s in seats for o in GAME.offers(self.match.state, self.match.table, s)}

    def take(self, offer_id: str, fields: Any = None) -> None:
        """As it was seen, if it was."""
        seat, offer = self.offers()[offer_id]
        if fields is None and offer.fields:
            if not offer.spotted:
                self.say(f"{offer_id}: not seen")
                fields = {
                    "at": list(BOAT if "swan" in offer_id else WAGON),
                    "to": "east" if "swan" in offer_id else "north",
                }
            else:
                fields = offer.spotted[0].fields
                self.say(f"{offer_id}: {fields}")
        said = self.match.command(Command(f"c{self.match.journal.last}", seat, offer_id, dict(fields or {})))
        assert isinstance(said, Accepted), said
        self.session.settle()

    def compare(self, what: str) -> None:
        """Where the camera has everybody, and who is astray."""
        truth = {f.name: (f.x_mm, f.y_mm) for f in self.hands.scene.figures}
        have = {(f.name or f.id).casefold(): f for f in self.match.table.figures}
        off = {
            name: f"{math.dist(at, (have[name].place.x_mm, have[name].place.y_mm)):.1f}" if name in have else "-"
            for name, at in truth.items()
        }
        self.say(f"{what}: off by mm {off}")
        for one in GAME.at_table.astray(self.match.state, self.match.table):  # type: ignore[attr-defined]
            self.say(f"  astray: {one.words}")

    def sail(self, names: tuple[str, ...], dx: float, dy: float) -> None:
        """A boat or a wagon goes with everybody aboard."""
        goals = []
        for name in names:
            figure = self.hands.scene.figure(name)
            goals.append((name, figure.x_mm + dx, figure.y_mm + dy, figure.heading_deg))
        levels = {name: self.hands.scene.figure(name).level_mm for name in names}
        self.hands.push(goals)
        figures = tuple(replace(f, level_mm=levels.get(f.name, f.level_mm)) for f in self.hands.scene.figures)
        self.hands.scene = replace(self.hands.scene, figures=figures)
        self.hands.rest(10)


def play(one: Evening) -> None:
    """One turn: the crew sets the sail, the boat goes, the wagon goes."""
    one.hands.rest(8)
    one.look()
    for name in ("swan", "cart"):
        one.take(f"place-thing:{name}")
    for name in FARMERS:
        one.take(f"deploy:{name}")
    one.compare("set up")
    for name in ("svein", "leif"):
        one.take("call:raiders", {"figure": name})
        one.take(f"sail:{name}")
        if one.match.state.acting == name:
            one.take(f"done:{name}")
    one.take("end-turn:raiders")
    one.take("end-turn:farmers")
    for name, names, way in (("swan", ("swan", *CREW), (48.0, 0.0)), ("cart", ("cart",), (-10.0, 45.0))):
        question = one.match.open_question
        while question is not None and not isinstance(question, Place):
            one.match.answer(question.seat, question.key, getattr(question, "default", 0))
            one.session.settle()
            question = one.match.open_question
        one.say(f"asked: {question.why if question else 'nothing: answered before anybody moved it'}")
        one.hands.rest(4)
        one.look()
        still = one.match.open_question
        one.say(f"{name} is {'still asked for' if still is question and still else 'answered where it stood'}")
        one.sail(names, *way)
        one.look()
        one.say(f"{name}: {'not answered' if one.match.open_question is question and question else 'answered'}")
        if question is not None and one.match.open_question is question:
            at = one.hands.scene.figure(name)
            one.match.answer(question.seat, question.key, [at.x_mm, at.y_mm])
            one.session.settle()
        one.compare(f"after {name}")


def main() -> int:
    """Printed for people to judge."""
    with tempfile.TemporaryDirectory() as folder:
        play(Evening(Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
