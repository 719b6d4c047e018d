"""The script of the second scenario without a camera: what it is meant to show happens. Filmed: `make games-filmed`."""

from __future__ import annotations

from pathlib import Path

from tests.webui.game.river import CUES, RIVER
from tests.webui.game.scripted import Plainly, came_of, play


def test_oswold_is_beaten_grabbed_and_thrown_in(tmp_path: Path) -> None:
    one = Plainly(tmp_path / "game", RIVER)
    play(one, RIVER)
    happened = [name for name, *_ in came_of(one.match)]
    for event in ("Charged", "BlowsStruck", "OswoldGrabbed", "WentWet"):
        assert event in happened, event
    assert one.match.state.end.winner == "elves"
    moved = [row.data["offer_id"] for row in one.match.journal.rows() if row.kind == "command"]
    assert len([offer for offer in moved if offer.partition(":")[0] in ("move", "charge")]) == len(CUES)
    one.match.close()
