"""Kill a playing program at random moments: python -m tests.companion.service.match.kills KILLS.

The child plays a seeded game and says each command and answer once it is accepted. After a SIGKILL the file must hold
everything that was said, and the question that was open then, or what came after it. The next child goes on with the
same file. A new game begins when one ends.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion.games.shelf import take
from companion.service.match.match import Match
from tests.companion.service.match.players import again, new_match, play


def child(path: Path, seed: int) -> None:
    """Play on until killed or at the end, saying what was accepted."""
    match = again(path, seed)
    play(match, random.Random(seed), 100_000, lambda what: print(what, match.revision, flush=True))
    print("over", flush=True)


def lost(said: list[str], match: Match) -> str:
    """What the file lacks of what the child said, or "". said: "command N REVISION" and "answer N KEY... REVISION"."""
    rows = {row.n: row for row in match.journal.rows()}
    for line in said:
        words = line.split(" ")
        n, revision = int(words[1]), int(words[-1])
        if n not in rows or rows[n].kind != "command":
            return f"command {n} is not in the file"
        if revision > match.revision:
            return f"row {revision} is not in the file"
        if words[0] == "answer" and not any(
            row.kind == "answer" and row.data["key"] == " ".join(words[2:-1]) and row.n > n for row in rows.values()
        ):
            return f"the answer to {' '.join(words[2:-1])} is not in the file"
    if any(row.kind in ("abandoned", "fault") for row in rows.values()):
        return "a command was abandoned"
    newest = max((row.n for row in rows.values() if row.kind in ("question", "answer", "done")), default=0)
    if newest and (rows[newest].kind == "question") != (match.open_question is not None):
        return "the open question is not open again"
    return ""


def kill_often(kills: int, folder: Path, seed: int = 1) -> tuple[int, int, int]:
    """Kills that hit an open question, commands and answers said, games begun. AssertionError if anything is lost."""
    rng = random.Random(seed)
    path, games, heard, open_ = folder / "game-1", 1, 0, 0
    new_match(path, "typed").journal.close()
    for number in range(kills):
        words = [sys.executable, "-m", "tests.companion.service.match.kills", "--child", str(path), str(number)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(rng.uniform(0, 0.15))
        process.kill()
        said = [
            line.strip() for line in (first + process.stdout.read()).splitlines(keepends=True) if line.endswith("\n")
        ]
        process.wait()
        ended = "over" in said
        match = again(path)
        wrong = lost([line for line in said if line != "over"], match)
        assert not wrong, f"kill {number} of {path}: {wrong}"
        heard += len(said)
        open_ += match.open_question is not None
        match.journal.close()
        if ended or take("dark-world").end(match.state) is not None:
            games += 1
            path = folder / f"game-{games}"
            new_match(path, "typed", number).journal.close()
    return open_, heard, games


def main() -> int:
    """Many kills; prints what came out."""
    if sys.argv[1] == "--child":
        child(Path(sys.argv[2]), int(sys.argv[3]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        open_, heard, games = kill_often(int(sys.argv[1]), Path(folder))
    said = f"{heard} commands and answers said, none lost; {open_} questions open again"
    print(f"{sys.argv[1]} kills in {games} games: {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
