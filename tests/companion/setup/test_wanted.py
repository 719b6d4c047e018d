"""The checker's sentences in words; every kind of them that our models can make."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from companion.setup.wanted import path_of, sentence, wanted


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    height_mm: Annotated[float, Meta(ge=0, le=1000)] = 0.0
    above: Annotated[float, Meta(gt=0)] = 1.0
    count: Annotated[int, Meta(ge=1)] = 1
    name: Annotated[str, Meta(min_length=1, max_length=5)] = "a"
    corners: Annotated[list[tuple[float, float]], Meta(min_length=1, max_length=2)] = []
    kind: Literal["hill", "wall"] = "hill"
    on: bool = False
    ring: str | None = None


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    pieces: list[Inner]


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ({"height_mm": 999999}, "pieces[1].height_mm must be a number of 1000 at most, not 999999."),
        ({"height_mm": -1}, "pieces[1].height_mm must be a number of 0 or more, not -1."),
        ({"height_mm": "tall"}, 'pieces[1].height_mm must be a number, not "tall".'),
        ({"height_mm": None}, "pieces[1].height_mm must be a number, not nothing."),
        ({"above": 0}, "pieces[1].above must be a number above 0, not 0."),
        ({"count": 0}, "pieces[1].count must be a whole number of 1 or more, not 0."),
        ({"count": 1.5}, "pieces[1].count must be a whole number, not 1.5."),
        ({"name": ""}, 'pieces[1].name must be text of 1 character or more, not "".'),
        ({"name": "x" * 99}, f'pieces[1].name must be text of 5 characters at most, not "{"x" * 57}...".'),
        ({"corners": []}, "pieces[1].corners must be a list of 1 or more, not an empty list."),
        ({"corners": [[1, 2]] * 3}, "pieces[1].corners must be a list of 2 at most, not a list of 3."),
        ({"corners": [[1, 2, 3]]}, "pieces[1].corners[1] must be a list of 2, not a list of 3."),
        ({"corners": {"x": 1}}, "pieces[1].corners must be a list, not an object."),
        ({"kind": "hil"}, 'pieces[1].kind cannot be "hil".'),
        ({"on": "yes"}, 'pieces[1].on must be true or false, not "yes".'),
        ({"ring": 3}, "pieces[1].ring must be text, not 3."),
        ({"colour": "\x1b[2J"}, "colour is not known here."),
    ],
)
def test_a_value_that_is_none(piece: dict[str, Any], said: str) -> None:
    raw = {"pieces": [piece]}
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(raw, Outer)
    assert sentence(str(wrong.value), raw) == said


@pytest.mark.parametrize(
    ("raw", "said"),
    [({}, "pieces is missing."), ([], "this must be an object, not an empty list."), ({"pieces": 3}, "pieces must be")],
)
def test_the_whole_is_none(raw: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(raw, Outer)
    assert sentence(str(wrong.value), raw).startswith(said)


def test_where_it_is() -> None:
    assert path_of("Expected `int` - at `$.terrain[2].outline_mm[0]`") == ("terrain", 2, "outline_mm", 0)
    assert path_of("Expected `int`") == ()
    assert wanted("Expected `int | null`, got `str`") == "a whole number"
