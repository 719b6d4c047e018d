"""How well rings and unmarked figures are seen on tables nobody tuned anything on.

Idea: `companion.scenes.fresh` draws a table and its empty table by number, unlike in lens, lamps, mat and places; the
whole of `companion measure --empty` reads it, and every base it tells is held against the truth. Figures of which less
than half, or less than a fifth of the base's top, is in sight may be missed; if they are told, they count.

`python -m tests.companion.vision.fresh --seeds 1-24` prints figures for each kind of table; see `make fresh`. Pictures
are drawn once and kept in the temporary folder.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.commands.measure_report import as_json
from companion.scenes.fresh import FreshTable, fresh_table
from companion.scenes.setup_text import setup_text
from companion.scenes.write import PictureFolder
from companion.setup.read import parse_setup
from companion.vision.reader import Reader
from companion.vision.still import table_of
from companion.vision.unmarked import with_bases
from tests.companion.vision.scoring import Score, Truth, lay_on

GATE_MM = 25.0
HALF = 0.5
"""A base of whose top less is in sight counts as half hidden."""


@dataclass(frozen=True, slots=True)
class Base:
    """A true base without a marker. off_mm: NaN if it was not found; ring, told: true colour and the one told."""

    table: str
    ring: str | None
    half_hidden: bool
    off_mm: float
    sigma_mm: float
    told: str | None


@dataclass(slots=True)
class Tally:
    """ghosts, wrong: in words. hidden: not found, and excused."""

    bases: list[Base] = field(default_factory=list)
    ghosts: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    hidden: int = 0


def drawn(number: int, size_px: tuple[int, int], folder: Path) -> tuple[FreshTable, dict[str, Any], list[np.ndarray]]:
    """A table with its truth, its picture and the empty one; drawn if they are not in the folder yet."""
    table, name = fresh_table(number, size_px=size_px), f"{size_px[0]}-{number:03d}"
    told = folder / f"{name}-1.json"
    if not told.exists():
        pictures = PictureFolder(folder)
        pictures.put(f"{name}-empty", table.empty, 9000 + number)
        pictures.put(f"{name}-1", table.scene, number, kind=table.kind.name)
    images = [cv2.imread(str(folder / f"{name}-{which}.jpg")) for which in ("1", "empty")]
    return (
        table,
        json.loads(told.read_text(encoding="utf-8")),
        [np.asarray(i, np.uint8) for i in images if i is not None],
    )


def score_table(tally: Tally, number: int, size_px: tuple[int, int], folder: Path) -> None:
    """Read one table and add it to the tally."""
    table, told, (image, empty) = drawn(number, size_px, folder)
    setup = parse_setup(setup_text(table.scene))
    reading = Reader(setup, image.shape[1], image.shape[0]).read(image, empty=empty)
    reading = with_bases(reading, setup, image, empty)
    found: dict[str, Any] = as_json("", reading, table_of(reading, setup))
    sheets = {s.id: (s.x_mm, s.y_mm) for s in table.scene.sheets}
    turn, shift, _ = lay_on(Score(), [s for s in found["sheets"] if s["id"] in sheets], Truth(sheets, [], {}))
    told_at = [(f, turn @ (f["x_mm"], f["y_mm"]) + shift) for f in found["figures"]]
    free = [pair for pair in told_at if not pair[0]["name"]]
    named = {f["name"]: (f, at) for f, at in told_at if f["name"]}
    for figure in sorted(told["figures"], key=lambda f: f["mode"] == "plain"):
        want = (figure["x_mm"], figure["y_mm"])
        gate = max(GATE_MM, figure["base_diameter_mm"])
        got = named.pop(figure["id"], None)
        if got is not None and math.dist(got[1], want) > gate:
            tally.wrong.append(f"table {number}: {figure['id']} named {math.dist(got[1], want):.0f} mm away")
            got = None
        if got is None:
            near = [p for p in free if math.dist(p[1], want) <= gate and bool(p[0]["ring"]) == bool(figure["colour"])]
            got = min(near, key=lambda p: math.dist(p[1], want), default=None)
            free = [p for p in free if p is not got]
        if figure["marker_id"] is not None:
            continue
        top = figure["base_top_visible_fraction"]
        if got is None and (figure["visible_fraction"] < 0.5 or top < 0.2):
            tally.hidden += 1
            continue
        off_mm = math.nan if got is None else math.dist(got[1], want)
        sigma_mm = math.nan if got is None else got[0]["sigma_mm"]
        colour = None if got is None else got[0]["ring"]
        tally.bases.append(Base(table.kind.name, figure["colour"], top < HALF, off_mm, sigma_mm, colour))
        if got is None:
            tally.wrong.append(f"table {number}: missed {figure['id']} ({figure['colour'] or 'unmarked'})")
    for figure, at in [*free, *named.values()]:
        tally.ghosts.append(f"table {number}: {figure['ring'] or 'unmarked'} at {at[0]:.0f}, {at[1]:.0f}")


def line(name: str, bases: Sequence[Base]) -> str:
    """What of some bases was found, and how well."""
    off = np.array([b.off_mm for b in bases if math.isfinite(b.off_mm)])
    words = f"{name:36} found {len(off)}/{len(bases)}"
    if not len(off):
        return words
    seen = [b for b in bases if math.isfinite(b.off_mm)]
    if seen[0].ring is not None:
        words += f"  colour right {sum(b.told == b.ring for b in seen)}"
    within = np.mean([b.off_mm < 2.45 * b.sigma_mm for b in seen])
    words += f"  mm median {np.median(off):.2f} p95 {np.percentile(off, 95):.2f} max {off.max():.2f}"
    return words + f"  within 2 sigma {within:.0%}"


def report(tally: Tally) -> Iterable[str]:
    """The figures, kind by kind and together."""
    kinds = sorted({b.table for b in tally.bases})
    for kind in (*kinds, "all"):
        for ringed in (True, False):
            some = [b for b in tally.bases if kind in (b.table, "all") and (b.ring is not None) == ringed]
            what = "rings" if ringed else "unmarked"
            if some:
                yield line(f"{kind}: {what}", some)
            half = [b for b in some if b.half_hidden]
            if half and kind == "all":
                yield line(f"  of them half hidden, {what}", half)
    yield f"ghosts {len(tally.ghosts)}; not in sight and not told {tally.hidden}"
    yield from (f"  {words}" for words in (*tally.ghosts, *tally.wrong))


def numbers(text: str) -> range:
    """ "3" or "1-24"."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", type=numbers, default=range(1, 9), help="numbers of tables, as 1-24")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "fresh-tables", help="where to draw")
    arguments = parser.parse_args()
    tally = Tally()
    for number in arguments.seeds:
        score_table(tally, number, (1920, 1080), arguments.keep)
    print("\n".join(report(tally)))


if __name__ == "__main__":
    main()
