"""The board as its file has it, for the referee: squares, what is beside them, and ways."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable, Collection
from typing import Any

from tests.needs import ROOT

FILES = ROOT / "companion" / "games" / "dark_world"
BOARD = tomllib.loads((FILES / "board.toml").read_text(encoding="utf-8"))
HOUSE = tomllib.loads((FILES / "charts" / "discs.toml").read_text(encoding="utf-8"))["house"]
ZONE: dict[str, dict[str, Any]] = {
    f"{column},{row}": zone
    for zone in BOARD["zones"]
    for column in range(zone["columns"][0], zone["columns"][1] + 1)
    for row in range(zone["rows"][0], zone["rows"][1] + 1)
}
DOORS: dict[int, tuple[str, str]] = {door["into"]: (door["before"], door["behind"]) for door in BOARD["doors"]}
SECRET: dict[str, str] = {door["square"]: door["far"] for door in BOARD["secret_doors"]}
WAYS = {(way["a"], way["b"]) for way in BOARD["ways"]} | {
    (way["b"], way["a"]) for way in BOARD["ways"] if not way.get("one_way")
}
FOUNTAIN, TELEPORT = BOARD["places"]["fountain"], BOARD["places"]["teleport"]


def kind(square: str) -> str:
    return str(ZONE[square]["kind"]) if square else ""


def room(square: str) -> int:
    return int(ZONE[square].get("room", 0))


def places(square: str) -> tuple[int, int]:
    column, row = square.split(",")
    return int(column), int(row)


def beside(square: str, doors: Collection[int]) -> list[str]:
    """One step away, through what is open."""
    x, y = places(square)
    near = [n for n in (f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}", f"{x},{y - 1}") if n in ZONE]
    found = [n for n in near if ZONE[n] is ZONE[square]]
    found += [b if a == square else a for n, (a, b) in DOORS.items() if n in doors and square in (a, b)]
    return found + [b for a, b in WAYS if a == square]


def steps(
    start: str, doors: Collection[int], enter: Callable[[str], bool], stop: Callable[[str], bool]
) -> dict[str, int]:
    """Square -> steps of the shortest way. stop: nobody goes on from there."""
    found, edge = {start: 0}, deque([start])
    while edge:
        square = edge.popleft()
        if square != start and stop(square):
            continue
        for near in beside(square, doors):
            if near not in found and enter(near):
                found[near] = found[square] + 1
                edge.append(near)
    return found
