"""What the camera asks about figures, on the phones of a game: on every phone, answered by one touch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playwright.sync_api import Route, expect

from companion.service.match.view import Beside
from tests.companion.service.followed import jpeg
from tests.webui.game.conftest import Evening

ASK: dict[str, Any] = {
    "id": "which-1",
    "kind": "which",
    "text": "Which of them stands here?",
    "options": [{"id": "knight", "label": "Knight", "crop": "c1"}, {"id": "dwarf", "label": "Dwarf", "crop": None}],
    "crop": "c2",
}


def test_a_question_of_the_cameras_is_on_every_phone_until_one_answers(evening: Evening) -> None:
    answered: list[tuple[str, str | None]] = []

    def take(route: Route) -> None:
        answered.append((route.request.url, route.request.post_data))
        evening.desk._run(lambda: evening.match.stand_beside(Beside()))
        route.fulfill(json={"message": ""})

    ann, screen = evening.phone("ann"), evening.phone()
    for page in (ann, screen):
        page.route("**/api/v1/crops/*", lambda route: route.fulfill(body=jpeg(), content_type="image/jpeg"))
        page.route("**/api/v1/asks/*", take)
    evening.desk._run(lambda: evening.match.stand_beside(replace(Beside(), asks=(ASK,))))
    for page in (ann, screen):
        expect(page.get_by_text("The camera asks: Which of them stands here?")).to_be_visible()
        expect(page.locator(".ask img")).to_have_count(2)
    ann.get_by_role("button", name="Dwarf").click()
    for page in (ann, screen):
        expect(page.locator(".ask")).to_have_count(0)
    assert [(url.rpartition("/")[2], body) for url, body in answered] == [("which-1", '{"option":"dwarf"}')]


def test_of_several_questions_one_is_shown_and_the_others_are_folded(evening: Evening) -> None:
    ann = evening.phone("ann")
    ann.route("**/api/v1/crops/*", lambda route: route.fulfill(body=jpeg(), content_type="image/jpeg"))
    asks = tuple({**ASK, "id": f"which-{n}"} for n in (1, 2, 3))
    evening.desk._run(lambda: evening.match.stand_beside(replace(Beside(), asks=asks)))
    expect(ann.locator(".ask:visible")).to_have_count(1)
    ann.get_by_text("The camera asks 2 more").click()
    expect(ann.locator(".ask:visible")).to_have_count(3)
