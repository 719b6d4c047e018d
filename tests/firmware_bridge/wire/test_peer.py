"""Conversations: each thing that can go wrong on a line has one outcome, written here."""

from __future__ import annotations

from binascii import crc32
from typing import Any

import pytest

from firmware_bridge.wire.lines import LineReader, line_of, read_line
from firmware_bridge.wire.messages import WireFault
from firmware_bridge.wire.peer import IDLE_MS, KEPT, MOST_TRIES, RESEND_MS, SILENCE_MS, Peer, distance
from tests.firmware_bridge.samples import (
    BOARD_BOOT,
    HOST_BOOT,
    SAMPLES,
    board,
    dial,
    exchange,
    host,
    introduced,
    messages,
)


def said(peer: Peer, now_ms: int) -> list[tuple[str, dict[str, Any]]]:
    """What the peer says now, read."""
    return [read_line(line) for line in LineReader().feed(peer.poll(now_ms)[0])]


def words(peer: Peer, now_ms: int) -> list[str]:
    return [message["m"] for _, message in said(peer, now_ms)]


def test_a_board_is_silent_until_spoken_to() -> None:
    one = board()
    one.push(dial(3))
    assert [one.poll(now_ms)[0] for now_ms in (0, 250, 1000, 60_000)] == [b""] * 4


def test_greeting_then_an_event_then_its_acknowledgement() -> None:
    ours, theirs = host(), board()
    theirs.push(dial(3))
    events = exchange(ours, theirs, 0, 3)
    assert [event[0] for event in events] == ["together", "together", "message", "acked"]
    assert events[2] == ("message", dial(3), BOARD_BOOT, 1)
    assert ours.heard.pairs == [(BOARD_BOOT, 1)] and theirs.waiting() == 0


def test_both_ends_say_at_most_one_unacknowledged_line() -> None:
    ours, theirs = introduced()
    for value in range(5):
        ours.push({**SAMPLES["cancel"], "id": value + 1})
        theirs.push(dial(value))
    assert words(ours, 1) == ["cancel"] and words(theirs, 1) == ["dial"]
    assert words(ours, 2) == [] and words(theirs, 2) == []
    got = messages(exchange(ours, theirs, 1 + RESEND_MS, 20))
    assert [one["value"] for one in got if one["m"] == "dial"] == [0, 1, 2, 3, 4]
    assert [one["id"] for one in got if one["m"] == "cancel"] == [1, 2, 3, 4, 5]


def test_an_unheard_line_is_said_again_at_a_fixed_pace() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    times = []
    for now_ms in range(10, 1000, 10):
        theirs.feed(ours.poll(now_ms)[0], now_ms)
        if "dial" in words(theirs, now_ms):
            times.append(now_ms)
    assert times == [10, 210, 410, 610, 810]


def test_a_lost_acknowledgement_does_not_double_the_event() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    assert len(messages(ours.feed(theirs.poll(0)[0], 0))) == 1
    ours.poll(0)  # its acknowledgement is lost
    events = exchange(theirs, ours, RESEND_MS)
    assert messages(events) == [] and ("acked", dial(1)) in events


@pytest.mark.parametrize("seq", ["00BB0002", "00BB0000", "00BBFFFF", "00AA0001", "12340001"])
def test_an_acknowledgement_of_what_never_was_changes_nothing(seq: str) -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    theirs.poll(0)
    assert theirs.feed(line_of("00AA0000", {"m": "ack", "seq": seq}), 0) == []
    assert theirs.waiting() == 1
    assert messages(exchange(theirs, ours, RESEND_MS)) == [dial(1)]


def test_nobody_can_ask_for_a_line_by_number() -> None:
    """No message of the table asks for one, so none can be asked for that never was or is no longer kept."""
    _ours, theirs = introduced()
    for word, message in SAMPLES.items():
        theirs.feed(line_of("00AA0001", message), 0)
        assert theirs.waiting() == 0, word
    assert [word for word in words(theirs, 0) if word not in ("ack", "hello")] == []


