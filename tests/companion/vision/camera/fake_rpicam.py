#!/usr/bin/env python3
"""Behaves like rpicam-vid as far as we use it: JPEGs on standard output, chatter on the error stream.

FAKE_RPICAM_MODE: good; babble (rubbish between pictures); once (one picture, then it dies); stall (one picture, then
silence); none (no camera: says so and ends); deaf (stalls and ignores SIGTERM). FAKE_RPICAM_FOLDER: the pictures, shown
over and over.
"""

import argparse
import itertools
import os
import signal
import sys
import time
from pathlib import Path

parser = argparse.ArgumentParser()
for word in ("--codec", "--timeout", "--output", "--width", "--height", "--framerate"):
    parser.add_argument(word, required=True)
for word in ("--nopreview", "--flush"):
    parser.add_argument(word, action="store_true")
asked = parser.parse_args()
if (asked.codec, asked.timeout, asked.output) != ("mjpeg", "0", "-"):
    sys.exit("ERROR: *** asked for something else ***")

mode = os.environ.get("FAKE_RPICAM_MODE", "good")
if mode == "none":
    sys.exit("ERROR: *** no cameras available ***")
if mode == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
pictures = [path.read_bytes() for path in sorted(Path(os.environ["FAKE_RPICAM_FOLDER"]).glob("*.jpg"))]
for number, content in enumerate(itertools.cycle(pictures)):
    sys.stderr.write(f"#{number} ({float(asked.framerate):.2f} fps) exp 1000.00 ag 1.00 dg 1.00\n" * 20)
    sys.stderr.flush()
    if mode == "babble":
        content = b"\xff\xd8\xff\x00rubbish\xff" + content[: len(content) // 2] + content
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    if mode == "once":
        sys.exit("ERROR: *** failed to queue buffer ***")
    while mode in ("stall", "deaf"):
        time.sleep(1)
    time.sleep(1 / float(asked.framerate))
