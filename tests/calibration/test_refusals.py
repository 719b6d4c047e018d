"""Why a file is refused: words of ours for what happens, the system's for the rest."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from calibration.refusals import READING, WRITING, unreadable, unwritable


def test_a_missing_file_a_folder_and_a_file_in_the_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a")
    said = {}
    for name in ("none", "", "file/below"):
        with pytest.raises(OSError) as refused:
            (tmp_path / name).read_bytes()
        said[name] = unreadable(refused.value)
    assert said == {
        "none": "cannot be read: there is no such file; check its name and folder",
        "": "cannot be read: it is a folder; name a file",
        "file/below": "cannot be read: a part of its path is a file, not a folder; check the path",
    }


def test_a_missing_folder_and_a_full_disk(tmp_path: Path) -> None:
    with pytest.raises(OSError) as refused:
        (tmp_path / "none" / "file").write_bytes(b"")
    assert unwritable(refused.value) == "cannot be written: there is no such folder; make it first"
    assert "make room" in unwritable(OSError(errno.ENOSPC, "No space left on device"))


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_file_of_somebody_else(number: int) -> None:
    assert unreadable(OSError(number, "Permission denied")).endswith("not allowed to; `ls -l` shows who is")
    assert unwritable(OSError(number, "Permission denied")).endswith("not allowed to; `ls -l` shows who is")


def test_what_has_no_words_of_ours_keeps_the_systems() -> None:
    assert unreadable(OSError(errno.EFBIG, "File too large")) == "cannot be read: File too large"
    assert unreadable(OSError("odd")) == "cannot be read: OSError"


def test_every_sentence_says_what_to_do() -> None:
    assert all("; " in words for words in (*READING.values(), *WRITING.values()))
