"""What three idle devices cost the host: CPU time of its process while the twins run in another one.

`python -m tests.firmware_bridge.soak.idle 30` watches 30 s and prints one line; status 1 if over 1 % of a core.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from firmware_bridge.link.events import Arrived
from firmware_bridge.simulator.outlet import PtyOutlet
from firmware_bridge.simulator.twin import Twin
from tests.firmware_bridge.boards import Listening

KINDS = ("mace", "dials", "dice")
MUST = 0.01


def run(seconds: float, folder: Path) -> float:
    """The share of a core that the host's side takes."""
    twins = subprocess.Popen([sys.executable, "-m", __spec__.name, "twins", str(folder)], stdin=subprocess.PIPE)
    try:
        with Listening([str(folder / kind) for kind in KINDS]) as ear:
            ear.wait_for(Arrived, 3, within_s=20)
            time.sleep(1.0)
            began_s, cpu_s = time.monotonic(), time.process_time()
            time.sleep(seconds)
            return (time.process_time() - cpu_s) / (time.monotonic() - began_s)
    finally:
        twins.communicate(b"")


def serve(folder: Path) -> None:
    """Three twins, until standard input ends."""
    twins = [Twin(kind, PtyOutlet(folder / kind)).start() for kind in KINDS]
    sys.stdin.read()
    for twin in twins:
        twin.stop()


def main(words: list[str]) -> int:
    if words[0] == "twins":
        serve(Path(words[1]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        share = run(float(words[0]), Path(folder))
    print(f"devices_idle: {share:.2%} of a core with three idle devices (at most {MUST:.0%})")
    return 0 if share <= MUST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
