"""Five seats in browsers with mace, dials and dice box as twins, until each has answered, and the phone for the box.

A whole evening by `make games-twins`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.companion.service.match.players import again
from tests.needs import clocked
from tests.webui.game.evening import SEATS
from tests.webui.game.with_twins import Play, TwinEvening

MOST_STEPS = 150
WANTED = {"mace-twin", "dice-twin", "dials-twin", "phone for the box", "phone", "offer"}


@clocked
def test_five_seats_play_with_the_devices_until_each_has_answered(tmp_path: Path, browser: Browser) -> None:
    evening = TwinEvening(tmp_path / "g", browser, "box", seats=SEATS)
    play = Play(evening, seed=5, eager=True)
    steps = 0
    while not set(play.by) >= WANTED and steps < MOST_STEPS:
        play.step()
        steps += 1
    assert set(play.by) >= WANTED, play.by
    sources = {row.source for row in evening.match.journal.rows() if row.kind == "answer"}
    assert sources >= {"mace-twin", "dice-twin", "dials-twin", "software"}
    state = evening.match.state
    evening.close()
    after = again(tmp_path / "g")
    assert after.state == state
    after.journal.close()
    assert evening.errors == []
