"""A script of Flintloque's first scenario with four sides: moves, also a wrong one and one taken back, fire, melee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.games.flintloque.board import told_figure
from companion.games.flintloque.printed import BODY, about
from companion.games.questions import Choose, Question, ReadChart, Roll
from companion.games.shelf import take
from companion.scenes.moves import Move
from companion.scenes.scene import Scene
from companion.scenes.stage import Cast, Cue, Known, table_scene
from companion.service.match.view import Now
from tests.webui.game.scripted import Moved, Script, Table

GAME = take("flintloque")
SEATS = {"ann": "orcs", "bob": "elves", "cora": "dwarves", "dan": "ogre"}
OPTIONS = {"seats": SEATS, "scenario": "one", "morale": "house"}
PLACES: Mapping[str, tuple[float, float]] = {
    "oswold": (300, 50),
    "noaks": (450, 78),
    "purvis": (500, 40),
    "singleturn": (600, 78),
    "saquais": (300, 820),
    "corbette": (360, 850),
    "soutie": (420, 820),
    "sweepe": (640, 820),
    "soue": (480, 850),
    "lescampe": (540, 820),
    "schneider": (78, 630),
    "schumaker": (78, 500),
    "hassle": (830, 635),
}
RINGS = {
    "saquais": "red",
    "corbette": "blue",
    "soutie": "green",
    "sweepe": "yellow",
    "soue": "purple",
    "lescampe": "orange",
}
KNOWN: Mapping[str, Known] = {"orcs": "hat", "elves": "ring", "dwarves": "bare", "ogre": "bare"}
UNNAMED = "schumaker"
"""The one bare figure that nobody has named: the camera asks who it is."""
NAMED = ("schneider", "hassle", BODY)
PX = 900


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn. declared, fired: side -> the fields of its order; slots: side -> its slot; moved: in this order."""

    declared: Mapping[str, Mapping[str, str]]
    slots: Mapping[str, int]
    moved: Mapping[str, Sequence[Moved]]
    fired: Mapping[str, Mapping[str, str]]


FIRST = Turn(
    declared={
        "orcs": {"oswold": "hold", "noaks": "walk-fire", "purvis": "hold", "singleturn": "walk"},
        "elves": {
            "saquais": "fire",
            "corbette": "hold",
            "soutie": "hold",
            "sweepe": "run",
            "soue": "hold",
            "lescampe": "hold",
        },
        "dwarves": {"schneider": "hold", "schumaker": "walk"},
        "ogre": {"hassle": "hold"},
    },
    slots={"orcs": 1, "elves": 2, "dwarves": 3, "ogre": 4},
    moved={
        "orcs": (
            Moved("noaks", "noaks walks", fields={"to": [450, 230]}, undone=("noaks back", "noaks again")),
            Moved("singleturn", "singleturn too far", wrong=True),
            Moved("singleturn", "singleturn walks", fields={"to": [625, 130]}),
        ),
        "elves": (Moved("sweepe", "sweepe charges", "charge", {"target": "hassle"}),),
        "dwarves": (Moved("schumaker", "schumaker walks", fields={"to": [190, 470]}),),
    },
    fired={"orcs": {"noaks": "schumaker"}, "elves": {"saquais": "schneider"}},
)
CUES = (
    Cue("noaks walks", (Move("noaks", 450, 230, 90.0),)),
    Cue("noaks back", (Move("noaks", 451, 77, 90.0),)),
    Cue("noaks again", (Move("noaks", 450, 230, 90.0),)),
    Cue("singleturn too far", (Move("singleturn", 640, 300, 90.0),)),
    Cue("singleturn walks", (Move("singleturn", 625, 130, 90.0),)),
    Cue("sweepe charges", (Move("sweepe", 812.1, 652.4, -40.0, from_deg=90.0),)),
    Cue("schumaker walks", (Move("schumaker", 190, 470, 0.0, from_deg=180.0),)),
)
SECOND = Turn(
    declared={
        "orcs": {"oswold": "hold", "noaks": "reload", "purvis": "walk", "singleturn": "hold"},
        "elves": {"saquais": "reload", "corbette": "walk", "soutie": "hold", "soue": "aim", "lescampe": "hold"},
        "dwarves": {"schneider": "hold", "schumaker": "fire"},
        "ogre": {"hassle": "run"},
    },
    slots={"orcs": 1, "elves": 2, "dwarves": 3, "ogre": 4},
    moved={
        "orcs": (Moved("purvis", "purvis walks", fields={"to": [520, 180]}),),
        "elves": (Moved("corbette", "corbette walks", fields={"to": [380, 640]}),),
        "ogre": (Moved("hassle", "hassle runs", fields={"to": [700, 500]}),),
    },
    fired={"dwarves": {"schumaker": "noaks"}},
)
MORE_CUES = (
    Cue("purvis walks", (Move("purvis", 520, 180, 90.0),)),
    Cue("corbette walks", (Move("corbette", 380, 640, -90.0, from_deg=90.0),)),
    Cue("hassle runs", (Move("hassle", 700, 500, 180.0, from_deg=0.0),)),
)
DICE: Mapping[str, int] = {"FL-11": 5, "FL-25": 30, "FL-31": 6, "FL-16": 9}
"""What each die shows, by the rule that asks; `of` has what differs."""
OF: Mapping[str, int] = {
    "FL-11/initiative/orcs": 9,
    "FL-11/initiative/elves": 6,
    "FL-11/initiative/dwarves": 4,
    "FL-11/initiative/ogre": 1,
    "FL-25/to hit/noaks>schumaker": 12,
    "FL-25/to hit/saquais>schneider": 88,
    "FL-31/blow/hassle": 9,
    "FL-31/blow/sweepe": 3,
}


