"""Tokens and the host's code."""

from __future__ import annotations

from pathlib import Path

from companion.service.match.seats import CODE_LENGTH, Seats, host_code
from tests.companion.service.match.players import again, new_match


def test_each_seat_has_its_own_token_and_keeps_it(tmp_path: Path) -> None:
    match = new_match(tmp_path / "g")
    seats = Seats(match.journal, ("cora", "ann"), "CODE")
    tokens = {seat: seats.token(seat) for seat in ("cora", "ann")}
    assert len(set(tokens.values())) == 2
    assert all(len(token) >= 20 for token in tokens.values())
    assert seats.seat_of(tokens["ann"]) == "ann"
    assert seats.seat_of("") is seats.seat_of("ann") is seats.seat_of("ünknown") is None
    match.journal.close()
    later = Seats(again(tmp_path / "g").journal, ("cora", "ann"), "CODE")
    assert {seat: later.token(seat) for seat in tokens} == tokens


def test_a_new_token_puts_the_old_one_out(tmp_path: Path) -> None:
    seats = Seats(new_match(tmp_path / "g").journal, ("ann",), "CODE")
    old = seats.token("ann")
    assert seats.renew("ann") != old
    assert seats.seat_of(old) is None
    assert seats.seat_of(seats.token("ann")) == "ann"


def test_the_hosts_code() -> None:
    codes = {host_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == CODE_LENGTH and not set(code) & set("01IO") for code in codes)


def test_only_the_code_is_the_code(tmp_path: Path) -> None:
    seats = Seats(new_match(tmp_path / "g").journal, ("ann",), "ABCD2345")
    assert seats.is_host(" abcd2345 ")
    assert not seats.is_host("")
    assert not seats.is_host(seats.token("ann"))
