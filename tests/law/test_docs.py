"""Laws for pages: links lead somewhere, and every page can be found from the table of contents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.law.files import project_files
from tests.needs import ROOT

PAGES = project_files(".md")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)


def text(page: Path) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def links(page: Path) -> list[tuple[Path, str]]:
    """Where a page's links inside the project lead: the file, and the heading's anchor or ""."""
    found = []
    for target in LINK.findall(FENCE.sub("", text(page))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        found.append(((ROOT / page).parent / name if name else ROOT / page, anchor))
    return found


def anchors(page: Path) -> set[str]:
    """GitHub's anchors of a page's headings."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(FENCE.sub("", text(page))))
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), f"{page} links to {target}"
        if anchor:
            assert anchor in anchors(target.relative_to(ROOT) if target.is_absolute() else target), f"{page}: #{anchor}"


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = {target.resolve() for target, _ in links(Path("docs/README.md"))}
    pages = {(ROOT / page).resolve() for page in PAGES if page.parts[0] == "docs" and page.name != "README.md"}
    assert pages - listed == set()


def test_the_first_page_leads_to_the_table_of_contents() -> None:
    assert (ROOT / "docs" / "README.md").resolve() in {target.resolve() for target, _ in links(Path("README.md"))}
