"""Terrain of a watched table: given by people, tapped at, absorbed into the empty picture."""

from __future__ import annotations

from companion.scenes.demo import demo_folder
from companion.table.state import TerrainPiece, TerrainPlaced
from companion.vision.asks import Tapped
from companion.vision.decode import decode_picture
from companion.vision.frame import Frame
from companion.vision.landscape import NO_EMPTY, NO_PICTURE_YET
from companion.vision.watch import Watcher
from tests.companion.vision.altered import recorded, recorded_setup

WALL = TerrainPiece("wall 9", "wall", 25.0, ((100.0, -300.0), (200.0, -300.0), (200.0, -310.0), (100.0, -310.0)))


def watched(pictures: int = 2, with_empty: bool = True) -> Watcher:
    empty = decode_picture((demo_folder() / "empty.jpg").read_bytes()).image if with_empty else None
    watcher = Watcher(recorded_setup(), empty)
    for number in range(1, pictures + 1):
        watcher.look(Frame(recorded(0), float(number), number))
    return watcher


def test_before_the_first_picture_nothing_can_be_told() -> None:
    watcher = Watcher(recorded_setup())
    assert isinstance(watcher.tap(1, (10.0, 10.0)), str)
    assert watcher.propose_terrain() == NO_PICTURE_YET and watcher.take_empty() == NO_PICTURE_YET


def test_terrain_that_people_give_is_told_with_the_next_picture_even_if_that_is_the_same() -> None:
    watcher = watched()
    assert watcher.set_terrain((WALL,)) is None
    (event,) = watcher.look(Frame(recorded(0), 3.0, 3)).events
    assert event == TerrainPlaced((WALL,), 3.0)
    assert watcher.look(Frame(recorded(0), 4.0, 4)).events == ()


def test_a_tap_on_a_figure_names_it_and_gives_the_table_there() -> None:
    watcher = watched()
    figure = watcher.look(Frame(recorded(0), 3.0, 3)).tracks[0]
    assert figure.place is not None
    spots = watcher.pictured(3, [(figure.place.x_mm, figure.place.y_mm, figure.place.level_mm)])
    assert isinstance(spots, tuple) and spots[0] is not None
    told = watcher.tap(3, spots[0])
    assert isinstance(told, Tapped) and told.figure_id == figure.figure_id
    at = watcher.on_level(3, spots[0], figure.place.level_mm)
    assert isinstance(at, tuple)
    assert abs(at[0] - figure.place.x_mm) < 0.01 and abs(at[1] - figure.place.y_mm) < 0.01


def test_a_table_with_figures_is_not_empty() -> None:
    said = watched().take_empty()
    assert said is not None and said.startswith("Take the figures off the table first: ")
    assert said.count(", ") == 5 and said.endswith(" and others.")


def test_without_an_empty_picture_nothing_is_proposed() -> None:
    assert watched(with_empty=False).propose_terrain() == NO_EMPTY
    assert watched().propose_terrain() == ()
