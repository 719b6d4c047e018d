"""Flintloque, the demonstration pack: seven phases, muskets, and a dead Dwarf.

Law: as all of `companion.games`: pure; rules are generators that ask; figures of the book are charts. Lengths in mm.
"""
