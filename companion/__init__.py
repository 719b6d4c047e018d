"""The companion beside the table: geometry, table, vision, games and the service that ties them together.

Law: imports go down only (geometry, table, setup, then games, vision and scenes side by side, service, commands,
`__main__`). Pixels end at `companion.vision`; above it lengths are millimetres on the table frame, angles radians,
times seconds.
"""
