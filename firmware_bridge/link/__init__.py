"""Serial ports: finding ours, talking over them, and telling what came in.

Law: carries messages and knows none of their meaning; uses `wire`, knows nothing of `devices`. Only known USB ids and
ports the owner listed are ever opened. One thread for each open port, one that looks for ports; whatever happens on a
port ends in an event and never in an exception for somebody else.
"""
