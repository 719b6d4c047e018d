"""The command line, and the one place where everything is put together."""

from __future__ import annotations

import os
import signal
import sys

from companion.commands import run_command

os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "8")
"""Read when OpenCV is imported, so that it does not warn of files that we tell about in a sentence. 8: fatal only."""

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
UNREAD = 141
"""And of one whose output was closed, as by `head`."""
SERVING = ("demo", "host", "run")
"""Commands that end with 0 at a SIGTERM. They load for a second before they can see to it; nothing is open then."""


def main() -> int:
    """Run the command in `sys.argv`; returns the exit status, 130 after Ctrl-C, 141 if nobody reads what it prints."""
    if sys.argv[1:2] and sys.argv[1] in SERVING:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    try:
        status = run_command(sys.argv[1:])
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # what is still to be printed has nowhere to go; without this Python says so again when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except KeyboardInterrupt:
        print("companion: stopped.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