def answer_of(question: Question) -> Any:
    """What people answer; a distance is nobody's to answer here."""
    match question:
        case Roll():
            named = {key: value for key, value in OF.items() if question.key.startswith(key)}
            return [next(iter(named.values()), DICE[question.key.partition("/")[0]])] * question.count
        case Choose():
            return question.default
        case ReadChart():
            return "A"
    raise AssertionError(f"nobody can answer {question}")


def skirmish_scene() -> Scene:
    """The table as the players have set it up: one side marked, one ringed, two bare."""
    cast = [_cast(name, *at) for name, at in (*PLACES.items(), (BODY, (450.0, 450.0)))]
    return table_scene((900.0, 900.0), cast, GAME.ground(GAME.begin(OPTIONS)), size_px=(PX, PX))  # type: ignore[attr-defined]


def _cast(name: str, x: float, y: float) -> Cast:
    if name == BODY:
        return Cast(told_figure(name, "", x, y), "bare")
    side = about(name, "side")
    return Cast(told_figure(name, about(name, "race"), x, y), KNOWN[side], RINGS.get(name, ""), side=side)


def turns(played: Sequence[Turn], table: Table) -> None:
    """To the end of the last of these turns."""
    match = table.match
    for turn in played:
        number = match.now.state.turn
        left = {side: list(moves) for side, moves in turn.moved.items()}
        while (now := match.now).state.end is None and now.state.turn == number:
            if now.question is not None:
                table.answer(now.question)
            else:
                _command(table, now, turn, left)


def _command(table: Table, now: Now, turn: Turn, left: dict[str, list[Moved]]) -> None:
    """Whatever some side may do now, as the script has it."""
    for seat, side in SEATS.items():
        offers = {offer.id: offer for offer in GAME.offers(now.state, now.table, seat)}
        kinds = {offer.kind for offer in offers.values()}
        if "declare" in kinds:
            return table.take(seat, f"declare:{side}", turn.declared[side])
        if "take-slot" in kinds:
            return table.take(seat, f"take-slot:{side}", {"slot": turn.slots[side]})
        if "fire" in kinds:
            fields = dict.fromkeys(offers[f"fire:{side}"].fields, "hold fire")
            return table.take(seat, f"fire:{side}", fields | dict(turn.fired.get(side, {})))
        if "end-moves" in kinds:
            if left.get(side):
                return table.move(seat, left[side].pop(0))
            return table.take(seat, f"end-moves:{side}", {})
    raise AssertionError(f"nobody can do anything in {now.state.phase}")


def seat_of(side: str) -> str:
    """Who plays it."""
    return next(seat for seat, played in SEATS.items() if played == side)


OWNERS = {name: seat_of(about(name, "side")) for name in PLACES}
SHORT = Script(GAME, OPTIONS, PLACES, OWNERS, answer_of, partial(turns, (FIRST,)), skirmish_scene, CUES, NAMED, UNNAMED)
LONG = Script(
    GAME,
    OPTIONS,
    PLACES,
    OWNERS,
    answer_of,
    partial(turns, (FIRST, SECOND)),
    skirmish_scene,
    (*CUES, *MORE_CUES),
    NAMED,
    UNNAMED,
)
