"""What `companion replay` tells of a recorded sequence, held against its truth.

Idea: the truth has every figure's place in every picture, so each event can be judged alone. A `moved` is right if the
figure did stand at both ends and the ends are apart; figures of one `asked` may stand for each other. What is left to
judge are the last line and the events about the camera and the sheets.

`python -m tests.companion.vision.sequences --seeds 1-4 FOLDER ...` replays and scores; see `make sequences`. Evenings
of seeds are drawn once and kept in the temporary folder.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.scenes import film
from companion.scenes.random_evening import random_evening

Events = Sequence[dict[str, Any]]
Truths = Sequence[dict[str, Any]]
Point = tuple[float, float]

NEAR_MM = 6.0
"""An event within this of the truth is about that place; figures in these sequences stand further apart."""
APART_MM = 2.5
"""What was displaced by less has not moved."""
MISSED_MM = 4.0
SHOWN, WHOLE = 0.5, 0.9
"""Figures of which less is seen at first, or less of their marks, have no place to begin with."""
LATE_FRAMES = 2
"""A repair may take so many pictures at two a second: one second."""


@dataclass(slots=True)
class SequenceScore:
    """Counts and lists of one sequence. faults: sentences, empty if all is as it must be."""

    name: str
    frames: int
    off_mm: list[float] = field(default_factory=list)
    sigmas: list[float] = field(default_factory=list)
    asked: int = 0
    lost_falsely: int = 0
    faults: list[str] = field(default_factory=list)
    took_s: float = 0.0

    def line(self) -> str:
        """One line for people."""
        off = self.off_mm or [math.nan]
        places = (
            f"median {np.median(off):5.2f} mm, most {np.max(off):6.2f} mm, most {max(self.sigmas or [0]):4.1f} sigma"
        )
        head = f"{self.name:<20} {self.frames:3d} pictures {self.took_s:6.1f} s  {places}  asked {self.asked}"
        return "\n".join([f"{head}  faults {len(self.faults)}", *(f"    {f}" for f in self.faults)])


class _Frame:
    """From the truth's frame to that of the first sheet, as it lay at first."""

    def __init__(self, truth: dict[str, Any]) -> None:
        sheet = min((m for m in truth["markers"] if m["owner"] == "table"), key=lambda m: m["id"])
        turn = math.radians(sheet["up_deg"] - 90.0)
        self._origin, self._c, self._s = sheet["centre_mm"][:2], math.cos(turn), math.sin(turn)

    def __call__(self, x: float, y: float) -> Point:
        dx, dy = x - self._origin[0], y - self._origin[1]
        return self._c * dx + self._s * dy, -self._s * dx + self._c * dy


def score(name: str, events: Events, truths: Truths) -> SequenceScore:
    """The score of one replay. truths: one per picture, in order."""
    out = SequenceScore(name, len(truths))
    frame = _Frame(truths[0])
    stood = [_standing(truth, frame) for truth in truths]
    groups = [set(str(e.get("detail", "")).split(", ")) for e in events if e["event"] == "asked"]
    out.asked = len({tuple(sorted(g)) for g in groups})

    def like(who: str) -> set[str]:
        return {who}.union(*(g for g in groups if who in g))

    behind = {m["owner"] for m in truths[0]["markers"] if m.get("visible_fraction", 1.0) < WHOLE}
    shown = {f["id"] for f in truths[0]["figures"] if f["visible_fraction"] > SHOWN} - behind
    _moves(out, events, stood, like, shown)
    _placed(out, events, stood)
    _camera(out, events, truths)
    _losses(out, events, truths)
    _end(out, events[-1], stood, like, shown)
    return out


def _standing(truth: dict[str, Any], frame: _Frame) -> dict[str, Point]:
    """Where each figure stands that is not in the air."""
    lifted = truth["sequence"]["lifted"]
    figures = [f for f in truth["figures"] if f["id"] != lifted]
    return {f["id"]: frame(f["x_mm"], f["y_mm"]) for f in figures}