def test_a_line_nobody_acknowledges_ends_the_conversation_instead_of_going_on_for_ever() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    tries, parted = 0, 0
    for now_ms in range(0, 60_000, 50):
        if now_ms % 500 == 0:  # the host is there, and never acknowledges
            theirs.feed(line_of("00AA0000", {"m": "ack", "seq": "00BB0000"}), now_ms)
        out, events = theirs.poll(now_ms)
        tries += out.count(b'"dial"')
        parted += sum(event == ("lost", "never acknowledged") for event in events)
    assert tries == MOST_TRIES and parted == 1
    assert theirs.waiting() == 1
    ours = host("0C0C00CC")
    assert messages(exchange(ours, theirs, 60_000, 3)) == [dial(1)]


def test_silence_is_noticed_within_two_seconds_on_both_ends() -> None:
    ours, theirs = introduced()
    ours.push(SAMPLES["cancel"])
    for peer in (ours, theirs):
        assert peer.poll(SILENCE_MS)[1] == [] and peer.together
        assert peer.poll(SILENCE_MS + 1)[1] == [("lost", "silent")]
        assert not peer.together
    assert SILENCE_MS < 2000
    assert words(ours, SILENCE_MS + 300) == ["hello"]
    assert words(theirs, SILENCE_MS + 300) == []


def test_idle_ends_hear_each_other() -> None:
    ours, theirs = introduced()
    events = []
    for now_ms in range(0, 60_000, 100):
        events += exchange(ours, theirs, now_ms)
    assert events == []
    assert min(ours.due_ms(60_000), theirs.due_ms(60_000)) <= IDLE_MS


def test_a_board_that_lost_its_memory_says_so_by_its_boot_id() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    exchange(theirs, ours, 10, 2)
    reborn = board("0D0D00DD")
    reborn.push(dial(2))
    events = exchange(ours, reborn, 600, 4)
    assert ("lost", "another boot of it speaks") not in events  # it is silent until spoken to
    names = [event[0] for event in events]
    assert "lost" in names and names.index("lost") < names.index("together")
    assert [event[2] for event in events if event[0] == "together"] == [True, True]
    assert messages(events) == [dial(2)]


def test_the_same_board_replugged_goes_on_where_it_was() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    ours.feed(theirs.poll(5)[0], 5)  # heard; then the cable is pulled, the acknowledgement lost
    theirs.push(dial(2))
    again = host(heard=ours.heard)
    events = exchange(again, theirs, 5000, 4)
    assert messages(events) == [dial(2)]
    assert [event[2] for event in events if event[0] == "together" and event[1]["kind"] == "mace"] == [False]


def test_a_restarted_host_gets_what_it_has_not_and_nothing_twice() -> None:
    ours, theirs = introduced()
    for value in (1, 2):
        theirs.push(dial(value))
    exchange(theirs, ours, 5)
    assert ours.heard.pairs == [(BOARD_BOOT, 1)]
    ours.push({**SAMPLES["cancel"], "id": 1})
    exchange(ours, theirs, 6)
    reborn = host("0C0C00CC", heard=ours.heard)
    reborn.push({**SAMPLES["cancel"], "id": 2})
    events = exchange(reborn, theirs, 20, 4)
    assert messages(events).count(dial(2)) <= 1
    assert {**SAMPLES["cancel"], "id": 2} in messages(events)
    assert ours.heard.pairs[-1][1] + sum(one["m"] == "dial" for one in messages(events)) == 2


def test_lines_of_an_earlier_boot_are_nobodys() -> None:
    ours, _ = introduced()
    events = ours.feed(line_of("00CC0001", dial(7)), 10)
    assert messages(events) == [] and events == [("lost", "another boot of it speaks")]
    assert words(ours, 300) == ["hello"]


