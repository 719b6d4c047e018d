"""Ready bands are whole; what is wrong with a band of one's own is said in sentences, each at its place."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.dark_age_skirmish.bands import (
    READY,
    check_together,
    place_words,
    plain_band,
    plain_person,
    random_band,
    read_band,
    read_bands,
    read_person,
)
from companion.games.dark_age_skirmish.people import ARMS, SHIELDS, Person
from companion.games.dark_age_skirmish.printed import ARMOURS, TYPES

SVEIN: dict[str, Any] = {"name": "svein", "type": "warrior", "arms": ["sword"], "shield": "large"}
OSRIC: dict[str, Any] = {"name": "osric", "type": "warrior", "arms": ["bow"], "missiles": 12}
RIDER: dict[str, Any] = {"name": "eric", "type": "hero", "arms": ["sword"], "twin": "eric-mounted", "mounted": True}


@pytest.mark.parametrize("name", READY)
def test_da_34_a_ready_band_is_ours_and_whole(name: str) -> None:
    band = READY[name]
    assert band.ours and band.points == 22 and band.people
    again, faults = read_band(name, plain_band(band))
    assert not faults and again.people == band.people


def test_da_34_ready_bands_fit_together() -> None:
    assert set(READY) == {"vikings", "fyrd", "peasants"}
    check_together(READY)
    assert {person.type for band in READY.values() for person in band.people} == set(TYPES)


def test_da_35_what_is_free_is_named() -> None:
    assert READY["fyrd"].unpriced == ("small shield", "large shield", "padded", "leather", "mail", "horse")
    band, faults = read_band("x", {"people": [RIDER, SVEIN], "prices": {"horse": 3}})
    assert not faults and (band.points, band.unpriced) == (4 + 3 + 2, ("large shield",))


def with_row(**changes: Any) -> dict[str, Any]:
    return {"title": "Ravens", "people": [SVEIN, {**OSRIC, **changes}]}


@pytest.mark.parametrize(
    ("data", "where", "said"),
    [
        ([], (), "write its title and its people"),
        ({"people": []}, ("people",), "X has no people; add a figure."),
        ({"people": [SVEIN, "osric"]}, ("people", 1), "written with a name, a type and arms"),
        ({"people": [SVEIN] * 2}, ("people", 1, "name"), "The name svein is there twice: Svein has it already."),
        ({"people": [SVEIN], "colour": 1}, ("colour",), "'colour' is not known here"),
        ({"people": [SVEIN], "title": "a\nb"}, ("title",), "in one line"),
        ({"people": [SVEIN], "limit": 1}, ("limit",), "X is too dear by 1 point: 2 of 1."),
        ({"people": [SVEIN, OSRIC], "limit": 2}, ("limit",), "X is too dear by 3 points: 5 of 2."),
        ({"people": [SVEIN], "limit": "ten"}, ("limit",), "'ten' is no whole number from 1 to 500"),
        ({"people": [SVEIN], "limit": True}, ("limit",), "no whole number"),
        ({"people": [SVEIN], "prices": {"sword": 1}}, ("prices", "sword"), "'sword' is not known here"),
        ({"people": [SVEIN], "prices": {"mail": -1}}, ("prices", "mail"), "the price of mail"),
        ({"people": [SVEIN], "prices": 3}, ("prices",), "Prices are written for"),
        (with_row(arms=["bow", "halberd"]), ("people", 1, "arms"), "osric: 'halberd' is no weapon of these rules"),
        (with_row(arms=["bow", "bow"]), ("people", 1, "arms"), "osric has a weapon twice"),
        (with_row(arms="bow", missiles=None), ("people", 1, "arms"), "osric: arms are a list of weapons."),
        (with_row(arms=["bow", *ARMS[:5]]), ("people", 1, "arms"), "more than 5 weapons"),
        (with_row(arms=["sword"]), ("people", 1, "missiles"), "counts missiles but has nothing to shoot or throw"),
        (with_row(missiles=100), ("people", 1, "missiles"), "from 0 to 99"),
        (with_row(fatigue=0), ("people", 1, "fatigue"), "from 1 to 40"),
        (with_row(type="king"), ("people", 1, "type"), "osric: 'king' is no type; the types are non-combatant"),
        (with_row(type=["hero"]), ("people", 1, "type"), "is no type"),
        (with_row(shield="huge"), ("people", 1, "shield"), "osric: shield 'huge' is none of none, small, large."),
        (with_row(armour=7), ("people", 1, "armour"), "osric: armour '7' is none of"),
        (with_row(name=""), ("people", 1, "name"), "its name on the table is missing"),
        (with_row(name="Os ric"), ("people", 1, "name"), "must be small letters, digits and hyphens"),
        (with_row(name="o" * 41), ("people", 1, "name"), "at most 40"),
        (with_row(mounted=True), ("people", 1, "twin"), "only figures that have one may ride (DA-2)"),
        (with_row(mounted="yes"), ("people", 1, "mounted"), "mounted is yes or no"),
        (with_row(twin="svein"), ("people", 1, "twin"), "The name svein is there twice"),
        (with_row(twin="osric"), ("people", 1, "twin"), "The name osric is there twice"),
        (with_row(level=3), ("people", 1, "level"), "'level' is not known here"),
    ],
)
def test_faults_are_sentences_at_their_place(data: Any, where: tuple[Any, ...], said: str) -> None:
    _, faults = read_band("x", data)
    assert [fault.where for fault in faults] == [where]
    assert said in faults[0].words


def test_a_band_s_own_name() -> None:
    _, faults = read_band("The Ravens", {"people": [SVEIN]})
    assert [fault.where for fault in faults] == [("name",)]


def test_every_fault_is_found_at_once() -> None:
    rows = [{**SVEIN, "arms": ["gun"]}, {**OSRIC, "type": "king"}, {**OSRIC, "name": "?"}]
    band, faults = read_band("x", {"people": rows, "limit": 2})
    assert [fault.where for fault in faults] == [
        ("people", 0, "arms"),
        ("people", 1, "type"),
        ("people", 2, "name"),
        ("limit",),
    ]
    assert len(band.people) == 2, "who has no type cannot be counted"


def test_too_many() -> None:
    rows = [{**SVEIN, "name": f"svein-{n}"} for n in range(51)]
    _, faults = read_band("x", {"people": rows})
    assert [fault.where for fault in faults] == [("people",)] and "51 figures" in faults[0].words


def test_options_name_the_first_fault_and_its_row() -> None:
    with pytest.raises(ValueError, match=r"bands, ravens, people, row 2, arms: osric: 'gun' is no weapon.*1 more"):
        read_bands({"ravens": with_row(arms=["gun"])})
    with pytest.raises(ValueError, match="write each band's name"):
        read_bands([])


def test_no_name_stands_in_two_bands() -> None:
    one = {"title": "Ravens", "people": [SVEIN]}
    with pytest.raises(ValueError, match="svein is in Ravens and in Wolves; call one otherwise"):
        read_bands({"ravens": one, "wolves": {**one, "title": "Wolves"}})
    assert read_bands({"ravens": one})["ravens"].people == (Person("svein", "warrior", ("sword",), "large"),)


def test_rows_are_counted_from_one() -> None:
    assert place_words(("people", 0, "arms")) == "people, row 1, arms"


@pytest.mark.parametrize("row", [SVEIN, OSRIC, RIDER, {"name": "a", "type": "peasant", "fatigue": 9, "title": "Al"}])
def test_a_person_is_written_as_it_was_read(row: dict[str, Any]) -> None:
    person, faults = read_person(row)
    assert person is not None and not faults
    assert read_person(plain_person(person)) == (person, [])


def test_random_bands_are_legal_and_everything_occurs() -> None:
    bands = [random_band(random.Random(seed), "wolves", 12) for seed in range(60)]
    for band in bands:
        assert read_band("wolves", plain_band(band))[1] == ()
    people = [person for band in bands for person in band.people]
    assert {person.type for person in people} == set(TYPES)
    assert {weapon for person in people for weapon in person.arms} == set(ARMS)
    assert {person.shield for person in people} == set(SHIELDS)
    assert {person.armour for person in people} == set(ARMOURS)
    assert any(person.mounted for person in people) and any(person.twin and not person.mounted for person in people)
