"""A few kills; many by `make games-kills`."""

from __future__ import annotations

from pathlib import Path

from tests.companion.service.match.kills import kill_often
from tests.needs import clocked


@clocked
def test_a_killed_program_loses_nothing_that_was_accepted(tmp_path: Path) -> None:
    open_, heard, _ = kill_often(5, tmp_path)
    assert heard > 20
    assert open_ > 0
