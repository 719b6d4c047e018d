"""A script of Flintloque's second scenario with four sides: Oswold runs for the bridge, is beaten and thrown in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.flintloque.board import told_figure
from companion.games.flintloque.printed import about
from companion.games.questions import Choose, Question, Roll
from companion.scenes.moves import Move
from companion.scenes.scene import Scene
from companion.scenes.stage import Cast, Cue, table_scene
from tests.webui.game.scripted import Moved, Script
from tests.webui.game.skirmish import GAME, KNOWN, PX, RINGS, SEATS, Turn, seat_of, turns

OPTIONS = {"seats": SEATS, "scenario": "two", "morale": "house"}
PLACES: Mapping[str, tuple[float, float]] = {
    "oswold": (360, 78),
    "noaks": (430, 50),
    "purvis": (500, 50),
    "singleturn": (560, 50),
    "saquais": (78, 385),
    "corbette": (50, 340),
    "soutie": (50, 300),
    "sweepe": (50, 260),
    "soue": (50, 220),
    "lescampe": (50, 180),
    "schneider": (850, 300),
    "schumaker": (850, 220),
    "hassle": (450, 850),
}
REST = dict.fromkeys(PLACES, "hold")


def orders(**differing: str) -> Mapping[str, Mapping[str, str]]:
    """Side -> its order: everybody holds, but for these."""
    said = REST | differing
    return {side: {name: said[name] for name in PLACES if about(name, "side") == side} for side in SEATS.values()}


SLOTS = {"orcs": 1, "elves": 2, "dwarves": 3, "ogre": 4}
FIRST = Turn(
    declared=orders(oswold="run", saquais="run", schumaker="walk"),
    slots=SLOTS,
    moved={
        "orcs": (Moved("oswold", "oswold runs", fields={"to": [362, 310]}),),
        "elves": (Moved("saquais", "saquais runs", fields={"to": [330, 480]}),),
        "dwarves": (Moved("schumaker", "schumaker walks", fields={"to": [740, 200]}),),
    },
    fired={},
)
SECOND = Turn(
    declared=orders(oswold="walk", saquais="walk"),
    slots=SLOTS,
    moved={
        "orcs": (Moved("oswold", "oswold walks", fields={"to": [360, 440]}),),
        "elves": (Moved("saquais", "saquais charges", "charge", {"target": "oswold"}),),
    },
    fired={},
)
THIRD = Turn(declared=orders(), slots=SLOTS, moved={}, fired={})
CUES = (
    Cue("oswold runs", (Move("oswold", 362, 310, 90.0),)),
    Cue("saquais runs", (Move("saquais", 330, 480, 0.0, from_deg=180.0),)),
    Cue("schumaker walks", (Move("schumaker", 740, 200, 180.0, from_deg=0.0),)),
    Cue("oswold walks", (Move("oswold", 360, 440, 90.0),)),
    Cue("saquais charges", (Move("saquais", 378.0, 448.7, -150.0, from_deg=0.0),)),
)
DICE: Mapping[str, int] = {"FL-11": 5, "FL-31": 6, "FL-16": 9}
OF: Mapping[str, int] = {
    "FL-11/initiative/orcs": 9,
    "FL-11/initiative/elves": 6,
    "FL-11/initiative/dwarves": 4,
    "FL-11/initiative/ogre": 1,
    "FL-31/blow/saquais": 9,
    "FL-31/blow/oswold": 3,
}


def answer_of(question: Question) -> Any:
    """What people answer; what is asked about Oswold is done to him."""
    match question:
        case Roll():
            named = {key: value for key, value in OF.items() if question.key.startswith(key)}
            return [next(iter(named.values()), DICE[question.key.partition("/")[0]])] * question.count
        case Choose():
            return question.default
    raise AssertionError(f"nobody can answer {question}")


def river_scene() -> Scene:
    """The table as the players have set it up: one side marked, one ringed, two bare."""
    cast = []
    for name, (x, y) in PLACES.items():
        side = about(name, "side")
        one = Cast(told_figure(name, about(name, "race"), x, y), KNOWN[side], RINGS.get(name, ""), side=side)
        cast.append(replace(one, known="hat") if name == "hassle" else one)
    ground = GAME.ground(GAME.begin(OPTIONS))  # type: ignore[attr-defined]
    return table_scene((900.0, 900.0), cast, ground, size_px=(PX, PX))


OWNERS = {name: seat_of(about(name, "side")) for name in PLACES}
RIVER = Script(
    GAME,
    OPTIONS,
    PLACES,
    OWNERS,
    answer_of,
    partial(turns, (FIRST, SECOND, THIRD)),
    river_scene,
    CUES,
    ("schneider", "schumaker"),
)
