"""The command line, and the one place where everything is put together."""

from __future__ import annotations

import sys

from companion.commands import run_command


def main() -> int:
    """Run the command in `sys.argv`; returns the exit status."""
    return run_command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
