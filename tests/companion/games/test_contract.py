"""The small values of the contract."""

from __future__ import annotations

import pytest

from companion.games.contract import NOBODY, End


@pytest.mark.parametrize(
    ("winner", "words"),
    [("orcs", "Six turns are over. The winner: ORCS"), (NOBODY, "Six turns are over. Nobody has won")],
)
def test_an_end_says_who_has_won_if_anybody_has(winner: str, words: str) -> None:
    assert End("Six turns are over", winner, {}).words(str.upper) == words
