"""Every number that comes from outside has a least and a most: bodies and queries of the API, setup, settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from companion.service.settings import Settings
from companion.setup.model import Setup
from webui.game.board import BOARD_ROUTES
from webui.game.gauge import GAUGE_ROUTES
from webui.game.laying import LayAsked
from webui.game.routes import ROUTES as GAME_ROUTES
from webui.routes import ROUTES

OPEN_ROWS = {
    "UndoAsked.of": "the number of a row, compared and no more",
    "VoteGiven.of": "the same",
    "HostAsked.of": "the same",
    "HostAsked.seconds": "held to the choices that the page has",
    "CellGiven.value": "held to the chart's key",
    "LensSection.camera_matrix": "held to the picture's size",
    "LensSection.distortion": "a lens that folds the picture is refused",
    "SheetAt.id": "held to the dictionary",
    "TableSection.sheets": "held to the dictionary",
    "FigureSection.marker": "held to the dictionary",
    "TerrainSection.marker": "held to the dictionary",
    **dict.fromkeys(
        ("FrameQuery.v", "RulingsQuery.before", "TapAsked.picture", "OverlayQuery.picture"),
        "the number of something kept: looked up, and no more",
    ),
    **dict.fromkeys(("AnswerOrder.id", "AnswerRoll.id", "Close.id"), "the number of the open question: compared"),
    "LensSection.rms_px": "told, and no more",
}
"""Field -> why it needs no limits here."""


def models() -> Iterator[Any]:
    yield from (Setup, Settings, LayAsked)
    for route in ROUTES:
        yield route.query
        if route.body is not None:
            yield route.body
    yield from (asked.query for asked in GAUGE_ROUTES)
    for game_route in (*GAME_ROUTES, *BOARD_ROUTES):
        if game_route.body is not None:
            yield game_route.body


def unlimited(kind: inspect.Type, at: str) -> Iterator[str]:
    """Fields under this type in which a number has no least or no most."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from unlimited(inner, at)
        case inspect.IntType() | inspect.FloatType():
            least = kind.ge if kind.ge is not None else kind.gt
            most = kind.le if kind.le is not None else kind.lt
            if least is None or most is None:
                yield at
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for one in types:
                yield from unlimited(one, at)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from unlimited(item, at)
        case inspect.StructType(cls=cls, fields=fields) | inspect.DataclassType(cls=cls, fields=fields):
            for one in fields:
                yield from unlimited(one.type, f"{cls.__name__}.{one.name}")


@pytest.mark.parametrize("model", list(dict.fromkeys(map(str, models()))))
def test_every_number_has_a_least_and_a_most(model: str) -> None:
    (found,) = {str(one): one for one in models() if str(one) == model}.values()
    open_ = set(unlimited(inspect.type_info(found), model))
    assert open_ <= set(OPEN_ROWS), open_ - set(OPEN_ROWS)


def test_nothing_is_excused_that_needs_it_no_more() -> None:
    found = {name for model in models() for name in unlimited(inspect.type_info(model), "")}
    assert set(OPEN_ROWS) <= found


def test_a_number_without_limits_is_found() -> None:
    class Bare(msgspec.Struct):
        size: float

    assert list(unlimited(inspect.type_info(Bare), "")) == ["Bare.size"]
