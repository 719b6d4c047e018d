"""What was heard, on disk: written whole, read back, begun anew when it is rubbish."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.link.memory import KEPT_BOOTS, Memory


def test_it_comes_back(tmp_path: Path) -> None:
    one = Memory(tmp_path / "new" / "heard.json")
    one.put("0B0B00BB", 7)
    assert Memory(tmp_path / "new" / "heard.json").get("0B0B00BB") is None  # not saved yet
    one.save()
    again = Memory(tmp_path / "new" / "heard.json")
    assert (again.get("0B0B00BB"), again.get("FFFFFFFF")) == (7, None)


@pytest.mark.parametrize("content", ["", "[", "[]", '{"0B0B00BB": "7"}', '{"0B0B00BB": 70000}', '{"B": 7}', "\x00"])
def test_a_spoilt_file_is_begun_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / "heard.json").write_text(content)
    one = Memory(tmp_path / "heard.json")
    assert one.get("0B0B00BB") is None
    one.put("0B0B00BB", 1)
    one.save()
    assert Memory(tmp_path / "heard.json").get("0B0B00BB") == 1


def test_a_disk_that_refuses_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    one = Memory(tmp_path / "file" / "heard.json")
    one.put("0B0B00BB", 1)
    one.save()
    assert one.get("0B0B00BB") == 1 and "cannot be" in caplog.text


def test_old_boots_are_forgotten_the_oldest_first() -> None:
    one = Memory()
    for n in range(KEPT_BOOTS + 2):
        one.put(f"{n:08X}", n)
        one.put("0000AAAA", n)
    assert (one.get("00000000"), one.get(f"{KEPT_BOOTS + 1:08X}"), one.get("0000AAAA")) == (None, 65, 65)
