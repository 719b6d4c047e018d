"""Software twins of the boards: the boards' own programs on simulated chips, behind a pseudo-terminal or a TCP port.

Law: uses `wire` and `firmware`, nothing of `link` or `devices`: a twin is on the other side of the cable. What also
runs inside MicroPython under test (`world`, `chips`, `fake_machine`) keeps to what MicroPython has.
"""
