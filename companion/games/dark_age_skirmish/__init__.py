"""Dark Age Skirmish: warbands that act by cards or by factions, wounds, fatigue and rage.

Law: as all of `companion.games`: pure; rules are generators that ask; figures of the book are charts. Lengths in mm.
"""
