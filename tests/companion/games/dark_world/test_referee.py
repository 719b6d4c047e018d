"""Random games before a referee who shares no code with the rules; and that he sees what is wrong.

For many games: python -m tests.companion.games.dark_world.test_referee GAMES.
"""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from companion.games.dark_world.agreed import AGREED_EVENTS
from companion.games.dark_world.game import GAME
from tests.companion.games.dark_world.referee import Objection, Referee
from tests.companion.games.random_lines import Line, random_lines


@cache
def lines_of(seed: int, **options: str) -> tuple[Line, ...]:
    return random_lines(GAME, seed, **options)


def watched(lines: tuple[Line, ...]) -> Referee:
    referee = Referee()
    referee.watch(lines)
    return referee


@pytest.mark.parametrize("seed", range(101, 105))
def test_a_referee_who_has_only_read_the_book_objects_to_nothing(seed: int) -> None:
    assert watched(lines_of(seed)).ended


def test_every_kind_of_event_is_one_that_he_judges() -> None:
    agreed = set(AGREED_EVENTS)
    assert {name for name in GAME.events if not hasattr(Referee, f"on_{name}")} == agreed


def _dice(data: Line) -> None:
    data["dice"] = [*data["dice"], 0]


def _more_hits(data: Line) -> None:
    data["hits"] += 1


def _elsewhere(data: Line) -> None:
    data["square"] = "0,0" if data["square"] != "0,0" else "0,1"


def _higher(data: Line) -> None:
    data["end"]["scores"] = {name: points + 1 for name, points in data["end"]["scores"].items()}


def _other_way(data: Line) -> None:
    data["found"] = not data["found"]


def _twice(data: Line) -> None:
    data["cards"] = data["cards"] * 2


def _dearer(data: Line) -> None:
    data["cost"] += 1


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        ("BlowRolled", _dice),
        ("HeroHurt", _more_hits),
        ("MonsterPlaced", _elsewhere),
        ("ChestHidden", _elsewhere),
        ("HeroReady", _elsewhere),
        ("HeroMoved", _dearer),
        ("MonsterMoved", _dearer),
        ("GameEnded", _higher),
        ("DoorSearched", _other_way),
        ("CardsDrawn", _twice),
        ("MonsterSlain", None),
        ("MonsterStood", None),
        ("MaceShaken", None),
        ("DoorOpened", None),
        ("TurnEnded", None),
        ("RoomStocked", None),
        ("ArenaStocked", None),
        ("CoinTaken", None),
        ("KorakBegan", None),
    ],
)
def test_he_objects_to_one_event_that_is_wrong_or_missing(event: str, wrong: Callable[[Line], None] | None) -> None:
    lines = lines_of(101, discs="house", die="house", level="basic")
    at = next(n for n, one in enumerate(lines) if one["kind"] == "event" and one["data"]["event"] == event)
    changed = [*lines[:at], *lines[at + 1 :]]
    if wrong is not None:
        one = copy.deepcopy(lines[at])
        wrong(one["data"])
        changed.insert(at, one)
    with pytest.raises(Objection):
        watched(tuple(changed))


def main() -> int:
    """Many games; what they held."""
    kinds: Counter[str] = Counter()
    for seed in range(int(sys.argv[1])):
        lines = lines_of.__wrapped__(seed)
        watched(lines)
        kinds.update(one["data"]["event"] for one in lines if one["kind"] == "event")
    print(f"{sys.argv[1]} games without an objection: {', '.join(f'{n} {name}' for name, n in kinds.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
