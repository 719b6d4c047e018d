"""The host's dice box: one question, one roll, of the dice that were asked for."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.devices.dicebox import DiceBox, Roll, arrived, ask, close, live, said
from firmware_bridge.devices.happenings import DiceRolled, MustRepeat, RollOffered, Unused
from firmware_bridge.wire.messages import check

COMBAT = (0, 0, 1, 1, 1, 2)
ROLL = Roll(9, (COMBAT, (1, 2, 3)), (0, 1))


def rolled(number: int, faces: list[int], values: list[int]) -> dict[str, Any]:
    return {"m": "rolled", "id": number, "how": "asked" if number else "button", "faces": faces, "values": values}


def asked() -> DiceBox:
    return ask(DiceBox("dice-1"), ROLL).state


def test_asked_and_answered_once_even_after_a_replug() -> None:
    step = ask(DiceBox("dice-1"), ROLL)
    check(step.messages[0])
    again = arrived(step.state, True)
    assert again.messages == step.messages
    answer = said(again.state, rolled(9, [6, 2], [2, 2]))
    assert answer.happenings == (DiceRolled("dice-1", 9, (6, 2), (2, 2)),)
    (second,) = said(answer.state, rolled(9, [1, 1], [0, 1])).happenings
    assert isinstance(second, Unused)
    assert arrived(answer.state, True).messages == ()


@pytest.mark.parametrize(
    ("faces", "values"), [([6], [2]), ([6, 2], [1, 2]), ([7, 2], [0, 2]), ([6, 4], [2, 1]), ([6, 2, 1], [2, 2, 0])]
)
def test_a_roll_of_other_dice_is_unused(faces: list[int], values: list[int]) -> None:
    step = said(asked(), rolled(9, faces, values))
    assert [type(one) for one in step.happenings] == [Unused] and step.state.question == ROLL


def test_an_unasked_roll_is_offered_and_leaves_the_question_open() -> None:
    step = said(asked(), rolled(0, [4], [4]))
    assert step.happenings == (RollOffered("dice-1", (4,), (4,)),) and step.state.question == ROLL


def test_power_lost_while_asked() -> None:
    box = live(asked(), {"m": "live", "what": "asked", "level": 0}).state
    assert [type(one) for one in arrived(box, True).happenings] == [MustRepeat]
    assert arrived(box, False).happenings == ()


def test_closed() -> None:
    step = close(asked(), 9)
    assert step.messages == ({"m": "cancel", "id": 9},)
    assert isinstance(said(step.state, rolled(9, [6, 2], [2, 2])).happenings[0], Unused)
    assert close(asked(), 1).messages == ()
