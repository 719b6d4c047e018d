"""What random games seldom show the referee: positions made by hand, and one event in each that the book forbids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.games.flintloque.referee import Bout, Referee
from tests.companion.games.flintloque.referee_figures import Objection
from tests.companion.games.flintloque.referee_positions import Prepared, foes, on, on_him, seated

FAR = {"oswold": (30, 20), "noaks": (40, 12), "soue": (30, 40), "sweepe": (60, 40), "schneider": (80, 20)}

FIRES: tuple[tuple[str, tuple[Prepared, ...], str, str], ...] = (
    ("noaks", (on("noaks", order="walk"),), "soue", "did not declare it"),
    ("noaks", (on("noaks", order="fire", loaded=False),), "soue", "cannot shoot"),
    ("noaks", (on("noaks", order="fire", carries="body"),), "soue", "cannot shoot"),
    ("noaks", (on("noaks", order="fire", frozen=5),), "soue", "cannot shoot"),
    ("noaks", (on("noaks", order="run", moved="run", had_aim=True),), "soue", "has run"),
    ("noaks", (on("noaks", order="walk-fire", charged="soue"),), "soue", "has charged"),
    ("noaks", (on("noaks", order="fire", letter="B"),), "soue", "a B in morale"),
    ("noaks", (on("noaks", order="fire", letter="C"),), "soue", "that move towards it only"),
    ("noaks", (on("noaks", order="fire"), foes("noaks", "soue")), "soue", "is engaged"),
    ("noaks", (on("noaks", order="fire"), foes("oswold", "soue")), "soue", "are in that fight"),
    ("noaks", (on("noaks", order="fire"),), "oswold", "an enemy on the table"),
    ("noaks", (on("noaks", order="fire"), on("soue", carries="oswold")), "soue", "who carries Oswold"),
)


@pytest.mark.parametrize(("name", "prepared", "target", "said"), FIRES)
def test_fl_30_he_objects_to_a_shot(name: str, prepared: tuple[Prepared, ...], target: str, said: str) -> None:
    referee = seated("fire", FAR)
    referee.figures[name].order = "fire"
    referee.on_OrdersSealed("FL-30", "orcs", {name: "soue" if target == "oswold" else target})
    referee = seated("fire", FAR)
    for prepare in prepared:
        prepare(referee)
    with pytest.raises(Objection, match=said):
        referee.on_OrdersSealed("FL-30", "orcs", {name: target})


@pytest.mark.parametrize("letter", ["B", "C", "D"])
def test_fl_8_he_objects_to_an_aim_that_morale_has_spoilt(letter: str) -> None:
    referee = seated("aimed", FAR)
    on("noaks", aim=True)(referee)
    referee.on_OrdersSealed("FL-8", "orcs", {"noaks": "soue"})
    referee = seated("aimed", FAR)
    on("noaks", aim=True, letter=letter)(referee)
    with pytest.raises(Objection, match="has no aim"):
        referee.on_OrdersSealed("FL-8", "orcs", {"noaks": "soue"})


ORDERS: tuple[tuple[Prepared, str, str], ...] = (
    (on("noaks", ran=4), "run", "ran last turn"),
    (on("noaks", frozen=5), "walk", "stays where it ran to"),
    (foes("noaks", "soue"), "reload", "is fighting"),
    (on("noaks", loaded=False), "aim", "not loaded"),
    (on("noaks", loaded=True), "reload", "is loaded"),
    (on("noaks", carries="oswold"), "fire", "cannot shoot"),
    (on("noaks", order=""), "pick-up", "a body that lies there"),
)


@pytest.mark.parametrize(("prepare", "order", "said"), ORDERS)
def test_fl_7_he_objects_to_an_order(prepare: Prepared, order: str, said: str) -> None:
    referee = seated("declare", FAR)
    prepare(referee)
    with pytest.raises(Objection, match=said):
        referee.on_OrdersSealed("FL-7", "orcs", {"noaks": order})


def shot(**changes: Any) -> dict[str, Any]:
    """Noaks at Soue, 27.7 cm between bases: 45 % and a Raw one's column."""
    usual = {
        "weapon": "bakur",
        "mm": 277.3,
        "sigma_mm": 1.0,
        "band": "20-30",
        "column": "30-40",
        "shift": -1,
        "chance": 30,
        "roll": 30,
        "wounds": 1,
        "hit": True,
        "aimed": False,
    }
    return {"firer": "noaks", "target": "soue", **usual, **changes}


