"""Table states of the rendered scenes: true places, sigma next to nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.table.state import Base, Figure, Place, Spread, TableState, TerrainPiece
from tests.needs import ROOT, SHARED

KEPT = sorted((ROOT / "tests" / "vectors" / "sight").glob("*.json"))
ALL = sorted(p for p in (SHARED / "scenes").glob("*.json") if not p.stem.endswith("empty"))

EXACT = Spread((1e-8, 0.0, 1e-8))


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def true_table(truth: Any) -> TableState:
    figures = tuple(
        Figure(
            f["id"],
            f["id"],
            Base("disc", f["base_diameter_mm"], f["base_diameter_mm"], f["base_height_mm"]),
            f["total_height_mm"],
            Place(f["x_mm"], f["y_mm"], EXACT, f["base_z_mm"], None if f["stands_on"] == "mat" else f["stands_on"]),
        )
        for f in truth["figures"]
    )
    terrain = tuple(
        TerrainPiece(
            t["id"],
            t["kind"],
            t["height_mm"],
            tuple((x, y) for x, y in t["polygon_mm"]),
            tuple((x, y) for x, y in t["top_polygon_mm"]) if t["top_polygon_mm"] else None,
        )
        for t in truth["terrain"]
    )
    return TableState(figures=figures, terrain=terrain)


def past_trees(truth: Any, a: str, b: str) -> bool:
    """Whether the line comes near trees: rendered crowns have gaps that no outline tells, so these are not scored."""
    place = {f["id"]: np.array([f["x_mm"], f["y_mm"]]) for f in truth["figures"]}
    start, step = place[a], place[b] - place[a]
    for piece in truth["terrain"]:
        if piece["kind"] == "trees":
            outline = np.array(piece["polygon_mm"])
            centre = outline.mean(axis=0)
            part = float(np.clip((centre - start) @ step / max(step @ step, 1e-9), 0, 1))
            if np.hypot(*(start + part * step - centre)) < np.hypot(*(outline - centre).T).max() + 12:
                return True
    return False


def scored_sights(truth: Any) -> Iterator[tuple[str, str, float]]:
    """(looker, target, true visible fraction past terrain) of all lines that are scored."""
    for pair in truth["pairs"]:
        if not past_trees(truth, pair["a"], pair["b"]):
            yield pair["a"], pair["b"], pair["line_of_sight"]["a_sees_b"]["terrain_only"]
            yield pair["b"], pair["a"], pair["line_of_sight"]["b_sees_a"]["terrain_only"]
