"""Copied to the board as /main.py: MicroPython runs it when it is switched on."""

from firmware_bridge.firmware.start import main

main()
