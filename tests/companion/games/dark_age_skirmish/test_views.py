"""What a phone is shown: the map, record sheets, the log; and that nothing is secret."""

from __future__ import annotations

import random
from typing import Any

from companion.games.dark_age_skirmish.game import GAME
from companion.games.dark_age_skirmish.state import State
from companion.games.dark_age_skirmish.telling import LINES
from tests.companion.games.dark_age_skirmish.scene import OPEN, figure, position

SCENE = {"svein": (40, 30), "osric": (42, 30), "rider": (60, 30)}


def one(state: State, name: str) -> dict[str, Any]:
    return next(shown for shown in GAME.view(state, OPEN, "ann")["figures"] if shown["name"] == name)


def test_the_record_sheet_has_counters_fatigue_aims_and_missiles() -> None:
    state = position(SCENE, "osric", fights=(("svein", "osric"),))
    state = figure(state, "osric", wounds=2, tired=1, aims=2, spent=3)
    shown = one(state, "osric")
    assert (shown["wounds"], shown["lost"], shown["aims"], shown["missiles"], shown["tired"]) == (6, 2, 2, 12, 1)
    assert (shown["strength"], shown["agility"], shown["bravery"]) == (3, 4, 7)
    assert (shown["fatigue"], shown["fatigue_total"]) == (5, 8)
    assert {"tired", "aimed 2", "12 missiles", "fights Svein", "St 3"} <= set(shown["notes"])
    assert "yet to act" not in shown["notes"] and "yet to act" in one(state, "svein")["notes"]


def test_the_map_has_places_facings_bases_and_terrain() -> None:
    view = GAME.view(position(SCENE, "svein"), OPEN, "ann")
    rider = one(position(SCENE), "rider")
    assert (rider["x_mm"], rider["facing_deg"], rider["base_mm"], rider["token"]) == (600, 0, 30, "rider-mounted")
    assert view["sees_deg"] == 120 and view["table"]["width_mm"] == 900
    assert view["prompt"] == "Turn 2: your Svein acts"
    assert GAME.view(position(SCENE), OPEN, "bob")["prompt"] == "Turn 2: the North"


def test_every_seat_is_shown_the_same_but_for_its_words() -> None:
    state = position(SCENE, "svein")
    ann, nobody = GAME.view(state, OPEN, "ann"), GAME.view(state, OPEN, "")
    assert {key for key in ann if ann[key] != nobody[key]} <= {"prompt"}
    assert GAME.hide(state, "bob", random.Random(1)) is state


def test_every_event_of_a_game_has_a_line_or_is_told_by_others() -> None:
    silent = {"FigureDone", "TurnClosed"}
    assert set(GAME.events) - {kind.__name__ for kind in LINES} == silent
