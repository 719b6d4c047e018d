# Long runs of the rules, one line each; what they reach is written in docs/games.md. Included by the Makefile.

GAMES_PYTHON ?= .venv/bin/python

.PHONY: games-soak

games-soak:  ## a thousand random games of every game, with all checks; about five minutes
	@$(GAMES_PYTHON) -m tests.contract.batch dark-world 1000
