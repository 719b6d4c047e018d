"""Pixels to millimetres and back: printed patterns, lenses, and the one solution that places camera, table and sheets.

Law: this package stands alone. It may import numpy, scipy, cv2, msgspec and reportlab, and no other package of ours. It
opens files only where a caller hands it a path (lens files, sheets to print), reads no clock, and prints nothing.
Every other package takes what it needs of pixels from here; `cv2`'s changing shapes end at `calibration.opencv`.
"""
