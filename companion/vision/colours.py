"""Ring colours by name, whatever the lamp.

Idea: the paper of the sheets says what white is, place by place; a colour over white is what the paint sends back.
Gloss adds white on top, so most of what all three colours share is taken off. What is left is compared with a short
list of paints by the logarithms of red over green and blue over green, and a little by brightness, which shade changes.
Rings whose names are known then tell how their own paint looks under this light.

Invariant: only the names asked about are told apart, and a colour far from all of them has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]

GAMMA = 2.2
GLOSS = 0.85
"""Share of what a colour's three parts have in common that is taken for gloss: a shiny lamp's reflection on red read as
(0.98, 0.12, 0.11) of white is (0.89, 0.02, 0.02) without it."""
FAINT = 0.1
"""Added before logarithms, of the colour's strongest part: below it cameras and JPEG mix the parts."""
DIM, BLACK = 0.03, 0.015
"""The same of brightness, of white; what sends back less than BLACK has no colour."""
BRIGHTNESS_WEIGHT = 0.7
NO_COLOUR = 9.0
FAR = 1.3
"""A colour farther than this from a paint is not it."""
FAR_OF = {"yellow": 0.85, "orange": 0.85}
"""The same of paints that others come near: painted earth in warm light is 0.9 to 1.2 from yellow, yellow up to 0.7;
bare bases are 0.8 to 1.4 from orange, orange up to 0.6."""

PAINTS: Mapping[str, tuple[float, float, float]] = {
    "red": (0.65, 0.045, 0.045),
    "blue": (0.045, 0.09, 0.60),
    "green": (0.05, 0.34, 0.06),
    "yellow": (0.90, 0.64, 0.06),
    "brown": (0.19, 0.08, 0.033),
    "light blue": (0.23, 0.62, 0.93),
    "dark blue": (0.045, 0.045, 0.22),
    "purple": (0.25, 0.04, 0.38),
    "orange": (0.85, 0.27, 0.03),
    "pink": (0.85, 0.30, 0.45),
    "turquoise": (0.05, 0.50, 0.45),
}
"""What paints send back of white: red, green, blue, straight (not gamma). Medians over rendered rings under four kinds
of lamp for the first eight."""


LEARNED_SHARE, MOST_LEARNED = 0.2, 0.5
"""How much one look at a named ring tells of its paint, and how far it may lead from the list: less than half of FAR,
so that a ring that was named wrongly does not become another."""

DULL = {"brown": 0.28, "light blue": 0.5, "pink": 0.6}
"""Most that the least of a colour's three parts may be of the greatest: painted earth on bases, without its gloss, is
brown too, but greyer (0.3 to 0.5 against 0.1 to 0.2)."""
GREY_COST = 10.0


def paint_name(name: str) -> str | None:
    """The list's own spelling of a ring colour, or None if it is not on it."""
    words = name.lower().replace("-", " ").replace("_", " ").split()
    joined = "".join(words)
    return next((paint for paint in PAINTS if paint.replace(" ", "") == joined), None)


class White:
    """What white paper looks like at a place on the table: BGR, straight, 1 = full scale. learned: how paints look
    otherwise than on the list, as `learn` keeps it."""

    def __init__(
        self,
        image: Picture,
        sheets_px: Mapping[int, Floats],
        camera: Camera,
        learned: Mapping[str, Floats] | None = None,
    ) -> None:
        """sheets_px: corners (4, 2) of the black squares of sheets in sight; without any, white is full scale."""
        self.learned: Mapping[str, Floats] = {} if learned is None else learned
        places, whites = [], []
        for corners in sheets_px.values():
            value = _paper(image, corners)
            if value is not None:
                whites.append(np.log(np.maximum(straight(value), 0.02)))
                places.append(camera.to_plane(corners.mean(0)[None], 0.0)[0])
        self._fit = np.zeros((3, 3))
        self._low, self._high = np.zeros(2), np.zeros(2)
        if not whites:
            return
        at, log = np.array(places), np.array(whites)
        self._low, self._high = at.min(0), at.max(0)
        self._middle = at.mean(0)
        self._span = max(float((self._high - self._low).max()), 1.0)
        A = np.c_[np.ones(len(at)), (at - self._middle) / self._span]
        self._fit = np.linalg.solve(A.T @ A + np.diag([0.0, 0.02, 0.02]), A.T @ log)

    def at(self, xy_mm: Floats) -> Floats:
        """(..., 3) BGR of white at (..., 2) mm; beyond the sheets as at the nearest of their bounds."""
        if not self._fit.any():
            return np.ones((*xy_mm.shape[:-1], 3))
        x = (np.clip(xy_mm, self._low, self._high) - self._middle) / self._span
        return np.asarray(np.exp(self._fit[0] + x[..., :1] * self._fit[1] + x[..., 1:] * self._fit[2]))


