"""Setup files in, a `Setup` or a sentence with its line out."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.setup.faults import (
    SetupContradiction,
    SetupFault,
    SetupSyntax,
    SetupUnknownKey,
    SetupUnreadable,
    SetupWrongValue,
)
from companion.setup.model import Setup
from companion.setup.read import REPEATED, SECTIONS, parse_setup, read_setup
from companion.setup.values import carriers, figure_base, grid_spec, terrain_pieces
from companion.table.state import Base, GridSpec
from tests.needs import ROOT, SHARED

VECTORS = ROOT / "tests" / "vectors" / "setup"
SCENES = SHARED / "scenes"

TABLE = """[table]
dictionary = "DICT_4X4_50"
sheets = [0, 1, 2]
sheet_side_mm = 50
"""
GROM = '\n[[figure]]\nname = "Grom"\nbase_mm = 32\nheight_mm = 40\n'
HILL = """
[[terrain]]
name = "hill"
kind = "hill"
height_mm = 20
outline_mm = [[0, 0], [100, 0], [100, 100], [0, 100]]
"""
LENS = """
[lens]
width_px = 1920
height_px = 1080
camera_matrix = [[1411, 0, 957], [0, 1409, 541], [0, 0, 1]]
distortion = [0.03, -0.06, 0, 0, 0]
"""


def test_the_smallest_setup() -> None:
    setup = parse_setup(TABLE)
    assert setup.table.sheets == [0, 1, 2]
    assert setup.table.sheet_side_mm == 50.0
    assert (setup.lens, setup.figure, setup.terrain, setup.sheet, setup.grid) == (None, [], [], [], None)


def test_sections_are_those_of_the_model() -> None:
    assert tuple(SECTIONS) == Setup.__struct_fields__
    fields = {f.name: f.type for f in msgspec.structs.fields(Setup)}
    assert {name for name, kind in fields.items() if str(kind).startswith("list[")} == REPEATED


@pytest.mark.parametrize("written", ["4X4_50", "4x4_50", "dict_4x4_50", " DICT_4X4_50 "])
def test_a_dictionary_has_one_name_however_it_is_written(written: str) -> None:
    assert parse_setup(TABLE.replace("DICT_4X4_50", written)).table.dictionary == "DICT_4X4_50"


@pytest.mark.parametrize("text", ["\ufeff" + TABLE, TABLE.replace("\n", "\r\n"), "# setup\n\n" + TABLE])
def test_what_editors_do_to_files(text: str) -> None:
    assert parse_setup(text) == parse_setup(TABLE)


FAULTS: list[tuple[str, str, type[SetupFault], int | None, str]] = [
    ("empty", "", SetupWrongValue, None, "there is no [table] section"),
    ("not toml", TABLE + "name Grom\n", SetupSyntax, 5, "after a key"),
    ("cut off", TABLE + "\n[[figure]]\nname = [1,", SetupSyntax, 7, "invalid value"),
    ("key twice", TABLE + "sheet_side_mm = 49\n", SetupSyntax, 5, "overwrite"),
    ("deep", TABLE + "x = " + "[" * 5000 + "]" * 5000, SetupSyntax, None, "nested"),
    ("long integer", TABLE + "x = " + "9" * 5000, SetupSyntax, None, "digits"),
    ("misspelt key", TABLE + GROM.replace("height_mm", "hieght_mm"), SetupUnknownKey, 9, 'did you mean "height_mm"'),
    ("dashes", TABLE + GROM.replace("base_mm", "base-mm"), SetupUnknownKey, 8, 'did you mean "base_mm"'),
    ("quoted", TABLE + GROM + '"naem" = 1\n', SetupUnknownKey, 10, 'did you mean "name"'),
    ("inline", TABLE + "y = {kind='hex', cell_mm=25,\n turn=3}", SetupSyntax, 5, "not valid TOML"),
    (
        "inline in list",
        "figure = [\n {name='a', height_mm=9, base_mm=3},\n # two\n {nam='b'}]\n" + TABLE,
        SetupUnknownKey,
        4,
        '"nam"',
    ),
    ("section", TABLE + "\n[[figures]]\nname = 'a'\n", SetupUnknownKey, 6, 'did you mean "figure"'),
    ("elsewhere", TABLE + "radius_px = 3\n", SetupUnknownKey, 5, "known here: dictionary"),
    ("its home", TABLE + "distortion = [0, 0, 0, 0]\n", SetupUnknownKey, 5, "it belongs in [lens]"),
    ("second figure", TABLE + GROM + GROM + "wieght = 3\n", SetupUnknownKey, 15, "wieght"),
    ("one bracket", TABLE + GROM.replace("[[figure]]", "[figure]"), SetupWrongValue, 6, "[[figure]]"),
    ("two brackets", TABLE.replace("[table]", "[[table]]"), SetupWrongValue, 1, "[table]"),
    ("missing", TABLE + GROM.replace("height_mm = 40\n", ""), SetupWrongValue, 6, "number 1 lacks height_mm"),
    ("negative", TABLE + GROM.replace("40", "-40"), SetupWrongValue, 9, "a number above 0, but it says -40"),
    ("text", TABLE + GROM.replace("40", '"40"'), SetupWrongValue, 9, 'must be a number, but it says "40"'),
    ("truth", TABLE + GROM.replace("40", "true"), SetupWrongValue, 9, "true"),
    (
        "no sheets",
        TABLE.replace("[0, 1, 2]", "[]"),
        SetupWrongValue,
        3,
        "must be a list of 1 or more, but it says an empty list",
    ),
    ("sheet text", TABLE.replace("[0, 1, 2]", "[0,\n  'a']"), SetupWrongValue, 4, "sheets, element 2"),
    ("kind", TABLE + HILL.replace('"hill"\nhei', '"hil"\nhei'), SetupWrongValue, 8, 'Did you mean "hill"'),
    (
        "two corners",
        TABLE + HILL.replace("[100, 100], [0, 100]", ""),
        SetupWrongValue,
        10,
        "must be a list of 3 or more, but it says a list of 2",
    ),
    ("3-d corner", TABLE + HILL.replace("[100, 100]", "[1, 2, 3]"), SetupWrongValue, 10, "element 3"),
    ("nan", TABLE + GROM.replace("40", "nan"), SetupWrongValue, 9, "nan"),
    ("inf", TABLE + HILL.replace("[100, 100]", "\n [100, inf]"), SetupWrongValue, 11, "element 3, element 2 is inf"),
    (
        "too high",
        TABLE + GROM.replace("40", "999999"),
        SetupWrongValue,
        9,
        "a number of 1000 at most, but it says 999999",
    ),
    (
        "a hill too high",
        TABLE + HILL.replace("\nhei", "\nheight_mm = 999999\n#"),
        SetupWrongValue,
        9,
        "a number of 1000 at most, but it says 999999",
    ),
    (
        "a side too long",
        TABLE.replace("sheet_side_mm = ", "sheet_side_mm = 1000000 # "),
        SetupWrongValue,
        4,
        "sheet_side_mm must be a number of 1000 at most",
    ),
    ("far away", TABLE + GROM + "at_mm = [1e6, 0]\n", SetupWrongValue, 10, "a number of 100000 at most"),
    ("huge", TABLE + GROM.replace("40", "4e300"), SetupWrongValue, 9, "far too large"),
    ("huge int", TABLE + GROM.replace("40", "1" + "0" * 400), SetupWrongValue, 9, "far too large"),
    ("dictionary", TABLE.replace("4X4_50", "4X4_51"), SetupContradiction, 2, 'Did you mean "DICT_4X4_50"'),
    ("sheet twice", TABLE.replace("[0, 1, 2]", "[0, 1,\n0]"), SetupContradiction, 4, "listed twice"),
    ("sheet outside", TABLE.replace("[0, 1, 2]", "[50]"), SetupContradiction, 3, "0 to 49"),
    ("sheet below", TABLE.replace("[0, 1, 2]", "[-1]"), SetupContradiction, 3, "0 to 49"),
    ("known sheet", TABLE + "[[sheet]]\nid = 7\nat_mm = [0, 0]\n", SetupContradiction, 6, "(0, 1, 2)"),
    (
        "known twice",
        TABLE + "[[sheet]]\nid = 1\nat_mm = [0, 0]\n[[sheet]]\nid = 1\nat_mm = [9, 0]\n",
        SetupContradiction,
        9,
        "two places",
    ),
    ("name twice", TABLE + GROM + GROM, SetupContradiction, 12, 'called "Grom"'),
    ("no name", TABLE + GROM.replace("Grom", " "), SetupContradiction, 7, "printable"),
    ("escape", TABLE + GROM.replace("Grom", "\\u001b[2J"), SetupContradiction, 7, "printable"),
    (
        "carrier alone",
        TABLE + HILL + "marker_side_mm = 20\n",
        SetupContradiction,
        11,
        "has marker_side_mm but no marker",
    ),
    ("carrier size", TABLE + HILL + "marker = 9\n", SetupContradiction, 11, "no marker_side_mm"),
    ("carrier outside", TABLE + HILL + "marker = 50\nmarker_side_mm = 20\n", SetupContradiction, 11, "0 to 49"),
    ("carrier a sheet", TABLE + HILL + "marker = 2\nmarker_side_mm = 20\n", SetupContradiction, 11, "table sheet"),
    ("terrain name", TABLE + HILL + HILL, SetupContradiction, 13, "own name"),
    (
        "marker is sheet",
        TABLE + GROM + "marker = 1\nmarker_side_mm = 9\nmarker_height_mm = 3\n",
        SetupContradiction,
        10,
        "sheet",
    ),
    (
        "marker outside",
        TABLE + GROM + "marker = 50\nmarker_side_mm = 9\nmarker_height_mm = 3\n",
        SetupContradiction,
        10,
        "0 to 49",
    ),
    ("no side", TABLE + GROM + "marker = 9\nmarker_height_mm = 3\n", SetupContradiction, 10, "no marker_side_mm"),
    ("no height", TABLE + GROM + "marker = 9\nmarker_side_mm = 3\n", SetupContradiction, 10, "no marker_height_mm"),
    ("side alone", TABLE + GROM + "marker_side_mm = 3\n", SetupContradiction, 10, "but no marker"),
    (
        "marker twice",
        TABLE
        + GROM
        + "marker = 9\nmarker_side_mm = 9\nmarker_height_mm = 3\n"
        + GROM.replace("Grom", "Zog")
        + "marker = 9\nmarker_side_mm = 9\nmarker_height_mm = 3\n",
        SetupContradiction,
        18,
        "which Grom has already",
    ),
    ("no base", TABLE + GROM.replace("base_mm = 32\n", ""), SetupContradiction, 6, "needs base_mm"),
    ("disc length", TABLE + GROM + "base_length_mm = 3\n", SetupContradiction, 10, "base_length_mm does not belong"),
    (
        "oval width",
        TABLE + GROM.replace("base_mm = 32", 'base_shape = "oval"\nbase_length_mm = 60'),
        SetupContradiction,
        6,
        "base_width_mm",
    ),
    ("oval disc", TABLE + GROM + 'base_shape = "oval"\n', SetupContradiction, 6, "base_width_mm"),
    ("all base", TABLE + GROM + "base_thickness_mm = 40\n", SetupContradiction, 10, "whole figure"),
    ("low figure", TABLE + GROM.replace("40", "3"), SetupContradiction, 9, "whole figure"),
    (
        "crossed",
        TABLE + HILL.replace("[100, 0], [100, 100]", "[100, 90], [110, 0]"),
        SetupContradiction,
        10,
        "crosses",
    ),
    ("flat", TABLE + HILL.replace("[100, 100], [0, 100]", "[50, 0]"), SetupContradiction, 10, "no area"),
    (
        "top of a wall",
        TABLE + HILL.replace('"hill"\nhei', '"wall"\nhei') + "top_outline_mm = [[9, 9], [90, 9], [90, 90], [9, 90]]\n",
        SetupContradiction,
        11,
        "only a hill",
    ),
    (
        "top corners",
        TABLE + HILL + "top_outline_mm = [[9, 9], [90, 9], [90, 90]]\n",
        SetupContradiction,
        11,
        "3 corners",
    ),
    (
        "top reversed",
        TABLE + HILL + "top_outline_mm = [[9, 9], [9, 90], [90, 90], [90, 9]]\n",
        SetupContradiction,
        11,
        "other way",
    ),
    ("matrix rows", TABLE + LENS.replace(", [0, 0, 1]]", "]"), SetupContradiction, 9, "three rows"),
    ("matrix form", TABLE + LENS.replace("[0, 0, 1]]", "[0, 0, 2]]"), SetupContradiction, 9, "must read"),
    ("focal", TABLE + LENS.replace("[[1411", "[[-1411"), SetupContradiction, 9, "focal"),
    ("centre", TABLE + LENS.replace("957", "2957"), SetupContradiction, 9, "outside the picture"),
    ("distortion", TABLE + LENS.replace(", 0, 0, 0]", "]"), SetupContradiction, 10, "not 2"),
]


@pytest.mark.parametrize(("text", "kind", "line", "says"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_is_a_sentence_with_its_line(text: str, kind: type[SetupFault], line: int | None, says: str) -> None:
    with pytest.raises(SetupFault) as caught:
        parse_setup(text, "my.toml")
    fault = caught.value
    assert type(fault) is kind, fault
    assert says in fault.message
    assert fault.where == ("my.toml" if line is None else f"my.toml, line {line}")
    assert fault.message.rstrip().endswith((".", "?"))
    assert str(fault) == f"{fault.where}: {fault.message}"


def test_a_well_filled_setup_is_let_through() -> None:
    marker = "marker = 9\nmarker_side_mm = 16\nmarker_height_mm = 41\n"
    cart = GROM.replace("Grom", "cart").replace(
        "base_mm = 32", 'base_shape = "rectangle"\nbase_length_mm = 60\nbase_width_mm = 35'
    )
    top = "top_outline_mm = [[9, 9], [90, 9], [90, 90], [9, 90]]\n"
    grid = '\n[grid]\nkind = "hex"\ncell_mm = 25.4\norigin_mm = [1, 2]\nturn_deg = 30\n'
    sheet = "\n[[sheet]]\nid = 1\nat_mm = [500, 0]\n"
    setup = parse_setup(TABLE + LENS + GROM + marker + cart + HILL + top + grid + sheet)
    assert figure_base(setup.figure[0]) == Base("disc", 32.0, 32.0, 3.0)
    assert figure_base(setup.figure[1]) == Base("rectangle", 60.0, 35.0, 3.0)
    (hill,) = terrain_pieces(setup)
    assert (hill.kind, len(hill.outline), hill.top_outline and hill.top_outline[2]) == ("hill", 4, (90.0, 90.0))
    assert grid_spec(setup) == GridSpec("hex", 25.4, (1.0, 2.0), math.radians(30))


def test_a_marker_on_terrain_lies_on_top_unless_it_is_said_where() -> None:
    setup = parse_setup(TABLE + HILL + "marker = 9\nmarker_side_mm = 16\n")
    (carrier,) = carriers(setup)
    assert (carrier.name, carrier.marker, carrier.marker_height_mm, carrier.marker_side_mm) == ("hill", 9, 20.0, 16.0)
    setup = parse_setup(TABLE + HILL + "marker = 9\nmarker_side_mm = 16\nmarker_height_mm = 3\n")
    assert carriers(setup)[0].marker_height_mm == 3.0
    assert carriers(parse_setup(TABLE + HILL)) == ()


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SetupUnreadable, match="there is no such file"):
        read_setup(tmp_path / "none.toml")
    with pytest.raises(SetupUnreadable):
        read_setup(tmp_path)


@pytest.mark.parametrize(
    ("data", "says"),
    [("täble".encode("utf-16"), "UTF-8"), (b"#" * 1_000_001, "larger"), (b"\xff\xd8\xff\xe0", "UTF-8")],
)
def test_a_file_that_is_no_setup(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "setup.toml"
    path.write_bytes(data)
    with pytest.raises(SetupUnreadable, match=says):
        read_setup(path)


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.toml")), ids=lambda p: p.stem)
def test_setups_as_owners_write_them(path: Path) -> None:
    setup = read_setup(path)
    assert len(setup.figure) >= 4
    assert len(terrain_pieces(setup)) == len(setup.terrain) > 0


def test_there_are_vectors() -> None:
    assert len(list(VECTORS.glob("*.toml"))) >= 2


def _score() -> Any:
    spec = importlib.util.spec_from_file_location("score", SCENES / "score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if SCENES.is_dir():  # beside the project only where the renderings are

    @pytest.mark.parametrize("path", sorted(SCENES.glob("*.json")), ids=lambda p: p.stem)
    @pytest.mark.parametrize("lens", ["known", "unknown"])
    def test_every_setup_the_scoring_writes(path: Path, lens: str) -> None:
        truth = json.loads(path.read_text())
        setup = parse_setup(_score().setup(truth, lens))
        assert (setup.lens is None) == (lens == "unknown")
        assert len(setup.terrain) == len(truth["terrain"])


WHOLE = (VECTORS / "d1-4.toml").read_text(encoding="utf-8")
SCRAPS = st.sampled_from(
    [
        "",
        "nan",
        "-1",
        "[",
        "]]",
        '"',
        "'''",
        "{",
        "=",
        "\n",
        "#",
        "\x00",
        "é",
        "1e999",
        "true",
        ".",
        ",",
        "[[figure]]\n",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, 40), SCRAPS)
def test_a_damaged_setup_is_read_or_refused_and_nothing_else(at: int, length: int, scrap: str) -> None:
    try:
        parse_setup(WHOLE[:at] + scrap + WHOLE[at + length :])
    except SetupFault as fault:
        assert fault.message and fault.where.startswith("setup.toml")
