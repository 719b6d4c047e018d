"""What an owner writes down about a table: the setup file with its sheets, lens, figures, terrain and grid.

Law: text in, a checked `Setup` out, or a sentence with the line. May import `calibration.lens` and `companion.table`;
opens no files itself beyond `read_setup(path)`; sees no pictures.
"""
