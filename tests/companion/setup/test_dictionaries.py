"""The list of dictionaries against OpenCV's own."""

from __future__ import annotations

import cv2
import pytest

from companion.setup.dictionaries import DICTIONARY_SIZES, dictionary_name


@pytest.mark.parametrize("name", sorted(DICTIONARY_SIZES))
def test_sizes_are_opencvs(name: str) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    assert dictionary.bytesList.shape[0] == DICTIONARY_SIZES[name]


def test_no_dictionary_is_left_out() -> None:
    theirs = {name.lower() for name in dir(cv2.aruco) if name.startswith("DICT_")}
    assert theirs <= {name.lower() for name in DICTIONARY_SIZES}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("DICT_4X4_50", "DICT_4X4_50"),
        ("4x4_50", "DICT_4X4_50"),
        ("APRILTAG_36H11", "DICT_APRILTAG_36h11"),
        (" dict_aruco_original ", "DICT_ARUCO_ORIGINAL"),
        ("4X4_51", None),
        ("", None),
    ],
)
def test_names_as_owners_write_them(written: str, name: str | None) -> None:
    assert dictionary_name(written) == name