def _moves(out: SequenceScore, events: Events, stood: Sequence[dict[str, Point]], like: Any, shown: set[str]) -> None:
    told: dict[str, list[Point]] = {}
    for event in (e for e in events if e["event"] == "moved"):
        who, to, start = event["name"], (event["x_mm"], event["y_mm"]), tuple(event["from_mm"])
        told.setdefault(who, []).append(to)
        number = event["frame"]
        now = [stood[number][n] for n in like(who) if n in stood[number]]
        there = any(math.dist(p, to) < NEAR_MM for p in now)
        before = any(math.dist(s[n], start) < NEAR_MM for s in stood[:number] for n in like(who) if n in s)
        if not there or not before or math.dist(start, to) < APART_MM:
            at = f"{start[0]:.0f},{start[1]:.0f} to {to[0]:.0f},{to[1]:.0f}"
            why = "it never stood there" if not there else "it was not there before" if not before else "it stood"
            out.faults.append(f"picture {number}: false moved of {who} from {at}: {why}")
    for who in stood[0]:
        first, last = stood[0][who], stood[-1].get(who)
        if last is None or who not in shown or math.dist(first, last) < MISSED_MM:
            continue
        if not any(math.dist(p, last) < NEAR_MM for n in like(who) for p in told.get(n, [])):
            out.faults.append(f"{who} moved by {math.dist(first, last):.1f} mm in the end, and that was never told")


def _placed(out: SequenceScore, events: Events, stood: Sequence[dict[str, Point]]) -> None:
    names = set(stood[0])
    for event in (e for e in events if e["event"] == "placed" and e["name"] not in names):
        at = (event["x_mm"], event["y_mm"])
        near = min((math.dist(p, at), n) for n, p in stood[event["frame"]].items()) if stood[event["frame"]] else None
        out.faults.append(f"picture {event['frame']}: {event['name']} placed at {at}; nearest figure: {near}")


def _camera(out: SequenceScore, events: Events, truths: Truths) -> None:
    bumps = [t["sequence"]["frame"] for t in truths if t["sequence"].get("bump")]
    told = {w: [e["frame"] for e in events if e["event"] == w] for w in ("bumped", "repaired")}
    for number in bumps:
        if not any(number <= n <= number + 1 for n in told["bumped"]):
            out.faults.append(f"picture {number}: the camera was moved, and that was not noticed at once")
        if not any(number <= n <= number + LATE_FRAMES for n in told["repaired"]):
            out.faults.append(f"picture {number}: the camera was moved, and that was not repaired within a second")
    for number in told["bumped"]:
        if not any(b <= number <= b + LATE_FRAMES for b in bumps):
            out.faults.append(f"picture {number}: bumped, and nobody touched the camera")
    sheets = [e["frame"] for e in events if e["event"] == "sheet-moved"]
    pushed = [n for n in range(1, len(truths)) if _sheets(truths[n]) != _sheets(truths[n - 1])]
    for number in pushed:
        if not any(number <= n <= number + 4 for n in sheets):
            out.faults.append(f"picture {number}: a sheet was moved, and that was not told")
    for number in sheets:
        if not any(n <= number <= n + 4 for n in pushed):
            out.faults.append(f"picture {number}: sheet-moved, and no sheet was")


def _sheets(truth: dict[str, Any]) -> list[Any]:
    return [m["centre_mm"] for m in truth["markers"] if m["owner"] == "table"]


def _losses(out: SequenceScore, events: Events, truths: Truths) -> None:
    """A figure that is on the table in plain sight is not lost."""
    for event in (e for e in events if e["event"] == "lost"):
        figures = {f["id"]: f for f in truths[event["frame"]]["figures"]}
        figure = figures.get(event["name"])
        if figure is not None and figure["visible_fraction"] > 0.7:
            out.lost_falsely += 1
            out.faults.append(f"picture {event['frame']}: {event['name']} lost in plain sight")


