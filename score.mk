# How well pictures are measured, over all rendered scenes of ../shared; takes some minutes. Included by the Makefile.

SCENES ?= $(firstword $(wildcard ../shared/scenes ../../shared/scenes))
SCORE_PYTHON ?= .venv/bin/python

.PHONY: score

score:  ## score every rendered scene in ../shared, with the lens and without
	@test -n '$(SCENES)' || { echo 'make score needs ../shared/scenes beside the project.' >&2; exit 1; }
	@for lens in known unknown; do \
	    PYTHONPATH=. $(SCORE_PYTHON) $(SCENES)/score.py --lens $$lens --companion '$(SCORE_PYTHON) -m companion' || exit 1; \
	done
