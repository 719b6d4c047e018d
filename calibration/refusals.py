"""Why the machine refuses a file, in words with what to do: `unreadable` and `unwritable`.

An operating system's own words ("No such file or directory") leave the owner to guess which of the two, and what now.
What is not in the table is given in the system's words. Whoever calls puts the file's name in front.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping

ALLOWED = "this user is not allowed to; `ls -l` shows who is"
COMMON = {
    errno.EACCES: ALLOWED,
    errno.EPERM: ALLOWED,
    errno.ENOTDIR: "a part of its path is a file, not a folder; check the path",
    errno.ENAMETOOLONG: "its name is too long; give it a shorter one",
    errno.ELOOP: "its links lead round in a circle; name the file itself",
    errno.EIO: "the disk or card does not answer; try another one",
}
READING: Mapping[int, str] = {
    **COMMON,
    errno.ENOENT: "there is no such file; check its name and folder",
    errno.EISDIR: "it is a folder; name a file",
}
WRITING: Mapping[int, str] = {
    **COMMON,
    errno.ENOENT: "there is no such folder; make it first",
    errno.EISDIR: "it is a folder; name a file",
    errno.EEXIST: "something of that name is there already; choose another name",
    errno.ENOSPC: "the disk is full; make room on it",
    errno.EDQUOT: "this user's part of the disk is full; make room in it",
    errno.EROFS: "it lies on a disk that can only be read; choose another folder",
}


def unreadable(error: OSError) -> str:
    """`cannot be read: ...` without a full stop."""
    return f"cannot be read: {_why(error, READING)}"


def unwritable(error: OSError) -> str:
    """`cannot be written: ...` without a full stop."""
    return f"cannot be written: {_why(error, WRITING)}"


def _why(error: OSError, words: Mapping[int, str]) -> str:
    return words.get(error.errno or 0) or error.strerror or type(error).__name__
