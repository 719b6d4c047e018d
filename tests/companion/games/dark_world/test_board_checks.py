"""Ours passes every check; each kind of fault in a board has its sentence, its place and its squares."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.autoplay import play_random
from companion.games.dark_world.board_checks import board_of, complaints
from companion.games.dark_world.board_file import BoardFault, board_text, spread_out, take_board
from companion.games.dark_world.game import GAME
from companion.games.dark_world.printed import BOARD_FILE
from companion.table.state import TableState
from tests.companion.games.dark_world import invariants

Data = dict[str, Any]


def changed(change: Callable[[Data], object]) -> Data:
    data = copy.deepcopy(spread_out(BOARD_FILE))
    change(data)
    return data


def zone(data: Data, name: str) -> Data:
    found: Data = next(z for z in data["zones"] if z["name"] == name)
    return found


def test_ours_passes() -> None:
    assert complaints(BOARD_FILE) == ()


FAULTS: tuple[tuple[Callable[[Data], object], str], ...] = (
    (lambda d: d["zones"].remove(zone(d, "room 4")), "Room 4 is missing."),
    (lambda d: zone(d, "room 4").update(room=3), "Room 3 is there 2 times."),
    (lambda d: zone(d, "room 4").update(room=0), "room 4 is a room and needs its number."),
    (lambda d: zone(d, "stairs").update(room=2), "stairs has a room's number but is none."),
    (lambda d: d["zones"].remove(zone(d, "throne")), "The board needs one zone of kind throne."),
    (lambda d: zone(d, "throne")["squares"].append("5,15"), "throne needs exactly one square."),
    (lambda d: zone(d, "stairs")["squares"].clear(), "stairs needs at least one square."),
    (lambda d: zone(d, "room 2")["squares"].append("5,0"), "Square 5,0 is in room 2 and in room 1."),
    (lambda d: zone(d, "room 2")["squares"].append("6,0"), "Square 6,0 is in room 2 twice."),
    (lambda d: zone(d, "room 2")["squares"].append("20,20"), "room 2 is not in one piece: square 20,20"),
    (lambda d: d["doors"].pop(4), "Into room 5 no door leads"),
    (lambda d: d["doors"].append(d["doors"][0]), "Into room 1 2 doors lead"),
    (lambda d: d["doors"][0].update(before="2,9"), "The door into room 1 stands at square 2,9, which is in no zone."),
    (lambda d: d["doors"][0].update(before="3,0"), "The door into room 1 has room 1 on both sides"),
    (lambda d: d["doors"][0].update(before="2,2"), "between squares 2,2 and 3,1, which do not touch"),
    (lambda d: d["doors"][1].update(behind="5,2", before="5,3"), "The door into room 2 has room 1 behind it"),
    (lambda d: d["doors"][7].update(before="7,9", behind="7,8"), "leads from Doomstep; it must lead from a room"),
    (lambda d: d["secret_doors"].pop(), "one secret door in each of the rooms 1 and 4 (DW-31)"),
    (lambda d: d["secret_doors"][0].update(square="5,4", far="5,3"), "The secret door of room 1 has room 4 on both"),
    (
        lambda d: d["secret_doors"][0].update(square="6,2", far="6,3"),
        "has its numbered square in room 2, at square 6,2",
    ),
    (lambda d: d["secret_doors"][0].update(square="3,0", far="2,0"), "leads to Castle Entrance, which is no room"),
    (lambda d: d["ways"][1].update(b="9,9"), "An open way leads to square 9,9, which is in no zone."),
    (lambda d: d["ways"].pop(0), "The Arch is missing"),
    (lambda d: d["ways"][0].update(one_way=False), "only the Arch leads out"),
    (lambda d: d["ways"][1].update(one_way=True), "Only the Arch, from a room to the Doomstep, leads one way."),
    (lambda d: d["ways"].append({"a": "2,10", "b": "3,10"}), "An open way has lower level on both sides"),
    (lambda d: d["ways"].append({"a": "0,0", "b": "8,8"}), "An open way joins Castle Entrance and room 8"),
    (lambda d: d["places"].update(fountain="4,4"), "The fountain is on square 4,4; it must be in the Castle Entrance."),
    (lambda d: d["places"].update(teleport="0,2"), "Fountain and Teleport are on one square."),
    (lambda d: d["places"]["starts"].append("4,4"), "Heroes cannot begin on square 4,4"),
    (lambda d: d["places"].update(starts=["1,1", "1,0", "1,2"]), "Four Heroes need four squares to begin on"),
    (lambda d: d["haunter"].update(last=7), "from 0 to 7 are 8."),
    (lambda d: d["haunter"].update(first=9, last=1), "The Haunter's row along the board's row 9 crosses no room."),
    (lambda d: d["camera"].update(rows=[8, 0]), "the camera has its first line past its last"),
    (lambda d: d["camera"].update(columns=[20, 22]), "the camera holds no square"),
    (lambda d: d["ways"].pop(-1), "Nobody can reach throne from the Castle Entrance."),
    (lambda d: zone(d, "room 3").update(squares=["7,3", "6,3", "6,4", "8,3"]), ""),
    (lambda d: zone(d, "room 3").update(squares=["7,3", "6,3", "6,4"]), "two Monsters and a chest need three"),
    (
        lambda d: zone(d, "Castle Entrance").update(squares=["0,0", "1,0", "2,0", "2,1", "2,2", "1,1", "0,1", "0,2"]),
        "1,2",
    ),
    (lambda d: zone(d, "lower level").update(squares=["2,10", "2,11"]), "which is in no zone"),
)


@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[str(n) for n in range(len(FAULTS))])
def test_a_fault_has_its_sentence(change: Callable[[Data], object], said: str) -> None:
    found = complaints(take_board(changed(change)))
    if not said:
        assert found == ()
        return
    assert any(said in complaint.sentence for complaint in found), found
    assert all(complaint.sentence.endswith(".") for complaint in found)


def other_board(data: Data) -> None:
    """The castle's rooms the other way round, one of them no block, and the Haunter counted from the other end."""
    data.update(status="owner", source="typed by the owner")
    zone(data, "room 5")["squares"].remove("1,3")
    data["haunter"] = {"along": "columns", "first": 8, "last": 0}
    data["places"].update(fountain="0,1", teleport="2,2", starts=["0,0", "1,0", "2,0", "1,1", "1,2"])


