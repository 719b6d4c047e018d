"""Names for the arrays that everything with pixels and millimetres passes on. Shapes are told where they are used."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
"""(H, W): one channel of a picture."""
