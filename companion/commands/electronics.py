"""Puts the electronics together: ports from the settings, and in the demo the twins."""

from __future__ import annotations

from pathlib import Path

from companion.service.electronics import Electronics
from companion.service.settings import DevicesSettings
from firmware_bridge.link.bridge import Bridge
from firmware_bridge.link.finder import make_finder
from firmware_bridge.link.memory import Memory
from firmware_bridge.simulator.outlet import TcpOutlet
from firmware_bridge.simulator.twin import Twin

KINDS = ("mace", "dials", "dice")


def make_electronics(settings: DevicesSettings, folder: Path) -> Electronics:
    """The electronics of a real table. folder: where relative paths of the settings begin."""
    finder = make_finder(settings.ports, settings.picos)
    kept = folder / settings.kept if settings.kept else None
    memory = Memory(kept / "heard.json" if kept else None)
    return Electronics(lambda sink: Bridge(finder, sink, memory), names_path=kept / "names.json" if kept else None)


def make_demo_electronics(settings: DevicesSettings) -> Electronics:
    """The same with a twin of each device, on TCP ports of this machine that nobody else can reach."""
    twins, ports = {}, list(settings.ports)
    for kind in KINDS:
        outlet = TcpOutlet()
        twins[kind] = Twin(kind, outlet).start()
        ports.append(outlet.url)
    return Electronics(lambda sink: Bridge(make_finder(ports, settings.picos), sink), twins)
