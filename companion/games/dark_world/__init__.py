"""Dark World, whole: one file for each part of the rulebook, charts and board as data beside them.

Law: pure, like all games. Where a rule is: `rules` names each by its id, and its test names the id too. Rule files come
in the order of the book: setting_up, turns, walking, stocking, bout, cards, falling, korak, places, items, scoring.
"""
