# How well pictures are measured, over all rendered scenes of ../shared; takes some minutes. Included by the Makefile.

SCENES ?= $(firstword $(wildcard ../shared/scenes ../../shared/scenes))
SCORE_PYTHON ?= .venv/bin/python
SEEDS ?= 1-4

.PHONY: score fresh sequences watch-soak

score:  ## score every rendered scene in ../shared, with the lens and without
	@test -n '$(SCENES)' || { echo 'make score needs ../shared/scenes beside the project.' >&2; exit 1; }
	@for lens in known unknown; do \
	    PYTHONPATH=. $(SCORE_PYTHON) $(SCENES)/score.py --lens $$lens --companion '$(SCORE_PYTHON) -m companion' || exit 1; \
	done

fresh:  ## score rings and unmarked figures on tables drawn from SEEDS=1-4 (1-8: each kind once); 20 to 60 seconds each
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 PYTHONPATH=. \
	    $(SCORE_PYTHON) -m tests.companion.vision.fresh --seeds $(SEEDS)

sequences:  ## follow evenings drawn from SEEDS=1-4, and the recorded sequences in ../shared; about two minutes each
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 PYTHONPATH=. \
	    $(SCORE_PYTHON) -m tests.companion.vision.sequences --seeds $(SEEDS) \
	    $(if $(SCENES),$(wildcard $(SCENES)/sequence $(SCENES)/sequence-unmarked))

watch-soak: .venv/.dev  ## three hours of pictures in a few minutes: the watcher's memory stays flat
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python -m tests.companion.vision.soak 3
