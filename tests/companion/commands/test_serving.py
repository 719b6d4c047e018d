"""The served table as a process: its address and QR code, what it answers, and how it ends."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands.serving import CannotServe, announcement, make_plan
from companion.scenes.demo import demo_folder
from companion.service.saved import Tables
from companion.service.settings import Settings, parse_settings
from companion.vision.camera.folder import FolderCamera
from tests.companion.vision.camera.pictures import folder_of, jpeg
from tests.companion.vision.camera.test_rpicam import FAKE
from tests.needs import clocked

pytestmark = clocked

ROOT = Path(__file__).parents[3]
SETUP = """[table]
dictionary = "DICT_4X4_50"
sheets = [1, 2]
sheet_side_mm = 60.0
"""
END_S = 2.0


def written(
    folder: Path, camera: str = 'source = "folder:stills"\nfps = 5', web: str = "port = 0", table: str = ""
) -> Path:
    folder_of(folder / "stills", 3)
    (folder / "setup.toml").write_text(SETUP)
    path = folder / "companion.toml"
    path.write_text(f'[camera]\n{camera}\n[table]\n{table}\n[web]\nhost = "127.0.0.1"\n{web}\n')
    return path


@contextmanager
def served(settings: Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The process and its port, once it says that it serves."""
    words = [sys.executable, "-m", "tests.companion.commands.serve_fake", str(settings)]
    child = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
        match = re.fullmatch(r"The table is at http://127\.0\.0\.1:(\d+)\n", line)
        assert match is not None, (line, child.poll())
        yield child, int(match[1])
    finally:
        child.kill()
        child.communicate()


def fetched(port: int, path: str) -> http.client.HTTPResponse:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    line.request("GET", path)
    return line.getresponse()


def health_when(port: int, state: str, timeout_s: float = 10.0) -> dict[str, object]:
    end_s = time.monotonic() + timeout_s
    while True:
        health: dict[str, object] = json.loads(fetched(port, "/api/v1/health").read())
        camera = health["camera"]
        assert isinstance(camera, dict)
        if camera["state"] == state:
            return health
        assert time.monotonic() < end_s, health
        time.sleep(0.05)


def ends_well(child: subprocess.Popen[str], number: signal.Signals) -> str:
    """Send the signal; returns what it said on its error stream."""
    begun = time.monotonic()
    child.send_signal(number)
    _, said = child.communicate(timeout=5)
    assert child.returncode == 0 and time.monotonic() - begun < END_S
    assert "Traceback" not in said
    return said


def test_it_serves_and_ends_while_phones_watch(tmp_path: Path) -> None:
    with served(written(tmp_path)) as (child, port), ExitStack() as phones:
        assert health_when(port, "live")["status"] == "ok"
        end_s = time.monotonic() + 5
        while not (table := json.loads(fetched(port, "/api/v1/table").read()))["figures"]:
            assert time.monotonic() < end_s
        assert [figure["name"] for figure in table["figures"]] == ["Knight"]
        picture = fetched(port, "/api/v1/frame.jpg")
        assert picture.status == 200 and picture.read().startswith(b"\xff\xd8")
        for _ in range(8):
            stream = phones.enter_context(fetched(port, "/api/v1/events"))
            assert stream.status == 200 and stream.read(10)
        said = ends_well(child, signal.SIGTERM)
        assert "The service has stopped" in said


def test_ctrl_c_ends_it_too_and_a_camera_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    with served(written(tmp_path, f'source = "v4l2:{tmp_path}/video0"')) as (child, port):
        health = health_when(port, "gone")
        assert health["status"] == "degraded" and "plugged in" in str(health["camera"])
        ends_well(child, signal.SIGINT)


def test_a_camera_program_that_does_not_hear_holds_nothing_up(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "rpicam-vid").symlink_to(FAKE)
    settings = written(tmp_path, 'source = "rpicam"\nwidth = 160\nheight = 120')
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "FAKE_RPICAM_FOLDER": str(tmp_path / "stills"),
        "FAKE_RPICAM_MODE": "deaf",
    }
    with served(settings, **environment) as (child, port):
        health_when(port, "live")
        ends_well(child, signal.SIGTERM)


def test_a_phone_sends_a_picture(tmp_path: Path) -> None:
    with served(written(tmp_path, 'source = "phone"')) as (child, port):
        health_when(port, "none")
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        line.request("POST", "/api/v1/frames", jpeg(1), {"Content-Type": "image/jpeg"})
        assert line.getresponse().status in (200, 201, 202)
        health_when(port, "live")
        ends_well(child, signal.SIGTERM)


