"""Writes finished games, and what they must show for ever: `python -m tests.companion.service.match.golden [GAME]`.

Seeded random games by the real rules, where the tables of the free games agree otherwise now and then. A game's lines
lie in GAME-N.jsonl as exported; GAME-N.views.json has how it ended and, at three moments, the facts that each seat is
shown. Only when the format changes on purpose a new N is written: the old files stay, and must still open.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.games.autoplay import choose_command, random_answer
from companion.games.coding import plain
from companion.games.contract import HOST, Command, Correcting, Game
from companion.games.shelf import take
from companion.service.match.export import export_lines
from companion.service.match.history import fold
from companion.service.match.journal import Header, Journal, create_journal
from companion.service.match.match import Match
from companion.table.state import TableState
from tests.needs import ROOT

GAMES = ROOT / "tests" / "vectors" / "games"
GOLDEN = GAMES / "dark-world-1.jsonl"
OPTIONS: dict[str, dict[str, Any]] = {
    "dark-world": {
        "seats": {"cora": "korak", "ann": ["knight"]},
        "heroes": "some",
        "discs": "house",
        "die": "house",
    },
    "flintloque": {"seats": {"ann": "orcs", "bob": "dwarves"}, "morale": "house"},
    "dark-age-skirmish": {
        "seats": {"ann": "vikings", "bob": "fyrd"},
        "rocks": "house",
        "lengths": "house",
        "rowing": "house",
        "end": "rounds",
        "rounds": 5,
        "boats": {"punt": "rowing boat"},
        "animals": {"ox": "cow"},
        "wagons": {"cart": "fyrd"},
    },
}
SEEDS = {"dark-world": 26, "flintloque": 3, "dark-age-skirmish": 5}
AGREED_EVERY = {"flintloque": 6, "dark-age-skirmish": 6}
"""After so many commands the table agrees otherwise."""
MOMENTS = (1, 2, 3)
"""Thirds of the rows."""
WORDS = ("prompt", "words", "astray", "label", "title", "briefing", "rules", "log", "notes", "now")
"""What only says something: a better sentence is no change of the format."""


def views_of(game: Game, journal: Journal) -> dict[str, Any]:
    """How it ended, and at each moment seat -> the facts it is shown; "" is the table's own screen."""
    rows = list(journal.rows())
    moments = []
    for third in MOMENTS:
        state = fold(game, journal.header.options, rows[: len(rows) * third // MOMENTS[-1]]).state
        seats = (*game.seats(state), "")
        moments.append({seat: facts(plain(game.view(state, TableState(), seat))) for seat in seats})
    end = game.end(fold(game, journal.header.options, rows).state)
    assert end is not None
    return {"end": {"winner": end.winner, "scores": plain(end.scores)}, "moments": moments}


def facts(shown: Any) -> Any:
    """A view without what is only words."""
    if isinstance(shown, dict):
        return {name: facts(value) for name, value in shown.items() if name not in WORDS}
    return [facts(one) for one in shown] if isinstance(shown, list) else shown


def played(name: str, path: Path) -> Match:
    """A game from beginning to end; the same each time."""
    game, rng = take(name), random.Random(SEEDS[name])
    header = Header(game.name, game.ruleset, OPTIONS[name], "software")
    match = Match(game, create_journal(path, header), pick=rng.randrange, wall_s=lambda: 1000.0)
    step = 0
    while game.end(match.state) is None:
        question = match.open_question
        if question is not None:
            match.answer(question.seat, question.key, random_answer(question, rng))
        else:
            match.command(choose_command(game, match.state, TableState(), rng, f"c{step}"))
            agree_otherwise(match, rng, step)
        step += 1
    return match


def agree_otherwise(match: Match, rng: random.Random, step: int) -> None:
    """One correction of a kind that stands, if it is time for one and no question is open."""
    due = step % AGREED_EVERY.get(match.game.name, step + 1) == 1
    if not due or match.open_question is not None or not isinstance(match.game, Correcting):
        return
    every = list(match.game.corrections(match.state, TableState()))
    rng.shuffle(every)
    offers = {offer.kind: offer for offer in every}
    if offers:
        offer = offers[rng.choice(sorted(offers))]
        fields = {name: plain(field.sample(rng)) for name, field in offer.fields.items()}
        match.correct(Command(f"a{step}", HOST, offer.id, fields))


def main(names: Iterable[str]) -> None:
    """Write the next one of each."""
    for name in names:
        number = 1 + len(list(GAMES.glob(f"{name}-[0-9].jsonl")))
        with tempfile.TemporaryDirectory() as folder:
            match = played(name, Path(folder) / "g")
            lines = "\n".join(export_lines(match.journal)) + "\n"
            (GAMES / f"{name}-{number}.jsonl").write_text(lines, encoding="utf-8")
            (GAMES / f"{name}-{number}.views.json").write_text(
                json.dumps(views_of(match.game, match.journal), separators=(",", ":")) + "\n", encoding="utf-8"
            )


if __name__ == "__main__":
    main(sys.argv[1:] or OPTIONS)
