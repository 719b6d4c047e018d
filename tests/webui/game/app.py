"""The app over a match where there is no camera: the real one, over a table that nobody looks at."""

from __future__ import annotations

from flask import Flask

from companion.service.match.boards import OwnersBoard
from companion.service.match.desk import Desk
from companion.service.match.lists import Lists
from tests.webui.fake_service import FakeService
from webui.app import create_app


def create_game_app(desk: Desk, *, boards: OwnersBoard | None = None, lists: Lists | None = None) -> Flask:
    """boards, lists: where the owner's board and unit lists are kept, None: they have no page."""
    return create_app(FakeService(), desk, boards=boards, lists=lists, home="game", camera=False)
