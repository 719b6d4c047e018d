"""DA-32: animals that are led, and animals that run."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.dark_age_skirmish.animals import HEADINGS, Animal, flight, lead_words, led_by, startled

SOW = Animal("sow", "pig", 300.0, 300.0)
FAR, NEAR = (300.0, 0.0), (300.0, 200.0)


@pytest.mark.parametrize(
    ("animal", "pace", "was", "now", "runs"),
    [
        (SOW, "run", FAR, NEAR, True),
        (SOW, "sprint", FAR, NEAR, True),
        (SOW, "canter", FAR, NEAR, True),
        (SOW, "walk", FAR, NEAR, False),
        (SOW, "crawl", FAR, NEAR, False),
        (SOW, "run", NEAR, FAR, False),
        (SOW, "run", (300.0, -400.0), (300.0, 50.0), False),
        (SOW, "run", (300.0, -400.0), (300.0, 60.0), True),
        (replace(SOW, confined=True), "run", FAR, NEAR, False),
        (replace(SOW, leader="wat"), "run", FAR, NEAR, False),
        (replace(SOW, where="gone"), "run", FAR, NEAR, False),
    ],
)
def test_da_32_who_runs_toward_loose_animals_drives_them_off(
    animal: Animal, pace: str, was: tuple[float, float], now: tuple[float, float], runs: bool
) -> None:
    assert bool(startled([animal], was, now, pace)) == runs


@pytest.mark.parametrize("die", range(HEADINGS))
def test_da_32_they_gallop_24_cm(die: int) -> None:
    ran = flight(SOW, die, 900.0, 900.0)
    assert ran.where == "table"
    assert math.dist((ran.x_mm, ran.y_mm), (SOW.x_mm, SOW.y_mm)) == pytest.approx(240.0)


def test_da_32_in_ten_directions_or_off_the_table() -> None:
    assert len({round(flight(SOW, die, 900.0, 900.0).x_mm + 1000 * die) for die in range(HEADINGS)}) == HEADINGS
    north = flight(SOW, 0, 900.0, 500.0)
    assert (north.where, north.y_mm) == ("gone", 500.0)
    assert north.x_mm == pytest.approx(300.0)


LED = [replace(SOW, name=f"sow-{n}", leader="wat") for n in range(2)]


@pytest.mark.parametrize(
    ("animals", "animal", "gap_mm", "pace", "said"),
    [
        ([SOW], SOW, 5.0, "walk", ""),
        ([SOW], SOW, 5.0, "", ""),
        ([*LED[:1], SOW], SOW, 5.0, "walk", ""),
        ([*LED, SOW], SOW, 5.0, "walk", "One man leads 2 animals at most."),
        ([SOW], SOW, 5.0, "run", "must be approached slowly"),
        ([SOW], SOW, 12.0, "walk", "1.2 cm away"),
        (LED, LED[0], 5.0, "walk", "is led by wat already"),
        ([SOW], replace(SOW, where="gone"), 5.0, "walk", "is not on the table"),
    ],
)
def test_da_32_one_man_leads_two(animals: list[Animal], animal: Animal, gap_mm: float, pace: str, said: str) -> None:
    words = lead_words(animals, animal, "wat", gap_mm, pace)
    assert said in words and bool(words) == bool(said)


def test_led_by() -> None:
    assert [animal.name for animal in led_by([*LED, SOW], "wat")] == ["sow-0", "sow-1"]
    assert led_by([], "wat") == ()
