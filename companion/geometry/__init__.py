"""Points, polygons, hex and square grids in the plane.

Law: pure functions of their arguments; may import numpy and shapely; knows no figure, no picture and no game.
"""
