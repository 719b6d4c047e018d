"""`companion scene`: pictures of a table like the owner's, with their truth, for bug reports without their furniture.

0 written; 2 a fault in the call or the setup.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path

from calibration.errors import InputFault
from calibration.refusals import unwritable
from companion.commands.numbers import whole_between
from companion.scenes.from_setup import scene_from_setup
from companion.scenes.moves import played, random_moves
from companion.scenes.write import PictureFolder, put_sequence
from companion.setup.faults import SetupFault
from companion.setup.read import read_setup

POSES = ("overhead", "oblique", "low")
MOST_FRAMES = 600
MOST_SEED = 10**9
LEAST_SIDE_PX, MOST_PX = 160, 10_000_000
REST_FRAMES, HAND_FRAMES = 4, 3
"""Two seconds at rest and a second and a half of the hand, at two pictures a second."""


def picture_size(text: str) -> tuple[int, int]:
    """WIDTHxHEIGHT in pixels."""
    width, _, height = text.partition("x")
    size = tuple(int(part) if part.isascii() and part.isdigit() else 0 for part in (width, height))
    if min(size) < LEAST_SIDE_PX or size[0] * size[1] > MOST_PX:
        raise argparse.ArgumentTypeError(
            f"must be WIDTHxHEIGHT, each at least {LEAST_SIDE_PX} pixels and no more than {MOST_PX // 10**6} million "
            f"in all, not {text!r}"
        )
    return size[0], size[1]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("--setup", type=Path, required=True, metavar="SETUP.toml", help="the table's setup file")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the pictures go")
    parser.add_argument(
        "--seed", type=whole_between(0, MOST_SEED), default=1, metavar="N", help="same seed, same pictures (1)"
    )
    parser.add_argument(
        "--frames",
        type=whole_between(1, MOST_FRAMES),
        metavar="N",
        help="how many pictures (1; 25 with --moves)",
        default=None,
    )
    parser.add_argument("--pose", choices=POSES, default=POSES[0], help=f"where the camera is ({POSES[0]})")
    parser.add_argument(
        "--size", type=picture_size, default=(1920, 1080), metavar="WxH", help="size of a picture (1920x1080)"
    )
    parser.add_argument(
        "--moves", action="store_true", help="one sequence in which a hand moves figures, two pictures a second"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the pictures; returns the exit status."""
    seed: int = arguments.seed
    try:
        setup = read_setup(arguments.setup)
        scene = scene_from_setup(setup, seed=seed, pose=arguments.pose, size_px=arguments.size)
        folder = PictureFolder(arguments.out)
        if arguments.moves:
            frames = arguments.frames or 25
            moves = random_moves(scene, 1 + frames // (REST_FRAMES + HAND_FRAMES), seed)
            folder.put("empty", scene.without_figures(), seed)
            count = put_sequence(folder, islice(played(scene, moves, rest_frames=REST_FRAMES), frames), seed)
        else:
            count = arguments.frames or 1
            folder.put("table-empty", scene.without_figures(), seed)
            for number in range(count):
                other = scene_from_setup(setup, scene.camera, seed=seed + number)
                folder.put(f"table-{number + 1}", other, seed + number + 1)
        (arguments.out / "setup.toml").write_bytes(arguments.setup.read_bytes())
    except (SetupFault, InputFault) as fault:
        print(fault, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or arguments.out} {unwritable(error)}.", file=sys.stderr)
        return 2
    left_out = len(setup.figure) - len(scene.figures)
    if left_out:
        print(f"Of {len(setup.figure)} figures {left_out} found no free place; left out.", file=sys.stderr)
    pictures = "1 picture with its truth" if count == 1 else f"{count} pictures with their truth"
    print(f"{pictures}, the empty table and the setup file are in {arguments.out}.")
    return 0
