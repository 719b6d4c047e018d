"""`companion measure`: what it says and how it ends, for good pictures and for every kind of bad one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands import run_command
from companion.scenes.demo import demo_folder
from tests.companion.vision.altered import recorded, with_marker, without_sheets

SETUP = (demo_folder() / "setup.toml").read_text(encoding="utf-8")
RNG = np.random.default_rng(5)
NO_LENS = SETUP[: SETUP.index("[lens]")] + SETUP[SETUP.index("[grid]") :]


def jpeg() -> bytes:
    return bytes(cv2.imencode(".jpg", recorded())[1])


def png(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".png", image)[1])


class Call:
    """A folder with a setup file, and the command run in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.setup(SETUP)

    def setup(self, text: str) -> None:
        (self.folder / "setup.toml").write_text(text, encoding="utf-8")

    def put(self, name: str, content: bytes) -> str:
        (self.folder / name).write_bytes(content)
        return str(self.folder / name)

    def __call__(self, *words: str) -> tuple[int, str, str]:
        status = run_command(["measure", *words, "--setup", str(self.folder / "setup.toml")])
        said = self.capsys.readouterr()
        assert "Traceback" not in said.err
        return status, said.out, said.err

    def json(self, *words: str) -> tuple[int, list[dict[str, Any]]]:
        status, out, _ = self(*words, "--json")
        return status, [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(tmp_path, capsys)


def notes(found: dict[str, Any]) -> dict[str, str]:
    return {note["code"]: note["message"] for note in found["notes"]}


def test_a_picture_is_measured_for_a_person(call: Call) -> None:
    status, out, err = call(call.put("a.jpg", jpeg()))
    assert (status, err) == (0, "")
    assert "8 figures, sheets 0, 1, 2, 3" in out
    assert "on gallows hill" in out
    assert out.count(" - ") == 28


def test_a_picture_is_measured_for_a_program(call: Call) -> None:
    status, (found,) = call.json(call.put("a.jpg", jpeg()))
    assert status == 0
    assert [s["id"] for s in found["sheets"]] == [0, 1, 2, 3]
    assert len(found["figures"]) == 8 and len(found["pairs"]) == 28
    assert found["figures"][3].keys() >= {"name", "ring", "x_mm", "y_mm", "heading_deg", "sigma_mm"}
    for pair in found["pairs"]:
        assert pair["edge_mm"] >= 0 and pair["sigma_mm"] > 0
        assert 0 <= pair["a_sees_b"] <= 1 and 0 <= pair["b_sees_a"] <= 1


def test_no_sheets(call: Call) -> None:
    name = call.put("a.png", png(without_sheets(recorded(), range(4))))
    status, out, err = call(name)
    assert (status, out) == (3, "")
    assert err == f"companion measure: {name}: No table sheet is in sight, so nothing can be measured.\n"
    assert call.json(name) == (
        3,
        [{"error": {"code": "no-sheets", "message": err.split(": ", 2)[2].strip(), "where": name}}],
    )


def test_one_sheet_measures_less_surely(call: Call) -> None:
    _, (all_four,) = call.json(call.put("a.png", png(recorded())))
    status, (alone,) = call.json(call.put("b.png", png(without_sheets(recorded(), (1, 2, 3)))))
    assert status == 0
    assert "Show a second sheet" in notes(alone)["one-sheet"]
    assert [s["id"] for s in alone["sheets"]] == [0]
    assert len(alone["figures"]) == 8
    for sure, unsure in zip(all_four["figures"], alone["figures"], strict=True):
        assert unsure["sigma_mm"] > 1.5 * sure["sigma_mm"]
        off = np.hypot(unsure["x_mm"] - sure["x_mm"], unsure["y_mm"] - sure["y_mm"])
        assert off < 2.45 * unsure["sigma_mm"] + 0.3


def test_terrain_is_left_out_while_the_first_sheet_is_hidden(call: Call) -> None:
    """Where it lies is not known then: no levels from it, nothing said about sight, distances as before."""
    _, (whole,) = call.json(call.put("a.png", png(recorded())))
    hidden = call.put("b.png", png(without_sheets(recorded(), (0,))))
    status, (found,) = call.json(hidden)
    assert status == 0
    assert "Sheet 0" in notes(found)["first-sheet-hidden"]
    assert {p["a_sees_b"] for p in found["pairs"]} == {None}
    assert {p["sight"]["b_sees_a"] for p in found["pairs"]} == {None}
    for before, now in zip(whole["pairs"], found["pairs"], strict=True):
        assert (before["a"], before["b"]) == (now["a"], now["b"])
        assert abs(before["edge_mm"] - now["edge_mm"]) < 1.0
    assert [f["level_mm"] for f in found["figures"]] == [f["level_mm"] for f in whole["figures"]]
    assert "sight not known" in call(hidden)[1]


@pytest.mark.parametrize(
    ("marker", "code", "says", "sheets", "missing"),
    [
        (2, "same-marker-twice", "Sheet 2 is in the picture 2 times", [0, 1, 3], None),
        (10, "same-marker-twice", "Marker 10 is in the picture 2 times", [0, 1, 2, 3], "Odda Reed"),
        (44, "stray-marker", "Marker 44 is in the picture but not in the setup", [0, 1, 2, 3], None),
    ],
)
def test_marks_too_many(marker: int, code: str, says: str, sheets: list[int], missing: str | None, call: Call) -> None:
    status, (found,) = call.json(call.put("a.png", png(with_marker(recorded(), marker))))
    assert status == 0
    assert notes(found)[code].startswith(says)
    assert [s["id"] for s in found["sheets"]] == sheets
    names = {f["name"] for f in found["figures"]}
    assert len(names) == (8 if missing is None else 7) and missing not in names


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (lambda: b"", 3, "The picture is empty"),
        (lambda: b"no picture at all", 3, "This is not a picture"),
        (lambda: jpeg()[: len(jpeg()) // 2], 3, "damaged"),
        (lambda: jpeg()[:300], 3, "damaged"),
        (lambda: jpeg()[:30], 3, ""),
        (lambda: png(np.zeros((720, 1280, 3), np.uint8)), 3, "black"),
        (lambda: png(np.full((720, 1280, 3), 120, np.uint8)), 3, "one colour"),
        (lambda: png(np.full((1, 1, 3), 200, np.uint8)), 3, "one colour"),
        (lambda: png(RNG.integers(0, 255, (9, 16, 3)).astype(np.uint8)), 3, "No table sheet"),
        (lambda: png(RNG.integers(0, 255, (720, 1280, 3)).astype(np.uint8)), 3, "No table sheet"),
        (lambda: png(recorded()[:, 160:1120]), 2, "lens file is for pictures of 1280 x 720 (16:9)"),
        (lambda: png(RNG.integers(0, 255, (2, 900, 3)).astype(np.uint8)), 2, "900 x 2"),
    ],
    ids=["empty", "text", "half a jpeg", "its head", "less", "black", "flat", "1x1", "tiny", "noise", "4:3", "strip"],
)
def test_pictures_that_cannot_be_used(content: Callable[[], bytes], status: int, says: str, call: Call) -> None:
    got, out, err = call(call.put("a.jpg", content()))
    assert (got, out) == (status, "")
    assert err.startswith("companion measure: ") and says in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "convert",
    [
        lambda image: image.astype(np.uint16) * 257,
        lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
        lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint16) * 257,
        lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2BGRA),
        lambda image: image[:719, :1279],
    ],
    ids=["16 bit", "grey", "grey 16 bit", "alpha", "odd size"],
)
def test_unusual_pictures_are_read(convert: Callable[[np.ndarray], np.ndarray], call: Call) -> None:
    status, out, _ = call(call.put("a.png", png(convert(recorded()))))
    assert status == 0
    assert "8 figures, sheets 0, 1, 2, 3" in out


