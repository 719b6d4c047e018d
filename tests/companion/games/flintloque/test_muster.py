"""Sides as unit lists: what their sheets say after earlier games, and what is wrong with a record."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.flintloque.muster import FORM, muster, options_of
from companion.games.flintloque.options import read_options
from companion.games.flintloque.printed import NAMES, SIDES

ORCS = FORM.ready[0].draft


def with_row(at: int = 1, **changes: Any) -> dict[str, Any]:
    rows = [dict(row) for row in ORCS["rows"]]
    rows[at] |= changes
    return {**ORCS, "rows": rows}


def test_fl_36_to_39_every_character_is_in_a_ready_side() -> None:
    assert [ready.draft["side"] for ready in FORM.ready] == list(SIDES)
    assert [row["name"] for ready in FORM.ready for row in ready.draft["rows"]] == list(NAMES)


def test_fl_3_a_level_changes_the_sheet() -> None:
    raw = dict(muster(ORCS).rows[1].figures)
    average = dict(muster(with_row(level="average")).rows[1].figures)
    assert (raw["Melee"], raw["Morale"], raw["Firing"]) == ("+2", "+0", "-1")
    assert (average["Melee"], average["Morale"], average["Firing"]) == ("+4", "+2", "+0")


def test_fl_36_what_the_text_has_lost_is_marked() -> None:
    sheet = muster(ORCS)
    marked = {row.title for row in sheet.rows if any("*" in said for _, said in row.figures)}
    assert marked == {"Singleturn"} and any(note.startswith("*") for note in sheet.notes)


def test_fl_5_wounds_that_are_missing_are_no_boxes() -> None:
    sheet = muster(with_row(0, wounds=1))
    assert sheet.rows[0].boxes == (("wounds", 2),)
    assert dict(sheet.totals)["wounds missing"] == "1"


@pytest.mark.parametrize(
    ("at", "changes", "field", "said"),
    [
        (1, {"level": "general"}, "level", "'general' is no experience"),
        (0, {"level": "raw"}, "level", "Oswold is experienced in print"),
        (1, {"games": 3}, "games", "Noaks: 0 to 2 games at raw"),
        (1, {"games": -1}, "games", "0 to 2 games"),
        (1, {"games": True}, "games", "0 to 2 games"),
        (0, {"wounds": 3}, "wounds", "Oswold has 3 wounds"),
        (1, {"name": "hassle"}, "name", "'hassle' is nobody of the orcs"),
    ],
)
def test_flaws(at: int, changes: dict[str, Any], field: str, said: str) -> None:
    flaws = muster(with_row(at, **changes)).flaws
    assert flaws[0].where == ("rows", at, field) and said in flaws[0].words


def test_somebody_is_missing() -> None:
    flaws = muster({**ORCS, "rows": ORCS["rows"][1:]}).flaws
    assert [flaw.where for flaw in flaws] == [("rows",)] and "lack Oswold" in flaws[0].words


def test_fl_2_only_what_has_changed_becomes_a_record() -> None:
    one, other = with_row(level="average", games=2, wounds=1), FORM.ready[3].draft
    options = options_of([{**one, "player": "ann"}, other])
    assert options["records"] == {"noaks": {"level": "average", "games": 2, "wounds": 1}}
    assert read_options(options).seats == {"ann": ("orcs",), "ogre": ("ogre",)}
    assert "records" not in options_of([ORCS, other])


def test_fl_2_the_dead_are_written_down_and_stay_out_of_the_game() -> None:
    draft = with_row(level="dead", games=5, wounds=9)
    assert muster(draft).flaws == ()
    options = read_options(options_of([draft, FORM.ready[1].draft]))
    assert "noaks" not in options.living("orcs") and "purvis" in options.living("orcs")
    nobody = {**ORCS, "rows": [{**row, "level": "dead"} for row in ORCS["rows"]]}
    assert muster(nobody).flaws[0].words == "Nobody of the orcs is left alive."


def test_a_side_plays_once() -> None:
    with pytest.raises(ValueError, match="two lists are of the orcs"):
        options_of([ORCS, {**ORCS, "title": "More orcs"}])


def test_the_dead_have_nothing_to_cross_off() -> None:
    row = muster(with_row(level="dead")).rows[1]
    assert row.boxes == () and row.lines[-1] == "dead: in no later game"
