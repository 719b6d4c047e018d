"""What is told before a move or a shot: a way at each pace, a range with its bands and sight."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.game import GAME
from companion.games.gauging import Ranging, Reaching, Tried
from companion.games.mustering import Mustering
from companion.games.placing import Placing
from tests.companion.games.dark_age_skirmish.scene import OPEN, begin, box, do, position, refusal, seen, with_terrain

SCENE = {"svein": (40, 30), "osric": (60, 30)}
BUSHES = with_terrain(box("bushes", "rough", (45, 0), (50, 60), 14))


def ways(state: Any, name: str, *points: tuple[float, float], table: Any = OPEN) -> dict[str, Tried]:
    """Pace -> the way; points in cm."""
    return {one.rate: one for one in GAME.ways_to(state, table, name, [(10 * x, 10 * y) for x, y in points])}


def test_the_game_is_gauged_placed_and_listed() -> None:
    for protocol in (Reaching, Ranging, Placing, Mustering):
        assert isinstance(GAME, protocol)
    with pytest.raises(KeyError):
        GAME.reaches(begin(), OPEN, "svein")
    with pytest.raises(KeyError):
        ways(begin(), "svein", (45, 45))


def test_da_7_a_way_says_how_far_through_what_and_with_how_many_rolls() -> None:
    found = ways(position(SCENE), "svein", (51.5, 30), table=BUSHES)
    assert [(one.rate, one.verdict) for one in found.values()] == [
        ("walk", "too far"),
        ("run", "legal"),
        ("sprint", "legal"),
    ]
    assert found["walk"].excess_mm == 55.0
    assert found["run"].why == ("through bushes: bad going", "1 Agility roll, or he falls", "1 fatigue point")
    assert found["sprint"].why[1] == "2 Agility rolls, or he falls"
    assert ways(position(SCENE), "svein", (60.5, 30))["sprint"].bar.startswith("No base may end on another")
    assert ways(position(SCENE), "svein", (40.5, 0.5))["sprint"].bar == "Its base would not be on the table."


def test_da_7_a_player_may_bend_the_way_and_the_move_is_judged_so() -> None:
    state = position(SCENE, "svein")
    bent = ways(state, "svein", (40, 33), (44, 33))
    assert bent["walk"].spent_mm == 70.0 and bent["walk"].verdict == "too far"
    said = refusal(state, "ann", "walk:svein", to=[440.0, 330.0], by=[[400.0, 330.0]])
    assert "7.0 cm; a walk goes 6.0 cm" in said.reason
    told = do(state, "ann", "run:svein", {"DA-21": 9}, to=[440.0, 330.0], by=[[400.0, 330.0]])
    assert (told.only(e.FigureMoved).spent_mm, told.only(e.FigureMoved).facing) == (70.0, 0)


def test_da_8_a_range_has_its_bands_what_they_need_and_what_is_seen() -> None:
    state = position(SCENE)
    found = GAME.ranged(state, OPEN, "osric", "svein")
    assert (found.mm, found.sigma_mm, found.source) == (180.0, 0.0, "map")
    assert [(band.name, band.note) for band in found.bands] == [("bow, short", "less than 5")]
    assert found.sight is not None and found.sight.proposed == "clear" and found.notes == ()
    hut = with_terrain(box("hut", "building", (48, 20), (52, 40), 60))
    hidden = GAME.ranged(state, hut, "osric", "svein")
    assert hidden.bands[0].note == "no shot" and hidden.sight is not None and hidden.sight.blocker == "hut"
    assert GAME.ranged(state, OPEN, "svein", "osric").notes[0] == "Svein has nothing to shoot or throw"


def test_da_8_where_two_bands_are_possible_both_are_told() -> None:
    state = position({"svein": (40, 30), "osric": (67, 30)})
    found = GAME.ranged(state, seen(state, 1.0), "osric", "svein")
    assert found.source == "camera" and found.sigma_mm > 0
    assert {band.name for band in found.bands} == {"bow, short", "bow, medium"}
    centre = GAME.ranged(position(SCENE, ranges="centre"), OPEN, "osric", "svein")
    assert centre.mm == 200.0


def test_before_the_first_turn_it_is_told_what_to_place_where() -> None:
    layout = GAME.layout(begin())
    assert layout is not None and layout.width_mm == 900
    north = layout.areas[0]
    assert (north.side, north.title, north.edge) == ("north", "North", "south")
    assert "rider-mounted" in north.figures
    assert {piece.name for piece in layout.terrain} >= {"long hut", "oak wood"}
    assert GAME.layout(position(SCENE)) is None


def test_what_comes_next_is_worked_out_beforehand() -> None:
    assert len(list(GAME.foresee(position(SCENE, "svein"), OPEN))) == 3
    assert list(GAME.foresee(begin(), OPEN)) == []
