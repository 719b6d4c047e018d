"""The last 200 lines each way, cleaned."""

from __future__ import annotations

import pytest

from firmware_bridge.link.trace import KEPT, Trace, plain


def test_the_last_lines_each_way_in_order_of_time() -> None:
    trace = Trace()
    for n in range(KEPT + 50):
        trace.add("<", b"in %d\n" % n, n)
    trace.add(">", b"out\nhal", 100.5)
    trace.add(">", b"f\n", 101.5)
    lines = [line.split(" ", 1)[1] for line in trace.dump()]
    assert len(lines) == KEPT + 2 and lines[0] == "< in 50" and lines[-1] == "< in 249"
    assert lines[51:54] == ["> out", "< in 101", "> half"]


@pytest.mark.parametrize(("line", "shown"), [(b"", ""), (b"a\x1b[2J\xff", "a\\x1B[2J\\xFF"), (b"x" * 1000, "x" * 520)])
def test_what_a_device_says_is_cleaned(line: bytes, shown: str) -> None:
    assert plain(line) == shown
