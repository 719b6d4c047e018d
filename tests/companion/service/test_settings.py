"""The settings file: every key, every refusal with its line, and the page about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.settings import SECTIONS, Settings, SettingsFault, parse_settings, read_settings, settings_page
from tests.needs import ROOT

PAGE = ROOT / "docs" / "settings.md"

REFUSED = {
    "[camera]\nwith = 3": 'line 2: "with" is not a key of [camera]; did you mean "width"?',
    "[camera]\nexposure = 3": 'line 2: "exposure" is not a key of [camera]; known here: source, width',
    "\n[camra]\n": 'line 2: "camra" is not a section of the settings; did you mean "camera"?',
    "port = 3": 'line 1: "port" is not a section of the settings; it belongs under [web].',
    "camera = 3": "line 1: camera is a section: write [camera] on a line of its own.",
    "[[camera]]": "line 1: camera is a section",
    "[camera]\nfps = 0": "line 2: camera.fps must be a number of 1 or more (from 1 to 120)",
    "[camera]\n\n\nwidth = 'wide'": "line 4: camera.width must be a whole number (from 160 to 8192), but it says",
    "[log]\nlevel = 'loud'": 'line 2: log.level must be one of debug, error, info, warning, but it says "loud".',
    "[web]\nnames = [1]": "line 2: web.names must be text, but it says 1.",
    "[web]\nport = 70000": "line 2: web.port must be a whole number of 65535 at most (from 0 to 65535), but",
    "a b": "line 1: not valid TOML",
    "[web]\nport = 1\nport = 2": "line 3: not valid TOML",
}


def test_nothing_written_is_all_defaults() -> None:
    assert parse_settings("") == Settings() == parse_settings("# only a word\n[camera]\n")


def test_what_is_written_counts() -> None:
    settings = parse_settings('[camera]\nsource = "rpicam"\nfps = 12\n[web]\nport = 0\r\n[log]\njson = true\n')
    assert (settings.camera.source, settings.camera.fps, settings.web.port) == ("rpicam", 12.0, 0)
    assert settings.log.json and settings.camera.width == Settings().camera.width


@pytest.mark.parametrize("text", REFUSED)
def test_refusals_name_key_and_line(text: str) -> None:
    with pytest.raises(SettingsFault) as fault:
        parse_settings(text)
    assert str(fault.value).startswith("companion.toml, " + REFUSED[text])


@pytest.mark.parametrize(
    ("content", "words"), [(None, "cannot be read"), (b"\xff\xfe\x00", "not UTF-8"), (b"#" * 300_000, "too large")]
)
def test_files_that_are_no_settings(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "companion.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsFault, match=words):
        read_settings(path)


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text() == settings_page()


def test_the_page_explains_every_key() -> None:
    page = settings_page()
    for name, section in SECTIONS.items():
        assert f"## [{name}]" in page
        for key in section.__struct_fields__:
            assert f"| {key} | `" in page
    assert "|  |" not in page
