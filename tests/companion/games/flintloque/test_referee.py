"""Random games before a referee who shares no code with the rules; and that he sees what is wrong.

For many games: python -m tests.companion.games.flintloque.test_referee GAMES [FIRST].
"""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from companion.games.flintloque.game import GAME
from tests.companion.games.flintloque.referee import Referee
from tests.companion.games.flintloque.referee_figures import Objection
from tests.companion.games.random_lines import Line, random_lines

SEEDS = (44, 37, 52)
"""Games in which much happens; if they do not have what is looked for, others are played."""
MOST_SEEDS = 30


@cache
def lines_of(seed: int) -> tuple[Line, ...]:
    return random_lines(GAME, seed)


def watched(lines: tuple[Line, ...]) -> Referee:
    referee = Referee()
    referee.watch(lines)
    return referee


def found(event: str, fits: Callable[[Line], bool]) -> Iterator[tuple[tuple[Line, ...], int]]:
    """Games, and where in them the event is."""
    for seed in chain(SEEDS, range(1, MOST_SEEDS)):
        lines = lines_of(seed)
        for n, one in enumerate(lines):
            if one["kind"] == "event" and one["data"]["event"] == event and fits(one["data"]):
                yield lines, n


@pytest.mark.parametrize("seed", SEEDS)
def test_a_referee_who_has_only_read_the_book_objects_to_nothing(seed: int) -> None:
    assert watched(lines_of(seed)).ended


def test_every_kind_of_event_is_one_that_he_judges() -> None:
    assert {name for name in GAME.events if not hasattr(Referee, f"on_{name}")} == {
        name for name, event in GAME.events.items() if event.__module__.endswith("agreed")
    }


def more(name: str, by: float = 1) -> Callable[[Line], None]:
    def change(data: Line) -> None:
        data[name] += by

    return change


def to(name: str, value: Any) -> Callable[[Line], None]:
    def change(data: Line) -> None:
        data[name] = value

    return change


def backwards(name: str) -> Callable[[Line], None]:
    def change(data: Line) -> None:
        data[name] = data[name][::-1]

    return change


def ordered(order: str) -> Callable[[Line], None]:
    """The first figure of the side has this order."""

    def change(data: Line) -> None:
        data["orders"] = {**data["orders"], next(iter(data["orders"])): order}

    return change


def hurt(data: Line) -> None:
    name = next(iter(data["wounds"]))
    data["wounds"] = {**data["wounds"], name: data["wounds"][name] + 1}


def scored(data: Line) -> None:
    data["end"]["scores"] = {name: 1 - points for name, points in data["end"]["scores"].items()}


def is_(**values: Any) -> Callable[[Line], bool]:
    return lambda data: all(data.get(name) == value for name, value in values.items())


def anything(data: Line) -> bool:
    return True


def armed(data: Line) -> bool:
    return "corbette" in data["orders"] or "noaks" in data["orders"]


