"""A line in virtual time that flips, drops, doubles, reorders and splits what is sent over it.

Each fault strikes a given share of the lines sent. Seeded; nothing sleeps.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field


@dataclass(slots=True)
class BadLine:
    """One direction. share: of lines struck by each fault, 0 to 1."""

    share: float
    chance: random.Random
    struck: dict[str, int] = field(default_factory=dict)
    _due: list[tuple[int, int, bytes]] = field(default_factory=list)
    _count: int = 0

    def send(self, said: bytes, now_ms: int) -> None:
        """Put whole lines on the way."""
        for line in said.splitlines(keepends=True):
            self._send_line(line, now_ms)

    def arrived(self, now_ms: int) -> list[bytes]:
        """The pieces that have arrived by now."""
        pieces = []
        while self._due and self._due[0][0] <= now_ms:
            pieces.append(heapq.heappop(self._due)[2])
        return pieces

    def next_ms(self) -> int | None:
        """When the next piece arrives."""
        return self._due[0][0] if self._due else None

    def _send_line(self, line: bytes, now_ms: int) -> None:
        arrives_ms, copies = now_ms + 1, 1
        if self._strikes("dropped"):
            return
        if self._strikes("flipped"):
            place = self.chance.randrange(len(line))
            line = line[:place] + bytes([line[place] ^ 1 << self.chance.randrange(8)]) + line[place + 1 :]
        if self._strikes("doubled"):
            copies = 2
        if self._strikes("reordered"):
            arrives_ms += self.chance.randrange(1, 400)
        for copy in range(copies):
            late_ms = arrives_ms + (self.chance.randrange(0, 300) if copy else 0)
            if self._strikes("split"):
                cut = self.chance.randrange(len(line))
                self._put(late_ms, line[:cut])
                self._put(late_ms + self.chance.randrange(0, 3), line[cut:])
            else:
                self._put(late_ms, line)

    def _strikes(self, fault: str) -> bool:
        hit = self.chance.random() < self.share
        self.struck[fault] = self.struck.get(fault, 0) + hit
        return hit

    def _put(self, at_ms: int, piece: bytes) -> None:
        self._count += 1
        heapq.heappush(self._due, (at_ms, self._count, piece))