@pytest.mark.parametrize(
    ("prepared", "changes", "said"),
    [
        ((), {}, ""),
        ((on("noaks", lost=1),), {}, "-2 columns"),
        ((on("soue", prone=True),), {}, "-3 columns"),
        ((on_him({"sight": {("noaks", "soue"): "light woods"}}),), {}, "-3 columns"),
        ((on_him({"sight": {}}),), {}, "a target in sight"),
        ((on_him({"phase": "aimed"}),), {}, "in the Aimed Fire Phase"),
        ((on_him({"volleys": [False]}),), {}, "all fire is simultaneous"),
        ((on_him({"volleys": [False], "options": {"elite_fire": "first"}}),), {}, "elite troops fire first"),
        (
            (on_him({"volley": [("corbette", "oswold", 0)], "options": {"elite_fire": "first"}}),),
            {},
            "elite troops fire by themselves",
        ),
        ((), {"chance": 45, "column": "20-30"}, "30 per cent"),
        ((), {"roll": 31}, "the roll"),
        ((), {"wounds": 2}, "attack factor"),
    ],
)
def test_fl_27_he_objects_to_a_shot_s_figures(
    prepared: tuple[Prepared, ...], changes: dict[str, Any], said: str
) -> None:
    referee = seated("fire", {**FAR, "corbette": (60, 60)})
    referee.sealed, referee.sight = {"orcs": {"noaks": "soue"}}, {("noaks", "soue"): "clear"}
    for prepare in prepared:
        prepare(referee)
    if not said:
        referee.on_ShotFired("FL-25", **shot(**changes))
        return
    with pytest.raises(Objection, match=said):
        referee.on_ShotFired("FL-25", **shot(**changes))


def moved(name: str, to: tuple[float, float], rate: str, spent_cm: float) -> tuple[str, dict[str, Any]]:
    at = {"x_mm": 10 * to[0], "y_mm": 10 * to[1]}
    return "FigureMoved", {"figure": name, **at, "rate": rate, "spent_mm": 10 * spent_cm, "over_mm": 0.0}


def lost(loser: str, winner: str, result: str) -> Prepared:
    """The bout of this turn, whose result is still to be carried out."""

    def prepare(referee: Referee) -> None:
        referee.last_bouts = [Bout(winner, loser, loser, result, (0, 0))]
        referee.owed_push[loser] = 1

    return prepare


