"""Five phones, one for each seat, in a real browser; a whole evening by `make games-browsers`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.companion.service.match.players import again, essence
from tests.webui.game.conftest import Evening
from tests.webui.game.evening import SEATS, play

STEPS = 30


def test_five_seats_play_by_touching_what_their_phones_show(tmp_path: Path, browser: Browser) -> None:
    evening = Evening(tmp_path / "g", browser, "software", seats=SEATS)
    assert len(play(evening, STEPS, seed=5)) == STEPS
    evening.all_at(evening.match.revision)
    assert essence(again(tmp_path / "g")) == essence(evening.match)
    evening.close()
    assert evening.errors == []
