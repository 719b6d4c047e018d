"""How long an event takes from the device's program to the host's sink, over a pseudo-terminal.

`python -m tests.firmware_bridge.soak.latency 200` prints one line; status 1 if the median is over 20 ms.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from firmware_bridge.link.events import Arrived, Said
from firmware_bridge.link.memory import Memory
from firmware_bridge.simulator.outlet import PtyOutlet
from firmware_bridge.simulator.twin import Twin
from tests.firmware_bridge.boards import Listening

MUST_MS = 20.0


def run(events: int, folder: Path) -> list[float]:
    """The time each event took, ms."""
    twin = Twin("dials", PtyOutlet(folder / "port")).start()
    took_ms = []
    with Listening([str(folder / "port")], Memory(folder / "heard.json")) as ear:
        ear.wait_for(Arrived)
        ear.wait_for(Said, 4)  # where its dials stand
        for n in range(events):
            told_s = time.monotonic()
            twin.tell({"m": "dial", "at": 1, "value": n % 9})
            said = ear.wait_for(Said, n + 5)
            took_ms.append((ear.times[ear.events.index(said)] - told_s) * 1000)
            time.sleep(0.01)
    twin.stop()
    return took_ms


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        took_ms = sorted(run(int(words[0]), Path(folder)))
    median = statistics.median(took_ms)
    print(
        f"device_latency: median {median:.1f} ms, 99 % within {took_ms[int(len(took_ms) * 0.99)]:.1f} ms,"
        f" {len(took_ms)} events (at most {MUST_MS:.0f})"
    )
    return 0 if median <= MUST_MS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