WRONG: tuple[tuple[str, Callable[[Line], bool], Callable[[Line], None], str], ...] = (
    ("SheetTyped", anything, to("figure", "oswold"), "only lines that are cut off"),
    ("SheetTyped", anything, lambda d: d.update(values={**d["values"], "wounds": 9}), "with what he has learnt"),
    ("Deployed", anything, to("y_mm", 450.0), "where its side begins"),
    ("Deployed", anything, to("x_mm", 895.0), "where its side begins"),
    ("TurnBegan", is_(turn=2), more("turn"), "one turn after the other"),
    ("OrdersSealed", anything, ordered("charge"), "an order|target"),
    ("OrdersSealed", lambda d: "oswold" in d["orders"], lambda d: d["orders"].update(oswold="fire"), "cannot shoot"),
    ("OrdersSealed", lambda d: "oswold" in d["orders"], lambda d: d["orders"].update(corbette="hold"), "of its own"),
    ("OrdersOpened", is_(phase="declare"), to("phase", "fire"), "in its phase"),
    ("InitiativeRolled", anything, more("total"), "the modifier is"),
    ("InitiativeRolled", anything, more("die", 10), "the modifier is"),
    ("OrderSettled", anything, backwards("order"), "the highest chooses first"),
    ("OrderSettled", anything, lambda d: d.update(order=d["order"][1:]), "all sides that are left"),
    ("SlotTaken", is_(slot=1), to("slot", 9), "a slot that is free"),
    ("PhaseBegan", is_(phase="aimed"), to("phase", "move"), "Declaration, Initiative"),
    ("CellRead", anything, to("row", "3"), "the text has lost"),
    ("MoraleChecked", anything, more("total"), "the total is"),
    ("MoraleChecked", anything, to("cause", "leader"), "one check, for"),
    ("MoraleChecked", lambda d: d["total"] <= 5, to("letter", "A"), "row . has"),
    ("MoraleChecked", lambda d: d["total"] <= 5, to("ours", True), "has"),
    ("FigureMoved", is_(rate="walk"), to("rate", "run"), "it declared"),
    ("FigureMoved", is_(rate="run"), more("x_mm", 300), "straight one|further|on the table|open ground|base on"),
    ("FigureMoved", is_(rate="walk"), more("spent_mm", 250), "further than the rate"),
    ("FigureMoved", is_(rate="walk"), to("rate", "forced"), "by an E or an F"),
    ("FigureMoved", is_(rate="walk"), to("rate", "pushed"), "who lost by 1 to 3"),
    ("FigureMoved", is_(rate="pushed", spent_mm=50.0), more("y_mm", 60), "5 cm|away|base on|on the table"),
    ("FigureMoved", is_(rate="forced"), more("x_mm", 400), "on open ground|on the table"),
    ("Charged", anything, lambda d: d.update(target=d["figure"]), "in base contact with an enemy"),
    ("HeldInFight", anything, lambda d: d.update(figure=d["by"], by=d["figure"]), "wants to leave|better Initiative"),
    ("SideMoved", anything, to("side", "nobody"), "in the order of the slots"),
    ("SightJudged", is_(proposed="clear", agreed="clear"), to("agreed", "low wall"), "what both players say"),
    ("SightJudged", is_(proposed="clear", agreed="clear"), to("proposed", "light woods"), "what both|in a wood"),
    ("ShotFired", lambda d: d["chance"] > 0, more("shift"), "columns"),
    ("ShotFired", lambda d: d["chance"] > 0, more("chance", 5), "per cent"),
    ("ShotFired", lambda d: d["chance"] > 0, more("mm", 45), "between the bases"),
    ("ShotFired", lambda d: d["chance"] > 0, to("band", "beyond 50"), "the band is"),
    ("ShotFired", lambda d: d["hit"], more("wounds"), "attack factor and defence factor"),
    ("ShotFired", lambda d: d["hit"], to("hit", False), "the roll"),
    ("ShotFired", lambda d: d["chance"] > 0, to("roll", 101), "the roll"),
    ("ShotFired", lambda d: d["chance"] > 0, lambda d: d.update(aimed=not d["aimed"]), "in the Aimed Fire Phase"),
    ("ShotFired", lambda d: d["chance"] > 0, to("weapon", "cannon"), "a loaded weapon"),
    ("ShotFired", anything, lambda d: d.update(target=d["firer"]), "the target that was sealed"),
    ("AimLost", anything, lambda d: d.update(figure="oswold"), "who has an aim"),
    ("VolleyFell", lambda d: d["wounds"], hurt, "the wounds are"),
    ("VolleyFell", lambda d: not d["hit"], to("hit", ["oswold"]), "hit are"),
    ("BlowsStruck", anything, more("a_total", 2), "before side and rear"),
    ("BlowsStruck", is_(result="pushed"), to("result", "1"), "a difference of"),
    ("BlowsStruck", is_(result="2"), to("result", "3"), "a difference of"),
    ("BlowsStruck", is_(result="pushed"), to("loser", ""), "the lower one loses"),
    ("BlowsStruck", anything, more("a_total", -3), "by side and rear|loses|difference|he is free"),
    ("MeleeFell", lambda d: d["wounds"], hurt, "the wounds are"),
    ("RoundFought", anything, to("fights", []), "in contact are"),
    ("Fell", anything, to("figure", "oswold"), "it has lost all its wounds|no wounds left"),
    ("OswoldGrabbed", anything, to("figure", "soue"), "the turn after a win"),
    ("OswoldFreed", anything, more("x_mm", 200), "beside who carried him"),
    ("UmbrellaStolen", anything, to("figure", "oswold"), "instead of the wounds"),
    ("BodyDropped", anything, more("x_mm", 50), "where it stands"),
    ("Reloaded", anything, to("weapon", "cannon"), "who declared it"),
    ("LeftTable", anything, to("edge", "up"), "by its own exit"),
    ("MissionSettled", is_(how="lost"), to("how", "done"), "won: False"),
    ("MissionSettled", is_(how="done"), to("how", "lost"), "won: True"),
    ("GameEnded", anything, scored, "the scores are"),
    ("GameEnded", anything, lambda d: d["end"].update(winner="you"), "have won"),
)


@pytest.mark.parametrize(("event", "fits", "change", "said"), WRONG)
def test_he_objects_to_one_event_that_is_wrong(
    event: str, fits: Callable[[Line], bool], change: Callable[[Line], None], said: str
) -> None:
    lines, at = next(found(event, fits))
    one = copy.deepcopy(lines[at])
    change(one["data"])
    with pytest.raises(Objection, match=said):
        watched((*lines[:at], one, *lines[at + 1 :]))