def _end(
    out: SequenceScore, end: dict[str, Any], stood: Sequence[dict[str, Point]], like: Any, shown: set[str]
) -> None:
    last = stood[-1]
    found = {f["name"]: f for f in end["figures"]}
    lay = _laid({n: (f["x_mm"], f["y_mm"]) for n, f in found.items() if f["state"] == "seen"}, last)
    for who in stood[0]:
        figure = found.get(who)
        if figure is None:
            if who in shown:
                out.faults.append(f"end: {who} is not in the list")
            continue
        at = lay((figure["x_mm"], figure["y_mm"]))
        if who not in last:
            if figure["state"] not in ("lost", "off"):
                out.faults.append(f"end: {who} has left the table and is {figure['state']}")
            continue
        off = min(math.dist(last[n], at) for n in like(who) if n in last)
        if off > NEAR_MM:
            near = min((math.dist(p, at), n) for n, p in last.items())
            out.faults.append(f"end: {who} ({figure['state']}) is {off:.1f} mm off; nearest there: {near[1]}")
            continue
        out.off_mm.append(off)
        out.sigmas.append(off / max(figure["sigma_mm"], 1e-3) / math.sqrt(2))
        if figure["state"] == "lost":
            out.faults.append(f"end: {who} is there and is lost")
    for name, figure in found.items():
        if name not in stood[0] and figure["state"] not in ("lost", "off"):
            out.faults.append(f"end: {name} ({figure['state']}) at {figure['x_mm']}, {figure['y_mm']} is nobody")


def _laid(got: dict[str, Point], want: dict[str, Point]) -> Callable[[Point], Point]:
    """The rigid motion, without scale, that best lays places on true ones: the frame hangs on one small sheet, whose
    direction nobody measures by."""
    names = [n for n in got if n in want and math.dist(got[n], want[n]) < 2 * NEAR_MM]
    if len(names) < 4:
        return lambda point: point
    g, w = np.array([got[n] for n in names]), np.array([want[n] for n in names])
    h = (g - g.mean(0)).T @ (w - w.mean(0))
    turn = math.atan2(h[0, 1] - h[1, 0], h[0, 0] + h[1, 1])
    c, s = math.cos(turn), math.sin(turn)
    rotation = np.array([[c, -s], [s, c]])

    def lay(point: Point) -> Point:
        x, y = rotation @ (np.array(point) - g.mean(0)) + w.mean(0)
        return float(x), float(y)

    return lay


def truths_of(folder: Path) -> list[dict[str, Any]]:
    """The truths of a folder's numbered pictures, in order."""
    files = sorted(p for p in folder.glob("*.json") if p.stem.isdigit())
    return [json.loads(p.read_text(encoding="utf-8")) for p in files]


