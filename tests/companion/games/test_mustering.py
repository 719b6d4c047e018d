"""What every game's lists keep to, right drafts and wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.coding import plain
from companion.games.dark_age_skirmish import muster as dark_age
from companion.games.flintloque import muster as flintloque
from companion.games.mustering import (
    Blank,
    Draft,
    Form,
    Mustering,
    Ready,
    Sheet,
    players_of,
    rows_of,
    slug,
    text_of,
    usual_flaws,
)
from companion.games.shelf import GAMES, take

LISTS: Mapping[str, ModuleType] = {"dark-age-skirmish": dark_age, "flintloque": flintloque}
FORM = Form("band", "figure", (Blank("limit", "Points", "number"),), (Blank("title", "Name", "text"),), True, ())


def test_no_game_with_lists_is_missing_here() -> None:
    mustering = {name for name in GAMES if isinstance(take(name), Mustering)}
    assert mustering <= set(LISTS) and "flintloque" in mustering


def _ready() -> list[tuple[str, ModuleType, Ready]]:
    return [(f"{name} {one.title}", module, one) for name, module in LISTS.items() for one in module.FORM.ready]


@pytest.mark.parametrize(("label", "module", "ready"), _ready(), ids=[label for label, _, _ in _ready()])
def test_a_ready_list_has_no_flaw_and_a_figure_for_each_row(label: str, module: ModuleType, ready: Ready) -> None:
    sheet: Sheet = module.muster(ready.draft)
    assert sheet.flaws == ()
    assert [row.at for row in sheet.rows] == list(range(len(ready.draft["rows"])))
    assert sheet.totals and sheet.references
    assert all(len(line) == len(table.columns) for table in sheet.references for line in table.rows)
    assert plain(sheet), "pages get it as JSON"


@pytest.mark.parametrize("name", LISTS)
def test_ready_lists_fill_in_what_the_form_has(name: str) -> None:
    form: Form = LISTS[name].FORM
    for ready in form.ready:
        assert set(ready.draft) <= {"title", "player", "rows"} | {blank.name for blank in form.head}
        for row in ready.draft["rows"]:
            assert set(row) == {blank.name for blank in form.each}


@pytest.mark.parametrize("name", [name for name in GAMES if name in LISTS])
def test_a_game_begins_with_two_ready_lists(name: str) -> None:
    game = take(name)
    assert isinstance(game, Mustering)
    drafts = [
        {**ready.draft, "player": who} for ready, who in zip(game.muster_form().ready, ("ann", "bob"), strict=False)
    ]
    assert game.seats(game.begin(game.options_of(drafts))) == ("ann", "bob")
    both = [{**draft, "player": "ann"} for draft in drafts]
    assert game.seats(game.begin(game.options_of(both))) == ("ann",)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.floats(allow_nan=False) | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", LISTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_is_typed_is_a_flaw_and_never_a_fault(name: str, data: st.DataObject) -> None:
    module = LISTS[name]
    form: Form = module.FORM
    draft: dict[str, Any] = dict(data.draw(st.sampled_from(form.ready)).draft)
    keys = ["title", "player", "rows", "odd", *(blank.name for blank in form.head)]
    if data.draw(st.booleans()):
        draft[data.draw(st.sampled_from(keys))] = data.draw(JSON)
    else:
        rows = [dict(row) for row in draft["rows"]]
        rows[0][data.draw(st.sampled_from([*rows[0], "odd"]))] = data.draw(JSON)
        draft["rows"] = rows
    sheet = module.muster(draft)
    for flaw in sheet.flaws:
        assert flaw.words.endswith(".") and isinstance(flaw.where[0], str)
    plain(sheet)


def test_a_list_with_a_flaw_begins_no_game() -> None:
    for module in LISTS.values():
        wrong: Draft = {**module.FORM.ready[0].draft, "rows": []}
        with pytest.raises(ValueError, match=r"\w"):
            module.options_of([wrong])


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Svein the Red", "svein-the-red"),
        ("Ælfric", "aelfric"),
        ("Björn", "bjorn"),
        ("  ", ""),
        ("../x", "x"),
        ("龍", ""),
        ("a" * 60, "a" * 40),
    ],
)
def test_slug(words: str, name: str) -> None:
    assert slug(words) == name


@pytest.mark.parametrize(
    ("draft", "where"),
    [
        ({"title": "A", "rows": [{"title": "x"}], "limit": 3}, []),
        ({"rows": []}, [("title",)]),
        ({"title": "A" * 41, "rows": []}, [("title",)]),
        ({"title": "A", "player": "a\nb", "rows": []}, [("player",)]),
        ({"title": "A", "rows": [], "colour": 1}, [("colour",)]),
        ({"title": "A"}, [("rows",)]),
        ({"title": "A", "rows": [{}] * 61}, [("rows",)]),
        ({"title": "A", "rows": [3, {"odd": 1}]}, [("rows", 0), ("rows", 1, "odd")]),
    ],
)
def test_usual_flaws(draft: Draft, where: list[tuple[str | int, ...]]) -> None:
    assert [flaw.where for flaw in usual_flaws(draft, FORM)] == where


def test_a_list_without_a_player_has_a_seat_of_its_own() -> None:
    drafts = [{"player": "ann"}, {"player": ""}, {"player": "ann"}]
    assert players_of(drafts, ["a", "b", "c"]) == {"ann": ["a", "c"], "b": ["b"]}


@pytest.mark.parametrize(("read", "draft", "said"), [(text_of, {}, ""), (text_of, {"title": 3}, "")])
def test_what_is_not_there_is_empty(read: Callable[..., str], draft: Draft, said: str) -> None:
    assert read(draft, "title") == said and rows_of(draft) == []
