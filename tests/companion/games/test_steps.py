"""The small pieces that rules are written with."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.games.steps import length, teller, turn_key


@dataclass(frozen=True, slots=True)
class Turn:
    turn: int


@pytest.mark.parametrize(("events", "after"), [((), 1), ((2,), 3), ((2, 3), 6)])
def test_events_are_told_in_order_and_folded(events: tuple[int, ...], after: int) -> None:
    telling = teller(lambda state, event: state + event)(1, *events)
    told = []
    while True:
        try:
            told.append(next(telling))
        except StopIteration as stop:
            assert stop.value == after
            break
    assert tuple(told) == events


def test_the_same_question_has_another_key_in_another_turn() -> None:
    assert turn_key(Turn(3), "FL-16", "morale", "fergus") == "FL-16/morale/fergus, turn 3"
    assert turn_key(Turn(4), "FL-16", "morale", "fergus") != turn_key(Turn(3), "FL-16", "morale", "fergus")


@pytest.mark.parametrize(
    ("mm", "sigma_mm", "said"),
    [(0, 0, "0.0 cm"), (234, 0, "23.4 cm"), (234, 1, "23.4 ± 0.2 cm"), (234, 0.001, "23.4 ± 0.1 cm")],
)
def test_a_measured_length_has_its_sigma_and_a_typed_one_none(mm: float, sigma_mm: float, said: str) -> None:
    assert length(mm, sigma_mm) == said
