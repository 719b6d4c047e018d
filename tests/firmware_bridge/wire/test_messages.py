"""Every message: a good one is spelt one way only, and every field is held to its range."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firmware_bridge.wire.messages import MESSAGES, UNNUMBERED, WireFault, check, parse, text_of
from tests.firmware_bridge.samples import SAMPLES


def test_every_message_has_a_sample() -> None:
    assert set(SAMPLES) == set(MESSAGES)
    assert set(UNNUMBERED) < set(MESSAGES)


@pytest.mark.parametrize("word", MESSAGES)
def test_round_trip_in_the_tables_order(word: str) -> None:
    text = text_of(SAMPLES[word])
    assert parse(text) == SAMPLES[word] == json.loads(text)
    assert list(json.loads(text)) == ["m", *(name for name, _ in MESSAGES[word])]


def outside(kind: tuple[Any, ...]) -> list[Any]:
    """Values just outside a field kind, and of other types."""
    strange: list[Any] = [None, 1.5, True, {}, "\x1f", "é"]
    match kind:
        case ("int", low, high):
            return [*strange, low - 1, high + 1, str(low), float(low)]
        case ("hex", digits):
            return [*strange, "0" * (digits - 1), "0" * (digits + 1), "a" * digits, "G" * digits, 0]
        case ("word", words):
            return [*strange, "", words[0].upper(), words[0] + " ", [words[0]]]
        case ("text", least, most):
            return [*strange, "x" * (most + 1), 'a"b', "a\\b", "a\nb", *([""] if least else [])]
        case ("list", least, most, inner):
            good = inside(inner)
            return [*strange, [good] * (least - 1), [good] * (most + 1), *([one] * least for one in outside(inner))]
    raise AssertionError(kind)


def inside(kind: tuple[Any, ...]) -> Any:
    match kind:
        case ("int", low, _):
            return low
        case ("word", words):
            return words[0]
        case ("list", least, _, inner):
            return [inside(inner)] * least
    raise AssertionError(kind)


FIELDS = [(word, name, kind) for word, row in MESSAGES.items() for name, kind in row]


@pytest.mark.parametrize(("word", "name", "kind"), FIELDS, ids=[f"{word}.{name}" for word, name, _ in FIELDS])
def test_a_field_out_of_range_is_refused(word: str, name: str, kind: tuple[Any, ...]) -> None:
    for value in outside(kind):
        with pytest.raises(WireFault, match=f"{word}.{name}|{word} lacks {name}"):
            check({**SAMPLES[word], name: value})
    lacking = {key: value for key, value in SAMPLES[word].items() if key != name}
    with pytest.raises(WireFault, match="lacks"):
        check(lacking)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({}, "unknown message"),
        ({"m": "explode"}, "unknown message"),
        ({"m": ["ack"]}, "unknown message"),
        ([], "not a message"),
        ({**SAMPLES["ack"], "more": 1}, "a field too many"),
        ({**SAMPLES["arm"], "colours": ["red", "red"]}, "twice"),
        ({**SAMPLES["result"], "order": ["red", "blue", "red"]}, "twice"),
        ({**SAMPLES["roll"], "dice": [2]}, "no faces"),
        ({**SAMPLES["rolled"], "values": [1]}, "differ in number"),
        ({**SAMPLES["roll"], "faces": [[99] * 20] * 4, "dice": [0] * 12}, None),
    ],
)
def test_what_a_row_cannot_say(message: Any, why: str | None) -> None:
    if why is None:
        assert parse(text_of(message)) == message
        return
    with pytest.raises(WireFault, match=why):
        text_of(message)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"m":"ack","seq":"ABCD0001"} ',
        '{"m": "ack","seq":"ABCD0001"}',
        '{"m":"ack","seq":"ABCD0001",}',
        '{"m" "ack","seq":"ABCD0001"}',
        '{"seq":"ABCD0001","m":"ack"}',
        '{"m":"ack","seq":"XXXX","seq":"ABCD0001"}',
        '{"m":"ack","seq":"\\u0041BCD0001"}',
        '{"m":"dial","at":01,"value":3}',
        '{"m":"dial","at":1.0,"value":3}',
        '{"m":"dial","at":1,"value":-0}',
        '{"m":"dial","at":1,"value":NaN}',
        '["ack"]',
        "[" * 400,
        "1" * 400,
    ],
)
def test_any_other_spelling_is_refused(text: str) -> None:
    with pytest.raises(WireFault):
        parse(text)
