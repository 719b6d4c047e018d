"""Writes the finished game that must always open: `python -m tests.companion.service.match.golden`.

One Hero, seeded, real rules.

Only when the format changes on purpose: then the old file stays, with another name, and must still open.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from companion.service.match.export import export_lines
from tests.companion.service.match.players import new_match, play
from tests.needs import ROOT

GAMES = ROOT / "tests" / "vectors" / "games"
GOLDEN = GAMES / "dark-world-1.jsonl"
NEWEST = GAMES / "dark-world-2.jsonl"
"""Since HeroHurt says who struck, and the header which charts were in force."""
SEED = 26


def main() -> None:
    """Write it."""
    with tempfile.TemporaryDirectory() as folder:
        match = new_match(Path(folder) / "g", seed=SEED, seats={"cora": "korak", "ann": ["knight"]}, heroes="some")
        play(match, random.Random(SEED), 20_000)
        NEWEST.write_text("\n".join(export_lines(match.journal)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
