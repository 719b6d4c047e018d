"""The setup page tells of every key the setup file has, with its default, and of no other."""

from __future__ import annotations

import re

import msgspec
import pytest

from companion.setup.model import Setup
from companion.setup.read import SECTIONS
from tests.needs import ROOT

PAGE = (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^## \[+(\w+)\]+\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
TOLD = dict(HEADING.findall(PAGE))
ROW = re.compile(r"^\| (`[^|]*`) \| ([^|]*)\|", re.MULTILINE)


def test_every_section_is_told() -> None:
    assert set(TOLD) == set(SECTIONS) == set(Setup.__struct_fields__)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_is_told(section: str) -> None:
    for key in SECTIONS[section].__struct_fields__:
        assert f"`{key}`" in TOLD[section], f"docs/setup.md: [{section}] lacks `{key}`"


@pytest.mark.parametrize("section", SECTIONS)
def test_no_other_key_is_told_and_defaults_are_right(section: str) -> None:
    fields = {field.name: field for field in msgspec.structs.fields(SECTIONS[section])}
    for keys, default in ROW.findall(TOLD[section]):
        for key in re.findall(r"`(\w+)`", keys):
            assert key in fields, f"docs/setup.md: [{section}] has no `{key}`"
            said = default.strip().strip("`")
            if said and not said.startswith(("needed", "with ")):
                default_value = fields[key].default
                real = list(default_value) if isinstance(default_value, tuple) else default_value
                assert msgspec.json.decode(said) == real, f"docs/setup.md: [{section}] `{key}` is {real} by default"
