"""`neopixel` for real MicroPython under test; see `machine` beside it."""

from machine import NeoPixel  # noqa: F401