def test_a_picture_that_is_not_there(call: Call) -> None:
    name = str(call.folder / "none.jpg")
    status, _, err = call(name)
    assert status == 3 and "there is no such file" in err and err.count(name) == 1
    assert call(str(call.folder))[0] == 3


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("marker = 11", "marker = 10", "Brother Pell"),
        ("marker = 11", "marker = 1", "Brother Pell"),
        ("marker = 11", "marker = 50", "DICT_4X4_50"),
        ("sheets = [0, 1, 2, 3]", "sheets = [0, 1, 1, 3]", "listed twice"),
        ("sheets = [0, 1, 2, 3]", "sheets = []", "sheets"),
        ("height_mm = 62.0", "heigth_mm = 62.0", "heigth_mm"),
        ("sheet_side_mm = 24.0", "sheet_side_mm = 0", "sheet_side_mm"),
        ('dictionary = "DICT_4X4_50"', 'dictionary = "DICT_4X4_5O"', "DICT_4X4_50"),
        ("[grid]", "[grid", "setup.toml"),
    ],
)
def test_setups_that_cannot_be_used(before: str, after: str, says: str, call: Call) -> None:
    text = SETUP.replace(before, after, 1)
    assert text != SETUP
    call.setup(text)
    picture = call.put("a.jpg", jpeg())
    status, out, err = call(picture)
    assert (status, out) == (2, "")
    assert says in err and "Traceback" not in err
    status, (told,) = call.json(picture)
    assert status == 2 and told["error"].keys() == {"code", "message", "where"}


