"""Crops of pictures, under words that tell nothing: what phones may fetch.

Vision's ids count up, so that one who may see one crop could guess the others; here each gets a random word. Crops are
taken when vision first names them, on its own thread, so that a phone that looks at one never waits for a look. The
oldest are forgotten when they are too many.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict

MOST_BYTES = 8_000_000
MOST_CROP_BYTES = 500_000
WORD = re.compile(r"[A-Za-z0-9_-]{16}")


class Crops:
    """May be used from many threads at once. most_bytes: of all crops together."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._words: OrderedDict[str, str] = OrderedDict()
        self._kept: dict[str, bytes] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def put(self, crop_id: str, jpeg: bytes) -> str:
        """Keep vision's crop; its word. One that is there already keeps its word."""
        with self._lock:
            if crop_id in self._words:
                self._words.move_to_end(crop_id)
                return self._words[crop_id]
            word = secrets.token_urlsafe(12)
            self._words[crop_id], self._kept[word] = word, jpeg
            self._bytes += len(jpeg)
            while self._bytes > self._most_bytes and len(self._words) > 1:
                _, old = self._words.popitem(last=False)
                self._bytes -= len(self._kept.pop(old))
            return word

    def word(self, crop_id: str | None) -> str | None:
        """The word of vision's crop; None: it is not kept."""
        with self._lock:
            return None if crop_id is None else self._words.get(crop_id)

    def jpeg(self, word: str) -> bytes | None:
        """The crop of this word."""
        with self._lock:
            return self._kept.get(word)
