"""A press is a press; bouncing, gripping and holding are none."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.presses import Presses


def told(*levels: tuple[bool, int]) -> list[str]:
    """What is told while the button is so, for so many ms each, read every 5 ms."""
    button, now_ms, said = Presses(), 0, []
    for down, length_ms in levels:
        for _ in range(length_ms // 5):
            now_ms += 5
            said.append(button.feed(down, now_ms))
    return [one for one in said if one]


UP = (False, 500)


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ([UP], []),
        ([UP, (True, 150), UP], ["press"]),
        ([UP, (True, 150), UP, (True, 150), UP], ["press", "press"]),
        ([UP, (True, 10), UP], []),
        ([UP, (True, 20), (False, 10), (True, 10), (False, 5), (True, 150), (False, 10), (True, 5), UP], ["press"]),
        ([UP, (True, 2000), UP], []),
        ([UP, (True, 60_000)], ["hold"]),
        ([UP, (True, 4000), UP, (True, 100), UP], ["hold", "press"]),
        ([(True, 2500), UP], []),
    ],
)
def test_presses(levels: list[tuple[bool, int]], said: list[str]) -> None:
    assert told(*levels) == said
