"""`companion demo`: serve the recorded table that ships with the program, in a loop, through the real pipeline."""

from __future__ import annotations

import argparse

from companion.commands.announce import port_number
from companion.commands.serving import serve
from companion.scenes.demo import demo_folder
from companion.service.settings import CameraSettings, Settings, WebSettings
from companion.vision.watch import Watcher


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    words = "port to listen on (8000); 0: any free one"
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help=words)


def run(arguments: argparse.Namespace) -> int:
    """Serve; returns the exit status."""
    settings = Settings(camera=CameraSettings(source="demo"), web=WebSettings(port=arguments.port))
    return serve(settings, demo_folder(), Watcher)
