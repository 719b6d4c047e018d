"""What `companion measure` says about one picture: as JSON for programs, as a table for people."""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.table.distance import Distance, measure
from companion.table.report import describe_distance
from companion.table.sight import Sight, all_sights
from companion.table.state import Figure, TableState
from companion.vision.reader import Reading


def as_json(picture: str, reading: Reading, state: TableState) -> dict[str, object]:
    """One picture's object: sheets, figures, pairs, notes, and how well the camera is known. mm and degrees.

    Sight is null while nobody knows where the terrain lies.
    """
    sights = all_sights(state) if reading.placed else {}
    camera = reading.solution.camera
    return {
        "picture": picture,
        "sheets": [
            {
                "id": sheet.id,
                "x_mm": round(sheet.x_mm, 3),
                "y_mm": round(sheet.y_mm, 3),
                "turn_deg": round(math.degrees(sheet.heading_rad), 3),
                "sigma_mm": round(sheet.spread.sigma_mm, 3),
                "seen": sheet.seen,
            }
            for sheet in state.sheets
        ],
        "figures": [_figure(figure) for figure in state.figures],
        "pairs": [
            _pair(a, b, measure(state, a.id, b.id), sights)
            for i, a in enumerate(state.figures)
            for b in state.figures[i + 1 :]
        ],
        "notes": [{"code": n.code, "severity": n.severity, "message": n.message} for n in reading.notes],
        "camera": {
            "lens_known": reading.solution.lens_known,
            "centre_mm": [round(float(v), 2) for v in camera.centre_mm],
            "hfov_deg": round(camera.lens.hfov_deg(), 2),
            "rms_px": round(reading.solution.rms_px, 4),
        },
    }


def _figure(figure: Figure) -> dict[str, object]:
    return {
        "id": figure.id,
        "name": figure.name,
        "side": figure.side,
        "ring": figure.ring,
        "x_mm": round(figure.place.x_mm, 3),
        "y_mm": round(figure.place.y_mm, 3),
        "sigma_mm": round(figure.place.spread.sigma_mm, 4),
        "heading_deg": None if figure.heading_rad is None else round(math.degrees(figure.heading_rad), 3),
        "level_mm": round(figure.place.level_mm, 2),
        "stands_on": figure.place.stands_on,
        "marker": figure.marker,
        "others": [
            {
                "x_mm": round(o.x_mm, 3),
                "y_mm": round(o.y_mm, 3),
                "level_mm": round(o.level_mm, 2),
                "stands_on": o.stands_on,
            }
            for o in figure.others
        ],
        "doubt": figure.doubt,
    }


def _pair(a: Figure, b: Figure, found: Distance, sights: Mapping[tuple[str, str], Sight]) -> dict[str, object]:
    ab, ba = sights.get((a.id, b.id)), sights.get((b.id, a.id))
    return {
        "a": a.name,
        "b": b.name,
        "a_id": a.id,
        "b_id": b.id,
        "edge_mm": round(found.edge_mm, 3),
        "sigma_mm": round(found.edge_sigma_mm, 4),
        "centre_mm": round(found.centre_mm, 3),
        "centre_sigma_mm": round(found.centre_sigma_mm, 4),
        "cells": found.cells,
        "cells_sure": found.cells_sure,
        "a_sees_b": None if ab is None else round(ab.fraction, 4),
        "b_sees_a": None if ba is None else round(ba.fraction, 4),
        "sight": {"a_sees_b": _sight(ab), "b_sees_a": _sight(ba)},
        "doubt": found.doubt,
    }


def _sight(sight: Sight | None) -> dict[str, object] | None:
    if sight is None:
        return None
    return {
        "fraction": round(sight.fraction, 4),
        "low": round(sight.low, 4),
        "high": round(sight.high, 4),
        "answer": sight.answer,
        "first_blocker": sight.first_blocker,
    }


def as_text(picture: str, reading: Reading, state: TableState) -> str:
    """The same for a person: where the figures stand, then every pair's distance and sight."""
    lines = [f"{picture}: {_count(len(state.figures), 'figure')}, sheets {_sheets(state)}"]
    lines += [f"  note: {note.message}" for note in reading.notes]
    for figure in state.figures:
        where = f" on {figure.place.stands_on}" if figure.place.stands_on else ""
        place = figure.place
        sigma = max(0.01, place.spread.sigma_mm / 5)
        x, y = f"{place.x_mm / 10:7.2f}", f"{place.y_mm / 10:7.2f}"
        lines.append(f"  {figure.id:<16} x {x} cm  y {y} cm  ± {sigma:.2f}{where}")
        if figure.doubt:
            lines.append(f"    {figure.doubt}")
    if len(state.figures) > 1:
        sights = all_sights(state) if reading.placed else {}
        lines.append("  edge to edge, and what each sees of the other past the terrain:")
        for i, a in enumerate(state.figures):
            for b in state.figures[i + 1 :]:
                found = measure(state, a.id, b.id)
                there, back = _seen(sights.get((a.id, b.id))), _seen(sights.get((b.id, a.id)))
                seen = there if there == back else f"{there}; back {back}"
                cells = (
                    "" if found.cells is None else f", {_count(found.cells, 'cell')}{'' if found.cells_sure else '?'}"
                )
                lines.append(f"  {a.id} - {b.id}: {describe_distance(found)}{cells}, {seen}")
    return "\n".join(lines)


def _seen(sight: Sight | None) -> str:
    if sight is None:
        return "sight not known"
    if sight.answer == "clear" or sight.first_blocker is None:
        return sight.answer
    return (
        f"{sight.answer} {sight.fraction:.0%} behind {sight.first_blocker}"
        if sight.fraction
        else f"blocked by {sight.first_blocker}"
    )


def _sheets(state: TableState) -> str:
    seen = [str(s.id) for s in state.sheets if s.seen]
    return ", ".join(seen) or "none"


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
