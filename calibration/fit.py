"""Fit whole printed patterns to a picture: sub-pixel, unmoved by the growth of white.

Idea: a printed pattern is known to the last cell, so its blurred image is known but for where it lies. Sample the
picture on a grid laid over each pattern, compare with the blurred pattern, and move the grid until they agree: inverse
compositional Lucas-Kanade (Baker & Matthews, "Lucas-Kanade 20 years on", 2004). All patterns of one kind move together
in a few array operations; the drawn pattern is made anew only while blur and size still change.

Invariant: blur happens in light, the tone curve comes after it. Mid-grey is then not the middle of an edge, and white
grows. Every pattern has edges of both signs inside, so the tone is a parameter that the picture settles (`Tone`), never
a bias of the size.

Not done here: finding patterns, and any thought of what they stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats
from calibration.drawing import EVEN_PX, FINE_PX, Batch, Distort
from calibration.motion import FreeMotion, Motion, PlaneMotion
from calibration.pattern import Pattern

Singles = NDArray[np.float32]

M = TypeVar("M", FreeMotion, PlaneMotion)

REDRAWN = 2
"""Rounds in which the pattern is drawn anew; after them a step is far below a pixel and only the picture is read
again."""
FINE_REDRAWN = 4
"""The same of a fine fit, whose tone may begin anywhere: after four drawings blur and tone stand still."""
NOISE_GREY = 3.0
"""Grey levels of noise that priors are weighed against: what the test pictures have, 3 to 10."""


@dataclass(frozen=True, slots=True)
class Tone:
    """How a picture draws an edge: blur_px, one sigma of the blur; k, its tone curve t(b) = b (1 + k) / (1 + k b).

    k = 0 is straight, white grows with k > 0. The sigmas are those of both as priors for one pattern.
    """

    blur_px: float = 0.6
    k: float = 1.3
    blur_sigma_px: float = 0.3
    k_sigma: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """What M fits came to, each array with M rows.

    covariance: (M, P, P) of the motion's parameters. contrast, dark, noise: grey levels between black and white, of
    black, and rms of what is left. agreement: share of the picture's variance that the pattern explains, 0..1, among
    the samples that take part. clear: share of those; hidden and wrong cells take no part.
    """

    covariance: Floats
    agreement: Floats
    clear: Floats
    contrast: Floats
    dark: Floats
    noise: Floats
    blur_px: Floats
    k: Floats


def fit(
    grey: NDArray[np.uint8],
    patterns: Sequence[Pattern],
    start: M,
    tone: Tone,
    *,
    distort: Distort | None = None,
    quiet_share: float = 0.6,
    rounds: int = 5,
    trust: Floats | None = None,
    fine: bool = False,
) -> tuple[M, Fits]:
    """Fit M patterns of one layout (same bounds in units of their side) to a grey picture.

    start: within about a cell of the truth. distort: maps (N, 2) ideal pixels to picture pixels; None: there is no
    lens. quiet_share: how much of the white around the black square takes part. trust: (M, m, n) by the patterns'
    cells, 0 where a cell is hidden and takes no part, 1 where it is in sight. The blur and tone curve of each pattern
    are free within the sigmas of `tone`; zero sigmas hold them. The light may change evenly across a pattern. fine: for
    prints that carry the scale and settle the tone; about three times the work.
    """
    motion, count = start, len(patterns)
    J = _centre_jacobian(start.homographies())
    batch = Batch(
        patterns, float(np.median(np.sqrt(np.abs(np.linalg.det(J))))), quiet_share, FINE_PX if fine else EVEN_PX
    )
    redrawn = FINE_REDRAWN if fine else REDRAWN
    model = _Model(batch, start, tone)
    believed = None if trust is None else batch.by_sample(np.asarray(trust)).astype(np.float32)
    weights: Singles = np.ones((count, len(batch.u)), np.float32) if believed is None else believed
    for turn in range(rounds):
        H = motion.homographies()
        if turn < redrawn:
            model.draw(H)
        x, y = batch.pixels(H, distort)
        values = cv2.remap(
            grey, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.float32)
        normal, found = model.solve(values, weights, motion)
        rest = values - model.values(found)
        scale = (1.4826 * _medians(np.abs(rest), believed) + 0.5).astype(np.float32)
        ratio = np.abs(rest) / scale[:, None]
        weights = 1 / np.maximum(1, ratio / 2.5) if turn < rounds - 3 else np.clip(1 - (ratio / 6) ** 2, 0, 1) ** 2
        if believed is not None:
            weights *= believed
        motion = motion.moved(np.clip(found[:, : model.moves], -0.25, 0.25))
        model.learn(found, tones=0 < turn < redrawn)
    total = np.maximum(weights.sum(1), 1e-9)
    noise = np.sqrt((weights * rest**2).sum(1) / total).astype(float)
    middle = (weights * values).sum(1) / total
    spread = (weights * (values - middle[:, None]) ** 2).sum(1) / total
    covariance = np.asarray(np.linalg.inv(normal)[:, : model.moves, : model.moves], dtype=float)
    covariance *= (noise**2 * batch.crowding(*model.pixel_on_pattern))[:, None, None]
    clear = np.asarray((ratio < 4).mean(1) if believed is None else ((ratio < 4) * believed).mean(1), dtype=float)
    agreement = np.asarray(1 - noise**2 / np.maximum(spread, 1e-9), dtype=float)
    dark = found[:, model.moves + 2]
    return motion, Fits(covariance, agreement, clear, model.contrast, dark, noise, model.blur_px, model.k)


class _Model:
    """The picture of a batch to first order in everything that is free.

    Columns, after the motion's: blur, tone, black, white over black, and the light's change along u and v.
    """

    def __init__(self, batch: Batch, motion: Motion, tone: Tone) -> None:
        count = len(batch.cells)
        self._batch, self._tone = batch, tone
        self._fields = motion.fields(batch.u, batch.v)
        self.moves = len(self._fields)
        self.blur_px, self.k = np.full(count, tone.blur_px), np.full(count, tone.k)
        self.contrast = np.full(count, 120.0)
        self.pixel_on_pattern = (np.ones(count), np.ones(count))
        # (M, columns, samples): written in place, as making it anew costs more than filling it
        self._A = np.empty((count, self.moves + 6, len(batch.u)), np.float32)
        self._A[:, self.moves + 2] = 1.0
        self._A[:, self.moves + 4], self._A[:, self.moves + 5] = batch.u, batch.v

    def draw(self, H: Floats) -> None:
        """Draw the patterns under the present blur and tone, seen under (M, 3, 3) homographies."""
        inverse = np.linalg.inv(_centre_jacobian(H))
        su, sv = np.sqrt((inverse**2).sum(2)).T
        drawn = self._batch.draw(self.blur_px * su, self.blur_px * sv, su, sv)
        k, contrast = self.k[:, None], self.contrast[:, None]
        below = 1 / (1 + k * drawn.white)
        slope = (contrast * (1 + k)) * below * below
        gu, gv = slope * drawn.slope_u, slope * drawn.slope_v
        for column, (du, dv) in enumerate(self._fields):
            np.multiply(gu, du, out=self._A[:, column])
            self._A[:, column] += gv * dv
        self._A[:, self.moves] = slope * drawn.by_blur
        self._A[:, self.moves + 1] = contrast * drawn.white * (1 - drawn.white) * below * below
        self._A[:, self.moves + 3] = drawn.white * (1 + k) * below
        self.pixel_on_pattern = (su, sv)

    def solve(self, values: Singles, weights: Singles, motion: Motion) -> tuple[Floats, Floats]:
        """The normal matrices (M, Q, Q), priors included, and the weighted least-squares solution (M, Q)."""
        weighted = self._A * weights[:, None, :]
        normal = (weighted @ self._A.transpose(0, 2, 1)).astype(float)
        right = (weighted @ values[..., None])[..., 0].astype(float)
        held = np.zeros(normal.shape[1])
        sharp, off = motion.priors()
        held[: self.moves] = NOISE_GREY**2 * sharp
        right[:, : self.moves] += held[: self.moves] * off
        tones = slice(self.moves, self.moves + 2)
        held[tones] = (NOISE_GREY / np.maximum([self._tone.blur_sigma_px, self._tone.k_sigma], 1e-6)) ** 2
        right[:, tones] += held[tones] * np.stack([self._tone.blur_px - self.blur_px, self._tone.k - self.k], 1)
        normal += np.diag(held + 1e-9)
        return normal, np.asarray(np.linalg.solve(normal, right[..., None])[..., 0])

    def values(self, found: Floats) -> Singles:
        """(M, S) grey of the first-order picture."""
        return np.asarray((found[:, None, :].astype(np.float32) @ self._A)[:, 0])

    def learn(self, found: Floats, *, tones: bool) -> None:
        """Take over contrast, and blur and tone, for the next drawing."""
        self.contrast = np.maximum(found[:, self.moves + 3], 5)
        if tones:
            # steps of 0.2 px up ended at 1.2 px, and in blurrier pictures places were off by 6 sigmas
            self.blur_px = np.clip(self.blur_px + np.clip(found[:, self.moves], -0.2, 0.5), 0.25, 4.0)
            self.k = np.clip(self.k + np.clip(found[:, self.moves + 1], -0.5, 0.5), -0.7, 10.0)


def _medians(values: Singles, believed: Singles | None) -> Floats:
    """(M,) medians of each row over the samples that are believed."""
    if believed is None:
        half = values.shape[1] // 2
        return np.asarray(np.partition(values, half, axis=1)[:, half])
    return np.asarray(np.nan_to_num(np.nanmedian(np.where(believed > 0, values, np.nan), 1), nan=0.0))


def _centre_jacobian(H: Floats) -> Floats:
    """(M, 2, 2) pixels for a step on the pattern, at its centre."""
    centre = H[:, :2, 2] / H[:, 2, 2][:, None]
    return np.asarray((H[:, :2, :2] - centre[:, :, None] * H[:, 2:, :2]) / H[:, 2, 2][:, None, None])
