"""What a serving command prints: the address that phones can use, and its QR code; and how long it takes to end."""

from __future__ import annotations

import argparse
import io
import socket
import sys

import segno

END_S = 1.4
"""After so long the process ends whatever still hangs."""


def announcement(url: str) -> str:
    """One line with the address, and its QR code below; the code is left out where the output cannot show blocks."""
    code = io.StringIO()
    segno.make(url, micro=False).terminal(code, border=2, compact=True)
    line = f"The table is at {url}\n"
    try:
        code.getvalue().encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return line
    return line + code.getvalue()


def shown_address(host: str) -> str:
    """The address phones can use. For "all of this machine's", the one that leads out; no packet is sent to find it."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))
            return str(way_out.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def port_number(word: str) -> int:
    """A port from a word; argparse tells what is wrong with another."""
    port = int(word) if word.isdigit() else -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f'"{word}" is no port; ports go from 0 to 65535')
    return port
