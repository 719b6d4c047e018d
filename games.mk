# Long runs of the rules, one line each; what they reach is written in docs/games.md. Included by the Makefile.

GAMES_PYTHON ?= .venv/bin/python

.PHONY: games-latency games-twins games-soak games-kills games-opening games-browsers games-filmed games-free games-touched

games-soak:  ## a thousand random games of every game, with all checks; about half an hour
	@$(GAMES_PYTHON) -m tests.contract.batch dark-world 1000
	@$(GAMES_PYTHON) -m tests.contract.batch flintloque 1000
	@$(GAMES_PYTHON) -m tests.contract.batch dark-age-skirmish 1000

games-kills:  ## five hundred SIGKILLs in the middle of a game; about ten minutes
	@$(GAMES_PYTHON) -m tests.companion.service.match.kills 500

games-opening:  ## how long a game of 5,000 commands takes to open
	@$(GAMES_PYTHON) -m tests.companion.service.match.opening 5000

games-browsers:  ## a whole game on five phones in a real browser, and how fast they follow
	@$(GAMES_PYTHON) -m tests.webui.game.evening 0

games-filmed:  ## both scenarios of Flintloque on four phones and Dark Age Skirmish on two, on filmed tables, and the same without a camera; five minutes
	@$(GAMES_PYTHON) -m tests.webui.game.filmed

games-free:  ## evenings of free play at both free tables, drawn from SEEDS=1-2 and watched; a quarter of an hour each
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 \
	    $(GAMES_PYTHON) -m tests.companion.games.free_watch --seeds $(or $(SEEDS),1-2) --notes
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(GAMES_PYTHON) -m tests.companion.games.free_boats

games-touched:  ## a whole game of Flintloque and one of Dark Age Skirmish by touch alone, on two phones each; ten minutes
	@$(GAMES_PYTHON) -m tests.webui.game.by_touch

games-twins:  ## a whole game on five phones with mace, dials and dice box as twins; about half an hour
	@$(GAMES_PYTHON) -m tests.webui.game.with_twins 0

games-latency:  ## how long a command takes to five phones' views, with a camera and electronics in the same queue
	@$(GAMES_PYTHON) -m tests.companion.service.game_latency 600
