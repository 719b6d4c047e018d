"""One game being played at a table: its journal on disk, its seats, and the live match that the journal folds to.

Law: every row is on disk before anybody is told. One thread at a time changes anything. May import `companion.games`;
knows nothing of the web, of cameras and of boards: phones, dice boxes and software answer questions in the same way.
"""
