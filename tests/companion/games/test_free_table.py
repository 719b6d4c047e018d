"""What every free table's game has in common: moved or not, the way back, and answers that are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Refusal
from companion.games.elsewhere import KNOCK_MM
from companion.games.flintloque.board import told_figure
from companion.games.flintloque.game import GAME
from companion.games.free_table import Kept
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
        ((40, 30), "10.0 ± 0.3 cm to the east"),
        ((30, 40), "10.0 ± 0.3 cm to the north"),
        ((20, 20), "14.1 ± 0.3 cm to the south-west"),
    ],
)
def test_the_way_back_is_told_with_its_sigma(told: tuple[float, float], words: str) -> None:
    (found,) = AT.astray(position({"noaks": told}, order=("elves", "orcs")), table("noaks", 300, 300))
    back = f"{told[0]:.1f}, {told[1]:.1f} cm"
    assert found.words == f"Noaks is seen at 30.0, 30.0 cm, but stands at {back} by the game, {words}."
    assert (found.kind, found.back, found.rule) == ("elsewhere", back, "")


def test_what_is_astray_has_both_places_in_mm() -> None:
    state = position({"noaks": (30, 40)}, order=("elves", "orcs"))
    (found,) = AT.astray(state, table("noaks", 300.04, 300))
    assert (found.seen_mm, found.back_mm, found.off_mm, found.sigma_mm) == ((300.0, 300), (300.0, 400.0), 100.0, SIGMA)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        ((300, 300), "Put Noaks back to 30.0, 40.0 cm, 10.0 ± 0.3 cm to the north: the move was taken back."),
        (None, "Put Noaks back to 30.0, 40.0 cm: the move was taken back."),
        ((300, 402), ""),
    ],
)
def test_a_figure_whose_move_was_taken_back_is_put_back(seen: tuple[float, float] | None, words: str) -> None:
    here = table("noaks", *seen) if seen else table("soutie", 600, 600)
    state = position({"noaks": (30, 40), "soutie": (60, 60)})
    found = AT.astray(state, replace(here, put_back=("noaks",)))
    assert [one.words for one in found] == [words] * bool(words)
    assert all(one.kind == "undone" and (one.seen_mm is None) is (seen is None) for one in found)


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_nothing_is_astray_before_the_game_and_after_it(phase: str) -> None:
    state = replace(position({"noaks": (30, 40)}, order=("elves", "orcs")), phase=phase)
    assert AT.astray(state, table("noaks", 300, 300)) == ()


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [("fits", ""), ("close", "close"), ("not in turn", "elsewhere"), (Refusal("far", "Too far.", "FL-20"), "move")],
)
def test_a_figure_elsewhere_is_told_as_the_game_judges_it(verdict: Any, kind: str) -> None:
    at = type("At", (type(AT),), {"judge": lambda *_: verdict})()
    found = at.astray(position({"noaks": (30, 40)}), table("noaks", 300, 300))
    assert [one.kind for one in found] == [kind] * bool(kind)
    assert all((one.words, one.rule) == ("Too far.", "FL-20") for one in found if kind == "move")


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
