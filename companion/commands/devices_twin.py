"""Twins at the keyboard: each line typed is something that happens to one of them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from firmware_bridge.simulator.outlet import PtyOutlet, TcpOutlet
from firmware_bridge.simulator.twin import Twin

HELP = """Type what happens, with the kind of device first; a key alone does the usual thing:
  mace shake 1500 | mace bump | mace carry 3000 | mace lay | mace stand        (m: shake it)
  dials dial 1 5 | dials turn 1 1200 | dials magnet 1 off                      (d 1 5: turn dial 1 to 5)
  dice press 120                                                               (r: press the button)
  KIND pull | KIND plug | KIND reset | KIND sensor off                          (q: end)"""
KEYS = {"m": "mace shake 1500", "r": "dice press 120"}


def run_twins(kinds: Sequence[str], tcp: int | None, typed: Iterable[str], say: Callable[[str], None]) -> int:
    """Run until the input ends or says q. tcp: TCP ports from this one on; None: pseudo-terminals."""
    with tempfile.TemporaryDirectory(prefix="companion-twins-") as folder:
        try:
            twins = {kind: _twin(kind, Path(folder), None if tcp is None else tcp + n) for n, kind in enumerate(kinds)}
        except OSError as refused:
            say(f"The TCP ports from {tcp} on cannot be opened: {refused.strerror}. Name others with --tcp.")
            return 2
        for kind, twin in twins.items():
            where = twin.outlet.url if isinstance(twin.outlet, TcpOutlet) else str(Path(folder) / kind)
            say(f"{twin.name} is on {where}")
        say(HELP)
        for line in typed:
            words = line.split()
            if words[:1] == ["q"]:
                break
            if words:
                say(_do(twins, words))
        for twin in twins.values():
            twin.stop()
    return 0


def _twin(kind: str, folder: Path, tcp: int | None) -> Twin:
    return Twin(kind, PtyOutlet(folder / kind) if tcp is None else TcpOutlet(tcp)).start()


def _do(twins: dict[str, Twin], words: list[str]) -> str:
    if words[0] == "d" and len(words) == 3:
        words = ["dials", "dial", *words[1:]]
    words = [*KEYS.get(words[0], words[0]).split(), *words[1:]]
    twin = twins.get(words[0])
    if twin is None:
        return f'There is no twin "{words[0]}" here; there is: {", ".join(twins)}.'
    match words[1:]:
        case ["reset"]:
            twin.reset()
        case ["pull"]:
            twin.pull()
        case ["plug"]:
            twin.plug()
        case rest:
            try:
                twin.do(" ".join(rest))
            except ValueError as error:
                return f"That cannot happen: {error}."
    return f"{twin.name}: {' '.join(words[1:])}"
