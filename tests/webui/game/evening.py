"""A random game by touching what five phones show: python -m tests.webui.game.evening STEPS (0: to the end).

Whose turn it is, and what is chosen, comes from the same random player as everywhere; but each choice is made by
touching the buttons of that seat's page. Prints how long it took until all phones had drawn what one had sent.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from companion.games.autoplay import choose_command, random_answer
from companion.games.contract import Command
from companion.games.questions import Place, Question, Roll
from companion.table.state import TableState
from tests.companion.service.match.players import GAME
from tests.needs import need_program
from tests.webui.conftest import ARGUMENTS
from tests.webui.game.conftest import Evening

SEATS: dict[str, Any] = {"cora": "korak", "ann": ["knight"], "bob": ["barbarian"], "dan": ["dwarf"], "eve": ["ranger"]}


def touch_answer(page: Page, question: Question, answer: Any) -> None:
    """Answer on the page that is asked."""
    card = page.locator(".card.asked")
    expect(card.get_by_text(question.why, exact=True)).to_be_visible()
    if isinstance(question, Place):
        page.locator(f'.map [data-square="{answer}"]').click()
    else:
        for value in answer if isinstance(question, Roll) else [answer]:
            card.locator(f'[data-value="{value}"]').click()
    card.get_by_role("button", name="That is it").click()


def touch_offer(page: Page, command: Command) -> None:
    """Take an offer on the seat's page."""
    page.locator(f'[data-offer="{command.offer_id}"]').click()
    for name, value in command.fields.items():
        where = f'.map [data-square="{value}"]' if name == "square" else f'[data-field="{name}"] [data-value="{value}"]'
        page.locator(where).click()
    if command.fields:
        page.get_by_role("button", name="Do it").click()


def step(evening: Evening, rng: random.Random) -> float:
    """One command or answer by touch; ms from sending it until all phones have drawn it."""
    match = evening.match
    before, question = match.revision, match.open_question
    if question is not None:
        seat = question.seat
        touch_answer(evening.pages[seat], question, random_answer(question, rng))
    else:
        command = choose_command(GAME, match.state, TableState(), rng, "")
        seat = command.seat
        touch_offer(evening.pages[seat], command)
    match.wait(before, 10)
    revision = str(match.revision)
    drawn = []
    for page in evening.pages.values():
        page.wait_for_function("at => at in window.shown", arg=revision)
        drawn.append(page.evaluate("at => window.shown[at]", revision))
    sent: float = evening.pages[seat].evaluate("window.sent.at(-1)")
    return max(drawn) - sent


def play(evening: Evening, steps: int, seed: int) -> list[float]:
    """Play so many steps (0: to the end) on a phone for each seat; the times of each."""
    for seat in GAME.seats(evening.match.state):
        evening.phone(seat)
    rng, times = random.Random(seed), []
    while GAME.end(evening.match.state) is None and (not steps or len(times) < steps):
        times.append(step(evening, rng))
    return times


def main() -> int:
    """Play; prints what came out."""
    steps = int(sys.argv[1])
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=ARGUMENTS)
        evening = Evening(Path(folder) / "g", browser, "software", seats=SEATS)
        times = sorted(play(evening, steps, seed=5))
        end = GAME.end(evening.match.state)
        evening.close()
        browser.close()
    p95 = times[int(0.95 * len(times))]
    print(f"{len(times)} commands and answers on five phones: median {times[len(times) // 2]:.0f} ms, p95 {p95:.0f} ms")
    print(end.reason if end else "not played to the end")
    return 1 if evening.errors else 0


if __name__ == "__main__":
    sys.exit(main())
