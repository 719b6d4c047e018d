"""Frames in, sightings and table events out.

Law: the last place that knows pixels. Only `companion.vision.camera` touches hardware, processes and the network. May
import `calibration`, `companion.setup`, `companion.table`, `companion.geometry`; never `companion.games`.
"""
