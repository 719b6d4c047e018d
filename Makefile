# Two commands do everything: `make demo` and `make test`.
VENV ?= .venv
PYTHON ?= python3
PORT ?= 8000
