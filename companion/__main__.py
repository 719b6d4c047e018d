"""The command line, and the one place where everything is put together."""

from __future__ import annotations

import sys

from companion.commands import run_command

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""


def main() -> int:
    """Run the command in `sys.argv`; returns the exit status, 130 after Ctrl-C."""
    try:
        return run_command(sys.argv[1:])
    except KeyboardInterrupt:
        print("companion: stopped.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