def test_a_stale_greeting_does_not_double_an_event() -> None:
    ours, old = introduced()
    stale = line_of("00BB0000", {**SAMPLES["hello"], "boot": BOARD_BOOT, "to": HOST_BOOT})
    new = board("0D0D00DD")
    new.push(dial(4))
    got = messages(exchange(ours, new, 2000))
    ours.feed(stale, 2001)  # the new board's event has come, its acknowledgement has not gone
    for now_ms in range(2002, 4000, 100):
        got += messages(exchange(ours, new, now_ms))
    assert got == [dial(4)]
    assert old.waiting() == 0


def test_a_message_out_of_the_table_is_refused_and_the_next_one_goes_on() -> None:
    """A newer board says a word this host does not know."""
    ours, theirs = introduced()
    theirs._queue.append((1, {"m": "dial", "at": 1, "value": 3}))
    theirs._number = 1
    theirs.poll(0)
    unknown = _sealed("00BB0001", b'{"m":"sing","song":1}')
    assert ours.feed(unknown, 0) == [("bad", "unknown message")]
    answer = ours.poll(0)[0]
    assert b'"refused"' in answer and b"unknown message" in answer
    assert theirs.feed(answer, 0) == [("refused", dial(3), "unknown message")]
    assert ours.feed(unknown, 1) == [("bad", "unknown message")]
    assert b'"refused"' in ours.poll(1)[0]  # its refusal may have been lost
    theirs.push(dial(5))
    assert messages(exchange(theirs, ours, 2)) == [dial(5)]


def test_a_refusal_is_never_answered() -> None:
    ours, _ = introduced()
    assert ours.feed(_sealed("00BB0000", b'{"m":"sing","song":1}'), 0) == [("bad", "unknown message")]
    assert words(ours, 0) == []


def _sealed(seq: str, text: bytes) -> bytes:
    head = f"{len(text):03X} {seq}".encode()
    return head + f" {crc32(head + b' ' + text):08X} ".encode() + text + b"\n"


@pytest.mark.parametrize("proto", [2, 99])
def test_another_protocol_version_is_told_and_not_spoken_to(proto: int) -> None:
    ours = host()
    hello = {**SAMPLES["hello"], "proto": proto}
    assert ours.feed(line_of("ABCD0000", hello), 0) == [("other version", hello)]
    assert not ours.together
    theirs = board()
    hello = {**SAMPLES["hello"], "kind": "host", "boot": HOST_BOOT, "proto": proto}
    assert theirs.feed(line_of("00AA0000", hello), 0) == [("other version", hello)]
    assert words(theirs, 0) == ["hello"]  # the host reads from it that the versions differ


def test_an_echo_is_not_a_device() -> None:
    ours = host()
    assert ours.feed(ours.poll(0)[0], 0) == [("echo",)]
    assert not ours.together
    other = host("0C0C00CC")
    assert ours.feed(other.poll(0)[0], 0) == [("echo",)]


def test_a_babbling_device_gets_one_answer_a_turn() -> None:
    theirs = board()
    noise = b"".join(line_of(f"0099{n:04X}", dial(1)) for n in range(1, 200)) + b"\xff\x00" * 5000 + b"\n"
    events = theirs.feed(noise, 0)
    assert [event[0] for event in events] == ["bad"]
    assert words(theirs, 0) == ["hello"]


def test_the_newest_64_events_are_kept_and_the_others_are_told() -> None:
    ours, theirs = host(), board()
    for n in range(100):
        theirs.push({**SAMPLES["cancel"], "id": n + 1})
    assert theirs.dropped == 36 and theirs.waiting() == KEPT + 1
    got = messages(exchange(ours, theirs, 0, 70))
    assert got[0] == {"m": "dropped", "n": 36}
    assert [one["id"] for one in got[1:]] == list(range(37, 101))
    assert theirs.waiting() == 0 and ours.heard.pairs == [(BOARD_BOOT, 100)]


