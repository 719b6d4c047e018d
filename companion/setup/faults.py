"""What can be wrong with a setup file: a small tree of faults, each a sentence with its place in the file.

`code` is for programs and stays stable; `message` is for the owner; `where` names the file and the line if it is known.
"""

from __future__ import annotations

from typing import ClassVar


class SetupFault(Exception):
    """A setup file that cannot be used. `str(fault)` is where and message together."""

    code: ClassVar[str] = "setup"

    def __init__(self, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.message = message
        self.where = where


class SetupUnreadable(SetupFault):
    """The file is missing, not text, or far too large."""

    code = "setup-unreadable"


class SetupSyntax(SetupFault):
    """The text is not TOML."""

    code = "setup-syntax"


class SetupUnknownKey(SetupFault):
    """A key nobody reads: misspelt, or in the wrong section."""

    code = "setup-unknown-key"


class SetupWrongValue(SetupFault):
    """A value of the wrong type or range, or a key that is missing."""

    code = "setup-wrong-value"


class SetupContradiction(SetupFault):
    """Values that are each allowed and do not fit each other."""

    code = "setup-contradiction"
