"""The API of a game being played: every address, what it takes, what it answers. Served and described from here.

A seat shows its token in the header X-Seat, the host his code in X-Host. A refusal by the rules is answered with 409
and `{code, reason, rule}`; what is wrong with the request itself like all faults of the API.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.service.match.book import CellGiven
from companion.service.match.desk import (
    AnswerGiven,
    CommandAsked,
    HostAsked,
    OrderGiven,
    PieceAsked,
    UndoAsked,
    VoteGiven,
)


@dataclass(frozen=True, slots=True)
class GameRoute:
    """handler: name of a function in `webui.game.api`. body: what the JSON body must be, None where there is none."""

    path: str
    method: str
    handler: str
    summary: str
    body: Any = None


ROUTES: tuple[GameRoute, ...] = (
    GameRoute(
        "/api/v1/view",
        "GET",
        "view",
        "What the seat may know and do; with after=REVISION it waits up to 20 s for news.",
    ),
    GameRoute("/api/v1/stream", "GET", "stream", "The same as server-sent events: at once, and at all news."),
    GameRoute("/api/v1/commands", "POST", "seat", "Take one of the view's offers.", CommandAsked),
    GameRoute("/api/v1/answers", "POST", "seat", "Answer the open question.", AnswerGiven),
    GameRoute("/api/v1/undo", "POST", "seat", "Take back the newest command.", UndoAsked),
    GameRoute("/api/v1/votes", "POST", "seat", "Agree to what the host proposes, or refuse.", VoteGiven),
    GameRoute("/api/v1/orders", "POST", "seat", "Answer a kind of question beforehand, or no longer.", OrderGiven),
    GameRoute("/api/v1/pieces", "POST", "seat", "Settle a dial that differs, or a figure to be put back.", PieceAsked),
    GameRoute("/api/v1/host", "POST", "host", "What only the host may do.", HostAsked),
    GameRoute("/api/v1/charts", "GET", "charts", "Every chart of the game, each cell with its status and source."),
    GameRoute("/api/v1/charts", "POST", "give", "Keep or forget what is printed in a cell.", CellGiven),
    GameRoute("/api/v1/export", "GET", "export", "The finished game as JSON lines."),
)
