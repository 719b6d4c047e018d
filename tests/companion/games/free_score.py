"""What came of an evening of free play before the camera, counted."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True)
class Score:
    """moves, and of those offered at the first rest: seen. late_s: from settling to the offer. off_mm, sigmas: of
    places; long_mm, long_sigmas: of lengths. faults: sentences."""

    name: str
    moves: int = 0
    seen: int = 0
    late_s: list[float] = field(default_factory=list)
    off_mm: list[float] = field(default_factory=list)
    sigmas: dict[str, list[float]] = field(default_factory=dict)
    long_mm: list[float] = field(default_factory=list)
    long_sigmas: list[float] = field(default_factory=list)
    turns: int = 0
    turned: int = 0
    asked: int = 0
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def line(self) -> str:
        """For people."""
        late, off, long = (values or [math.nan] for values in (self.late_s, self.off_mm, self.long_mm))
        far = np.abs(long)
        within = np.mean(np.array(self.long_sigmas or [math.nan]) <= 2.0)
        head = (
            f"{self.name:<22} moves {self.moves:3d} offered {self.seen:3d}  late median {np.median(late):.2f} most "
            f"{np.max(late):.2f} s  place {np.median(off):.2f}/{np.max(off):.2f} mm  length {np.median(far):.2f}/"
            f"{np.max(far):.2f} mm, {100 * within:.0f} % within two sigma  turned {self.turned}/{self.turns}"
        )
        wide = {known: f"{np.median(v):.1f}/{np.max(v):.1f}" for known, v in sorted(self.sigmas.items())}
        head += f"  sigmas {wide}"
        return "\n".join([f"{head}  asked {self.asked}  faults {len(self.faults)}", *(f"    {f}" for f in self.faults)])
