"""One queue in, one loop, effects out: cameras, table state and the views that phones draw.

Law: the loop takes commands, table events and ticks from one queue in one order; nothing in it blocks or takes over 20
ms. Cameras, devices and the web are known only as small Protocols. May import everything below it; never `webui`.
"""
