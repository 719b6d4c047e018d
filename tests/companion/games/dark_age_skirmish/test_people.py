"""A character's figures follow from his type and his arms, and nothing unprinted is priced."""

from __future__ import annotations

import pytest

from companion.games.dark_age_skirmish.people import ARMS, HAND_ARMS, MISSILE_ARMS, Person, Price, fatigue_of, price


@pytest.mark.parametrize(
    ("kind", "strength", "agility", "bravery", "points"),
    [
        ("non-combatant", 4, 4, 5, 0),
        ("peasant", 5, 5, 6, 1),
        ("warrior", 6, 6, 7, 2),
        ("hero", 7, 7, 8, 4),
        ("berserker", 7, 7, 9, 5),
    ],
)
def test_da_4_types(kind: str, strength: int, agility: int, bravery: int, points: int) -> None:
    person = Person("svein", kind, ("sword",))
    assert (person.strength, person.agility, person.bravery) == (strength, agility, bravery)
    assert price(person, {}) == Price(points)
    assert person.is_berserker == (kind == "berserker")
    assert person.is_combatant == (kind != "non-combatant")


@pytest.mark.parametrize("weapon", ARMS)
def test_da_5_a_missile_weapon_adds_to_agility_only_and_costs_a_point(weapon: str) -> None:
    person = Person("osric", "warrior", ("knife", weapon))
    more = 1 if weapon in MISSILE_ARMS else 0
    assert (person.strength, person.agility, person.bravery) == (6, 6 + more, 7)
    assert price(person, {}).points == 2 + more


def test_da_5_two_missile_weapons_count_once() -> None:
    person = Person("osric", "warrior", ("bow", "sling"))
    assert (person.agility, price(person, {}).points) == (7, 3)


@pytest.mark.parametrize(("strength", "points"), [(6, 12), (5, 10), (0, 0)])
def test_da_23_fatigue_is_twice_the_strength_by_the_example(strength: int, points: int) -> None:
    assert fatigue_of(strength) == points


def test_da_23_fatigue_may_be_typed() -> None:
    assert Person("a", "warrior").most_fatigue == 12
    assert Person("a", "warrior", fatigue=9).most_fatigue == 9


def test_da_35_what_has_no_price_is_free_and_named_until_the_table_agrees() -> None:
    rider = Person("eric", "hero", ("sword",), shield="large", armour="mail", twin="eric-mounted")
    assert price(rider, {}) == Price(4, ("large shield", "mail", "horse"))
    assert price(rider, {"mail": 2, "horse": 3, "plate": 9}) == Price(9, ("large shield",))


def test_a_name_for_sentences() -> None:
    assert Person("svein-the-red", "warrior").shown == "Svein The Red"
    assert Person("svein", "warrior", title="Svein the Red").shown == "Svein the Red"


def test_a_spear_is_for_the_hand_and_a_javelin_is_not() -> None:
    assert "spear" in HAND_ARMS and "spear" not in MISSILE_ARMS
    assert "javelin" in MISSILE_ARMS and "javelin" not in HAND_ARMS
