"""A random game by touching what five phones show: python -m tests.webui.game.evening STEPS (0: to the end).

Whose turn it is, and what is chosen, comes from the same random player as everywhere; but each choice is made by
touching the buttons of that seat's page. Prints how long it took until all phones had drawn what one had sent.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
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

MOST_BUTTONS = 20
"""A die with more faces is typed."""
SEATS: dict[str, Any] = {"cora": "korak", "ann": ["knight"], "bob": ["barbarian"], "dan": ["dwarf"], "eve": ["ranger"]}


def touch_answer(page: Page, question: Question, answer: Any) -> None:
    """Answer on the page that is asked."""
    card = page.locator(".card.asked")
    expect(card.get_by_text(question.why, exact=True)).to_be_visible(timeout=40_000)
    if isinstance(question, Place):
        page.locator(f'.map [data-square="{answer}"]').click()
    elif isinstance(question, Roll) and len(question.alphabet) > MOST_BUTTONS:
        for value in answer:
            card.locator("[name=rolled]").fill(str(value))
            if question.count > 1:
                card.get_by_role("button", name="Next").click()
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


@dataclass(frozen=True, slots=True)
class Took:
    """ms from sending something. done: until the last phone had drawn it; came: until the news was at the last one."""

    done: float
    came: float


def step(evening: Evening, rng: random.Random) -> Took:
    """One command or answer by touch."""
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
    drawn, came = [], []
    for page in evening.pages.values():
        page.wait_for_function("at => at in window.shown", arg=revision)
        at = page.evaluate("at => window.shown[at]", revision)
        drawn.append(at)
        came.append(page.evaluate("at => window.came.filter((t) => t <= at).at(-1)", at))
    sent: float = evening.pages[seat].evaluate("window.sent.at(-1)")
    return Took(max(drawn) - sent, max(came) - sent)


def play(evening: Evening, steps: int, seed: int) -> list[Took]:
    """Play so many steps (0: to the end) on a phone for each seat; what each took."""
    for seat in GAME.seats(evening.match.state):
        if seat not in evening.pages:
            evening.phone(seat)
    rng, times = random.Random(seed), []
    while GAME.end(evening.match.state) is None and (not steps or len(times) < steps):
        times.append(step(evening, rng))
    return times


class Busy:
    """How long a page's thread works from now on, by what it does."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable")

    def ms(self) -> dict[str, float]:
        named = {one["name"]: 1000 * one["value"] for one in self._devtools.send("Performance.getMetrics")["metrics"]}
        return {name: named[f"{name}Duration"] for name in ("Script", "RecalcStyle", "Layout", "Task")}


def main() -> int:
    """Play; prints what came out."""
    steps = int(sys.argv[1])
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=need_program("chromium"), args=ARGUMENTS)
        evening = Evening(Path(folder) / "g", browser, "software", seats=SEATS)
        busy = Busy(evening.phone("ann"))
        begun_s = time.process_time()
        took = play(evening, steps, seed=5)
        spent_s = time.process_time() - begun_s
        worked = busy.ms()
        end = GAME.end(evening.match.state)
        evening.close()
        browser.close()
    print(f"{len(took)} commands and answers on five phones, ms from the touch that sends one:")
    for name, times in (
        ("news at the last phone", [one.came for one in took]),
        ("drawn on the last phone", [one.done for one in took]),
    ):
        print(f"  {name}: median {quantile(times, 0.5):.0f}, 95 of 100 {quantile(times, 0.95):.0f}")
    print(f"  a page's own work for each: {', '.join(f'{n} {ms / len(took):.1f}' for n, ms in worked.items())}")
    print(f"  this process, the touching included: {1000 * spent_s / len(took):.1f}; load {os.getloadavg()[0]:.1f}")
    print(end.reason if end else "not played to the end")
    return 1 if evening.errors else 0


def quantile(times: list[float], share: float) -> float:
    """That share of the times is not longer."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    sys.exit(main())
