"""What the API takes in its query strings, as models that validate requests and make /openapi.json."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from werkzeug.datastructures import MultiDict

from companion.setup.wanted import sentence
from webui.faults import Refused

Spot = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=80,
        description='A figure\'s id, or a point on the table as "x,y" in mm.',
        examples=["ansel", "120.5,80"],
    ),
]


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is asked for."""


class MeasureQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two spots."""

    a: Spot
    b: Spot


class TapeQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`p`, once for each spot, in order."""

    p: Annotated[list[Spot], msgspec.Meta(min_length=2, max_length=50, description="A spot; repeat it for each one.")]


class FrameQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """straight=1: as seen from above, covering the table's extent.

    width: at most so wide. v: the picture's number, for caches.
    """

    straight: bool = False
    width: Annotated[int, msgspec.Meta(ge=64, le=4096)] | None = None
    v: Annotated[int, msgspec.Meta(ge=0)] | None = None


class LinesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """device: its id."""

    device: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class RulingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """figure: its id; left out: all. before: only those whose `n` is lower. hands=0: without those that say only that
    something came before a figure and went."""

    figure: Annotated[str, msgspec.Meta(min_length=1, max_length=80)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    before: Annotated[int, msgspec.Meta(ge=1)] | None = None
    hands: bool = True


class OverlayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """picture: its number, as in the header X-Picture."""

    picture: Annotated[int, msgspec.Meta(ge=1)]


Q = TypeVar("Q", bound=msgspec.Struct)


def read_query(args: MultiDict[str, str], model: type[Q]) -> Q:
    """The query as the model; raises `Refused` with the name of what is wrong."""
    fields = {field.name: field for field in msgspec.structs.fields(model)}
    raw: dict[str, object] = {}
    for name in args:
        if name not in fields:
            known = ", ".join(fields) or "none"
            raise Refused("bad_query", f"Unknown query field {name[:40]!r}. Known here: {known}.", name[:40])
        values = args.getlist(name)
        if name == "p":
            raw[name] = values
        elif len(values) > 1:
            raise Refused("bad_query", f"The query field {name!r} is given {len(values)} times; once is enough.", name)
        else:
            raw[name] = values[0]
    for name, field in fields.items():
        if field.required and name not in raw:
            raise Refused("bad_query", f"The query field {name!r} is missing.", name)
    try:
        return msgspec.convert(raw, model, strict=False)
    except msgspec.ValidationError as wrong:
        where = str(wrong).partition(" - at ")[2].strip("`").removeprefix("$.") or None
        raise Refused("bad_query", f"In the query {sentence(str(wrong), raw)}", where) from None
