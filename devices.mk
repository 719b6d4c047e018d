# Long runs of the home-built electronics, one line each; what they reach is written in docs/devices.md.
# Included by the Makefile. Every run is also a short test.

DEVICES_PYTHON ?= .venv/bin/python
DEVICES_NEED ?= .venv/.dev

.PHONY: wire-soak wire-rubbish unplug-soak device-latency devices-idle shuffle devices-soak

devices-soak: shuffle device-latency devices-idle wire-soak wire-rubbish unplug-soak  ## all of them; about ten minutes

wire-soak: $(DEVICES_NEED)  ## a million messages over a line that flips, drops, doubles, reorders and splits
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.messages 1000000

wire-rubbish: $(DEVICES_NEED)  ## a million inputs of arbitrary bytes into either end
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.rubbish 1000000

unplug-soak: $(DEVICES_NEED)  ## a thousand pulled cables
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.unplug 1000

device-latency: $(DEVICES_NEED)  ## from a device's event to the host's
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.latency 300

devices-idle: $(DEVICES_NEED)  ## what three idle devices cost
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.idle 30

shuffle: $(DEVICES_NEED)  ## 240,000 draws on real MicroPython
	@$(DEVICES_PYTHON) -m tests.firmware_bridge.soak.shuffle 240000
