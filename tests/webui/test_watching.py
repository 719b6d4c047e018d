"""What is asked of people, on a phone: cards with crops, one tap, names, turns, the way back, rulings."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.service.device_models import Done
from companion.service.figure_models import (
    AskAnswer,
    AskView,
    LeaveIt,
    NameFigure,
    NudgeView,
    OffView,
    OptionView,
    PlaceView,
    PutBack,
    RosterView,
    RulingView,
    TakeOff,
    TurnAsked,
    TurnView,
)
from companion.service.models import Fault
from tests.webui.conftest import House, OpenPage
from tests.webui.fake_service import FakeService, figure
from tests.webui.test_dashboard import probe, tap

JPEG = cv2.imencode(".jpg", np.full((96, 96, 3), (90, 60, 160), np.uint8))[1].tobytes()
TWO = [OptionView("ansel", "Ansel", "c1"), OptionView("edda", "Edda", "c2")]


def which(ask_id: str = "a1") -> AskView:
    place = PlaceView(356, 412, 1.0)
    return AskView(ask_id, "which", "Which of them stands here?", TWO, ["ansel", "edda"], time.time(), place, "c3")


def nudge(back_mm: float = 61.0, here: tuple[float, float] = (150, 145)) -> NudgeView:
    home = PlaceView(150, 84, 0.4)
    return NudgeView("two", "Goblin two", home, PlaceView(*here, 0.4), back_mm, 0.6, 270.0, 5.0)


@pytest.fixture
def service(house: House) -> FakeService:
    """A table with an unmarked figure that nobody has named, and crops."""
    service = house.service
    service.crops = dict.fromkeys(("c1", "c2", "c3"), JPEG)
    table = service.view().table
    stranger = figure(None, 250, 150, None, 28.5, id="unmarked #2", marker=None)
    roster = [RosterView("Bogdan", "Orcs"), RosterView("Rosa", "Empire", "red"), RosterView("Ansel")]
    service.change(table=msgspec.structs.replace(table, figures=[*table.figures, stranger]))
    service.watch(guided=True, roster=roster)
    return service


def pick(page: Page, name: str) -> None:
    page.locator(".roster").get_by_text(name).click()


def rename(service: FakeService, name: str) -> None:
    """As vision does it: the figure gets another id with its name."""
    table = service.view().table
    figures = [
        msgspec.structs.replace(one, id=name, name=name) if one.id == "unmarked #2" else one for one in table.figures
    ]
    service.change(table=msgspec.structs.replace(table, figures=figures))


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (740, 360)])
def test_a_question_opens_with_crops_and_one_tap_answers(
    open_page: OpenPage, service: FakeService, width: int, height: int
) -> None:
    page = open_page(width, height)
    service.watch(asks=[which()])
    expect(page.locator(".ask h2")).to_have_text("Which of them stands here?")
    assert (
        page.locator(".ask img").evaluate_all(
            "all => Promise.all(all.map((one) => one.decode())).then(() => all.length)"
        )
        == 3
    )
    assert page.locator("circle.asked").count() == 1
    assert probe(page, "smallTargets") == [] and probe(page, "lowContrast") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".ask button", has_text="Edda").click()
    expect(page.locator(".ask")).to_have_count(0)
    assert service.said == [("a1", AskAnswer("edda"))]
    expect(page.locator(".hint").first).to_contain_text("Tap two things")


def test_a_question_that_is_answered_elsewhere_vanishes(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    service.watch(asks=[which("a1"), which("a2")])
    expect(page.locator(".ask")).to_have_count(2)
    expect(page.locator(".waiting")).to_have_text("2?")
    service.watch(asks=[which("a2")])
    expect(page.locator(".ask")).to_have_count(1)
    expect(page.locator("figcaption")).to_have_text("there now")
    service.watch(asks=[msgspec.structs.replace(which("a2"), kind="lost")])
    expect(page.locator("figcaption")).to_have_text("last seen so")
    service.watch(asks=[])
    expect(page.locator(".ask, .waiting")).to_have_count(0)
    assert service.said == []


def test_later_puts_the_cards_away_until_a_new_question(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    service.watch(asks=[which("a1")])
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".ask")).to_have_count(0)
    service.change(picture=7)
    page.wait_for_timeout(200)
    expect(page.locator(".ask")).to_have_count(0)
    page.get_by_label("1 question").click()
    expect(page.locator(".ask")).to_have_count(1)
    page.get_by_role("button", name="Later").click()
    service.watch(asks=[which("a1"), which("a2")])
    expect(page.locator(".ask")).to_have_count(2)


def test_a_question_never_pushes_a_measurement_aside(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    pick(page, "Ansel")
    pick(page, "Brakka")
    expect(page.locator(".big")).to_contain_text("32.9")
    service.watch(asks=[which()])
    expect(page.locator(".waiting")).to_have_text("1?")
    expect(page.locator(".big")).to_contain_text("32.9")


def test_what_could_not_be_done_is_said(open_page: OpenPage, service: FakeService) -> None:
    page = open_page(may_fail=True)
    service.said_answer = Fault("not_open", "This question is not open any more.")
    service.watch(asks=[which()])
    page.locator(".ask button", has_text="Edda").click()
    expect(page.get_by_role("alert")).to_have_text("This question is not open any more.")


def test_an_unnamed_figure_is_tapped_and_named_from_the_list(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    tap(page, 250, 150)
    expect(page.locator(".card h2")).to_contain_text("Unmarked #2")
    page.get_by_role("button", name="Name it").click()
    expect(page.locator(".naming h2")).to_have_text("Who is Unmarked #2?")
    assert page.locator(".naming .roster button").all_inner_texts() == ["Bogdan", "Rosa\nred"], "Ansel is in sight"
    assert probe(page, "smallTargets") == []
    page.locator(".naming").get_by_text("Bogdan").click()
    expect(page.locator(".naming")).to_have_count(0)
    assert service.said == [("unmarked #2", NameFigure("Bogdan"))]
    rename(service, "Bogdan")
    expect(page.locator(".card h2")).to_contain_text("Bogdan")
    expect(page.get_by_role("button", name="Rename")).to_be_visible()


def test_a_name_is_typed_and_a_refusal_keeps_it(open_page: OpenPage, service: FakeService) -> None:
    page = open_page(may_fail=True)
    pick(page, "Unmarked #2")
    page.get_by_role("button", name="Name it").click()
    send = page.locator(".naming").get_by_role("button", name="Name it")
    assert send.is_disabled()
    page.get_by_label("A new name").fill("  Yuri   the Bold ")
    service.said_answer = Fault("not_possible", "Two figures cannot be Yuri.")
    send.click()
    expect(page.get_by_role("alert")).to_have_text("Two figures cannot be Yuri.")
    service.change(picture=8)
    assert page.get_by_label("A new name").input_value() == "  Yuri   the Bold "
    service.said_answer = Done()
    send.click()
    expect(page.locator(".card h2")).to_contain_text("Unmarked #2")
    assert service.said[-1] == ("unmarked #2", NameFigure("Yuri the Bold"))
    rename(service, "Yuri the Bold")
    expect(page.locator(".card h2")).to_contain_text("Yuri the Bold")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_nothing_is_cut_off_beside_a_question(
    open_page: OpenPage, service: FakeService, width: int, height: int
) -> None:
    service.watch(asks=[which()], nudges=[nudge(20.0, (12, 40))])
    service.watch(nudges=[msgspec.structs.replace(nudge(20.0, (12, 60)), home=PlaceView(8, 40, 0.4))])
    page = open_page(width, height)
    page.get_by_role("button", name="Later").click()
    pick(page, "Ansel")
    right = page.locator(".panel").bounding_box()
    close = page.get_by_label("Clear what was tapped").bounding_box()
    pill, mat = page.locator(".pill rect").bounding_box(), page.locator("rect.mat").bounding_box()
    assert right and close and pill and mat
    assert close["x"] + close["width"] <= right["x"] + right["width"]
    assert mat["x"] - 1 <= pill["x"] and pill["y"] + pill["height"] <= mat["y"] + mat["height"] + 1


def test_a_question_who_this_is_takes_another_name_too(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    options = [OptionView("Bogdan", "Bogdan"), OptionView("nothing", "no figure")]
    ask = AskView("n1", "name", "Who is this?", options, ["Bogdan"], 0.0, PlaceView(251, 149, 0.5), "c3")
    service.watch(asks=[ask, msgspec.structs.replace(ask, id="n2", place=PlaceView(10, 10, 0.5))])
    expect(page.locator(".ask")).to_have_count(2)
    page.get_by_role("button", name="Another name…").click()
    expect(page.locator(".naming h2")).to_have_text("Who is Unmarked #2?")


def test_a_figure_held_where_it_stood_has_no_distance_on_the_map(open_page: OpenPage, service: FakeService) -> None:
    service.track("brakka", state="moving", now=PlaceView(700, 300, 0.8), moved_mm=0.4, moved_sigma_mm=0.8)
    page = open_page()
    expect(page.locator('[data-figure="brakka"]')).to_have_class(re.compile("moving"))
    assert page.locator(".on-its-way, .pill").count() == 0


def test_a_marked_figure_has_its_name_from_the_marker(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    pick(page, "Brakka")
    expect(page.get_by_role("button", name="Taken off")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Rename|Name it"))).to_have_count(0)


def test_taken_off_and_put_back(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    pick(page, "Brakka")
    page.get_by_role("button", name="Taken off").click()
    table = service.view().table
    left = [one for one in table.figures if one.id != "brakka"]
    service.change(table=msgspec.structs.replace(table, figures=left))
    service.watch(off=[OffView("brakka", "Brakka", time.time() - 300)])
    expect(page.locator(".card")).to_contain_text("Off the table for 5 min.")
    page.get_by_role("button", name="Put back").click()
    page.get_by_label("Clear what was tapped").click()
    expect(page.locator(".section", has_text="Off the table")).to_have_count(1)
    assert service.said == [("brakka", TakeOff()), ("brakka", PutBack())]


STATES: list[tuple[dict[str, object], str, str]] = [
    ({"state": "moving", "now": PlaceView(640, 200, 0.8), "moved_mm": 116.6, "moved_sigma_mm": 0.9},
     r"11\.7 ± 0\.2 cm from where it stood", "moving"),
    ({"state": "covered"}, r"covered for \d+ s", "covered"),
    ({"state": "lost", "seen": False}, r"lost for \d+ s", "lost"),
    ({"state": None, "seen": False, "seen_s": 0.0}, "ago", "not-seen"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "says", "cls"), STATES, ids=lambda one: one if isinstance(one, str) else "")
def test_each_state_is_said_and_drawn_differently(
    open_page: OpenPage, service: FakeService, fields: dict[str, object], says: str, cls: str
) -> None:
    service.track("brakka", state_s=time.time() - 30, **fields)
    page = open_page()
    drawn = page.locator('[data-figure="brakka"]')
    expect(drawn).to_have_class(re.compile(rf"\b{cls}\b"))
    pick(page, "Brakka")
    expect(page.locator(".card")).to_contain_text(re.compile(says))
    assert page.locator(".on-its-way").count() == (1 if cls == "moving" else 0)
    assert drawn.locator(".arrived").count() == (1 if cls == "moving" else 0)
    assert page.locator(f".badge.{cls}").count() == (1 if cls in ("covered", "lost") else 0)


def test_the_distance_is_live_while_a_figure_moves(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    pick(page, "Brakka")
    for mm, says in ((20.0, "2.0 ± 0.1 cm"), (84.0, "8.4 ± 0.1 cm")):
        service.track("brakka", state="moving", now=PlaceView(700 - mm, 300, 0.4), moved_mm=mm, moved_sigma_mm=0.4)
        expect(page.locator(".on-way")).to_contain_text(says)
        expect(page.locator(".pill text")).to_have_text(says)


def test_who_moved_this_is_live_and_can_be_left(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    service.watch(nudges=[nudge()])
    expect(page.locator(".ask")).to_contain_text("Who moved this? Goblin two")
    expect(page.locator(".way")).to_contain_text("61 ± 2 mm back, down on this map")
    assert page.locator(".way-back").count() == 1 and page.locator(".home").count() == 1
    service.watch(nudges=[nudge(12.4, (150, 96.4))])
    expect(page.locator(".way")).to_contain_text("12 ± 2 mm back")
    page.get_by_label("Turn the map by a quarter").click()
    expect(page.locator(".way")).to_contain_text("back, left on this map")
    service.watch(nudges=[msgspec.structs.replace(nudge(0.8), at_home=True)])
    expect(page.locator(".way")).to_contain_text("Back in its place")
    page.get_by_role("button", name="Leave it").click()
    page.wait_for_timeout(100)
    assert service.said == [("two", LeaveIt())]
    service.watch(nudges=[])
    expect(page.locator(".ask, .way-back")).to_have_count(0)


def test_whose_turn_it_is(open_page: OpenPage, service: FakeService) -> None:
    page = open_page()
    page.get_by_role("button", name="Turn: nobody's").click()
    assert page.locator(".turning .roster").first.locator("button").all_inner_texts() == ["Nobody's", "Empire", "Orcs"]
    page.locator(".turning").get_by_role("button", name="Orcs").click()
    expect(page.get_by_role("button", name="Turn: Orcs")).to_be_visible()
    service.watch(turn=TurnView(["red"], "Bogdan", "mace", time.time(), ["blue"]))
    page.get_by_role("button", name="Next: blue").click()
    expect(page.get_by_role("button", name="Turn: blue")).to_be_visible()
    pick(page, "Troll")
    page.get_by_role("button", name="Its turn").click()
    page.get_by_label("Clear what was tapped").click()
    expect(page.get_by_role("button", name="Turn: troll")).to_be_visible()
    assert [one for _, one in service.said] == [TurnAsked(["Orcs"]), TurnAsked([], True), TurnAsked(["troll"])]


def test_where_a_game_is_played_it_says_whose_turn_it_is(open_page: OpenPage, service: FakeService) -> None:
    service.watch(game_on=True, turn=TurnView(["red"], "the Barbarian", "game"))
    page = open_page()
    expect(page.locator(".panel-body")).to_contain_text("It is the turn of the Barbarian.")
    pick(page, "Troll")
    expect(page.get_by_role("button", name="Rulings")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("[Tt]urn:|Its turn"))).to_have_count(0)


def rulings(count: int) -> list[RulingView]:
    numbers = {"distance_mm": 81.512, "unlike": 0.131}
    now_s = time.time()
    return [
        RulingView(n, now_s - 600 + n, "moved", "ab"[n % 2], f"Ruling {n}.", numbers, "c1" if n % 2 else None)
        for n in range(1, count + 1)
    ]


def test_rulings_newest_first_with_crop_numbers_and_time(open_page: OpenPage, service: FakeService) -> None:
    service.kept = rulings(45)
    service.watch(rulings=45)
    page = open_page()
    page.get_by_label("Camera, notes and settings").click()
    page.get_by_role("button", name="What the camera ruled").click()
    shown = page.locator(".rulings li")
    expect(shown).to_have_count(40)
    expect(shown.first).to_contain_text("Ruling 45.")
    expect(shown.first).to_contain_text("distance 81.5 mm · unlike 0.13")
    assert re.search(r"moved \d?\d:\d\d:\d\d.*, 9 min ago", shown.first.inner_text())
    assert shown.first.locator("img").count() == 1 and shown.nth(1).locator("img").count() == 0
    page.get_by_role("button", name="Older than these 40 rulings").click()
    expect(shown).to_have_count(45)
    assert probe(page, "smallTargets") == [] and probe(page, "lowContrast") == []
    service.kept += [RulingView(46, time.time(), "lost", "a", "Ruling 46.")]
    service.watch(rulings=46)
    expect(shown.first).to_contain_text("Ruling 46.")
    service.kept += [RulingView(47, time.time(), "covered", "a", "Ruling 47.")]
    page.get_by_role("button", name="Hands too").click()
    expect(shown.first).to_contain_text("Ruling 47.")
    page.get_by_role("button", name="Without hands").click()
    expect(shown.first).to_contain_text("Ruling 46.")
    page.keyboard.press("Escape")
    expect(page.locator(".rulings")).to_have_count(0)


def test_rulings_of_one_figure_from_its_card(open_page: OpenPage, service: FakeService) -> None:
    service.kept = [msgspec.structs.replace(one, figure="troll" if one.n == 3 else "ansel") for one in rulings(5)]
    page = open_page()
    pick(page, "Troll")
    page.get_by_role("button", name="Rulings").click()
    expect(page.locator(".rulings li")).to_have_count(1)
    expect(page.locator(".rulings .of")).to_have_text("Of Troll")
    page.get_by_role("button", name="All figures").click()
    expect(page.locator(".rulings li")).to_have_count(5)


def test_words_of_the_cameras_are_only_text(open_page: OpenPage, service: FakeService) -> None:
    evil = "<img src=x onerror=window.hit=1>"
    page = open_page()
    ask = AskView("a1", "name", evil, [OptionView(evil, evil)], [evil], 0.0)
    service.watch(asks=[ask], nudges=[msgspec.structs.replace(nudge(), name=evil)], turn=TurnView([evil], evil))
    expect(page.locator(".ask")).to_have_count(2)
    assert page.evaluate("window.hit === undefined && !document.querySelector('.asks img')")


Act = Callable[[Page], None]
EVERYWHERE: list[tuple[str, Act]] = [
    ("name", lambda page: (pick(page, "Unmarked #2"), page.get_by_role("button", name="Name it").click())[0]),
    ("turn", lambda page: page.get_by_role("button", name="Turn:").click()),
    ("card", lambda page: pick(page, "Corporal Dieter")),
]


@pytest.mark.parametrize(("what", "act"), EVERYWHERE, ids=[what for what, _ in EVERYWHERE])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_is_too_small_or_too_pale_or_too_wide(
    open_page: OpenPage, service: FakeService, what: str, act: Act, scheme: str
) -> None:
    page = open_page(360, 740, scheme)
    act(page)
    assert probe(page, "smallTargets") == [] and probe(page, "lowContrast") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("[...document.querySelectorAll('.panel-body')].every((e) => e.scrollWidth <= e.clientWidth)")
