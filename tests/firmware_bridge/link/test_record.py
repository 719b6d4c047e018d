"""A record comes back as it was; anything else in its place is refused with its line."""

from __future__ import annotations

import pytest

from firmware_bridge.link.events import Arrived, Gone, LinkEvent, Live, NotDone, Said
from firmware_bridge.link.record import RecordFault, header, line_for, read_record
from tests.firmware_bridge.samples import SAMPLES

EVENTS: list[LinkEvent] = [
    Arrived("mace-1", "mace", "0B0B00BB", "1.0", "/dev/ttyACM0", True, 1.5),
    Live("mace-1", SAMPLES["live"], 2.0),
    Said("mace-1", "0B0B00BB", 1, SAMPLES["result"], 3.0),
    NotDone("mace-1", SAMPLES["arm"], "It went away.", 4.0),
    Gone("mace-1", "The cable was pulled.", 5.0),
]


def test_round_trip() -> None:
    assert list(read_record([header(), *map(line_for, EVENTS)])) == EVENTS
    assert list(read_record([header()])) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rubbish", "not JSON"),
        ("[]", "not an event"),
        ('{"event": "Exploded"}', "no kind"),
        ('{"event": "Gone", "device": "x"}', "fields of Gone"),
        ('{"event": "Gone", "device": 1, "why": "", "time_s": 0}', "device is of the wrong type"),
        ('{"event": "Live", "device": "x", "message": {"m": "live"}, "time_s": 0}', "lacks"),
        (line_for(EVENTS[0]) + "x" * 5000, "not JSON"),
    ],
)
def test_what_is_refused(line: str, why: str) -> None:
    with pytest.raises(RecordFault, match=f"Line 2.*{why}"):
        list(read_record([header(), line]))


def test_another_file_is_no_record() -> None:
    with pytest.raises(RecordFault, match="not a record"):
        list(read_record(['{"figures": []}']))


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(RecordFault, match="empty; give one that"):
        list(read_record([]))
