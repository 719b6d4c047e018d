"""`companion devices`: the home-built electronics, without the table.

list what is connected, live what happens, record it to a file, replay a file, dump a device's last lines, flash a
board, twin for trying it all without hardware. 0 done; 2 a fault in the call; 3 no such device, or it did not work.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from calibration.refusals import unwritable
from companion.commands.devices_text import event_text, standing_text
from companion.commands.devices_twin import run_twins
from companion.commands.numbers import number_between, whole_between
from companion.service.settings import Settings, SettingsFault, read_settings
from companion.setup.files import FileFault, read_text
from firmware_bridge.flash import FlashFault, flash, read_pins
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.events import LinkEvent
from firmware_bridge.link.finder import Finder, make_finder
from firmware_bridge.link.record import RecordFault, header, line_for, read_record

MOST_BYTES = 100_000_000
"""Of a record: days of every device."""
SEEN_WITHIN_S = 3.5
KINDS = ("mace", "dials", "dice")
HERE = Path("companion.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("--settings", type=Path, metavar="FILE", help="settings file (default: companion.toml, if any)")
    parser.add_argument(
        "--port", action="append", default=[], metavar="PORT", help="a port to open besides; may be given several times"
    )
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT", help="what to do; each has its own --help")
    what.add_parser("list", help="what is connected, and which ports are not ours")
    what.add_parser("live", help="what happens, a line each, until Ctrl-C")
    record = what.add_parser("record", help="what happens, into a file, until Ctrl-C")
    record.add_argument("file", type=Path, help="where it is written")
    replay = what.add_parser("replay", help="a recorded file, at its own pace")
    replay.add_argument("file", type=Path, help="what `record` wrote")
    replay.add_argument("--at-once", action="store_true", help="without waiting")
    dump = what.add_parser("dump", help="the last 200 lines each way of a device, for a bug report")
    dump.add_argument("device", help="its name, as `list` shows it")
    dump.add_argument(
        "--after-s", type=number_between(0, 3600), default=10.0, metavar="S", help="listen so long before; default 10"
    )
    flashing = what.add_parser("flash", help="copy the firmware to a Pico that has MicroPython")
    flashing.add_argument("kind", choices=KINDS, help="what the board is to be")
    flashing.add_argument("--id", default=None, metavar="NAME", help="its name; default: from its chip's number")
    flashing.add_argument(
        "--pin", action="append", default=[], metavar="NAME=GPIO", help="a part on another pin, such as lights=17"
    )
    twin = what.add_parser("twin", help="software twins, driven from the keyboard")
    twin.add_argument("kinds", nargs="+", choices=KINDS, help="what to imitate")
    twin.add_argument(
        "--tcp", type=whole_between(0, 65533), default=None, metavar="PORT", help="on TCP ports from this one on"
    )


def run(arguments: argparse.Namespace) -> int:
    """Do it; the exit status."""
    try:
        settings = _settings(arguments.settings)
    except SettingsFault as fault:
        print(f"companion devices: {fault}", file=sys.stderr)
        return 2
    devices = settings.devices
    finder = make_finder([*devices.ports, *arguments.port], devices.picos)
    try:
        return RUN[arguments.what](arguments, finder)
    except KeyboardInterrupt:
        return 0


def _settings(path: Path | None) -> Settings:
    if path is None and not HERE.exists():
        return Settings()
    return read_settings(path or HERE)


class _Ear:
    """A running bridge whose events are taken one by one. Use as a context."""

    def __init__(self, finder: Finder) -> None:
        self._events: SimpleQueue[LinkEvent] = SimpleQueue()
        self.bridge = Bridge(finder, self._events.put)

    def __enter__(self) -> _Ear:
        self.bridge.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bridge.stop()

    def next(self, wait_s: float) -> LinkEvent | None:
        """The next event; None when nothing happened."""
        try:
            return self._events.get(timeout=wait_s)
        except Empty:
            return None


def _list(arguments: argparse.Namespace, finder: Finder) -> int:
    with _Ear(finder) as ear:
        time.sleep(SEEN_WITHIN_S)
        standings, others = ear.bridge.standings(), ear.bridge.ports()
    for standing in standings:
        print(standing_text(standing, time.time()))
    for port, why in sorted(others.items()):
        print(f"{port}: {why}")
    if not standings and not others:
        print(
            "No device is connected. A Pico with MicroPython is found by itself; list other ports in the settings"
            " under [devices] ports, or give them with --port."
        )
    return 0 if standings else 3


def _live(arguments: argparse.Namespace, finder: Finder) -> int:
    _listen(finder, lambda event: print(event_text(event), flush=True))
    return 0


def _record(arguments: argparse.Namespace, finder: Finder) -> int:
    try:
        with arguments.file.open("w") as file:
            file.write(header())
            print(f"Recording into {arguments.file}; Ctrl-C ends it.", file=sys.stderr)

            def keep(event: LinkEvent) -> None:
                file.write(line_for(event))
                file.flush()
                print(event_text(event), flush=True)

            _listen(finder, keep)
    except OSError as refused:
        print(f"companion devices: {arguments.file} {unwritable(refused)}.", file=sys.stderr)
        return 2
    return 0


def _listen(finder: Finder, take: Callable[[LinkEvent], None]) -> None:
    with _Ear(finder) as ear:
        while True:
            event = ear.next(0.5)
            if event is not None:
                take(event)


def _replay(arguments: argparse.Namespace, finder: Finder) -> int:
    before_s: float | None = None
    try:
        for event in read_record(read_text(arguments.file, MOST_BYTES, "a record").splitlines()):
            if before_s is not None and not arguments.at_once:
                time.sleep(min(60.0, max(0.0, event.time_s - before_s)))
            before_s = event.time_s
            print(event_text(event), flush=True)
    except FileFault as fault:
        print(f"companion devices: {fault}", file=sys.stderr)
        return 2
    except RecordFault as fault:
        print(f"companion devices: {arguments.file}: {fault}", file=sys.stderr)
        return 2
    return 0


def _dump(arguments: argparse.Namespace, finder: Finder) -> int:
    with _Ear(finder) as ear:
        time.sleep(max(0.0, arguments.after_s))
        lines = ear.bridge.dump(arguments.device)
        there = ", ".join(one.device for one in ear.bridge.standings() if one.there) or "none"
    if not lines:
        print(f"companion devices: {arguments.device} is not connected; connected: {there}.", file=sys.stderr)
        return 3
    print("\n".join(lines))
    return 0


def _flash(arguments: argparse.Namespace, finder: Finder) -> int:
    found = arguments.port or [one.url for one in Finder().look()]
    if len(found) != 1:
        many = f"{len(found)} boards are connected ({', '.join(found)})" if found else "No Pico is connected"
        print(f"companion devices: {many}; say which with: --port PORT before `flash`.", file=sys.stderr)
        return 2
    try:
        pins = read_pins(arguments.kind, arguments.pin)
    except FlashFault as fault:
        print(f"companion devices: {fault}", file=sys.stderr)
        return 2
    print(f"Copying the firmware for {arguments.kind} to {found[0]} ...", file=sys.stderr)
    try:
        flash(found[0], arguments.kind, arguments.id, pins)
    except FlashFault as fault:
        print(f"companion devices: {fault}", file=sys.stderr)
        return 3
    print("Done. It shows itself in: companion devices list")
    return 0


def _twin(arguments: argparse.Namespace, finder: Finder) -> int:
    return run_twins(arguments.kinds, arguments.tcp, sys.stdin, print)


RUN: dict[str, Callable[[argparse.Namespace, Finder], int]] = {
    "list": _list,
    "live": _live,
    "record": _record,
    "replay": _replay,
    "dump": _dump,
    "flash": _flash,
    "twin": _twin,
}
