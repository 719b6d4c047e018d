"""The status strip in a real browser at phone size: what it says of camera and pictures, and when it takes it back."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import expect

from companion.service.models import NoteView
from tests.webui.conftest import House, OpenPage


@pytest.mark.parametrize(
    ("state", "says", "tone"),
    [
        ("gone", "Camera gone for 40 s", "tone-bad"),
        ("frozen", "Picture frozen for 40 s", "tone-bad"),
        ("black", "Camera has seen nothing for 40 s", "tone-bad"),
        ("stale", "No new picture for 40 s", "tone-warn"),
    ],
)
def test_the_strip_tells_what_the_camera_does(
    open_page: OpenPage, house: House, state: str, says: str, tone: str
) -> None:
    page = open_page()
    house.service.camera(state, "The camera was pulled out. Put it back; it is found by itself.", ago_s=40)
    expect(page.locator(".strip-main")).to_have_text(re.compile(says.replace("40", "4[01]")))
    expect(page.locator(".strip")).to_have_class(re.compile(tone))
    expect(page.locator(".strip .note")).to_contain_text("found by itself")
    house.service.camera("live", "The camera is live.")
    expect(page.locator(".strip-main")).to_have_text("Camera live")
    expect(page.locator(".strip .note")).to_have_count(0)


def test_the_strip_says_that_no_picture_can_be_used(open_page: OpenPage, house: House) -> None:
    page = open_page()
    house.service.change(notes=[NoteView("not_measuring", "None of the last pictures could be used.", "fault")])
    expect(page.locator(".strip-main")).to_have_text("Camera live, nothing is measured")
    expect(page.locator(".strip")).to_have_class(re.compile("tone-bad"))
    expect(page.locator(".strip .note")).to_contain_text("None of the last pictures")
    house.service.change(notes=[])
    expect(page.locator(".strip-main")).to_have_text("Camera live")


def test_a_recording_is_not_called_a_camera(open_page: OpenPage, house: House) -> None:
    house.service.change(camera=msgspec.structs.replace(house.service.view().camera, recorded=True))
    page = open_page()
    expect(page.locator(".strip-main")).to_have_text("A recording plays")
    house.service.camera("gone", "The folder is gone.", ago_s=40)
    expect(page.locator(".strip-main")).to_have_text(re.compile("Camera gone for 4[01] s"))
