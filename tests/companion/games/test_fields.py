"""Fields say what is wrong with a value, and what they sample is right."""

from __future__ import annotations

import random

import pytest

from companion.games.fields import Field, Figures, OneOf, Range
from companion.games.regions import Cells

FIELDS: list[Field] = [OneOf(("a", 2)), Range(0, 3), Figures(("x", "y", "z"), 1, 2), Cells(("1,1",))]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: type(field).__name__)
def test_a_sample_fits(field: Field) -> None:
    for seed in range(50):
        assert field.complaint(field.sample(random.Random(seed))) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (OneOf(("a", 2)), "b"),
        (OneOf((1,)), True),
        (OneOf(("a",)), ["a"]),
        (Range(0, 3), 4),
        (Range(0, 3), -1),
        (Range(0, 3), True),
        (Range(0, 3), "2"),
        (Range(0, 3), 1.5),
        (Figures(("x", "y"), 1, 2), []),
        (Figures(("x", "y"), 1, 2), ["x", "x"]),
        (Figures(("x", "y"), 1, 2), ["w"]),
        (Figures(("x", "y"), 1, 2), "x"),
    ],
)
def test_what_does_not_fit_is_told(field: Field, value: object) -> None:
    assert field.complaint(value)


def test_a_range_of_one() -> None:
    assert Range(0, 0).complaint(0) is None
    assert Range(0, 0).sample(random.Random(1)) == 0
