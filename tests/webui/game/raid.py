"""A script of Dark Age Skirmish with two small bands: a shot, two moves, an attack and blows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.dark_age_skirmish.board import told_figure
from companion.games.dark_age_skirmish.state import with_figure
from companion.games.questions import Choose, Question, Roll
from companion.games.shelf import take
from companion.scenes.moves import Move
from companion.scenes.scene import Scene
from companion.scenes.stage import Cast, Cue, Known, table_scene
from tests.webui.game.scripted import Moved, Script, Table

GAME = take("dark-age-skirmish")
BANDS: Mapping[str, Any] = {
    "raiders": {
        "title": "Raiders",
        "people": [
            {"name": "svein", "type": "warrior", "arms": ["sword"], "shield": "large"},
            {"name": "leif", "type": "warrior", "arms": ["spear", "knife"], "shield": "large"},
            {"name": "orm", "type": "warrior", "arms": ["bow", "axe"], "missiles": 12},
        ],
    },
    "farmers": {
        "title": "Farmers",
        "people": [
            {"name": "osric", "type": "warrior", "arms": ["sword"], "shield": "large"},
            {"name": "eadric", "type": "peasant", "arms": ["spear"], "shield": "small"},
            {"name": "cuthbert", "type": "peasant", "arms": ["bow", "knife"], "missiles": 12},
        ],
    },
}
OPTIONS = {
    "seats": {"ann": "raiders", "bob": "farmers"},
    "bands": BANDS,
    "turns": "factions",
    "first": "seated",
    "rocks": "house",
    "lengths": "house",
}
PLACES: Mapping[str, tuple[float, float]] = {
    "svein": (470, 70),
    "leif": (400, 70),
    "orm": (520, 50),
    "osric": (555, 530),
    "eadric": (640, 530),
    "cuthbert": (660, 560),
}
KNOWN: Mapping[str, tuple[Known, str]] = {
    "svein": ("hat", ""),
    "leif": ("hat", ""),
    "orm": ("ring", "red"),
    "osric": ("ring", "blue"),
    "eadric": ("bare", ""),
    "cuthbert": ("bare", ""),
}
SEATS = {
    name: seat for seat, band in OPTIONS["seats"].items() for name in (one["name"] for one in BANDS[band]["people"])
}  # type: ignore[attr-defined]
CUES = (
    Cue("svein sprints", (Move("svein", 535, 213, 90.0),)),
    Cue("osric too far", (Move("osric", 545, 320, -90.0, from_deg=90.0),)),
    Cue("osric sprints", (Move("osric", 540, 374, -90.0, from_deg=90.0),)),
    Cue("svein attacks", (Move("svein", 539.4, 353.5, 90.0),)),
)
STEPS: tuple[tuple[str, str | Moved, Mapping[str, Any]], ...] = (
    ("ann", "call:raiders", {"figure": "orm"}),
    ("ann", "fire:orm", {"target": "osric", "with": "bow"}),
    ("ann", "call:raiders", {"figure": "svein"}),
    ("ann", Moved("svein", "svein sprints", "sprint", {"to": [535, 213]}), {}),
    ("ann", "done:svein", {}),
    ("ann", "end-turn:raiders", {}),
    ("bob", "call:farmers", {"figure": "osric"}),
    ("bob", Moved("osric", "osric too far", wrong=True), {}),
    ("bob", Moved("osric", "osric sprints", "sprint", {"to": [540, 374]}), {}),
    ("bob", "done:osric", {}),
    ("bob", "end-turn:farmers", {}),
    ("ann", "call:raiders", {"figure": "svein"}),
    ("ann", Moved("svein", "svein attacks", "attack", {"target": "osric"}), {}),
    ("ann", "done:svein", {}),
    ("ann", "end-turn:raiders", {}),
    ("bob", "call:farmers", {"figure": "osric"}),
    ("bob", "strike:osric", {"target": "svein", "with": "sword"}),
)
DICE = {"DA-10/to hit": 5, "DA-12/strike": 1, "DA-18": 5, "DA-21": 5}


def answer_of(question: Question) -> Any:
    """What people answer."""
    match question:
        case Roll():
            named = [value for key, value in DICE.items() if question.key.startswith(key)]
            return [named[0] if named else 4] * question.count
        case Choose():
            return question.default
    raise AssertionError(f"nobody can answer {question}")


def steps(table: Table) -> None:
    """All of them, and whatever is asked between."""
    for seat, what, fields in STEPS:
        _settle(table)
        if isinstance(what, Moved):
            table.move(seat, what)
        else:
            table.take(seat, what, fields)
    _settle(table)


def _settle(table: Table) -> None:
    while (question := table.match.now.question) is not None:
        table.answer(question)


def raid_scene() -> Scene:
    """The farm with both bands set up."""
    state = GAME.begin(OPTIONS)
    cast = []
    for name, (x, y) in PLACES.items():
        known, ring = KNOWN[name]
        placed = with_figure(state, name, where="table", x_mm=float(x), y_mm=float(y)).figures[name]
        cast.append(Cast(told_figure(placed), known, ring))
    return table_scene((900.0, 600.0), cast, GAME.ground(state), size_px=(960, 640))  # type: ignore[attr-defined]


RAID = Script(GAME, OPTIONS, PLACES, SEATS, answer_of, steps, raid_scene, CUES, named=("eadric", "cuthbert"))
