"""The beginning of a random game of each free table, by touch alone. Whole games: `make games-touched`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.webui.game.by_touch import GAMES, Touched

STEPS = 30


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_offered_or_asked_can_be_done_by_touch(name: str, tmp_path: Path, browser: Browser) -> None:
    one = Touched(tmp_path, browser, name, seed=7)
    one.play(STEPS)
    assert sum(one.done.values()) == STEPS and one.done["deploy"] > 10
    assert len(one.done) > 2, "it has begun"
    one.close()
    assert one.errors == []
