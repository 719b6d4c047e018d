"""Marker dictionaries by OpenCV's names, with the number of markers in each.

Written down so that a setup can be checked without OpenCV. Source: `cv2.aruco.getPredefinedDictionary(...).bytesList`,
OpenCV 5.0; `DICT_ARUCO_MIP_36h12` needs 4.8 or newer.
"""

from __future__ import annotations

DICTIONARY_SIZES: dict[str, int] = {
    **{f"DICT_{bits}X{bits}_{size}": size for bits in (4, 5, 6, 7) for size in (50, 100, 250, 1000)},
    "DICT_ARUCO_ORIGINAL": 1024,
    "DICT_APRILTAG_16h5": 30,
    "DICT_APRILTAG_25h9": 35,
    "DICT_APRILTAG_36h10": 2320,
    "DICT_APRILTAG_36h11": 587,
    "DICT_ARUCO_MIP_36h12": 250,
}

_BY_LOWER = {name.lower(): name for name in DICTIONARY_SIZES}


def dictionary_name(written: str) -> str | None:
    """OpenCV's name for what an owner wrote ("4x4_50" and "DICT_4X4_50" are the same), or None."""
    low = written.strip().lower()
    return _BY_LOWER.get(low) or _BY_LOWER.get(f"dict_{low}")