EVENTS: tuple[tuple[str, str, tuple[Prepared, ...], tuple[str, dict[str, Any]], str], ...] = (
    # moves
    ("move", "FL-23", (on("noaks", order="run", ran=4),), moved("noaks", (40, 22), "run", 10), "two turns running"),
    ("move", "FL-20", (on("noaks", order="walk"),), moved("noaks", (40, 29), "walk", 16), "straight one"),
    ("move", "FL-20", (on("noaks", order="walk"),), moved("noaks", (40, 29), "walk", 17), "further than the rate"),
    ("move", "FL-21", (on("noaks", order="walk"),), moved("noaks", (45, 17), "walk", 7.1), ""),
    ("move", "FL-21", (on("noaks", order="walk", at=(450.0, 190.0)),), moved("noaks", (45, 29), "walk", 10), "at walk"),
    (
        "move",
        "FL-21",
        (on("noaks", order="walk", lost=1),),
        moved("noaks", (49, 12), "walk", 9),
        "further than the rate",
    ),
    (
        "move",
        "FL-40",
        (on("oswold", order="run", at=(300.0, 450.0)),),
        moved("oswold", (30, 55), "run", 10),
        "open ground",
    ),
    (
        "move",
        "FL-12",
        (on("noaks", order="walk"), foes("noaks", "soue")),
        moved("noaks", (45, 12), "walk", 5),
        "engaged",
    ),
    ("move", "FL-18", (on("noaks", order="walk", letter="C"),), moved("noaks", (45, 12), "walk", 5), "a C in morale"),
    ("move", "FL-11", (on("soue", order="walk"),), moved("soue", (30, 45), "walk", 5), "in its side's slot"),
    (
        "move",
        "FL-18",
        (on("noaks", letter="B", moved="walk", at=(310.0, 360.0)),),
        ("SideMoved", {"side": "orcs"}),
        "5 cm",
    ),
    (
        "initiative",
        "FL-18",
        (on("noaks", letter="E"),),
        moved("noaks", (40, 17), "forced", 0),
        "towards the south edge",
    ),
    ("initiative", "FL-18", (on("noaks", letter="E"),), moved("noaks", (58, 12), "forced", 0), "at walk"),
    (
        "initiative",
        "FL-18",
        (on("noaks", letter="F"), foes("noaks", "soue")),
        moved("noaks", (45, 12), "forced", 0),
        "fight",
    ),
    # leaving a fight
    (
        "move",
        "FL-34",
        (on("noaks", order="walk"), foes("noaks", "soue"), on("noaks", fought=False)),
        ("FightLeft", {"figure": "noaks", "still": []}),
        "not before a turn",
    ),
    (
        "move",
        "FL-34",
        (on("soue", order="walk"), foes("noaks", "soue"), on_him({"moving": ["elves"]})),
        ("FightLeft", {"figure": "soue", "still": []}),
        "has the Initiative",
    ),
    (
        "move",
        "FL-34",
        (on("noaks", order="hold"), foes("noaks", "soue")),
        ("FightLeft", {"figure": "noaks", "still": []}),
        "who declared a move",
    ),
    (
        "move",
        "FL-34",
        (on("noaks", order="walk"), foes("noaks", "soue")),
        ("HeldInFight", {"figure": "noaks", "by": "soue"}),
        "better Initiative",
    ),
    ("fire", "FL-32", (foes("noaks", "soue"),), ("FightLeft", {"figure": "noaks", "still": ["sweepe"]}), "some of its"),
    # pushes: Noaks stands at 40, 12 and has lost to Sweepe, who stands to the north-east
    ("fire", "FL-32", (lost("noaks", "sweepe", "pushed"),), moved("noaks", (34, 12), "pushed", 5), "5 cm"),
    (
        "fire",
        "FL-32",
        (lost("noaks", "sweepe", "pushed"),),
        moved("noaks", (42, 14), "pushed", 5),
        "away from the winner",
    ),
    (
        "fire",
        "FL-32",
        (lost("noaks", "sweepe", "pushed"),),
        moved("noaks", (38, 10), "pushed", 5),
        "nothing is in the way",
    ),
    (
        "fire",
        "FL-32",
        (lost("noaks", "sweepe", "pushed"), foes("noaks", "sweepe")),
        moved("noaks", (37.1, 7.9), "pushed", 5),
        "out of the fight",
    ),
    # Oswold
    (
        "initiative",
        "FL-45",
        (on_him({"may_grab": {"soue"}}), on("soue", letter="A")),
        ("OswoldGrabbed", {"figure": "soue"}),
        "before any Morale Check",
    ),
    ("initiative", "FL-45", (on_him({"may_grab": {"soue"}}),), ("OswoldGrabbed", {"figure": "soue"}), "if he chose it"),
    ("fire", "FL-45", (on("soue", carries="oswold"),), ("WentWet", {"figure": "oswold", "by": "soue"}), "within 5 cm"),
    ("fire", "FL-44", (), ("WentWet", {"figure": "oswold", "by": ""}), "in the water"),
    (
        "fire",
        "FL-45",
        (on("soue", carries="oswold"),),
        ("OswoldFreed", {"figure": "soue", "x_mm": 300.0, "y_mm": 420.0}),
        "hurt, forced to move or beaten",
    ),
    ("fire", "FL-46", (lost("oswold", "schneider", "1"),), ("UmbrellaStolen", {"figure": "schneider"}), "instead of"),
    # the end of a turn
    (
        "fire",
        "FL-9",
        (on("noaks", order="reload", loaded=False, moved="walk"),),
        ("Reloaded", {"figure": "noaks", "weapon": "bakur"}),
        "stationary",
    ),
    (
        "fire",
        "FL-9",
        (on("noaks", order="reload", loaded=False, wounded_now=True),),
        ("Reloaded", {"figure": "noaks", "weapon": "bakur"}),
        "unhurt",
    ),
    ("fire", "FL-8", (on("noaks", order="aim", struck=True),), ("AimTaken", {"figure": "noaks"}), "undisturbed"),
    ("fire", "FL-13", (on_him({"open_shots": {"noaks": "soue"}}),), ("TurnClosed", {"turn": 5}), "have still to fire"),
    ("fire", "FL-31", (foes("noaks", "soue"),), ("TurnClosed", {"turn": 5}), "fights"),
    ("fire", "FL-24", (on_him({"must_drop": {"noaks"}}),), ("TurnClosed", {"turn": 5}), "cannot carry on"),
    (
        "move",
        "FL-44",
        (on("noaks", order="walk"),),
        ("LeftTable", {"figure": "noaks", "edge": "north"}),
        "from where the move",
    ),
    (
        "move",
        "FL-44",
        (on("noaks", order="walk"),),
        ("LeftTable", {"figure": "noaks", "edge": "east"}),
        "by its own exit",
    ),
)


