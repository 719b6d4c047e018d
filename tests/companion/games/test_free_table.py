"""What every free table's game has in common: moved or not, the way back, and answers that are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.elsewhere import KNOCK_MM
from companion.games.flintloque.board import told_figure
from companion.games.flintloque.game import GAME
from companion.games.free_table import Kept, astray_at, way_words
from companion.table.state import Spread, TableState
from tests.companion.games.flintloque.scene import position

SIGMA = 1.5
SPREAD = Spread((SIGMA**2, 0.0, SIGMA**2))
AT = GAME.at_table


def table(name: str, x: float, y: float, **changes: object) -> TableState:
    return TableState(1, (replace(told_figure(name, "orc", x, y, SPREAD), **changes),))  # type: ignore[arg-type]


@pytest.mark.parametrize(("off", "moved"), [(0.0, False), (KNOCK_MM + 2.9, False), (KNOCK_MM + 3.1, True)])
def test_it_has_been_moved_beyond_a_knock_and_two_sigma(off: float, moved: bool) -> None:
    state = position({"noaks": (30, 30)})
    assert AT.home(state, table("noaks", 300 + off, 300), "noaks") is not moved


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ((400, 300), "10.0 ± 0.3 cm to the east"),
        ((300, 400), "10.0 ± 0.3 cm to the north"),
        ((200, 200), "14.1 ± 0.3 cm to the south-west"),
    ],
)
def test_the_way_back_is_told_with_its_sigma(told: tuple[float, float], words: str) -> None:
    (figure,) = table("noaks", 300, 300).figures
    assert way_words(figure, told) == words


def test_what_is_astray_has_both_places_in_mm() -> None:
    (figure,) = table("noaks", 300.04, 300).figures
    found = astray_at("noaks", "elsewhere", figure, (300.0, 400.0), "words")
    assert (found.seen_mm, found.back_mm, found.off_mm, found.sigma_mm) == ((300.0, 300), (300.0, 400.0), 100.0, SIGMA)
    unseen = astray_at("noaks", "undone", None, (300.0, 400.0), "words")
    assert (unseen.square, unseen.seen_mm, unseen.back_mm, unseen.off_mm) == ("", None, (300.0, 400.0), None)


def test_answers_are_kept_for_the_same_objects_only() -> None:
    asked: list[str] = []

    def work(state: object, table: TableState, name: str) -> str:
        asked.append(name)
        return f"{name} {len(asked)}"

    kept = Kept(work, most=2)
    state, here = ["a"], TableState()
    assert [kept(state, here, "x"), kept(state, here, "x")] == ["x 1", "x 1"]
    assert kept(state, here, "y") == "y 2"
    assert kept(["a"], here, "x") == "x 3", "an equal state is another"
    assert kept(state, here, "x") == "x 4", "only the newest are kept"
