"""What people are asked about figures, kept until it is answered or answers itself.

Three questions: which of look-alikes stands at a place, what became of a figure that is not found, and who a base is
that nobody has named. An ask is about one track; where it stands is that track's place, whatever moves it.

Pure bookkeeping: what an answer does to the figures is the tracker's.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

AskKind = Literal["which", "lost", "name"]
ASK_KINDS: tuple[AskKind, ...] = ("which", "lost", "name")

OFF, STAYS, NOTHING = "off", "stays", "nothing"
"""Options that are no names: the figure was taken off the table; it still stands where it stood; what is there is no
figure."""


@dataclass(frozen=True, slots=True)
class Asking:
    """An open question. about: the track at the place in question. names: the figures it may be, or that it concerns.

    options: ids of the answers: names, OFF, STAYS or NOTHING.
    """

    id: str
    kind: AskKind
    about: str
    names: tuple[str, ...]
    options: tuple[str, ...]
    since_s: float


@dataclass(slots=True)
class Askings:
    """The open questions in the order in which they came. Ids are never used twice."""

    _open: dict[str, Asking] = field(default_factory=dict)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def open(self) -> tuple[Asking, ...]:
        """Those that wait for an answer."""
        return tuple(self._open.values())

    def get(self, ask_id: str) -> Asking | None:
        """An open question by its id."""
        return self._open.get(ask_id)

    def ask(self, kind: AskKind, about: str, names: Sequence[str], options: Sequence[str], time_s: float) -> Asking:
        """Open a question; one of this kind about this figure that is open with the same options stays."""
        for old in self._open.values():
            if (old.kind, old.about, old.options) == (kind, about, tuple(options)):
                return old
        self.close(kind, about)
        new = Asking(f"{kind}-{next(self._numbers)}", kind, about, tuple(names), tuple(options), time_s)
        self._open[new.id] = new
        return new

    def close(self, kind: AskKind, about: str) -> None:
        """The question of this kind about this figure is settled, if one was open."""
        for old in [a for a in self._open.values() if a.kind == kind and a.about == about]:
            del self._open[old.id]
