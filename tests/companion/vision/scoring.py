"""Hold what a picture was read as against what is true, as the scoring of the rendered scenes does.

The choice of frame is taken out of the score: the sheets as found are laid on the true ones by the best rigid motion,
never by a change of scale.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from calibration.arrays import Floats

Point = tuple[float, float]

GATE_MM = 25.0
"""A name farther than this from its figure is a wrong name."""


@dataclass(frozen=True, slots=True)
class TrueFigure:
    """hard: its marker is partly hidden or small. marked: it has one."""

    name: str
    at_mm: Point
    level_mm: float
    heading_deg: float
    marked: bool = True
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    """All in one frame, any. sheets: id -> centre. edges_mm: (name, name) -> edge to edge."""

    sheets: Mapping[int, Point]
    figures: Sequence[TrueFigure]
    edges_mm: Mapping[tuple[str, str], float]


@dataclass(slots=True)
class Score:
    """off_mm, sigma_mm, turn_deg: by name, of figures found. edge_off_mm: pairs without a hard figure; within: share of
    figures within two sigma in the plane. scale: true over found, of the sheets, minus 1."""

    missed: list[str] = field(default_factory=list)
    missed_hard: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    off_mm: dict[str, float] = field(default_factory=dict)
    sigma_mm: dict[str, float] = field(default_factory=dict)
    turn_deg: dict[str, float] = field(default_factory=dict)
    levels_off: list[str] = field(default_factory=list)
    edge_off_mm: list[float] = field(default_factory=list)
    sheets_off_mm: list[float] = field(default_factory=list)
    scale: float = 0.0

    def within_two_sigma(self) -> float:
        """Two sigma of each coordinate hold 95 % in the plane at a radius of 2.45."""
        return float(np.mean([self.off_mm[n] < 2.45 * self.sigma_mm[n] for n in self.off_mm]))


def score(found: Mapping[str, Any], truth: Truth) -> Score:
    """Score one object of `companion measure --json`."""
    out = Score()
    seen = [s for s in found["sheets"] if s["id"] in truth.sheets]
    R, shift, turn_deg = lay_on(out, seen, truth)
    named = {f["name"]: f for f in found["figures"] if f["name"] is not None}
    for figure in truth.figures:
        got = named.pop(figure.name, None)
        if got is None:
            if figure.marked:
                (out.missed_hard if figure.hard else out.missed).append(figure.name)
            continue
        off = float(np.hypot(*(R @ (got["x_mm"], got["y_mm"]) + shift - figure.at_mm)))
        if off > GATE_MM:
            out.wrong.append(f"{figure.name} named {off:.0f} mm away")
            continue
        out.off_mm[figure.name], out.sigma_mm[figure.name] = off, got["sigma_mm"]
        out.turn_deg[figure.name] = abs((got["heading_deg"] + turn_deg - figure.heading_deg + 180) % 360 - 180)
        if abs(got["level_mm"] - figure.level_mm) > 0.5:
            out.levels_off.append(f"{figure.name} at {got['level_mm']:.1f}, not {figure.level_mm:.1f} mm")
    out.wrong += [f"{name} is not there" for name in named]
    hard = {f.name for f in truth.figures if f.hard}
    for pair in found["pairs"]:
        names = {pair["a"], pair["b"]}
        want = truth.edges_mm.get((pair["a"], pair["b"]), truth.edges_mm.get((pair["b"], pair["a"])))
        if want is not None and names <= out.off_mm.keys() and not names & hard:
            out.edge_off_mm.append(abs(pair["edge_mm"] - want))
    return out


def lay_on(out: Score, seen: Sequence[Mapping[str, Any]], truth: Truth) -> tuple[Floats, Floats, float]:
    """The rigid motion from the found frame to the true one; fills in what the sheets say."""
    got = np.array([(s["x_mm"], s["y_mm"]) for s in seen])
    want = np.array([truth.sheets[s["id"]] for s in seen])
    g, w = got - got.mean(0), want - want.mean(0)
    H = g.T @ w
    turn = math.atan2(H[0, 1] - H[1, 0], H[0, 0] + H[1, 1])
    R = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    out.scale = float((w * (g @ R.T)).sum() / (g * g).sum()) - 1
    out.sheets_off_mm = [float(v) for v in np.hypot(*(g @ R.T - w).T)]
    return R, want.mean(0) - R @ got.mean(0), math.degrees(turn)
