"""The wire protocol, written once for board and host; `docs/wire.md` is its definition in words.

Law: runs unchanged on MicroPython, so plain functions and classes, no typing, dataclasses, enum or match. Opens
nothing, sleeps nowhere, reads no clock: bytes and times come in as arguments, bytes and events go out.
"""
