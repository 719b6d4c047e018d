"""Events of Dark World that were written otherwise once. See `companion.games.lifting`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.lifting import Lift


def _hurt_by(event: dict[str, Any]) -> dict[str, Any]:
    """Version 1 did not say who had struck."""
    return {**event, "by": ""}


LIFTS: Mapping[str, tuple[Lift, ...]] = {"HeroHurt": (_hurt_by,)}
