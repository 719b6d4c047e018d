"""The settings file `companion.toml`: every key, its default, and what it means.

One definition checks the file, names a wrong key with its line, and writes `docs/settings.md` (`settings_page`).
Relative paths begin at the settings file's folder. What stands on the table is not here but in the setup file.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.setup.files import FileFault, parse_toml, read_text
from companion.setup.lines import Path as KeyPath
from companion.setup.lines import key_lines
from companion.setup.wanted import path_of, shown, wanted

MOST_BYTES = 200_000


class SettingsFault(Exception):
    """A settings file that cannot be used: where, and a sentence."""

    def __init__(self, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.message = message
        self.where = where


class CameraSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which camera, and what to ask of it. See [live.md](live.md) for each kind of source."""

    source: Annotated[
        str,
        Meta(
            description="`v4l2:/dev/video0`, `rpicam`, `http://ADDRESS`, `video:FILE`, `folder:FOLDER`, `phone`, "
            "`demo`; `none`: a game on phones without a camera"
        ),
    ] = "v4l2:/dev/video0"
    width: Annotated[int, Meta(ge=160, le=8192, description="width asked of the camera, px")] = 1920
    height: Annotated[int, Meta(ge=120, le=8192, description="height asked of the camera, px")] = 1080
    fps: Annotated[
        float, Meta(ge=1, le=120, description="pictures a second asked of the camera, or shown of a folder")
    ] = 10.0
    loop: Annotated[bool, Meta(description="whether a video or a folder begins again at its end")] = True
    looks_per_s: Annotated[
        float,
        Meta(ge=0.5, le=60, description="how many pictures a second are worked out at most; each costs computing time"),
    ] = 6.0


class TableSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What stands on the table."""

    setup: Annotated[str, Meta(description="the setup file with sheets, lens, figures and terrain")] = "setup.toml"
    empty: Annotated[
        str, Meta(description="a picture of the table without figures, taken by the same camera; empty: none")
    ] = ""


class WebSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where phones find the page."""

    host: Annotated[
        str, Meta(description="address to listen on; `0.0.0.0`: all of this machine's, `127.0.0.1`: this machine only")
    ] = "0.0.0.0"
    port: Annotated[
        int, Meta(ge=0, le=65535, description="port to listen on; 0: any free one, printed at the start")
    ] = 8000
    streams: Annotated[
        int, Meta(ge=1, le=200, description="how many pages may be open at once; each costs a thread")
    ] = 48
    names: Annotated[
        list[str],
        Meta(description="further host names by which phones may call this machine, such as `table.example.org`"),
    ] = []


class DevicesSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The home-built electronics. See [hardware.md](hardware.md). No other ports than these are ever opened."""

    ports: Annotated[
        list[str],
        Meta(description="further ports to open: paths such as `/dev/ttyUSB0`, or addresses `socket://HOST:PORT`"),
    ] = []
    picos: Annotated[
        bool, Meta(description="whether a Pico with MicroPython is opened by itself, by its USB id, when plugged in")
    ] = True
    kept: Annotated[
        str,
        Meta(description="folder for devices' names, and for what was heard of them last; empty: kept nowhere"),
    ] = "companion-devices"


class RulingsSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What the camera ruled, with the crops it rests on. See [figures.md](figures.md)."""

    kept: Annotated[
        str, Meta(description="folder for rulings and their crops; empty: in memory only, until the program ends")
    ] = ""
    most_mb: Annotated[
        float, Meta(ge=1, le=100_000, description="most that the folder may hold, MB; the oldest are dropped")
    ] = 200.0


class TablesSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Tables saved on phones, and setting one up again. See [terrain.md](terrain.md)."""

    kept: Annotated[
        str, Meta(description="folder for saved tables, one file each; empty: in memory only, until the program ends")
    ] = "companion-tables"
    tolerance_mm: Annotated[
        float,
        Meta(
            ge=1, le=1000, description="how far from its ghost a figure or a piece of terrain may stand and still match"
        ),
    ] = 10.0


class GameSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game to be played at this table. See [playing.md](playing.md)."""

    file: Annotated[
        str, Meta(description="the game's journal; made if it is not there, gone on with if it is; empty: no game")
    ] = ""
    game: Annotated[str, Meta(description="of a new game: its name, as `companion play` takes it")] = "dark-world"
    options: Annotated[
        str, Meta(description="of a new game: a TOML file with seats, and what the game's page lists")
    ] = ""
    lists: Annotated[
        list[str], Meta(description="of a new game: files of [unit lists](lists.md) that it is played between")
    ] = []
    book: Annotated[
        str,
        Meta(description="folder where what you type from your own book is kept; empty: beside the game's file"),
    ] = ""
    dice: Annotated[
        Literal["software", "typed", "box"],
        Meta(description="of a new game: who rolls dice whose faces are known; `box`: the dice box, or a phone for it"),
    ] = "software"


class LogSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is written to the error stream."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="the least that is worth a line")
    ] = "info"
    json: Annotated[bool, Meta(description="one JSON object a line instead of plain text")] = False


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole settings file; every section and key may be left out."""

    camera: CameraSettings = CameraSettings()
    table: TableSettings = TableSettings()
    web: WebSettings = WebSettings()
    devices: DevicesSettings = DevicesSettings()
    rulings: RulingsSettings = RulingsSettings()
    tables: TablesSettings = TablesSettings()
    game: GameSettings = GameSettings()
    log: LogSettings = LogSettings()


SECTIONS: dict[str, type[msgspec.Struct]] = {
    "camera": CameraSettings,
    "table": TableSettings,
    "web": WebSettings,
    "devices": DevicesSettings,
    "rulings": RulingsSettings,
    "tables": TablesSettings,
    "game": GameSettings,
    "log": LogSettings,
}


def read_settings(path: Path) -> Settings:
    """Read and check a settings file; raises SettingsFault."""
    try:
        return parse_settings(read_text(path, MOST_BYTES, "a settings file"), str(path))
    except FileFault as fault:
        raise SettingsFault(fault.message, fault.where) from fault


def parse_settings(text: str, where: str = "companion.toml") -> Settings:
    """Parse and check the text of a settings file; raises SettingsFault."""
    text = text.replace("\r\n", "\n")
    try:
        raw = parse_toml(text, where)
    except FileFault as fault:
        raise SettingsFault(fault.message, fault.where) from fault
    _check_keys(raw, text, where)
    try:
        return msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        path = path_of(str(error))
        key, said = ".".join(map(str, path[:2])), shown(raw, path)
        fields = msgspec.structs.fields(SECTIONS[str(path[0])])
        allowed = next((_allowed(field.type) for field in fields if field.name == path[1]), "")
        wants = f"one of {allowed}" if str(error).startswith("Invalid enum") else wanted(str(error))
        between = f" (from {allowed})" if " to " in allowed else ""
        sentence = f"{key} must be {wants}{between}, but it says {said}."
        raise SettingsFault(sentence, _at(path, text, where)) from error


def settings_page() -> str:
    """`docs/settings.md`: every key with its default and meaning."""
    lines = [
        "# Settings",
        "",
        "`companion run --settings FILE` reads this file; without it, `companion.toml` in the current folder, if there",
        "is one. Every key may be left out. An unknown key is refused with its name and line. Relative paths begin at",
        "the settings file's folder. What stands on the table is in the setup file, not here.",
        "",
        "(Written by `companion.service.settings.settings_page`; a test holds it to the code.)",
    ]
    for name, section in SECTIONS.items():
        summary = (section.__doc__ or "").strip()
        lines += ["", f"## [{name}]", "", summary, "", "| key | default | allowed | meaning |", "|---|---|---|---|"]
        for field in msgspec.structs.fields(section):
            shown = f"`{_toml(_default(field))}`"
            lines.append(f"| {field.name} | {shown} | {_allowed(field.type)} | {_meaning(field.type)} |")
    return "\n".join(lines) + "\n"


def _check_keys(raw: dict[str, Any], text: str, where: str) -> None:
    for name, content in raw.items():
        if name not in SECTIONS:
            homes = [home for home, section in SECTIONS.items() if name in section.__struct_fields__]
            hint = f"; it belongs under [{homes[0]}]." if homes else _near(name, SECTIONS)
            raise SettingsFault(f'"{_shown(name)}" is not a section of the settings{hint}', _at((name,), text, where))
        if not isinstance(content, dict):
            raise SettingsFault(f"{name} is a section: write [{name}] on a line of its own.", _at((name,), text, where))
        known = SECTIONS[name].__struct_fields__
        for key in content:
            if key not in known:
                words = f'"{_shown(key)}" is not a key of [{name}]{_near(key, known)}'
                raise SettingsFault(words, _at((name, key), text, where))


def _near(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word.lower().replace("-", "_"), list(known), n=1, cutoff=0.6)
    return f'; did you mean "{near[0]}"?' if near else f"; known here: {', '.join(known)}."


def _at(path: KeyPath, text: str, where: str) -> str:
    lines = key_lines(text)
    while path and path not in lines:
        path = path[:-1]
    return f"{where}, line {lines[path]}" if path else where


def _shown(word: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in word)[:60]


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if callable(field.default_factory) else None


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def _meaning(kind: Any) -> str:
    return next(meta.description or "" for meta in kind.__metadata__ if isinstance(meta, Meta))


def _allowed(kind: Any) -> str:
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    match info:
        case msgspec.inspect.IntType(ge=low, le=high) | msgspec.inspect.FloatType(ge=low, le=high):
            return f"{low:g} to {high:g}"
        case msgspec.inspect.LiteralType(values=values):
            return ", ".join(map(str, values))
        case msgspec.inspect.BoolType():
            return "true, false"
        case msgspec.inspect.ListType():
            return "list of texts"
        case _:
            return "text"
