"""The import rules (run by `make lint`) know every package: one that is in no layer would be bound by nothing."""

from __future__ import annotations

import re
import tomllib

from tests.law.files import project_files
from tests.needs import ROOT

RULES = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]


def test_every_package_is_in_a_rule() -> None:
    named = {
        name
        for rule in RULES["contracts"]
        for line in (*rule.get("layers", ()), *rule.get("source_modules", ()))
        for name in re.split(r"\s*\|\s*", line)
    }
    rooms = {
        ".".join(path.parts[:-1])
        for path in project_files(".py")
        if path.name == "__init__.py" and path.parts[0] in RULES["root_packages"] and len(path.parts) <= 3
    }
    under_a_rule = {room for room in rooms if any((room + ".").startswith(name + ".") for name in named)}
    assert rooms - under_a_rule == {"companion"}, "companion itself is only the sum of its rooms"
