"""The boards' own programs, for MicroPython on a Raspberry Pi Pico; copied to the board as they are.

Law: only what MicroPython has; drivers are one file each, with their bus handed in; what decides (shaken or not,
settled or not, the draw) takes numbers and times and touches no pin. Nothing here is known to the host.
"""
