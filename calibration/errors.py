"""What can go wrong between a picture and millimetres, and whose fault it is.

Two kinds: what the caller wrote (`InputFault`) and what the camera delivered (`PictureFault`). Both carry a code for
programs and a sentence for people; the sentence says what to do about it.
"""

from __future__ import annotations


class CalibrationFault(Exception):
    """code: kebab-case, stable, for programs. message: a sentence. where: the file, key or picture meant, if any."""

    def __init__(self, code: str, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where


class InputFault(CalibrationFault):
    """The caller's words are wrong: a dictionary, an id, a size, a lens file."""


class PictureFault(CalibrationFault):
    """The pictures cannot be used for what was asked."""
