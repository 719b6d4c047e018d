"""What is to be placed before a game begins: each thing right, off by so much, unsure, or missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.flintloque.board import drawn_terrain, told_figure
from companion.games.flintloque.game import GAME
from companion.games.placing import Placing, edge_line
from companion.service.placing import placing
from companion.table.state import Figure, Spread, TableState, TerrainPiece
from tests.companion.service.test_free_camera import Evening

STATE = GAME.begin({"seats": {"ann": "orcs", "bob": "ogre"}})
LAYOUT = GAME.layout(STATE)
SPREAD = Spread((1.0, 0.0, 1.0))


def figure(name: str, x: float, y: float) -> Figure:
    return told_figure(name, "orc", x, y, SPREAD)


def compared(
    *figures: Figure, terrain: tuple[TerrainPiece, ...] = (), seen: bool = True, **more: Any
) -> dict[str, Any]:
    assert LAYOUT is not None
    table = TableState(1, figures, terrain)
    ids = [one.id for one in figures] if seen else []
    return placing(LAYOUT, table, ids, camera=True, **more)


def one(found: dict[str, Any], name: str) -> dict[str, Any]:
    (item,) = [item for item in (*found["figures"], *found["terrain"]) if item["name"] == name]
    return dict(item)


def test_the_layout_says_where_each_side_begins_and_is_gone_with_the_first_turn() -> None:
    assert isinstance(GAME, Placing) and LAYOUT is not None
    assert GAME.layout(replace(STATE, phase="declare")) is None
    assert [(area.side, area.edge) for area in LAYOUT.areas] == [("orcs", "south"), ("ogre", "east")]
    assert LAYOUT.areas[0].outline == ((250, 10), (650, 10), (650, 90), (250, 90))
    assert "noaks" in LAYOUT.areas[0].figures and "hassle" in LAYOUT.areas[1].figures
    assert [spot.name for spot in LAYOUT.spots] == ["dead-dwarf"]
    assert GAME.layout(GAME.begin({"scenario": "two"})).spots == ()  # type: ignore[union-attr]


def test_edges_are_lines_of_the_table() -> None:
    assert LAYOUT is not None
    assert edge_line(LAYOUT, "north") == ((0, 900), (900, 900))
    assert edge_line(LAYOUT, "west") == ((0, 0), (0, 900))
    assert edge_line(LAYOUT, "") is None


@pytest.mark.parametrize(
    ("x", "y", "state", "off", "way"),
    [
        (400, 50, "matches", 0.0, (0.0, 0.0)),
        (400, 88.5, "unsure", 0.0, (0.0, 0.0)),
        (400, 91, "unsure", 1.0, (0.0, -1.0)),
        (400, 120, "off", 30.0, (0.0, -30.0)),
        (660, 50, "off", 10.0, (-10.0, 0.0)),
    ],
)
def test_a_figure_begins_anywhere_in_its_area(
    x: float, y: float, state: str, off: float, way: tuple[float, float]
) -> None:
    found = one(compared(figure("noaks", x, y)), "noaks")
    assert (found["state"], found["off_mm"], (found["dx_mm"], found["dy_mm"])) == (state, off, way)
    assert found["seen_mm"] == [x, y] and found["at_mm"] is None and found["side"] == "orcs"


def test_a_figure_that_is_not_there_is_missing_and_a_hidden_one_is_not_in_sight() -> None:
    assert one(compared(), "noaks")["state"] == "missing"
    assert one(compared(figure("noaks", 400, 50), seen=False), "noaks")["words"] == "not in sight"


def test_the_dead_dwarf_has_a_place_of_his_own() -> None:
    found = one(compared(figure("dead-dwarf", 450, 480)), "dead-dwarf")
    assert (found["at_mm"], found["seen_mm"], found["words"]) == ([450, 450], [450, 480], "off by 30 mm")
    assert one(compared(figure("dead-dwarf", 452, 449)), "dead-dwarf")["words"] == "right"


def test_a_figure_that_was_put_down_is_compared_with_its_place_and_not_with_the_area() -> None:
    told = {"noaks": (400.0, 50.0)}
    found = one(compared(figure("noaks", 430, 50), told=told), "noaks")
    assert (found["state"], found["off_mm"], found["dx_mm"]) == ("off", 30.0, -30.0)
    assert (found["at_mm"], found["seen_mm"], found["side"]) == ([400, 50], [430, 50], "orcs")
    assert one(compared(figure("noaks", 401, 50), told=told), "noaks")["words"] == "right"
    assert one(compared(told=told), "noaks")["state"] == "missing"
    assert one(compared(figure("noaks", 430, 50), told=told, seen=False), "noaks")["words"] == "not in sight"
    assert one(compared(figure("purvis", 430, 50), told=told), "purvis")["words"] == "right", "anywhere in the area"


def test_terrain_is_missing_found_or_outlined() -> None:
    wood = drawn_terrain("one")[0]
    nothing = compared()
    assert {one["state"] for one in nothing["terrain"]} == {"missing"}
    moved = replace(wood, name="found 1", outline=tuple((x + 25, y) for x, y in wood.outline))
    seen = one(compared(found=[moved]), wood.name)
    assert (seen["state"], seen["dx_mm"], seen["dy_mm"]) == ("off", -25.0, 0.0)
    assert one(compared(found=[wood]), wood.name)["words"] == "right"
    owners = replace(wood, name="my trees")
    assert one(compared(terrain=(owners,)), wood.name)["state"] == "outlined"
    other = replace(owners, kind="building")
    assert one(compared(terrain=(other,)), wood.name)["state"] == "missing", "a house is no wood"


def test_without_a_camera_nothing_is_said_to_be_right_or_wrong() -> None:
    assert LAYOUT is not None
    found = placing(LAYOUT, TableState(), (), camera=False)
    assert found["left"] is None and found["camera"] is False
    assert {(item["state"], item["words"]) for item in (*found["figures"], *found["terrain"])} == {("", "")}


def test_what_is_left_to_be_done_is_counted() -> None:
    everything = compared(
        *(figure(name, 300 + 30 * n, 50) for n, name in enumerate(LAYOUT.areas[0].figures)),  # type: ignore[union-attr]
        figure("hassle", 850, 450),
        figure("dead-dwarf", 450, 450),
        found=drawn_terrain("one"),
    )
    assert everything["left"] == 0
    assert compared(figure("noaks", 400, 50))["left"] == len(everything["figures"]) + len(everything["terrain"]) - 1


def test_every_seat_is_shown_it_until_the_game_begins(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.session.camera.looks = True
    evening.look(noaks=(450, 200))
    for seat in ("", "ann", "bob"):
        shown = evening.match.view(seat)["beside"]["placing"]
        assert one(shown, "noaks")["words"] == "off by 110 mm"
    revision = evening.match.revision
    evening.look()
    assert evening.match.revision == revision
    evening.begin()
    assert evening.match.view("ann")["beside"]["placing"] is None
    evening.close()
