"""`companion replay` on a drawn recording: one figure carried elsewhere, then the camera knocked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands import run_command
from companion.scenes.random_scene import random_scene
from companion.scenes.render import render
from companion.scenes.setup_text import setup_text

SIZE_PX = (1280, 720)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recording")
    scene = random_scene(4, modes=("ring", "plain", "marker-top"), figures=3, size_px=SIZE_PX, terrain=False)
    mover = next(f for f in scene.figures if f.mark is None and f.ring is None)
    figures = tuple(replace(f, x_mm=f.x_mm + 25, y_mm=f.y_mm + 60) if f is mover else f for f in scene.figures)
    there = render(scene, 1)[0]
    gone = render(replace(scene, figures=figures), 2)[0]
    knocked = cv2.warpAffine(
        gone, np.array([[1.0, 0.004, 9.0], [-0.004, 1.0, -7.0]]), SIZE_PX, borderMode=cv2.BORDER_REPLICATE
    )
    pictures = [there] * 3 + [gone] * 4 + [knocked] * 3
    for number, image in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03d}.png"), image)
    cv2.imwrite(str(folder / "empty.png"), render(replace(scene, figures=()), 3)[0])
    (folder / "setup.toml").write_text(setup_text(scene), encoding="utf-8")
    return folder


def replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    words = [
        "replay",
        str(folder),
        "--setup",
        str(folder / "setup.toml"),
        "--empty",
        str(folder / "empty.png"),
        "--json",
    ]
    assert run_command(words) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_move_one_bump_and_everybody_at_the_end(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = replayed(recording, capsys)
    assert [e["event"] for e in events].count("placed") == 3
    moves = [e for e in events if e["event"] == "moved"]
    assert len(moves) == 1
    assert moves[0]["distance_mm"] == pytest.approx(65.0, abs=2.5)
    bump = [(e["event"], e["frame"]) for e in events if e["event"] in ("bumped", "repaired")]
    assert bump == [("bumped", 7), ("repaired", 7)]
    assert events[-1]["event"] == "end"
    assert [f["state"] for f in events[-1]["figures"]] == ["seen"] * 3


@pytest.mark.parametrize("name", ["nothing-there", "."])
def test_what_cannot_be_replayed_is_said_in_a_sentence(
    name: str, recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    what = tmp_path if name == "." else tmp_path / name
    assert run_command(["replay", str(what), "--setup", str(recording / "setup.toml")]) == 3
    assert "companion replay: " in capsys.readouterr().err


def test_a_file_that_is_no_picture_is_passed_over_and_said(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("000.png", "001.png", "002.png", "003.png", "setup.toml", "empty.png"):
        (tmp_path / name).write_bytes((recording / name).read_bytes())
    (tmp_path / "001.png").write_bytes(b"no picture")
    events = replayed(tmp_path, capsys)
    assert [(e["frame"], e["event"]) for e in events if e["event"] == "unread"] == [(1, "unread")]
    assert events[-1]["frame"] == 3 and len(events[-1]["figures"]) == 3


def test_a_folder_in_which_nothing_can_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "000.png").write_bytes(b"no picture")
    setup = tmp_path / "setup.toml"
    setup.write_text('[table]\ndictionary = "DICT_4X4_50"\nsheets = [0]\nsheet_side_mm = 40.0\n', encoding="utf-8")
    assert run_command(["replay", str(tmp_path), "--setup", str(setup)]) == 3
    assert "that can be read" in capsys.readouterr().err


def test_an_empty_picture_of_another_size_is_said(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = str(tmp_path / "small.png")
    cv2.imwrite(small, np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8))
    assert run_command(["replay", str(recording), "--setup", str(recording / "setup.toml"), "--empty", small]) == 3
    assert "The empty picture is 640 x 360, the first picture 1280 x 720" in capsys.readouterr().err


@pytest.mark.parametrize("fps", ["nan", "inf", "0", "-1", "1e308", "1e-300"])
def test_a_pace_that_is_none_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], fps: str) -> None:
    assert run_command(["replay", str(tmp_path), "--setup", "setup.toml", f"--fps={fps}"]) == 2
    assert "pictures a second go from 0.1 to 240" in capsys.readouterr().err


def test_a_wrong_setup_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["replay", str(tmp_path), "--setup", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: cannot be read" in capsys.readouterr().err


def test_what_cannot_be_looked_for_is_said_once(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = tmp_path / "setup.toml"
    more = '\n[[figure]]\nname = "Odd"\nbase_mm = 32\nheight_mm = 40\nring = "mauve"\n'
    setup.write_text((recording / "setup.toml").read_text(encoding="utf-8") + more, encoding="utf-8")
    assert run_command(["replay", str(recording), "--setup", str(setup), "--json"]) == 0
    said = capsys.readouterr().err
    assert said.count('"mauve" is not known') == 1 and "give a picture of it without figures" in said
