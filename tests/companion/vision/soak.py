"""An evening of pictures in a few minutes: does the watcher's memory stay flat?

    python -m tests.companion.vision.soak 3        # hours at eight looks a second

The recorded table is played round and round, hands and all, each picture shown for five seconds with noise of its own.
Prints memory every tenth of the way; exit 1 if it ends more than GROWTH_MB over the most of the first three tenths.
Within them everything has happened once; the allocator's own ups and downs are 25 MB.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import numpy as np

from companion.scenes.demo import demo_folder
from companion.vision.decode import decode_picture
from companion.vision.frame import Frame
from companion.vision.watch import Picture, Watcher
from tests.companion.vision.altered import recorded, recorded_setup

LOOKS_PER_S = 8
SHOWN_S = 5
GRAINS = 3
NOISE_GREY = 3
GROWTH_MB = 8.0


def main(hours: float) -> int:
    """Watch for so many hours; returns the exit status."""
    pictures = len(list((demo_folder() / "frames").glob("*.jpg")))
    noisy = [[grainy(recorded(n), 7 * n + g) for g in range(GRAINS)] for n in range(pictures)]
    watcher = Watcher(recorded_setup(), decode_picture((demo_folder() / "empty.jpg").read_bytes()).image)
    looks = round(hours * 3600 * LOOKS_PER_S)
    early_mb = events = 0.0
    for number in range(1, looks + 1):
        shown = noisy[number // (LOOKS_PER_S * SHOWN_S) % pictures]
        look = watcher.look(Frame(shown[number % GRAINS], number / LOOKS_PER_S, number))
        events += len(look.events)
        if number % (looks // 10) == 0:
            early_mb = max(early_mb, memory_mb()) if number <= 3 * (looks // 10) else early_mb
            print(f"{number} looks: {memory_mb():.1f} MB", flush=True)
    late_mb = memory_mb()
    cpu_s = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(f"{looks} looks: {late_mb:.1f} MB, {late_mb - early_mb:+.1f} MB; {events:.0f} events, {cpu_s:.0f} s of CPU")
    return 0 if late_mb - early_mb < GROWTH_MB and events > 0 else 1


def grainy(image: Picture, seed: int) -> Picture:
    """The picture with noise."""
    grain = np.random.default_rng(seed).integers(-NOISE_GREY, NOISE_GREY + 1, image.shape, dtype=np.int16)
    return np.clip(image.astype(np.int16) + grain, 0, 255).astype(np.uint8)


def memory_mb() -> float:
    """What the process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0))
