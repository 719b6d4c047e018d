"""What of a picture is not the empty table: how much each pixel changed, shadows taken for little.

Idea: between two pictures of a still camera exposure and white balance drift, so the empty picture is first brought to
the light of the new one, colour by colour, by the median of their ratios: most of a table is bare. A shadow is the
empty table, darker; what is left after the best darkening has changed for certain.

Not done here: telling what changed it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]

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
    cross, square = (now * before).sum(-1), (before * before).sum(-1)
    dark = np.clip(cross / np.maximum(square, 1.0), DARKEST, 1.0)
    left = ((now - dark[..., None] * before) ** 2).sum(-1)
    shade = (shadow_share * (1 - dark)) ** 2 * square
    return np.asarray(np.minimum(np.sqrt(left + shade) / CHANGED_GREY, 1.0), np.float32)
