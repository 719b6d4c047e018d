"""Figures move one after another, and rest long enough to count as settled."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from companion.scenes.moves import Move, played, random_moves
from companion.scenes.random_scene import random_scene

SCENE = random_scene(6, size_px=(320, 180), figures=3)
NAME = SCENE.figures[0].name
MOVE = Move(NAME, 400.0, 300.0, 10.0)


def test_no_moves_is_a_rest() -> None:
    moments = list(played(SCENE, [], rest_frames=3))
    assert [m.time_s for m in moments] == [0.0, 0.5, 1.0]
    assert all(m.scene is SCENE for m in moments)


def test_a_move_is_three_pictures_with_a_hand_and_a_rest() -> None:
    moments = list(played(SCENE, [MOVE], rest_frames=4, first_frames=1))
    assert [bool(m.scene.hands) for m in moments] == [False, True, True, True, False, False, False, False]
    assert [m.lifted for m in moments] == [None, None, NAME, None, None, None, None, None]
    assert moments[2].scene.figure(NAME).level_mm > 30
    last = moments[-1].scene.figure(NAME)
    assert (last.x_mm, last.y_mm, last.heading_deg, last.level_mm) == (400, 300, 10, 0)
    assert all(m.scene is moments[-1].scene for m in moments[4:]), "at rest nothing changes"
    assert all(abs(b.time_s - a.time_s - 0.5) < 1e-9 for a, b in pairwise(moments))


def test_a_figure_can_be_set_on_a_hill() -> None:
    hill = next(piece for piece in SCENE.terrain if piece.kind == "hill")
    last = list(played(SCENE, [Move(NAME, *hill.outline_mm[0], 0.0, hill.name)]))[-1].scene.figure(NAME)
    assert (last.level_mm, last.stands_on) == (hill.height_mm, hill.name)


@pytest.mark.parametrize("move", [Move("nobody", 1, 1, 0), Move(NAME, 1, 1, 0, "no such hill")])
def test_what_is_not_there_is_refused(move: Move) -> None:
    with pytest.raises(KeyError):
        list(played(SCENE, [move]))


def test_random_moves_take_figures_in_turn_to_free_places() -> None:
    moves = random_moves(SCENE, 5, 1)
    assert [m.name for m in moves] == [f.name for f in (*SCENE.figures, *SCENE.figures)][:5]
    end = list(played(SCENE, moves, rest_frames=1))[-1].scene
    for a in end.figures:
        for b in end.figures:
            assert a is b or math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) > (a.length_mm + b.length_mm) / 2
    assert random_moves(SCENE.without_figures(), 3, 1) == []