def refused(settings: Path) -> str:
    words = [sys.executable, "-m", "tests.companion.commands.serve_fake", str(settings)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = refused(written(tmp_path, web=f"port = {taken.getsockname()[1]}"))
    assert "Try another port" in said


FAULTS = {
    'source = "webcam"': ("", "names no camera"),
    'source = "phone"': ('setup = "none.toml"', "none.toml: cannot be read: .* with --setup"),
    'source = "v4l2:/dev/video0"': ('setup = ""', "name no setup file"),
    'source = "folder:stills"': ('empty = "none.jpg"', "picture of the empty table cannot be read"),
    'source = "video:"': ('empty = "setup.toml"', "needs a path"),
    'source = "rpicam"': ('empty = "setup.toml"', "not a picture"),
}


@pytest.mark.parametrize("camera", FAULTS)
def test_what_cannot_work_is_said_before_anything_starts(tmp_path: Path, camera: str) -> None:
    table, words = FAULTS[camera]
    path = written(tmp_path, camera, table=table)
    with pytest.raises(CannotServe, match=words):
        make_plan(parse_settings(path.read_text()), tmp_path)


def test_paths_begin_at_the_settings_folder(tmp_path: Path) -> None:
    path = written(tmp_path, table='empty = "stills/frame1.jpg"')
    plan = make_plan(parse_settings(path.read_text()), tmp_path)
    assert isinstance(plan.camera, FolderCamera) and plan.camera.path == tmp_path / "stills"
    assert plan.setup.table.sheets == [1, 2] and plan.empty is not None and plan.empty.shape == (90, 160, 3)


def test_the_empty_table_taken_this_evening_is_used_where_the_settings_name_none(tmp_path: Path) -> None:
    path = written(tmp_path, table="")
    assert make_plan(parse_settings(path.read_text()), tmp_path).empty is None
    tables = Tables(tmp_path / "companion-tables")
    tables.put_empty((tmp_path / "stills" / "frame1.jpg").read_bytes())
    plan = make_plan(parse_settings(path.read_text()), tmp_path)
    assert plan.empty is not None and plan.empty.shape == (90, 160, 3)
    tables.put_empty(b"no picture")
    assert make_plan(parse_settings(path.read_text()), tmp_path).empty is None


def test_the_demo_brings_its_own_table() -> None:
    plan = make_plan(parse_settings('[camera]\nsource = "demo"'), Path("/nowhere"))
    assert isinstance(plan.camera, FolderCamera) and plan.camera.path == demo_folder() / "frames"
    assert (plan.camera.fps, plan.camera.loop) == (2.0, True)
    assert plan.empty is not None and plan.setup.figure and plan.settings.web == Settings().web


def test_the_qr_code_leads_to_the_address() -> None:
    url = "http://192.168.100.100:65535"
    first, *rows = announcement(url).splitlines()
    assert first == f"The table is at {url}"
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    cells = np.array([[halves[letter] for letter in row] for row in rows], np.uint8)
    image = cells.transpose(0, 2, 1).reshape(-1, cells.shape[1]) * np.uint8(255)
    large = cv2.copyMakeBorder(
        np.kron(image, np.ones((8, 8), np.uint8)), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255
    )
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == url


GAME = 'discs = "house"\ndie = "house"\n[seats]\ncora = "korak"\nann = ["knight", "barbarian", "dwarf", "ranger"]\n'


def host_of(child: subprocess.Popen[str]) -> str:
    """The host's code, which is printed after the QR code."""
    assert child.stdout is not None
    for line in child.stdout:
        if found := re.search(r"its code is (\w+)", line):
            return found[1]
    raise AssertionError("no code was printed")


def asked(port: int, path: str, body: object, **headers: str) -> dict[str, Any]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"Content-Type": "application/json"}
    line.request("POST", path, json.dumps(body), sent)
    said: dict[str, Any] = json.loads(line.getresponse().read())
    return said


def test_one_server_has_the_table_the_game_and_the_devices(tmp_path: Path) -> None:
    (tmp_path / "evening.toml").write_text(GAME)
    settings = written(tmp_path)
    settings.write_text(settings.read_text() + '[game]\nfile = "g"\noptions = "evening.toml"\ndice = "box"\n')
    with served(settings) as (child, port):
        code = host_of(child)
        assert health_when(port, "live")["status"] == "ok"
        pages = {path: fetched(port, path).read() for path in ("/", "/table", "/game", "/host", "/devices")}
        assert pages["/"] == pages["/table"] != pages["/game"] and len(set(pages.values())) == 4
        seats = asked(port, "/api/v1/host", {"do": "seats"}, X_Host=code)["seats"]
        ready = {"id": "1", "offer_id": "ready:dwarf", "fields": {"square": "1,1", "weapon": "axe"}}
        assert asked(port, "/api/v1/commands", ready, X_Seat=seats["ann"]) == {"n": 1}
        assert json.loads(fetched(port, "/api/v1/table").read())["figures"], "the camera goes on"
        assert "Traceback" not in ends_well(child, signal.SIGTERM)
    with served(settings) as (child, port):
        code = host_of(child)
        assert asked(port, "/api/v1/host", {"do": "seats"}, X_Host=code)["seats"] == seats
        ends_well(child, signal.SIGTERM)


def test_without_a_camera_there_is_nothing_wrong_and_the_game_is_the_first_page(tmp_path: Path) -> None:
    settings = written(tmp_path, 'source = "none"', table='setup = "nowhere.toml"')
    settings.write_text(settings.read_text() + '[game]\nfile = "g"\n')
    with served(settings) as (child, port):
        host_of(child)
        health = health_when(port, "none")
        assert (health["status"], health["message"]) == ("ok", "")
        assert fetched(port, "/").read() == fetched(port, "/game").read()
        assert fetched(port, "/api/v1/frame.jpg").status == 503
        ends_well(child, signal.SIGTERM)


def test_a_game_that_cannot_be_played_is_a_sentence(tmp_path: Path) -> None:
    settings = written(tmp_path)
    settings.write_text(settings.read_text() + '[game]\nfile = "setup.toml"\n')
    assert "no game's journal" in refused(settings)
