"""docs/api.md names every route and every fault code with its status."""

from __future__ import annotations

import re
from pathlib import Path

from webui.faults import STATUS
from webui.routes import ROUTES

API = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def test_every_route_is_on_the_page() -> None:
    said = set(re.findall(r"\| `((?:GET|POST) /api/v1/[a-z./{}]+)", API))
    assert {f"{r.method} {r.path}" for r in ROUTES} == said


def test_every_fault_is_on_the_page() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", API, re.MULTILINE)
    said = {code: int(status) for status, codes in rows for code in re.findall(r"`([a-z_]+)`", codes)}
    assert said == STATUS
