"""JPEGs cut out of streams as ffmpeg, mjpg-streamer, Motion and rpicam-vid write them, in pieces of every size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.camera.jpeg_stream import JpegStream


def jpeg(level: int) -> bytes:
    image = np.full((16, 24, 3), level, np.uint8)
    image[4:9, 3:20] = 255 - level
    return cv2.imencode(".jpg", image)[1].tobytes()


def with_thumbnail(level: int) -> bytes:
    """A JPEG with a whole other JPEG inside an APP1 segment, as phones write."""
    inner = jpeg(200)
    return b"\xff\xd8\xff\xe1" + (len(inner) + 2).to_bytes(2, "big") + inner + jpeg(level)[2:]


ONE, TWO = jpeg(20), jpeg(120)
STREAMS = {
    "nothing between (rpicam-vid)": (ONE + TWO, [ONE, TWO]),
    "ffmpeg": (
        b"".join(
            b"--ffmpeg\r\nContent-type: image/jpeg\r\nContent-length: %d\r\n\r\n%s\r\n" % (len(one), one)
            for one in (ONE, TWO)
        ),
        [ONE, TWO],
    ),
    "mjpg-streamer": (
        b"--boundarydonotcross\r\n"
        + b"".join(
            b"Content-Type: image/jpeg\r\nContent-Length: %d\r\nX-Timestamp: 17.5\r\n\r\n%s\r\n--boundarydonotcross\r\n"
            % (len(one), one)
            for one in (ONE, TWO)
        ),
        [ONE, TWO],
    ),
    "Motion, no length": (
        b"".join(b"--BoundaryString\r\nContent-type: image/jpeg\r\n\r\n%s\r\n\r\n" % one for one in (ONE, TWO)),
        [ONE, TWO],
    ),
    "thumbnail inside": (with_thumbnail(30) + ONE, [with_thumbnail(30), ONE]),
    "cut short, then whole": (ONE[:-9] + b"\r\n--b\r\n\r\n" + TWO, [TWO]),
    "cut in its header, then whole": (ONE[:2] + b"\r\n--b\r\n\r\n" + TWO, [TWO]),
    "rubbish first": (b"\xff\xff\x00\xff\xd8\x00hello\xff" + ONE, [ONE]),
    "fill bytes before a marker": (ONE[:2] + b"\xff\xff" + ONE[2:], [ONE[:2] + b"\xff\xff" + ONE[2:]]),
    "not yet whole": (ONE[:-1], []),
    "nothing": (b"", []),
    "text only": (b"<html>no camera here</html>" * 20, []),
}


@pytest.mark.parametrize("name", STREAMS)
def test_any_stream_in_pieces_of_any_size(name: str) -> None:
    stream, expected = STREAMS[name]
    for size in (1, 2, 3, 7, 64, max(1, len(stream))):
        cutter = JpegStream()
        found = [one for at in range(0, len(stream), size) for one in cutter.feed(stream[at : at + size])]
        assert found == expected, size


@pytest.mark.parametrize("name", STREAMS)
def test_any_stream_cut_once_at_every_byte(name: str) -> None:
    stream, expected = STREAMS[name]
    for at in range(len(stream)):
        cutter = JpegStream()
        assert cutter.feed(stream[:at]) + cutter.feed(stream[at:]) == expected, at


@given(st.lists(st.binary(max_size=300), max_size=12))
def test_rubbish_never_raises_and_never_hides_the_next_whole_picture(pieces: list[bytes]) -> None:
    cutter = JpegStream()
    for piece in pieces:
        cutter.feed(piece)
    found = cutter.feed(b"\x00" * 70_000 + ONE) + cutter.feed(TWO)
    assert TWO in found


def test_what_never_ends_is_dropped_at_the_cap() -> None:
    cutter = JpegStream(most_bytes=10_000)
    for _ in range(100):
        assert cutter.feed(ONE[:-2] + b"\x00" * 1000) == []
        assert len(cutter._held) <= 10_000
    assert cutter.feed(ONE + TWO)[-1] == TWO


def test_a_stream_of_starts_is_no_trouble() -> None:
    cutter = JpegStream()
    assert cutter.feed(b"\xff\xd8\xff\xda\x00\x02" * 50_000) == []
    assert cutter.feed(ONE) == [ONE]
