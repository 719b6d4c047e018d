"""Sight and cover, proposed by the table and judged by the players (DA-10 to DA-12).

The share of a target that shows is taken to the nearest of the text's steps: 100, 75, 50, 25 or 10 %. A hedge, a wood
or bushes are soft cover. The target's player may overrule what is proposed; then the other one is asked too: what both
say counts, else the proposal. The log keeps both.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from companion.games.bands import SIGMAS
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish.board import arc, board, terrain
from companion.games.dark_age_skirmish.printed import number
from companion.games.dark_age_skirmish.state import State, seat_of
from companion.games.dark_age_skirmish.steps import named
from companion.games.fields import OneOf
from companion.games.questions import Choose
from companion.games.steps import turn_key
from companion.table.sight import BLOCKED_AT, Sight, sight
from companion.table.state import TableState, TerrainPiece

HIDDEN = "out of sight"
STEPS = (("clear", 0.875), ("75 %", 0.625), ("50 %", 0.375), ("25 %", 0.175), ("10 %", BLOCKED_AT))
"""What a target shows, and the least share for it: half way between two steps of the text."""
SIGHTS = ("clear", "75 %", "50 %", "25 %", "10 %", "75 %, soft", "50 %, soft", "25 %, soft", "10 %, soft", HIDDEN)
IN_SOFT = "50 %, soft"
"""Whoever stands in a wood or in bushes shows half of himself; ours."""
CONCEALED = ("open", "50 % concealed", "75 % concealed")
LOOKS = ("he looks there", "he does not look there")
TO_SHOOT = 0.175
"""Head and shoulders, the least that one must show to shoot (DA-11)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the table makes of a line of sight. words: one of SIGHTS; reason: a sentence for both players."""

    words: str
    reason: str


def is_soft(piece: TerrainPiece) -> bool:
    """Whether a piece hides but does not stop (DA-11)."""
    return piece.kind in ("trees", "rough") or "hedge" in piece.name.casefold()


def step_of(share: float) -> str:
    """The text's step for a share that shows."""
    return next((words for words, least in STEPS if share >= least), HIDDEN)


def looks(state: State, table: TableState, looker: str, target: str) -> Sight:
    """What one character sees of another."""
    return sight(board(state, table), state.figures[looker].token, state.figures[target].token)


def propose(state: State, table: TableState, looker: str, target: str) -> Proposal:
    """How much of the target shows, and behind what."""
    found = looks(state, table, looker, target)
    part = f"{100 * found.fraction:.0f} % of {named(state, target)} shows"
    soft = {piece.name for piece in terrain(state, table) if is_soft(piece)}
    around = [name for name in found.left_out if name in soft]
    step = step_of(found.fraction)
    if step == HIDDEN:
        return Proposal(HIDDEN, f"{found.first_blocker} between them; {part}")
    unsure = "; too close to call" if step_of(found.low) != step_of(found.high) else ""
    if step == "clear":
        if around:
            return Proposal(IN_SOFT, f"{around[0]} around one of them; {part}{unsure}")
        return Proposal(step, part + unsure)
    behind = f"behind {found.first_blocker}; {part}"
    return Proposal(f"{step}, soft" if found.first_blocker in soft else step, behind + unsure)


def penalty(words: str) -> int:
    """What a target that shows in part adds to a shot (DA-10, DA-11)."""
    if words == "clear":
        return 0
    step, _, soft = words.partition(", ")
    return number("visibility", step.partition(" ")[0], "soft" if soft else "hard")


def judge(state: State, table: TableState, looker: str, target: str) -> Generator[Any, Any, str]:
    """The sight that both players agree on, told as an event."""
    proposed = propose(state, table, looker, target)
    return (yield from _agree(state, looker, target, "sight", proposed, SIGHTS, "DA-10"))


def concealed(state: State, table: TableState, striker: str, target: str) -> Generator[Any, Any, str]:
    """How much of the target is hidden from a blow (DA-12); asked only where the table has something between them."""
    share = looks(state, table, striker, target)
    step = step_of(share.low)
    if step in ("clear", "75 %") or share.first_blocker is None:
        return CONCEALED[0]
    words = CONCEALED[1] if step_of(share.fraction) in ("clear", "75 %", "50 %") else CONCEALED[2]
    reason = f"{share.first_blocker} between them; {100 * share.fraction:.0f} % of {named(state, target)} shows"
    return (yield from _agree(state, striker, target, "concealment", Proposal(words, reason), CONCEALED, "DA-12"))


def looks_there(state: State, table: TableState, name: str, other: str) -> Generator[Any, Any, bool]:
    """Whether one has another in his 120 degrees; within two sigma of their edge the players say (DA-25)."""
    found = arc(state, table, name, other)
    if not found.doubtful:
        return found.inside
    off, sigma = math.degrees(found.off_rad), SIGMAS * math.degrees(found.sigma_rad)
    reason = f"{named(state, other)} is {off:.0f} ± {sigma:.0f} degrees off straight ahead; too close to call"
    proposed = Proposal(LOOKS[0] if found.inside else LOOKS[1], reason)
    return (yield from _agree(state, other, name, "arc", proposed, LOOKS, "DA-25")) == LOOKS[0]


def line_of(state: State, looker: str, target: str, what: str) -> str:
    """What is judged, at the beginning of its sentence."""
    if what == "arc":
        return f"{named(state, target)} and {named(state, looker)}, who comes from the edge of what he sees"
    return f"{named(state, looker)} at {named(state, target)}"


def _agree(
    state: State, looker: str, target: str, what: str, proposed: Proposal, words: tuple[str, ...], rule: str
) -> Generator[Any, Any, str]:
    subject = f"{looker}>{target}"
    line = line_of(state, looker, target, what)
    why = f"{line}. The table says {proposed.words}: {proposed.reason}"
    key = turn_key(state, rule, what, subject)
    said = yield Choose(key, seat_of(state, target), why, OneOf(words), proposed.words)
    agreed = said
    if said != proposed.words:
        why = f"{line}: {named(state, target)}'s player says {said}, the table {proposed.words}: {proposed.reason}"
        key = turn_key(state, rule, f"{what} overruled", subject)
        field = OneOf((said, proposed.words))
        agreed = yield Choose(key, seat_of(state, looker), why, field, proposed.words)
    yield e.SightJudged(looker, target, what, proposed.words, proposed.reason, str(agreed), rule, str(said))
    return str(agreed)
