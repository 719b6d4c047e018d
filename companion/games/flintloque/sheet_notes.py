"""What a figure's record sheet says in words beside its wounds and its order (FL-1). Everybody may know it."""

from __future__ import annotations

from companion.games.flintloque.morale import cause_of, reason_of
from companion.games.flintloque.printed import STATS
from companion.games.flintloque.setting_up import cut_off
from companion.games.flintloque.state import Character, State, foes
from companion.games.flintloque.steps import title
from companion.games.flintloque.telling import EFFECTS


def notes(state: State, figure: Character) -> list[str]:
    """Short lines, the numbers of the sheet first."""
    return [*_numbers(state, figure), *(_lasting(state, figure) if figure.on_table else ())]


def _numbers(state: State, figure: Character) -> list[str]:
    """With a word for what the text does not print: it is inferred, or yours, from your book (FL-36, FL-37)."""
    mark = "yours" if figure.name in state.typed else "inferred"
    said = {what: _number(figure, what) for what in STATS}
    return [f"{words}, {mark}" if what in cut_off(figure.name) else words for what, words in said.items() if words]


def _number(figure: Character, what: str) -> str:
    value = getattr(figure, what)
    if what == "wounds":
        return ""  # They are drawn.
    if what == "defence":
        return f"{what} {value}"
    # A typographic minus: pages read a hyphen as a space.
    return "" if what == "firing" and not figure.weapons else f"{what} {value:+d}".replace("-", "\u2212")


def _lasting(state: State, figure: Character) -> list[str]:
    found = [f"Morale Check for {reason_of(figure)}"] if cause_of(figure) else []
    if figure.limit:
        found.append(EFFECTS[figure.limit])
    elif figure.frozen >= state.turn:
        found.append("stays where it is")
    if figure.ran and figure.ran == state.turn - 1:
        found.append("ran last turn")
    if figure.prone:
        found.append("prone")
    if foes(state, figure.name):
        found.append(f"fights {' and '.join(map(title, foes(state, figure.name)))}")
    if state.umbrella == figure.name and state.options.scenario == "two":
        found.append("has the umbrella")
    return found