def test_a_misspelt_key_is_named_with_its_line(call: Call) -> None:
    call.setup(SETUP.replace("height_mm = 62.0", "heigth_mm = 62.0", 1))
    line = SETUP[: SETUP.index("height_mm = 62.0")].count("\n") + 1
    _, _, err = call(call.put("a.jpg", jpeg()))
    assert str(line) in err and "heigth_mm" in err


@pytest.mark.parametrize(
    "words", [["--json"], ["picture.jpg", "--json"], ["p.jpg", "--setup", "s.toml", "--json", "--nosuch"]]
)
def test_a_call_that_lacks_words_is_an_object_too(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run_command(["measure", *words])
    said = capsys.readouterr()
    assert ended.value.code == 2 and "usage: companion" in said.err
    assert json.loads(said.out)["error"]["code"] == "bad-call"


def test_a_setup_that_is_not_there(call: Call) -> None:
    (call.folder / "setup.toml").unlink()
    status, _, err = call(call.put("a.jpg", jpeg()))
    assert status == 2 and "setup.toml" in err


def test_without_a_lens_sigma_is_wider(call: Call) -> None:
    picture = call.put("a.jpg", jpeg())
    _, (known,) = call.json(picture)
    call.setup(NO_LENS)
    status, (unknown,) = call.json(picture)
    assert status == 0 and "no-lens" in notes(unknown) and not unknown["camera"]["lens_known"]
    wider = [b["sigma_mm"] / a["sigma_mm"] for a, b in zip(known["figures"], unknown["figures"], strict=True)]
    assert min(wider) > 1.02


def test_the_empty_table(call: Call) -> None:
    picture, empty = call.put("a.jpg", jpeg()), str(demo_folder() / "empty.jpg")
    assert call(picture, "--empty", empty)[0] == 0
    status, _, err = call(picture, "--empty", call.put("small.png", png(recorded()[::2, ::2])))
    assert status == 2 and "The empty picture is 640 x 360, this one 1280 x 720" in err
    status, _, err = call(picture, "--empty", call.put("text.jpg", b"no picture"))
    assert status == 3 and "text.jpg" in err and err.count("\n") == 1


def test_several_pictures_are_one_object_a_line(call: Call) -> None:
    good, bad = call.put("a.jpg", jpeg()), call.put("bad.jpg", b"no picture")
    status, told = call.json(good, bad, good)
    assert status == 3
    assert ["error" in one for one in told] == [False, True, False]
    assert told[1]["error"]["where"] == bad
    assert told[0] == told[2]


def test_the_drawn_picture(call: Call) -> None:
    out = call.folder / "out.png"
    picture = call.put("a.jpg", jpeg())
    assert call(picture, "--picture", str(out))[0] == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None and drawn.shape == recorded().shape
    changed = (np.abs(drawn.astype(int) - recorded()).max(2) > 60).mean()
    assert 0.005 < changed < 0.2


@pytest.mark.parametrize(
    ("out", "says"), [("no/such/out.jpg", "cannot be written"), ("out.gif", "must end in"), ("out", "must end in")]
)
def test_a_drawn_picture_that_cannot_be(out: str, says: str, call: Call) -> None:
    status, said, err = call(call.put("a.jpg", jpeg()), "--picture", str(call.folder / out))
    assert status == 2 and said == "" and says in err


def test_one_drawn_picture_for_several(call: Call) -> None:
    picture = call.put("a.jpg", jpeg())
    status, _, err = call(picture, picture, "--picture", str(call.folder / "out.jpg"))
    assert status == 2 and "give one" in err


def test_broken_jpegs_end_in_words(call: Call) -> None:
    """Bytes lost, turned and doubled at random: measured or refused, never more."""
    whole = jpeg()
    for seed in range(6):
        rng = np.random.default_rng(seed)
        content = bytearray(whole)
        for at in rng.integers(0 if seed % 2 else 2000, len(content), 1 + seed):
            content[at] = int(rng.integers(0, 256))
        cut = int(rng.integers(len(content) // 2, len(content)))
        status, _, err = call(call.put("a.jpg", bytes(content[:cut] if seed % 3 == 0 else content)))
        assert status in (0, 2, 3) and err.count("\n") <= 1
