"""Numbers in a call, with what they may be; argparse tells what is wrong with another."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def number_between(least: float, most: float) -> Callable[[str], float]:
    """A type for `add_argument`: a number within both, so never inf or nan."""

    def read(word: str) -> float:
        try:
            number = float(word)
        except ValueError:
            number = float("nan")
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f'must be a number from {least:g} to {most:g}, not "{word[:40]}"')
        return number

    return read


def whole_between(least: int, most: int) -> Callable[[str], int]:
    """The same of whole numbers."""

    def read(word: str) -> int:
        sign, digits = word[:1] == "-", word.removeprefix("-")
        plain = digits.isascii() and digits.isdigit() and len(digits) < 20
        number = (-int(digits) if sign else int(digits)) if plain else least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f'must be a whole number from {least} to {most}, not "{word[:40]}"')
        return number

    return read
