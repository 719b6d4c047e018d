"""The game on the web: each seat's view, its commands and answers, the host's, and the pages that show them.

Law: no rules and no secrets of its own; what a seat may see and do is decided by `companion.service.match`,
which is known here as its `Desk`.
"""
