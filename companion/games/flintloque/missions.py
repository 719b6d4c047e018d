"""What each side is after, when that is won or lost, and when the game is over (FL-41 to FL-47).

A side's aim is secret; here all are known. The game ends when no aim is open any more, or when one side alone is left
to fight for the body. Ours: the Ogre, who wants nobody to have his way, also has his if he sees everybody else fail.
"""

from __future__ import annotations

from companion.games.contract import NOBODY, End
from companion.games.flintloque import events as e
from companion.games.flintloque.printed import OSWOLD
from companion.games.flintloque.state import Character, State, playing_sides
from companion.games.flintloque.steps import Steps, party, tell

RULES = {"body": "FL-42", "home": "FL-44", "ducking": "FL-45", "umbrella": "FL-46", "abduction": "FL-47"}


def settle(state: State) -> Steps:
    """Missions that are decided now; then the end, if nothing is open."""
    for side in state.options.sides:
        if side not in state.settled:
            how = verdict(state, side)
            if how:
                state = yield from tell(state, e.MissionSettled(side, how, RULES[state.missions[side]]))
    if all(side in state.settled for side in state.options.sides):
        state = yield from tell(state, e.GameEnded(ending(state), "FL-42"))
    return state


def verdict(state: State, side: str) -> str:
    """ "done", "lost", or "" while the side's aim is open."""
    match state.missions[side]:
        case "body":
            return _body(state, side)
        case "home":
            return _home(state, side)
        case "umbrella":
            return _umbrella(state, side)
        case _:
            return _oswold(state, side)


def _of(state: State, side: str) -> list[Character]:
    return [figure for figure in state.figures.values() if figure.side == side]


def _present(state: State, side: str) -> bool:
    return side in playing_sides(state)


def _body(state: State, side: str) -> str:
    body = state.body
    if body is not None and body.gone:
        return "done" if state.figures[body.carrier].side == side else "lost"
    if not _present(state, side):
        return "lost"
    return "done" if playing_sides(state) == (side,) else ""


def _home(state: State, side: str) -> str:
    soldiers = [figure for figure in _of(state, side) if figure.name != OSWOLD]
    oswold = state.figures[OSWOLD]
    if oswold.where == "left" and not _carried_off(state) and any(soldier.where == "left" for soldier in soldiers):
        return "done"
    if oswold.where in ("dead", "routed", "wet") or _carried_off(state):
        return "lost"
    return "" if any(soldier.where in ("table", "held", "left") for soldier in soldiers) else "lost"


def _carried_off(state: State) -> bool:
    return state.settled.get("ogre") == "done" or any(
        figure.where == "left" and state.missions[figure.side] == "abduction" for figure in state.figures.values()
    )


def _umbrella(state: State, side: str) -> str:
    holder = state.figures.get(state.umbrella)
    if holder is not None and holder.side == side and holder.where == "left":
        return "done"
    if holder is None or holder.where not in ("table", "held") or not _present(state, side):
        return "lost"
    return ""


def _oswold(state: State, side: str) -> str:
    oswold = state.figures[OSWOLD]
    if state.missions[side] == "abduction" and _carried_off(state):
        return "done"
    thrown = state.missions[side] == "ducking" or state.options.ogre == "river"
    if oswold.where == "wet" and thrown and state.wet_by == side:
        return "done"
    return "" if oswold.where in ("table", "held") and _present(state, side) else "lost"


def ending(state: State) -> End:
    """One point for each aim reached. Who has one has won."""
    done = [side for side in state.options.sides if state.settled[side] == "done"]
    if not done and state.missions.get("ogre") == "abduction" and _present(state, "ogre"):
        done = ["ogre"]
    scores = {side: int(side in done) for side in state.options.sides}
    sides = " and ".join(map(party, done))
    has = "has" if done == ["ogre"] else "have"
    reason = f"{sides[:1].upper()}{sides[1:]} {has} what {'he was' if has == 'has' else 'they were'} after"
    reason = reason if done else "Nobody got what he wanted"
    return End(reason, " and ".join(done) or NOBODY, scores)