OTHER = board_text(take_board(changed(other_board)))


def test_a_game_is_played_on_the_owners_board() -> None:
    board = board_of(OTHER)
    assert board.haunted(1) == (*(f"8,{y}" for y in range(9)), "8,11")
    options = {**GAME.sample_options(random.Random(3)), "board": OTHER, "discs": "house", "die": "house"}
    state = GAME.begin(options)
    view = GAME.view(state, TableState(), "")["board"]
    assert (view["status"], view["fountain"], view["haunter"]["lines"][0]) == ("owner", "0,1", 8)
    for seed in (1, 2, 3):
        played = play_random(GAME, seed, options, heard=lambda step, state: invariants.check(state))
        assert played.end.scores


def test_a_board_that_cannot_be_played_on_begins_no_game() -> None:
    with pytest.raises(BoardFault, match="Room 4 is missing"):
        GAME.begin({"board": board_text(take_board(changed(FAULTS[0][0])))})
    for said in ("file", "mine", 3):
        with pytest.raises(ValueError, match="option board"):
            GAME.begin({"board": said})


def turned(data: Data) -> None:
    """The whole board with its columns for rows."""

    def turn(square: str) -> str:
        column, row = square.split(",")
        return f"{row},{column}"

    for one in data["zones"]:
        one["squares"] = [turn(square) for square in one["squares"]]
    for part in (*data["doors"], *data["secret_doors"], *data["ways"]):
        part.update({name: turn(value) for name, value in part.items() if isinstance(value, str)})
    places = data["places"]
    places.update(fountain=turn(places["fountain"]), teleport=turn(places["teleport"]))
    places["starts"] = [turn(square) for square in places["starts"]]
    data["haunter"]["along"] = "columns"


def test_on_a_board_that_is_turned_games_are_played_to_the_end() -> None:
    text = board_text(take_board(changed(turned)))
    for seed in (1, 2):
        options = {**GAME.sample_options(random.Random(seed)), "discs": "house", "die": "house"}
        for layout in ("inferred", text):
            played = play_random(GAME, seed, {**options, "board": layout}, heard=lambda _, s: invariants.check(s))
            assert played.end.scores
    assert {turn_back(s) for s in board_of(text).haunted(3)} == set(board_of("inferred").haunted(3))


def turn_back(square: str) -> str:
    column, row = square.split(",")
    return f"{row},{column}"
