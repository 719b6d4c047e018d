"""Warbands as unit lists: points, flaws where they were typed, and what is on paper."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.dark_age_skirmish.bands import READY, read_bands
from companion.games.dark_age_skirmish.muster import FORM, muster, options_of

SVEIN: dict[str, Any] = {"title": "Svein the Red", "type": "warrior", "arms": ["sword"], "shield": "large"}
OSRIC: dict[str, Any] = {"title": "Osric", "type": "warrior", "arms": ["bow"], "missiles": 12}


def draft(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "The Ravens", "rows": list(rows), **more}


def test_names_and_points_come_by_themselves() -> None:
    sheet = muster(draft(SVEIN, OSRIC, limit=8, player="ann"))
    assert not sheet.flaws and sheet.player == "ann"
    assert dict(sheet.totals) == {"points": "5 of 8", "figures": "2", "can ride": "0"}
    assert dict(sheet.rows[1].figures) == {"Strength": "6", "Agility": "7", "Bravery": "7", "Points": "3"}
    assert dict(sheet.rows[1].boxes) == {"wounds": 6, "fatigue": 12, "missiles": 12}
    assert sheet.rows[0].lines == ("warrior, sword, large shield",)


def test_da_36_rage_is_in_brackets() -> None:
    row = muster(draft({"title": "Ulf", "type": "berserker", "arms": ["axe"]})).rows[0]
    assert dict(row.figures) == {"Strength": "7 (9)", "Agility": "7 (8)", "Bravery": "9", "Points": "5"}
    assert dict(row.boxes) == {"wounds": 7, "fatigue (+4)": 14}


@pytest.mark.parametrize(
    ("rows", "more", "where", "said"),
    [
        ([SVEIN, {**OSRIC, "title": ""}], {}, ("rows", 1, "title"), "its name on the table is missing"),
        ([SVEIN, SVEIN], {}, ("rows", 1, "title"), "The name svein-the-red is there twice"),
        ([SVEIN, {**OSRIC, "name": "Os"}], {}, ("rows", 1, "name"), "must be small letters"),
        ([SVEIN, {**OSRIC, "arms": ["bow", "gun"]}], {}, ("rows", 1, "arms"), "'gun' is no weapon"),
        ([SVEIN, {**OSRIC, "mounted": True}], {}, ("rows", 1, "twin"), "only figures that have one may ride (DA-2)"),
        ([SVEIN], {"limit": 1}, ("limit",), "The Ravens is too dear by 1 point: 2 of 1."),
        ([SVEIN], {"mail": 21}, ("mail",), "from 0 to 20"),
        ([], {}, ("rows",), "The Ravens has no people"),
        ([SVEIN], {"title": "龍"}, None, ""),
    ],
)
def test_flaws_stand_where_they_were_typed(
    rows: list[dict[str, Any]], more: dict[str, Any], where: tuple[str | int, ...] | None, said: str
) -> None:
    flaws = muster(draft(*rows, **more) | more).flaws
    assert [flaw.where for flaw in flaws] == ([] if where is None else [where])
    assert all(said in flaw.words for flaw in flaws)


def test_a_row_without_a_type_is_not_counted_and_the_rest_keep_their_numbers() -> None:
    sheet = muster(draft({**SVEIN, "type": "king"}, OSRIC))
    assert [(row.at, row.title) for row in sheet.rows] == [(1, "Osric")]
    assert [flaw.where for flaw in sheet.flaws] == [("rows", 0, "type")]


def test_da_35_prices_are_the_table_s() -> None:
    free = muster(draft(SVEIN))
    assert free.notes == ("Free here, as the text prints no price and none is agreed on: large shield (DA-35).",)
    agreed = muster(draft(SVEIN, **{"large shield": 2}))
    assert agreed.notes == () and dict(agreed.totals)["points"] == "4"


def test_da_2_too_many_riders_are_noted() -> None:
    rows = [{**SVEIN, "title": f"S{n}", "twin": f"s{n}-mounted"} for n in range(3)]
    assert any("3 of 3 can ride" in note for note in muster(draft(*rows, **{"large shield": 0, "horse": 0})).notes)


def test_ready_bands_come_out_as_they_went_in() -> None:
    options = options_of([ready.draft for ready in FORM.ready])
    bands = read_bands(options["bands"])
    assert {name: [p.name for p in band.people] for name, band in bands.items()} == {
        name: [p.name for p in band.people] for name, band in READY.items()
    }
    assert options["seats"] == {name: [name] for name in READY}


def test_lists_that_do_not_go_together() -> None:
    one = draft(SVEIN)
    with pytest.raises(ValueError, match="two lists are called 'The Ravens'"):
        options_of([one, draft(OSRIC)])
    with pytest.raises(ValueError, match="svein-the-red is in The Ravens and in Wolves"):
        options_of([one, {**one, "title": "Wolves"}])
