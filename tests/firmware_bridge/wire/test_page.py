"""docs/wire.md says what the table says."""

from __future__ import annotations

import re
from typing import Any

from firmware_bridge.wire import peer
from firmware_bridge.wire.lines import MOST_LINE_BYTES, line_of
from firmware_bridge.wire.messages import MESSAGES, MOST_JSON_BYTES, PROTOCOL, UNNUMBERED
from tests.firmware_bridge.micropython import PROJECT

PAGE = (PROJECT / "docs" / "wire.md").read_text()


def in_words(kind: tuple[Any, ...]) -> str:
    match kind:
        case ("int", low, high):
            return f"{low} to {high}"
        case ("hex", digits):
            return f"{digits} hex"
        case ("word", words):
            return ", ".join(words)
        case ("text", least, most):
            return f"text of {least} to {most}"
        case ("list", least, most, inner):
            return f"{least} to {most} of ({in_words(inner)})"
    raise AssertionError(kind)


def test_the_page_has_every_row_of_the_table() -> None:
    rows = re.findall(r"^\| (\w+) \| (?:both|board|host) \| (yes|no) \| (.*) \|$", PAGE, re.MULTILINE)
    want = [
        (word, "no" if word in UNNUMBERED else "yes", "; ".join(f"{name}: {in_words(kind)}" for name, kind in row))
        for word, row in MESSAGES.items()
    ]
    assert sorted(rows) == sorted(want)


def test_the_pages_example_and_figures() -> None:
    assert line_of("00BB0001", {"m": "dial", "at": 1, "value": 5}).decode() in PAGE
    for figure in (
        f"At most {MOST_LINE_BYTES} bytes",
        f"(at most {MOST_JSON_BYTES})",
        f"every {peer.RESEND_MS} ms",
        f"every {peer.IDLE_MS} ms",
        f"{peer.SILENCE_MS / 1000:g} s is gone",
        f"said {peer.MOST_TRIES} times",
        f"**{peer.KEPT} newest**",
        f"which is {PROTOCOL}.",
    ):
        assert figure in PAGE.replace("\n   ", " ").replace("\n    ", " "), figure
