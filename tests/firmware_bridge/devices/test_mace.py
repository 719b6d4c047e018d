"""The host's mace: one question, one answer, over replugs, power cuts and late results."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.devices.happenings import MustRepeat, OrderDrawn, Unused
from firmware_bridge.devices.mace import Mace, Question, arm, arrived, close, live, said

QUESTION = Question(7, 3, ("red", "blue", "green"))
ARM = {"m": "arm", "id": 7, "round": 3, "colours": ["red", "blue", "green"]}


def result(number: int = 7, in_round: int = 3, order: tuple[str, ...] = ("blue", "red", "green")) -> dict[str, Any]:
    return {"m": "result", "id": number, "round": in_round, "order": list(order)}


def armed() -> Mace:
    return arm(Mace("mace-1"), QUESTION).state


def test_a_question_is_put_and_answered_once() -> None:
    step = arm(Mace("mace-1"), QUESTION)
    assert step.messages == (ARM,)
    answer = said(step.state, result())
    assert answer.happenings == (OrderDrawn("mace-1", 7, 3, ("blue", "red", "green")),)
    assert (answer.state.question, answer.state.stage, answer.state.order) == (None, "drawn", ("blue", "red", "green"))
    (late,) = said(answer.state, result()).happenings
    assert isinstance(late, Unused) and "Round 3 is closed" in late.sentence


@pytest.mark.parametrize(
    "message", [result(6), result(7, 4), result(order=("blue", "red")), result(order=("blue", "red", "cyan"))]
)
def test_an_answer_to_another_question_is_unused(message: dict[str, Any]) -> None:
    step = said(armed(), message)
    assert [type(one) for one in step.happenings] == [Unused]
    assert step.state == armed()


def test_closed_elsewhere() -> None:
    step = close(armed(), 7)
    assert step.messages == ({"m": "cancel", "id": 7},) and step.state.question is None
    assert isinstance(said(step.state, result()).happenings[0], Unused)
    assert close(armed(), 8).messages == ()


@pytest.mark.parametrize(
    ("stage", "is_new_boot", "told"), [("shaking", True, True), ("shaking", False, False), ("armed", True, False)]
)
def test_back_again_the_question_is_put_again(stage: str, is_new_boot: bool, told: bool) -> None:
    mace = live(armed(), {"m": "live", "what": stage, "level": 3}).state
    step = arrived(mace, is_new_boot)
    assert step.messages == (ARM,)
    assert [type(one) for one in step.happenings] == [MustRepeat] * told


def test_back_again_with_nothing_asked() -> None:
    assert arrived(Mace("mace-1"), True).messages == ()


def test_live() -> None:
    mace = live(armed(), {"m": "live", "what": "shaking", "level": 60}).state
    assert (mace.stage, mace.level) == ("shaking", 60)
