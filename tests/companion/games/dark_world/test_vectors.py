"""The book's own examples of the Teleport, played from the set-up on as scripts: DW-29, and the squares just beyond.

In both a Hero has opened the doors, and another one who stayed at home jumps.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.dark_world.game import GAME
from companion.games.dark_world.state import State
from companion.games.script import Refused, play_script
from companion.games.transcript import Transcript
from tests.needs import ROOT

VECTORS = ROOT / "tests" / "vectors" / "games"


def played(name: str, square: str) -> State:
    *lines, last = (VECTORS / f"dark-world-dw-29-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    jump: dict[str, Any] = {**json.loads(last), "fields": {"square": square}}
    state: State = play_script(GAME, [*lines, json.dumps(jump)], Transcript(GAME, lambda entry, said: None))
    return state


@pytest.mark.parametrize(
    ("name", "doors", "front", "found", "beyond"),
    [
        ("in-order", (1, 2, 3, 4, 5), "3,4", "3,3", "2,4"),  # somebody stands on 3,4: the nearest free square behind
        ("bypassed", (1, 2, 3, 4, 8), "6,4", "6,4", "5,4"),
    ],
)
def test_dw_29_the_teleport_leads_to_the_square_before_the_last_open_door(
    name: str, doors: tuple[int, ...], front: str, found: str, beyond: str
) -> None:
    state = played(name, front)
    assert state.doors == doors
    assert front == next(door.before for door in state.board.doors if door.into == state.doors[4 if 5 in doors else 3])
    assert state.heroes["dwarf"].square == found
    with pytest.raises(Refused) as refused:
        played(name, beyond)
    assert refused.value.refusal.rule == "DW-28"