def test_an_event_on_its_way_is_never_given_up() -> None:
    ours, theirs = introduced()
    theirs.push(dial(1))
    got = messages(ours.feed(theirs.poll(0)[0], 0))
    ours.poll(0)
    for n in range(200):
        theirs.push({**SAMPLES["cancel"], "id": n + 1})
        theirs.poll(1)
    got += messages(exchange(theirs, ours, RESEND_MS, 70))
    assert [one["m"] for one in got[:3]] == ["dial", "dropped", "cancel"]
    assert got[1] == {"m": "dropped", "n": 200 - KEPT}
    assert [one["id"] for one in got[2:]] == list(range(200 - KEPT + 1, 201))


def test_a_dropped_message_on_its_way_stands() -> None:
    ours, theirs = introduced()
    for n in range(KEPT + 5):
        theirs.push({**SAMPLES["cancel"], "id": n + 1})
    theirs.poll(0)
    for n in range(10):
        theirs.push({**SAMPLES["cancel"], "id": 100 + n})
    got = messages(exchange(theirs, ours, RESEND_MS, 80))
    assert [one["n"] for one in got if one["m"] == "dropped"] == [5, 10]
    assert len([one for one in got if one["m"] == "cancel"]) == KEPT


def test_more_may_be_dropped_than_one_message_can_say() -> None:
    ours, theirs = host(), board()
    for _ in range(40_000 + KEPT):
        theirs.push(dial(1))
    got = messages(exchange(ours, theirs, 0, 80))
    assert sum(one["n"] for one in got if one["m"] == "dropped") == 40_000
    assert len(got) == KEPT + 2


def test_a_gap_in_the_numbers_is_not_passed_over() -> None:
    ours, _ = introduced()
    assert ours.feed(line_of("00BB0003", dial(1)), 0) == [("lost", "a gap in the numbers")]
    ours, _ = introduced()
    assert ours.feed(line_of("00BB0003", {"m": "dropped", "n": 2}), 0)[0][0] == "lost"
    ours, _ = introduced()
    assert messages(ours.feed(line_of("00BB0003", {"m": "dropped", "n": 3}), 0)) == [{"m": "dropped", "n": 3}]


def test_what_is_forgotten_leaves_no_number_behind() -> None:
    """A command taken back may have arrived; the next one must not be taken for it."""
    ours, theirs = introduced()
    ours.push({**SAMPLES["cancel"], "id": 1})
    theirs.feed(ours.poll(0)[0], 0)
    theirs.poll(0)
    assert ours.forget() == [{**SAMPLES["cancel"], "id": 1}]
    ours.poll(5000)
    ours.push({**SAMPLES["cancel"], "id": 2})
    assert messages(exchange(ours, theirs, 6000, 4)) == [{**SAMPLES["cancel"], "id": 2}]


def test_numbers_begin_again_at_one() -> None:
    ours, theirs = introduced()
    theirs._number = theirs._acked = ours._last = 65533
    got = []
    for value in (0, 1, 2, 3, 4, 5):
        theirs.push(dial(value))
        got += messages(exchange(theirs, ours, value * 10))
    assert [one["value"] for one in got] == [0, 1, 2, 3, 4, 5]
    assert ours._last == 4


@pytest.mark.parametrize(
    ("number", "before", "steps"),
    [(1, 0, 1), (1, 65535, 1), (5, 5, 0), (5, 6, 65534), (65535, 1, 65534), (2, 65535, 2)],
)
def test_distance(number: int, before: int, steps: int) -> None:
    assert distance(number, before) == steps


@pytest.mark.parametrize("word", ["hello", "ack", "refused", "bye", "live"])
def test_what_is_not_numbered_cannot_be_pushed(word: str) -> None:
    with pytest.raises(WireFault):
        board().push(SAMPLES[word])


def test_live_messages_go_at_once_and_only_to_somebody() -> None:
    ours, theirs = introduced()
    assert ours.feed(theirs.live(SAMPLES["live"]), 0) == [("live", SAMPLES["live"])]
    assert board().live(SAMPLES["live"]) == b""


def test_bye_ends_a_conversation_at_once() -> None:
    ours, theirs = introduced()
    assert ours.feed(theirs.bye("stopped"), 0) == [("bye", "stopped")]
    assert not ours.together
