"""Rulings: newest first, kept on disk if there is a folder, bounded either way."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest

from companion.service.rulings import LIST, Rulings


def word() -> str:
    return secrets.token_urlsafe(12)


def with_folder(folder: Path, **more: float) -> Rulings:
    return Rulings(folder, epoch=lambda time_s: 1000.0 + time_s, **more)  # type: ignore[arg-type]


def test_newest_first_by_figure_and_page_by_page() -> None:
    rulings = Rulings()
    for n in range(1, 8):
        rulings.keep("moved", f"ruling {n}", float(n), figure="ab"[n % 2])
    assert [one.n for one in rulings.newest().rulings] == [7, 6, 5, 4, 3, 2, 1]
    first = rulings.newest(limit=3)
    assert ([one.n for one in first.rulings], first.more) == ([7, 6, 5], True)
    last = rulings.newest(limit=10, before=3)
    assert ([one.n for one in last.rulings], last.more) == ([2, 1], False)
    assert [one.n for one in rulings.newest("a").rulings] == [6, 4, 2]
    assert [one.n for one in rulings.newest(hidden={"a"}).rulings] == [7, 5, 3, 1]
    rulings.keep("uncovered", "a hand went", 8.0, figure="a")
    assert [one.n for one in rulings.newest("a", hands=False).rulings] == [6, 4, 2]
    assert [one.n for one in rulings.newest(limit=2).rulings] == [8, 7]
    assert rulings.newest("nobody").rulings == [] and rulings.newest_n == 8


def test_hands_by_the_hundred_push_no_move_out(tmp_path: Path) -> None:
    for rulings in (Rulings(most=20), with_folder(tmp_path, most=20)):
        for n in range(100):
            rulings.keep("moved" if n % 10 == 0 else "covered", str(n), float(n))
        rulings.close(5.0)
        moved = [one.text for one in rulings.newest(hands=False).rulings]
        assert moved == [str(n) for n in range(90, -1, -10)] and len(rulings.newest().rulings) == 20
    texts = [one.text for one in with_folder(tmp_path, most=20).newest(hands=False).rulings]
    assert texts == moved


def test_without_a_folder_the_newest_crops_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.rulings.MOST_MEMORY_BYTES", 25)
    rulings = Rulings(most=2)
    words = [word() for _ in range(3)]
    for one in words:
        rulings.keep("moved", "x", 0.0, crop=one, jpeg=bytes(10))
    assert [rulings.jpeg(one) is None for one in words] == [True, False, False]
    assert len(rulings.newest().rulings) == 2
    assert rulings.keep("moved", "no crop came", 0.0, crop=word()).crop is None


def test_the_folder_holds_lines_and_crops_and_another_evening_goes_on(tmp_path: Path) -> None:
    folder, one = tmp_path / "rulings", word()
    rulings = with_folder(folder)
    rulings.keep("moved", "Bogdan moved.", 5.0, figure="bogdan", numbers={"distance_mm": 81.5}, crop=one, jpeg=b"jpeg")
    rulings.keep("lost", "Ansel is not found.", 6.0, figure="ansel")
    rulings.close()
    lines = [json.loads(line) for line in (folder / LIST).read_text().splitlines()]
    assert [(line["n"], line["time_s"], line["event"]) for line in lines] == [(1, 1005.0, "moved"), (2, 1006.0, "lost")]
    assert (folder / f"ruling-{one}.jpg").read_bytes() == b"jpeg"
    again = with_folder(folder)
    assert [line.text for line in again.newest().rulings] == ["Ansel is not found.", "Bogdan moved."]
    assert again.jpeg(one) == b"jpeg" and again.newest("bogdan").rulings[0].numbers == {"distance_mm": 81.5}
    assert again.keep("placed", "x", 0.0).n == 3
    again.close()


def test_a_folder_that_was_meddled_with_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    one = word()
    rulings = with_folder(tmp_path)
    rulings.keep("moved", "first", 0.0, crop=one, jpeg=b"jpeg")
    rulings.close()
    (tmp_path / f"ruling-{one}.jpg").unlink()
    with (tmp_path / LIST).open("ab") as file:
        file.write(
            b'not json\n{"n":7,"time_s":1,"event":"x","figure":null,"text":"evil","crop":"../../etc"}\n{"n":8,"ti'
        )
    again = with_folder(tmp_path)
    assert [(line.text, line.crop) for line in again.newest().rulings] == [("evil", None), ("first", None)]
    again.keep("moved", "after the torn line", 0.0)
    again.close()
    assert [line.n for line in with_folder(tmp_path).newest().rulings] == [8, 7, 1]
    assert again.jpeg("../" + LIST) is None


def test_the_folder_is_bounded_and_only_its_own_files_go(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    rulings = with_folder(tmp_path, most_mb=0.02)
    words = [word() for _ in range(120)]
    for one in words:
        rulings.keep("moved", "x", 0.0, crop=one, jpeg=bytes(1000))
    rulings.close(5.0)
    left = sorted(path.name for path in tmp_path.glob("ruling-*.jpg"))
    assert left == sorted(f"ruling-{one}.jpg" for one in words[-len(left) :]) and 10 < len(left) < 20
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 30_000
    assert (tmp_path / "holiday.jpg").exists()


def test_a_folder_that_cannot_be_written_costs_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    rulings = with_folder(tmp_path / "file")
    for _ in range(3):
        rulings.keep("moved", "x", 0.0)
    rulings.close()
    assert len(rulings.newest().rulings) == 3
    assert caplog.text.count("in memory only") == 1
