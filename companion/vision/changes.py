"""What of a picture is not the empty table: how much each pixel changed, shadows taken for little.

Idea: between two pictures of a still camera exposure and white balance drift, so the empty picture is first brought to
the light of the new one, colour by colour, by the median of their ratios: most of a table is bare. A shadow is the
empty table, darker; what is left after the best darkening has changed for certain.

Not done here: telling what changed it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]
Real = TypeVar("Real", np.float32, np.float64)

SHADOW_SHARE = 0.25
"""How much a mere darkening counts, of a change of the same size in grey levels."""
DARKEST = 0.35
CHANGED_GREY = 22.0
"""Root of summed squares over three colours that is a change for certain; noise and JPEG leave 4 to 8."""


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """The picture and, if there is one, the empty table in the picture's light; both float32 BGR."""

    now: Singles
    empty: Singles | None


def views_of(image: Picture, empty: Picture | None) -> Views:
    """A picture beside the empty table, the latter in the former's light."""
    if empty is None:
        return Views(image.astype(np.float32), None)
    now, before = image[::4, ::4].astype(np.float32), empty[::4, ::4].astype(np.float32)
    gain = np.median((now + 1.0) / (before + 1.0), axis=(0, 1))
    return Views(image.astype(np.float32), empty.astype(np.float32) * gain.astype(np.float32))


def change(now: Singles, before: Singles, shadow_share: float = SHADOW_SHARE) -> Singles:
    """(...,) 0..1 of (..., 3) pictures: 1 where something new stands; a darkening counts shadow_share of itself."""
    left, shade = _apart(now, before)
    return _whole(left + shadow_share**2 * shade)


def changes(now: Singles, before: Singles) -> tuple[Singles, Singles]:
    """(...,) `change` with a darkening counted SHADOW_SHARE of itself, and not at all."""
    left, shade = _apart(now, before)
    return _whole(left + SHADOW_SHARE**2 * shade), _whole(left)


def _apart(now: Singles, before: Singles) -> tuple[Singles, Singles]:
    """What is left after the best darkening, and what that took away; squares, summed over the colours."""
    cross, square = dot(now, before), dot(before, before)
    dark = np.clip(cross / np.maximum(square, np.float32(1)), np.float32(DARKEST), np.float32(1))
    left = np.maximum(dot(now, now) - dark * (2 * cross - dark * square), 0)
    return np.asarray(left, np.float32), np.asarray((1 - dark) ** 2 * square, np.float32)


def dot(a: NDArray[Real], b: NDArray[Real]) -> NDArray[Real]:
    """The sum over three colours; numpy's own over a short last axis took three times as long."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])


def _whole(square: Singles) -> Singles:
    return np.asarray(np.minimum(np.sqrt(square) / np.float32(CHANGED_GREY), np.float32(1)), np.float32)
