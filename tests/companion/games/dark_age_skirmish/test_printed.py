"""The charts hold what the text prints, say what is inferred, and leave unknown what it does not have."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish.people import HAND_ARMS
from companion.games.dark_age_skirmish.printed import (
    BANDS,
    CHARTS,
    MISSILES,
    TYPES,
    band_edges_mm,
    number,
    rate_mm,
    shift,
    word,
)

RANGES = {
    "spear": ((3, 2), (10, 5), (20, 10), (30, 15)),
    "sling": ((5, 3), (15, 8), (30, 15), (50, 25)),
    "bow": ((10, 5), (25, 12), (50, 25), (75, 36)),
    "longbow": ((15, 8), (50, 25), (100, 50), (150, 75)),
    "crossbow": ((15, 8), (50, 25), (100, 50), (150, 75)),
}
RATES = {
    "crawl": (2, 1),
    "walk": (6, 3),
    "run": (12, 6),
    "sprint": (16, 8),
    "horse walk": (6, 3),
    "trot": (12, 6),
    "canter": (16, 8),
    "gallop": (24, 12),
    "swim": (2, 1),
}
UNKNOWN = {"ranges": 4, "ranges_hexes": 4, "fatigue_costs": 1, "lengths": 7, "prices": 7}


@pytest.mark.parametrize(("weapon", "edges"), RANGES.items())
def test_da_8_ranges(weapon: str, edges: tuple[tuple[int, int], ...]) -> None:
    assert tuple(number("ranges", weapon, band) for band in BANDS) == tuple(cm for cm, _ in edges)
    assert tuple(number("ranges_hexes", weapon, band) for band in BANDS) == tuple(hexes for _, hexes in edges)
    assert band_edges_mm(weapon) == tuple(10.0 * cm for cm, _ in edges)


def test_da_8_rocks_have_no_range_and_ours_is_only_lent() -> None:
    with pytest.raises(ValueError, match="rocks"):
        band_edges_mm("rocks")
    chart = CHARTS["ranges"]
    assert chart.overlaid("house", chart.house or {}).cell("rocks", "long").status == "house"


@pytest.mark.parametrize(("pace", "lengths"), RATES.items())
def test_da_7_paces(pace: str, lengths: tuple[int, int]) -> None:
    assert (number("rates", pace, "cm"), number("rates", pace, "hexes")) == lengths
    assert rate_mm(pace) == 10.0 * lengths[0]


@pytest.mark.parametrize(
    ("chart", "adds"),
    [
        ("firing", {"point blank": 1, "short": 0, "medium": -1, "long": -3, "snapshot": -1, "firer mounted": -1}),
        ("firing", {"target running": -1, "target trotting": -1, "target sprinting": -2, "target cantering": -2}),
        ("firing", {"target galloping": -3, "target large shield": -1, "firer galloping": -4, "firer walking": -1}),
        ("firing", {"firer sprinting": -3, "firer cantering": -3, "firer running": -2, "firer trotting": -2}),
        ("firing", {"aim after the first": 1, "most for aim": 2, "most aims": 3}),
        ("blows", {"large shield facing": -2, "small shield facing": -1, "50 % concealed": -1, "75 % concealed": -2}),
        ("blows", {"axe": -1, "friend attacking": 1, "target exhausted": 1, "striker unseen": 2, "sword": 0}),
        ("blows", {"target stunned or unaware": 4}),
        ("missile_effect", {"rocks": 0, "spear": 1, "javelin": 1, "sling": 2, "bow": 3, "longbow": 4, "crossbow": 5}),
        ("armour", {"none": 0, "padded": -1, "leather": -2, "mail": -3, "plate": -4}),
        ("effects", {"striker unseen": 2, "axe": 1, "improvised": -1, "sword": 0}),
        (
            "bravery",
            {"friend in the fight": 1, "from behind": 2, "mounted against foot": 1, "foot against mounted": -1},
        ),
    ],
)
def test_da_9_10_12_14_18_modifiers(chart: str, adds: dict[str, int]) -> None:
    assert {row: shift(chart, row) for row in adds} == adds


@pytest.mark.parametrize(("shows", "hard", "soft"), [("100", 0, 0), ("75", -1, 0), ("50", -2, -1), ("10", -4, -2)])
def test_da_11_soft_cover_counts_half(shows: str, hard: int, soft: int) -> None:
    assert (number("visibility", shows, "hard"), number("visibility", shows, "soft")) == (hard, soft)


@pytest.mark.parametrize(
    ("die", "wound", "counters"),
    [
        (1, "light", 1),
        (2, "light", 1),
        (3, "serious", 2),
        (4, "serious", 2),
        (5, "critical", 3),
        (6, "critical", 3),
        (7, "kill", 0),
        (9, "kill", 0),
    ],
)
def test_da_15_wounds_by_the_die(die: int, wound: str, counters: int) -> None:
    chart = CHARTS["wounds"]
    assert (chart.at(die, "wound").value, chart.at(die, "counters").value) == (wound, counters)


def test_da_15_a_nought_is_no_row_of_the_wounds() -> None:
    with pytest.raises(KeyError, match="no row for 0"):
        CHARTS["wounds"].row_of(0)


def test_da_20_fatigue() -> None:
    ones = ("run", "shoot", "throw", "stay afloat", "blow", "punch", "kick", "climb", "break off", "carry")
    assert {number("fatigue_costs", what, "points") for what in ones} == {1}
    assert {number("fatigue_costs", what, "points") for what in ("sprint", "swim", "grapple")} == {2}


def test_da_21_tired() -> None:
    chart = CHARTS["tired"]
    assert [chart.cell("tired", what).value for what in chart.columns] == [-1, -1, 1]
    assert [chart.cell("exhausted", what).value for what in chart.columns] == [-2, -2, 0]


def test_da_28_36_rage() -> None:
    assert [number("rage", what, "number") for what in ("comes on", "by choice below", "ends on")] == [9, 2, 0]
    assert [number("bonuses", "berserk", what) for what in ("strength", "agility", "fatigue")] == [2, 1, 4]


def test_da_31_to_33_small_charts() -> None:
    boats = CHARTS["boats"]
    assert [boats.cell("rowing boat", pace).value for pace in boats.columns] == [1, 2, "-"]
    assert [boats.cell("longship", pace).value for pace in boats.columns] == [2, 6, 12]
    assert [word("sailing", wind, "pace") for wind in ("light", "moderate", "strong")] == ["crawl", "walk", "run"]
    assert [word("paces", what, "pace") for what in CHARTS["paces"].rows] == ["gallop", "walk", "run"]
    assert [number("hands", what, "number") for what in CHARTS["hands"].rows] == [2, 1, 2, 2]


def test_what_the_text_does_not_have_is_unknown() -> None:
    assert {name: len(chart.unknown()) for name, chart in CHARTS.items() if chart.unknown()} == UNKNOWN
    assert not CHARTS["prices"].house, "no price of armour, shield or horse is made up (DA-35)"
    assert {cell.status for chart in CHARTS.values() for cell in chart.cells.values()} == {
        "read",
        "inferred",
        "unknown",
    }


def test_every_missile_of_the_effects_has_a_row_of_ranges() -> None:
    assert set(CHARTS["ranges"].rows) == set(MISSILES)
    assert TYPES == ("non-combatant", "peasant", "warrior", "hero", "berserker")


def test_da_13_every_weapon_for_the_hand_has_a_length_and_nothing_else() -> None:
    assert set(CHARTS["lengths"].rows) == set(HAND_ARMS) == {row for row, _ in CHARTS["lengths"].house or {}}