@pytest.mark.parametrize(("phase", "rule", "prepared", "event", "said"), EVENTS)
def test_he_objects_to_what_the_position_forbids(
    phase: str, rule: str, prepared: tuple[Prepared, ...], event: tuple[str, dict[str, Any]], said: str
) -> None:
    referee = seated(phase, FAR)
    for prepare in prepared:
        prepare(referee)
    name, data = event
    if not said:
        getattr(referee, f"on_{name}")(rule, **data)
        return
    with pytest.raises(Objection, match=said):
        getattr(referee, f"on_{name}")(rule, **data)


def blows(*pairs: tuple[str, str], penalty: int = 0) -> Callable[[Referee], None]:
    """Draws, all dice 5 but for what makes the totals equal."""

    def strike(referee: Referee) -> None:
        for a, b in pairs:
            for one, other in ((a, b), (b, a)):
                referee.answers[f"FL-31/blow/{one}>{other}, turn 5"] = [10 - referee.figures[one].sheet.melee]
            referee.on_BlowsStruck(
                "FL-31", a, b, 10 - penalty, 10, "" if not penalty else a, "draw" if not penalty else "pushed"
            )

    return strike


@pytest.mark.parametrize(
    ("contacts", "fights", "penalty", "said"),
    [
        ((("noaks", "soue"),), (("noaks", "soue"),), 0, ""),
        ((("noaks", "soue"),), (("noaks", "soue"),), 3, "by side and rear"),
        ((("noaks", "soue"), ("noaks", "sweepe")), (("noaks", "soue"),), 0, "who is in contact fights"),
        ((("noaks", "soue"),), (("noaks", "soue"), ("noaks", "soue")), 0, "no fight twice|by side and rear"),
        (
            (("noaks", "soue"), ("noaks", "sweepe"), ("oswold", "sweepe")),
            (("noaks", "soue"), ("noaks", "sweepe"), ("oswold", "sweepe")),
            0,
            "by side and rear",
        ),
    ],
)
def test_fl_33_he_objects_to_fights_that_are_split_wrong(
    contacts: tuple[tuple[str, str], ...], fights: tuple[tuple[str, str], ...], penalty: int, said: str
) -> None:
    referee = seated("fire", FAR)
    for a, b in contacts:
        foes(a, b)(referee)
    blows(*fights, penalty=penalty)(referee)
    if not said:
        referee.on_MeleeFell("FL-35", {})
        return
    with pytest.raises(Objection, match=said):
        referee.on_MeleeFell("FL-35", {})


def test_fl_33_he_objects_to_one_fight_where_two_can_be() -> None:
    referee = seated("fire", FAR)
    for a, b in (("noaks", "soue"), ("noaks", "sweepe"), ("oswold", "sweepe")):
        foes(a, b)(referee)
    referee.bouts = [
        Bout("noaks", "soue", "", "draw", (3, 0)),
        Bout("noaks", "sweepe", "", "draw", (3, 3)),
        Bout("oswold", "sweepe", "", "draw", (0, 3)),
    ]
    with pytest.raises(Objection, match="only who is outnumbered fights twice"):
        referee.on_MeleeFell("FL-35", {})
