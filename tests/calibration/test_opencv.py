from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration import opencv
from calibration.errors import InputFault


def test_every_dictionary_draws_its_markers() -> None:
    assert "DICT_4X4_50" in opencv.DICTIONARIES and "DICT_APRILTAG_36h11" in opencv.DICTIONARIES
    for name in opencv.DICTIONARIES:
        bits = opencv.dictionary_bits(name, opencv.dictionary_size(name) - 1)
        assert bits.shape[0] == bits.shape[1] and set(np.unique(bits)) <= {0, 1}


def test_bits_are_opencvs_first_marker() -> None:
    assert opencv.dictionary_bits("DICT_4X4_50", 0).tolist() == [[1, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("name", "says"), [("DICT_4x4_50", "DICT_4X4_50"), ("APRILTAG_36h11", "APRILTAG"), ("", "usual"), ("DICT", "DICT_")]
)
def test_unknown_dictionaries(name: str, says: str) -> None:
    with pytest.raises(InputFault, match=says) as fault:
        opencv.dictionary(name)
    assert fault.value.code == "unknown-dictionary"


@pytest.mark.parametrize("marker_id", [-1, 50])
def test_unknown_markers(marker_id: int) -> None:
    with pytest.raises(InputFault, match="0 to 49"):
        opencv.dictionary_bits("DICT_4X4_50", marker_id)


def test_nothing_in_the_picture_gives_empty_arrays() -> None:
    blank = np.full((120, 160), 200, np.uint8)
    ids, corners, rejected = opencv.detect_markers(blank, "DICT_4X4_50")
    assert (ids.shape, corners.shape, rejected.shape) == ((0,), (0, 4, 2), (0, 4, 2))
    board = opencv.charuco_board("DICT_4X4_50", 5, 7, 30.0, 20.0)
    numbers, places = opencv.detect_charuco(blank, board)
    assert (numbers.shape, places.shape) == ((0,), (0, 2))
    assert opencv.find_chessboard(blank, 9, 6) is None
    assert opencv.refine_corners(blank, np.empty((0, 2)), 3).shape == (0, 2)


@pytest.mark.parametrize(("ids", "flat"), [(None, []), (np.array([[3], [5]]), [3, 5]), (np.array([3, 5]), [3, 5])])
def test_ids_of_either_opencv(ids: object, flat: list[int]) -> None:
    assert opencv.flat_ids(ids).tolist() == flat


@pytest.mark.parametrize("count", [1, 3])
def test_markers_come_back_flat(count: int) -> None:
    sheet = np.full((120, 60 + 100 * count), 255, np.uint8)
    for marker_id in range(count):
        marker = cv2.aruco.generateImageMarker(opencv.dictionary("DICT_4X4_50"), marker_id, 60)
        sheet[30:90, 40 + 100 * marker_id : 100 + 100 * marker_id] = marker
    ids, corners, _ = opencv.detect_markers(sheet, "DICT_4X4_50")
    assert sorted(ids.tolist()) == list(range(count))
    assert corners.shape == (count, 4, 2)
    assert corners[ids == 0][0, 0].tolist() == [40, 30]


def test_charuco_corners_by_number() -> None:
    board = opencv.charuco_board("DICT_4X4_50", 5, 7, 30.0, 20.0, first_id=10)
    drawn = np.asarray(board.generateImage((500, 700)), np.uint8)
    picture = cv2.copyMakeBorder(drawn, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=255)
    numbers, places = opencv.detect_charuco(picture, board)
    assert sorted(numbers.tolist()) == list(range(24))
    expected = opencv.charuco_corners_mm(board)[numbers, :2] * (100 / 30) + 50 - 0.5
    assert np.abs(places - expected).max() < 1.0


def test_chessboard_corners() -> None:
    board = np.kron(np.indices((7, 10)).sum(axis=0) % 2, np.ones((40, 40))) * 255
    picture = cv2.copyMakeBorder(board.astype(np.uint8), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    corners = opencv.find_chessboard(picture, 9, 6)
    assert corners is not None and corners.shape == (54, 2)
    refined = opencv.refine_corners(picture, corners, 5)
    assert np.abs((refined - 59.5) / 40 - np.round((refined - 59.5) / 40)).max() < 0.01
