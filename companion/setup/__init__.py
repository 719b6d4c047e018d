"""What an owner writes down about a table: the setup file with its sheets, lens, figures, terrain and grid.

Law: text in, a checked `Setup` out, or a sentence with the line. May import `calibration.lens`,
`calibration.refusals` and `companion.table`; opens no files itself beyond `read_setup(path)` and `read_text(path)`;
sees no pictures.
"""
