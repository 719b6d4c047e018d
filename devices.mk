# Long runs of the home-built electronics, one line each; what they reach is written in docs/devices.md.
# Included by the Makefile. Every run is also a short test.

DEVICES_PYTHON ?= .venv/bin/python

.PHONY: wire-soak wire-rubbish

wire-soak:  ## a million messages over a line that flips, drops, doubles, reorders and splits
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.messages 1000000

wire-rubbish:  ## a million inputs of arbitrary bytes into either end
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.rubbish 1000000