def straight(bgr: Floats | NDArray[np.float32] | Picture) -> Floats:
    """Grey levels to light, 0..1."""
    return np.asarray((np.maximum(np.asarray(bgr, np.float64), 0.0) / 255.0) ** GAMMA)


def features(paint_bgr: Floats) -> Floats:
    """(..., 3) what colours are compared by, from (..., 3) light over white, BGR."""
    dull = paint_bgr - GLOSS * paint_bgr.min(-1, keepdims=True)
    most = np.maximum(dull.max(-1, keepdims=True), 1e-6)
    b, g, r = (np.log(dull[..., i] / most[..., 0] + FAINT) for i in range(3))
    bright = np.log(0.3 * dull[..., 2] + 0.5 * dull[..., 1] + 0.2 * dull[..., 0] + DIM)
    return np.stack([r - g, b - g, BRIGHTNESS_WEIGHT * bright], -1)


def learn(learned: dict[str, Floats], name: str, paint_bgr: Floats) -> None:
    """Take a look at a ring that is known to be of this paint: (3,) light over white. What is far from it tells
    nothing."""
    before = learned.get(name, np.zeros(3))
    off = features(paint_bgr) - features(np.array(PAINTS[name][::-1]))
    if not float(np.linalg.norm(off)) < FAR_OF.get(name, FAR):
        return
    now = before + LEARNED_SHARE * (off - before)
    learned[name] = now * min(1.0, MOST_LEARNED / max(float(np.linalg.norm(now)), 1e-9))


def distances(paint_bgr: Floats, names: Sequence[str], learned: Mapping[str, Floats] | None = None) -> Floats:
    """(..., N) how far colours are from each named paint, as it was learned; 1 is a doubtful likeness."""
    wanted = features(np.array([PAINTS[n][::-1] for n in names]))
    if learned:
        wanted = wanted + np.array([learned.get(n, np.zeros(3)) for n in names])
    have = features(paint_bgr)
    out = np.sqrt(((have[..., None, :] - wanted) ** 2).sum(-1) / 1.5)
    greyness = (paint_bgr.min(-1) + 0.01) / (paint_bgr.max(-1) + 0.01)
    for i, name in enumerate(names):
        if name in DULL:
            out[..., i] += GREY_COST * np.maximum(greyness - DULL[name], 0.0)
    out[paint_bgr.max(-1) < BLACK] = NO_COLOUR
    return np.asarray(out)


def _paper(image: Picture, corners: Floats) -> Floats | None:
    """(3,) BGR of the paper round a sheet's black square, or None outside the picture."""
    centre = corners.mean(0)
    along = np.linspace(0.15, 0.85, 8)[:, None]
    rim = np.concatenate([corners[k] * (1 - along) + corners[(k + 1) % 4] * along for k in range(4)])
    at = np.round(centre + (rim - centre) * 1.09).astype(int)
    inside = (at >= 0).all(1) & (at[:, 0] < image.shape[1]) & (at[:, 1] < image.shape[0])
    if inside.sum() < 8:
        return None
    return np.asarray(np.median(image[at[inside, 1], at[inside, 0]], 0), dtype=float)
