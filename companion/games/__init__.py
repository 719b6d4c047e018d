"""The rules of the games, as generators that ask questions.

Law: pure; may import `companion.table` and `companion.geometry`; never `companion.vision`, never the service. A game is
a folder with a `GAME`; charts are TOML beside its code. Dice, clocks and people arrive as answers to questions.
"""
