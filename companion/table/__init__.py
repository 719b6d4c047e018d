"""What stands on the table, and what can be asked of it: distances with their sigma, and lines of sight.

Law: pure. Values are frozen; nothing here opens, sleeps, reads a clock or knows a pixel. May import
`companion.geometry`.
"""
