"""Twins: the boards' programs in CPython, at the end of a cable, with the real host code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.link.events import Arrived, Gone, Said
from firmware_bridge.simulator.outlet import PtyOutlet, TcpOutlet
from firmware_bridge.simulator.twin import Twin
from firmware_bridge.simulator.world import VERBS, World
from tests.firmware_bridge.boards import Listening

ARM = {"m": "arm", "id": 7, "round": 1, "colours": ["red", "blue", "green"]}


@pytest.fixture(params=["pty", "tcp"])
def outlet(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PtyOutlet | TcpOutlet]:
    one = PtyOutlet(tmp_path / "port") if request.param == "pty" else TcpOutlet()
    yield one
    one.close()


def url(outlet: PtyOutlet | TcpOutlet) -> str:
    return outlet.url if isinstance(outlet, TcpOutlet) else str(outlet.link)


def test_a_mace_is_shaken(outlet: PtyOutlet | TcpOutlet) -> None:
    twin = Twin("mace", outlet).start()
    with Listening([url(outlet)]) as ear:
        assert ear.wait_for(Arrived).device == "mace-twin"
        ear.bridge.send("mace-twin", ARM)
        time.sleep(0.3)
        twin.do("shake 1500")
        order = ear.wait_for(Said, within_s=8.0).message["order"]
        ear.wait(lambda _: twin.lights == [*order, "off"])
    twin.stop()


def test_dials_are_turned_and_a_reset_forgets(outlet: PtyOutlet | TcpOutlet) -> None:
    twin = Twin("dials", outlet, "dials-9").start()
    with Listening([url(outlet)]) as ear:
        ear.wait_for(Arrived)
        twin.do("dial 1 6")
        ear.wait(lambda _: {"m": "dial", "at": 1, "value": 6} in ear.said("dials-9"))
        ear.wait(lambda _: twin.waiting == 0)
        twin.reset()
        ear.wait_for(Gone, within_s=2.0)
        assert ear.wait_for(Arrived, 2, within_s=3.0).is_new_boot
        ear.wait(lambda _: ear.said().count({"m": "dial", "at": 1, "value": 6}) >= 2)  # told again: it is absolute
    twin.stop()


@pytest.mark.parametrize("words", ["explode", "shake", "shake soon", "dial 1", "dial 9 3", "turn 1 far", ""])
def test_what_cannot_happen_is_said(tmp_path: Path, words: str) -> None:
    twin = Twin("dials", PtyOutlet(tmp_path / "port"))
    with pytest.raises(ValueError):
        twin.do(words)
    twin.outlet.close()


def test_every_verb_of_the_world_is_explained() -> None:
    explained = (World.do.__doc__ or "").lower()
    assert [verb for verb in VERBS if verb not in explained] == []
