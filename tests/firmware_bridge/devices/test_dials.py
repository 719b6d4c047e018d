"""The host's dials: reading, what they should read, and the normal state in between."""

from __future__ import annotations

from firmware_bridge.devices.dials import Dials, accept, arrived, dress, expect, failed, said
from firmware_bridge.devices.happenings import DialTurned, Unused
from firmware_bridge.wire.messages import check


def turned(at: int, value: int) -> dict[str, object]:
    return {"m": "dial", "at": at, "value": value}


def test_a_turn_is_told_once() -> None:
    step = said(Dials("dials-1"), turned(2, 5))
    assert step.happenings == (DialTurned("dials-1", 2, 5, None),)
    assert said(step.state, turned(2, 5)).happenings == ()
    assert said(step.state, turned(2, 4)).happenings == (DialTurned("dials-1", 2, 4, 5),)


def test_disagreement_stays_until_turned_or_accepted_or_no_longer_so() -> None:
    board = said(Dials("d"), turned(1, 5)).state
    assert not board.dial(1).disagrees
    step = expect(board, 1, 3)
    assert step.messages[0]["what"] == "should" and step.messages[0]["value"] == 3
    assert step.state.dial(1).disagrees
    assert expect(step.state, 1, 3).messages == ()
    assert not said(step.state, turned(1, 3)).state.dial(1).disagrees
    assert not expect(step.state, 1, 5).state.dial(1).disagrees
    accepted = accept(step.state, 1)
    assert accepted.messages[0]["what"] == "accept"
    assert not accepted.state.dial(1).disagrees and accepted.state.dial(1).differs
    assert accept(accepted.state, 1).messages == ()
    assert said(accepted.state, turned(1, 4)).state.dial(1).disagrees  # turned to a third number: it is shown again
    assert expect(accepted.state, 1, 2).state.dial(1).disagrees
    assert not expect(step.state, 1, None).state.dial(1).differs


def test_back_again_it_is_told_colours_and_numbers() -> None:
    board = dress(Dials("d"), 1, "red", "Red Knight").state
    board = expect(expect(board, 1, 8).state, 2, 4).state
    board = accept(said(board, turned(2, 3)).state, 2).state
    messages = arrived(board).messages
    for message in messages:
        check(message)
    assert [(one["what"], one["at"]) for one in messages] == [
        ("colour", 1),
        ("should", 1),
        ("colour", 2),
        ("colour", 3),
        ("colour", 4),
    ]
    assert messages[0]["colour"] == "red"


def test_a_dial_that_cannot_be_read_is_not_known_until_it_is() -> None:
    board = said(Dials("d"), turned(3, 5)).state
    error = {"m": "error", "code": "magnet", "at": 3, "text": "no magnet"}
    board = failed(board, error).state
    assert (board.dial(3).value, board.dial(3).fault) == (None, "no magnet")
    board = said(board, turned(3, 5)).state
    assert (board.dial(3).value, board.dial(3).fault) == (5, "")
    assert isinstance(failed(board, {**error, "at": 0}).happenings[0], Unused)
