"""What the host knows of each kind of board: pure values and how messages change them.

Law: no ports, threads, clocks or dice. Knows nothing of games: a mace orders colours, a dial reads 0 to 8, a box rolls
the faces it is sent.
"""
