"""`companion run` with a watcher that reads brightness: everything but vision is real. SETTINGS-FILE [WORDS of run]."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.serving import serve
from companion.service.settings import parse_settings
from tests.companion.service.fakes import FakeWatcher

parser = argparse.ArgumentParser()
parser.add_argument("settings", type=Path)
given = parser.parse_args()
text = given.settings.read_text()
sys.exit(serve(parse_settings(text), given.settings.parent, lambda setup, empty, settle_s: FakeWatcher()))