def owners_setup(truths: Truths) -> str:
    """The setup file of a sequence that has none beside it, as its owner would have written it."""
    truth, frame = truths[0], _Frame(truths[0])
    tags = sorted((m for m in truth["markers"] if m["owner"] == "table"), key=lambda m: m["id"])
    camera = truth["camera"]
    blocks = [
        _block(
            "[table]", dictionary=truth["dictionary"], sheets=[m["id"] for m in tags], sheet_side_mm=tags[0]["side_mm"]
        ),
        _block(
            "[lens]", width_px=camera["width"], height_px=camera["height"], camera_matrix=camera["K"],
            distortion=camera["dist"],
        ),
    ]  # fmt: skip
    marks = {m["owner"]: m for m in truth["markers"]}
    for figure in truth["figures"]:
        values = {
            "name": figure["id"],
            "base_mm": figure["base_diameter_mm"],
            "base_thickness_mm": figure["base_height_mm"],
            "height_mm": figure["total_height_mm"],
        }
        at = frame(figure["x_mm"], figure["y_mm"])
        if figure["marker_id"] is not None:
            mark, turn = marks[figure["id"]], math.radians(figure["facing_deg"])
            dx, dy = mark["centre_mm"][0] - figure["x_mm"], mark["centre_mm"][1] - figure["y_mm"]
            ahead = math.cos(turn) * dx + math.sin(turn) * dy
            values |= {
                "marker": figure["marker_id"],
                "marker_side_mm": mark["side_mm"],
                "marker_height_mm": figure["marker_height_mm"],
                "marker_offset_mm": [ahead, math.cos(turn) * dy - math.sin(turn) * dx],
                "marker_turn_deg": (mark["up_deg"] - figure["facing_deg"] + 180) % 360 - 180,
            }
        elif figure["colour"]:
            values |= {"ring": figure["colour"]}
        else:
            values |= {"at_mm": list(at)}
        blocks.append(_block("[[figure]]", **values))
    for piece in truth["terrain"]:
        values = {
            "name": piece["id"],
            "kind": piece["kind"],
            "height_mm": piece["height_mm"],
            "outline_mm": [list(frame(*p)) for p in piece["polygon_mm"]],
        }
        if piece["top_polygon_mm"]:
            values["top_outline_mm"] = [list(frame(*p)) for p in piece["top_polygon_mm"]]
        blocks.append(_block("[[terrain]]", **values))
    return "\n".join(blocks)


def _block(head: str, **values: Any) -> str:
    return "\n".join([head, *(f"{k} = {json.dumps(v)}" for k, v in values.items())]) + "\n"


def replayed(folder: Path, setup: Path) -> Events:
    """What `companion replay` says of a folder. Raises CalledProcessError with its words."""
    call = [sys.executable, "-m", "companion", "replay", str(folder), "--setup", str(setup), "--json"]
    call += ["--empty", str(folder / "empty.jpg")]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{folder}: {done.stderr.strip()[-600:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _seeds(words: str) -> Iterable[int]:
    first, _, last = words.partition("-")
    return range(int(first), int(last or first) + 1) if first else ()


def drawn(seed: int) -> Path:
    """The folder of a seed's evening, drawn now if that was not done before by the same program."""
    sources = sorted(Path(film.__file__).parent.glob("*.py"))
    print_of = hashlib.sha256(b"".join(p.read_bytes() for p in sources)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"companion-sequences-{print_of}" / f"evening-{seed}"
    if not folder.exists():
        making = folder.with_name(f"{folder.name}-{os.getpid()}")
        film.put_evening(making, random_evening(seed), seed)
        making.rename(folder)
    return folder


def main(words: Iterable[str] | None = None) -> int:
    """Replay and score folders; 1 if one of them has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="", metavar="A-B", help="evenings of our own: a seed or a range of them")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="numbered pictures, their truth, and empty.jpg")
    parser.add_argument("--keep", metavar="FOLDER", help="write what was told here, NAME.jsonl")
    given = parser.parse_args(None if words is None else list(words))
    faults = 0
    for folder in [*map(Path, given.folders), *(drawn(seed) for seed in _seeds(given.seeds))]:
        truths = truths_of(folder)
        setup = folder / "setup.toml"
        keep = Path(given.keep) if given.keep else None
        if not setup.exists():
            setup = Path(tempfile.gettempdir()) / f"companion-{os.getpid()}-{folder.name}.toml"
            setup.write_text(owners_setup(truths), encoding="utf-8")
        begun = time.perf_counter()
        events = replayed(folder, setup)
        if keep is not None:
            (keep / f"{folder.name}.jsonl").write_text("\n".join(map(json.dumps, events)) + "\n", encoding="utf-8")
        if setup.parent != folder:
            setup.unlink()
        one = score(folder.name, events, truths)
        one.took_s = time.perf_counter() - begun
        faults += len(one.faults)
        sys.stdout.write(one.line() + "\n")
        sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
