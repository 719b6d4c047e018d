"""How a game ends: the text does not say, so the table chooses one of ours, which the screen calls ours (DA-35).

A band is out of it when nobody is left on the table who can fight, or when it has given up. Points are what the text
prints for its people: of those who stand, or have left with a captive; each captive taken off counts one more (ours).
"""

from __future__ import annotations

from companion.games.contract import NOBODY, Command, End
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.people import price
from companion.games.dark_age_skirmish.state import Character, State, fighters, friends
from companion.games.dark_age_skirmish.steps import Steps, side_title, tell
from companion.table.state import TableState

AND = " and "
"""Between bands that win together."""


def points_of(state: State, figure: Character) -> int:
    """What a figure is worth."""
    return price(figure.person, state.options.bands[figure.side].prices).points


def points_left(state: State, side: str) -> int:
    """What is left of a band: the dead, the captives and the drowned are not."""
    mine = [f for f in state.figures.values() if f.side == side]
    left = sum(points_of(state, f) for f in mine if f.where in ("away", "table", "left") and not f.held_by)
    taken = sum(
        1
        for f in state.figures.values()
        if f.where == "taken" and not friends(state, f.side, side) and _took(state, side)
    )
    return left + taken


def _took(state: State, side: str) -> bool:
    return any(f.side == side and f.where == "left" for f in state.figures.values())


def broken(state: State, side: str) -> bool:
    """Whether it has lost half its points or more."""
    band = state.options.bands[side]
    return 2 * points_left(state, side) <= band.points


def playing(state: State) -> tuple[str, ...]:
    """Bands that are still in it."""
    sides = [side for side in state.options.sides if fighters(state, side)]
    if state.options.end == "half":
        sides = [side for side in sides if not broken(state, side)]
    return tuple(sides)


def ended(state: State) -> End | None:
    """How the game has ended, looked at after every command; None while it goes on."""
    left = playing(state)
    if all(friends(state, left[0], side) for side in left):
        titles = " and the ".join(side_title(state, side) for side in left)
        return _end(state, f"Only the {titles} can fight on" if left else "Nobody can fight on", left)
    if state.options.end == "rounds" and state.turn > state.options.rounds:
        scores = {side: points_left(state, side) for side in state.options.sides}
        together = {
            side: sum(scores[one] for one in scores if friends(state, one, side)) for side in state.options.sides
        }
        best = max(together.values())
        first = tuple(side for side, points in together.items() if points == best)
        alone = all(friends(state, first[0], side) for side in first)
        rounds = state.options.rounds
        played = f"{rounds} turns have been played" if rounds > 1 else "One turn has been played"
        return _end(state, played, first if alone else ())
    return None


def _end(state: State, reason: str, winners: tuple[str, ...]) -> End:
    winner = AND.join(winners) or NOBODY
    return End(f"{reason} (ours: the text has no end)", winner, {s: points_left(state, s) for s in state.options.sides})


def settle(state: State) -> Steps:
    """The end, if it has come."""
    found = ended(state)
    return (yield from tell(state, e.GameEnded(found))) if found else state


def concede(state: State, table: TableState, command: Command) -> Steps:
    """A band gives up; its figures leave the table, captives that it carries stay."""
    return (yield from tell(state, e.SideConceded(command.subject)))