@pytest.mark.parametrize(
    ("event", "fits", "said"),
    [
        ("Deployed", anything, "everybody is on the table"),
        ("OrdersSealed", anything, "have not declared|sealed"),
        ("InitiativeRolled", anything, "all sides|equals"),
        ("TieRolled", anything, "ties are rolled off|equals"),
        ("SlotTaken", anything, "chooses first|everybody has a slot"),
        ("MoraleChecked", lambda d: d["letter"] in "ABCD", "every Morale Check that is due"),
        ("MoraleChecked", is_(letter="G"), "by a G"),
        ("Routed", anything, "routs"),
        ("FigureMoved", is_(rate="forced"), "has to move at once"),
        ("FigureMoved", is_(rate="pushed"), "melee takes effect"),
        ("Charged", anything, "who are in contact|did not declare it"),
        ("SideMoved", anything, "all sides have moved|order of the slots|in its side's slot"),
        ("SightJudged", lambda d: d["agreed"] != "out of sight", "a target in sight"),
        ("ShotFired", lambda d: d["hit"], "the wounds are|hit are"),
        ("VolleyFell", lambda d: d["hit"], "shots take effect|after the fire|lost all its wounds"),
        ("Fell", anything, "no wounds left"),
        (
            "BlowsStruck",
            lambda d: d["result"] not in ("held", "free"),
            "the wounds are|who is in contact fights|by side and rear",
        ),
        ("RoundFought", anything, "melee takes effect|fights|who lost by 1 to 3"),
        ("GrabEarned", anything, "may pick Oswold up|the turn after a win"),
        ("Reloaded", anything, "has reloaded"),
        ("AimTaken", anything, "has aimed"),
        ("BodyTaken", anything, "has the body|cannot carry|by who is hurt|before side and rear"),
        ("MissionSettled", anything, "every side's aim"),
    ],
)
def test_he_objects_to_one_event_that_is_missing(event: str, fits: Callable[[Line], bool], said: str) -> None:
    lines, at = next(found(event, fits))
    with pytest.raises(Objection, match=said):
        watched((*lines[:at], *lines[at + 1 :]))


@pytest.mark.parametrize(
    ("after", "stray", "said"),
    [
        (is_(phase="aimed"), {"event": "Charged", "figure": "oswold", "target": "soue"}, "by a move"),
        (is_(phase="move"), {"event": "FightResumed", "figure": "oswold", "foe": "soue"}, "who broke off"),
        (
            is_(phase="move"),
            {"event": "FightLeft", "figure": "oswold", "still": []},
            "not before a turn|declared a move",
        ),
        (is_(phase="move"), {"event": "TieRolled", "side": "orcs", "die": 3}, "between equals"),
        (is_(phase="fire"), {"event": "GrabEarned", "figure": "soue"}, "alive"),
        (is_(phase="fire"), {"event": "AimTaken", "figure": "oswold"}, "by a whole turn"),
        (is_(phase="fire"), {"event": "BodyTaken", "figure": "oswold"}, "a whole stationary turn"),
        (is_(phase="fire"), {"event": "WentWet", "figure": "oswold", "by": ""}, "in the water"),
        (is_(phase="fire"), {"event": "WentWet", "figure": "oswold", "by": "soue"}, "by his bearer"),
        (is_(phase="fire"), {"event": "ShotNotFired", "firer": "noaks", "target": "soue", "why": ""}, "that is there"),
        (is_(phase="fire"), {"event": "Routed", "figure": "oswold"}, "by a G"),
        (is_(phase="fire"), {"event": "TurnClosed", "turn": 9}, "after the Melee Phase"),
        (is_(phase="move"), {"event": "MissionSettled", "side": "orcs", "how": "done"}, "won: False"),
    ],
)
def test_he_objects_to_an_event_out_of_the_blue(after: Callable[[Line], bool], stray: Line, said: str) -> None:
    lines, at = next(found("PhaseBegan", after))
    rule = "FL-34" if stray["event"] == "FightLeft" else "FL-1"
    one = {"n": 0, "kind": "event", "seat": "", "rule": rule, "data": stray}
    with pytest.raises(Objection, match=said):
        watched((*lines[: at + 1], one, *lines[at + 1 :]))


def main() -> int:
    """Many games; what they held."""
    kinds: Counter[str] = Counter()
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for seed in range(first, first + int(sys.argv[1])):
        lines = lines_of.__wrapped__(seed)
        try:
            watched(lines)
        except Objection as objection:
            objection.add_note(f"in the game of seed {seed}")
            raise
        kinds.update(one["data"]["event"] for one in lines if one["kind"] == "event")
    print(f"{sys.argv[1]} games without an objection: {', '.join(f'{n} {name}' for name, n in kinds.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
