"""Home-built electronics on a serial line: the wire, the link, the devices and their firmware.

Law: knows nothing of `companion`. The wire comes first and is written in what MicroPython has.
"""
