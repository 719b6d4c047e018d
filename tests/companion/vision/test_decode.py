"""Picture files in: size looked at first, turned upright, refused with a sentence."""

from __future__ import annotations

import struct
import tracemalloc
import zlib

import cv2
import numpy as np
import pytest

from companion.vision.decode import DecodeFault, decode_picture, picture_size
from tests.companion.vision.camera.pictures import jpeg, picture


def turned(content: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF orientation, as phones write it."""
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\x00" * 4
    exif = b"Exif\x00\x00" + tiff
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + content[2:]


def png_header(width_px: int, height_px: int) -> bytes:
    """A PNG that claims a size and holds nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


PNG = cv2.imencode(".png", picture(1))[1].tobytes()
WEBP = cv2.imencode(".webp", picture(1), [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
WEBP_LOSSLESS = cv2.imencode(".webp", picture(1), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()


@pytest.mark.parametrize("content", [jpeg(1), PNG, WEBP, WEBP_LOSSLESS, turned(jpeg(1), 6)])
def test_size_comes_from_the_header(content: bytes) -> None:
    assert picture_size(content) == (160, 90)


@pytest.mark.parametrize(
    ("orientation", "shape"), [(1, (90, 160, 3)), (3, (90, 160, 3)), (6, (160, 90, 3)), (8, (160, 90, 3))]
)
def test_turned_pictures_come_out_upright(orientation: int, shape: tuple[int, ...]) -> None:
    image = np.zeros((90, 160, 3), np.uint8)
    image[:20, :20] = 255
    content = turned(cv2.imencode(".jpg", image)[1].tobytes(), orientation)
    decoded = decode_picture(content).image
    assert decoded.shape == shape
    bright = np.argwhere(decoded[..., 0] > 128).mean(axis=0) / (shape[0], shape[1])
    where = {1: (0, 0), 3: (1, 1), 6: (0, 1), 8: (1, 0)}[orientation]
    assert np.abs(bright - where).max() < 0.2


@pytest.mark.parametrize(("full_px", "divided", "width_px"), [(14_400, 1, 160), (14_399, 2, 80), (3_000, 4, 40)])
@pytest.mark.parametrize("content", [jpeg(1), PNG, WEBP, turned(jpeg(1), 3)])
def test_large_pictures_are_read_smaller(content: bytes, full_px: int, divided: int, width_px: int) -> None:
    decoded = decode_picture(content, full_px=full_px)
    assert (decoded.divided, decoded.image.shape[1]) == (divided, width_px)


REFUSED = {
    "empty": (b"", "empty_picture", "is empty"),
    "text": (b"hello", "not_a_picture", "not a picture"),
    "HEIC": (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 30, "not_a_picture", "HEIC"),
    "WebP, cut": (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "unreadable_picture", "cut short"),
    "only the start": (b"\xff\xd8\xff\xe0", "unreadable_picture", "cut short"),
    "no size": (b"\xff\xd8\xff\xd9" + b"\x00" * 20, "unreadable_picture", "cut short"),
    "size nought": (png_header(0, 10), "unreadable_picture", "cut short"),
    "101 megapixels": (png_header(10100, 10000), "picture_too_large", "101 megapixels"),
    "header only": (png_header(100, 100), "unreadable_picture", "damaged"),
    "51 MB": (jpeg(1) + b"\x00" * 51_000_000, "picture_too_large", "51 MB"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_is_refused_with_a_sentence(name: str) -> None:
    content, code, words = REFUSED[name]
    with pytest.raises(DecodeFault, match=words) as fault:
        decode_picture(content)
    assert fault.value.code == code


def test_a_huge_claim_takes_no_memory() -> None:
    tracemalloc.start()
    with pytest.raises(DecodeFault):
        decode_picture(png_header(60_000, 60_000))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("length", range(0, len(jpeg(1, 32, 18)), 3))
def test_a_jpeg_cut_anywhere_is_read_or_refused(length: int) -> None:
    try:
        assert decode_picture(jpeg(1, 32, 18)[:length]).image.shape == (18, 32, 3)
    except DecodeFault as fault:
        assert str(fault).endswith(".")
