"""Which ports are opened: known USB ids and listed ones, each once, another one after a replug."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.link.finder import Finder


@dataclass(frozen=True)
class Info:
    device: str
    vid: int | None
    pid: int | None


PICO = 0x2E8A, 0x0005


@pytest.mark.parametrize(
    ("ids", "listed", "found"),
    [
        ([], [], []),
        ([PICO], [], ["ttyACM0"]),
        ([PICO, PICO, PICO], [], ["ttyACM0", "ttyACM1", "ttyACM2"]),
        ([(0x2341, 0x0043), (0x2E8A, 0x0003), (None, None), (0x1A86, 0x7523)], [], []),
        ([(0x1A86, 0x7523), PICO], ["ttyACM0"], ["ttyACM0", "ttyACM1"]),
        ([PICO], ["ttyACM0"], ["ttyACM0"]),
        ([PICO], ["by-id"], ["by-id"]),
        ([], ["ttyACM7"], []),
        ([], ["socket://10.0.0.7:4000"], ["socket://10.0.0.7:4000"]),
    ],
)
def test_what_is_opened(
    tmp_path: Path, ids: list[tuple[int | None, int | None]], listed: list[str], found: list[str]
) -> None:
    ports = [Info(str(tmp_path / f"ttyACM{n}"), *pair) for n, pair in enumerate(ids)]
    for port in ports:
        Path(port.device).touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM0")
    paths = [one if "://" in one else str(tmp_path / one) for one in listed]
    looked = Finder(paths, lambda: ports, tmp_path).look()
    assert [one.url.removeprefix(f"{tmp_path}/") for one in looked] == found
    assert [one.listed for one in looked] == [one.url in paths for one in looked]


def test_usb_ids_are_asked_for_only_when_a_port_came_or_went(tmp_path: Path) -> None:
    asked = []

    def comports() -> list[Info]:
        asked.append(1)
        return [Info(str(path), *PICO) for path in tmp_path.glob("ttyACM*")]

    finder = Finder((), comports, tmp_path)
    assert [len(finder.look()) for _ in range(5)] == [0] * 5 and len(asked) == 1
    (tmp_path / "ttyACM0").touch()
    first = finder.look()
    assert len(first) == len(finder.look()) == 1 and len(asked) == 2
    (tmp_path / "ttyACM0").rename(tmp_path / "away")
    (tmp_path / "ttyACM0").touch()
    (again,) = finder.look()
    assert again.url == first[0].url and again.node != first[0].node


def test_no_dev_folder() -> None:
    assert Finder((), list, Path("/nowhere")).look() == []
