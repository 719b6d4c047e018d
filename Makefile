# Two commands do everything: `make demo` shows it, `make test` tests it. `make help` lists the others.
#
# All of it lives in .venv, made from python3 by plain venv and pip. A stamp in it is older than pyproject.toml when the
# project's needs have changed; then pip brings it up to date. `make demo` gets only what the program needs to run.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
VENV_CV4 := .venv-cv4
PIP := -m pip --disable-pip-version-check install --quiet

# What measures with cv2, and so runs on OpenCV 4 as well as on 5.
CV_COMMANDS := measure replay lens lens_sheets scene sheets
CV_TESTS := tests/calibration tests/companion/vision $(CV_COMMANDS:%=tests/companion/commands/test_%.py)

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench check clean system-packages test-opencv4
MAKEFLAGS += --no-print-directory

include devices.mk games.mk score.mk

help:
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/make \1@\2/p' $(MAKEFILE_LIST) | awk -F@ '{ printf "%-20s %s\n", $$1, $$2 }'

# `exec`, so that a SIGTERM for make's child is one for the program.
demo: $(VENV)/.run-time  ## the whole program on a recorded table; PORT=8123 for another port than 8000
	@exec $(VENV)/bin/companion demo --port $(PORT)

test: system-packages lint  ## set up and run every test (REQUIRE_ALL=1: a skipped test is a failure)
	$(VENV)/bin/python -m pytest

lint: $(VENV)/.dev  ## ruff, mypy and the import rules
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

test-opencv4: $(VENV_CV4)/.dev  ## the tests of what measures with OpenCV, on OpenCV 4
	$(VENV_CV4)/bin/python -m pytest $(CV_TESTS)

bench: $(VENV)/.dev  ## how fast it is, one figure a line
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 \
	    sh -c 'for one in tests/bench/bench_*.py; do PYTHONPATH=. $(VENV)/bin/python "$$one" || exit 1; done'

check:  ## what CI does: clone this commit into a temporary folder and run .ci/run there
	@sh .ci/check

clean:  ## remove what the others made
	rm -rf $(VENV) $(VENV_CV4) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

system-packages:
	@sh .ci/system-packages

$(VENV)/.run-time: pyproject.toml
	@sh .ci/venv '$(PYTHON)' $(VENV)
	@echo 'Installing what the program needs into $(VENV) (about 120 MB to download the first time) ...'
	@$(VENV)/bin/python $(PIP) -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run-time
	@echo 'Installing what the tests need into $(VENV) ...'
	@$(VENV)/bin/python $(PIP) -e '.[dev]'
	@touch $@

$(VENV_CV4)/.dev: pyproject.toml
	@sh .ci/venv '$(PYTHON)' $(VENV_CV4)
	@echo 'Installing everything with OpenCV 4 into $(VENV_CV4) ...'
	@$(VENV_CV4)/bin/python $(PIP) -e '.[dev]' 'opencv-python-headless<5'
	@touch $@
