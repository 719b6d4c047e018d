"""One end of a conversation over the wire: who is there, what has been heard, what must be said again.

The same class serves board and host; `asks` is the host's, which speaks first, while a board is silent until spoken
to. Each end numbers its messages and keeps one on its way until the other acknowledges that very number; an
acknowledgement of anything else changes nothing. Numbers carry four digits of the sender's boot id, so a line left
over from before a restart is nobody's. What has been heard is kept per boot id of the other end: a restart on either
side neither doubles nor loses what this side holds. Nobody can ask for a line by number.
"""

from firmware_bridge.wire.lines import LineReader, line_of, read_line
from firmware_bridge.wire.messages import PROTOCOL, UNNUMBERED, WireFault, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from firmware_bridge.wire.messages import Message

    Event = tuple[Any, ...]

    class Remembers(Protocol):
        """What `Heard` does."""

        def get(self, boot: str) -> int | None: ...

        def put(self, boot: str, last: int) -> None: ...


RESEND_MS = 200
ASK_MS = 250
IDLE_MS = 500
"""An end that has nothing to say repeats its last acknowledgement this often."""
SILENCE_MS = 1600
"""An end not heard for so long is gone."""
MOST_TRIES = 25
"""So often a line is sent in one conversation; then the ends must greet each other again."""
KEPT = 64
NUMBERS = 65535
"""Numbers run from 1 to 65535 and begin again at 1; 0 is no number, and as a count stands before 1."""
MOST_DROPPED = 32767
KEPT_BOOTS = 4
NOBODY = "00000000"


class Heard:
    """The newest number heard of each of the last few boots of the other end. A host may keep this on disk."""

    def __init__(self) -> None:
        self.pairs: list[tuple[str, int]] = []

    def get(self, boot: str) -> int | None:
        """The newest number heard of this boot; None if it is not known."""
        for one, last in self.pairs:
            if one == boot:
                return last
        return None

    def put(self, boot: str, last: int) -> None:
        """Remember it, and forget the boot heard longest ago."""
        self.pairs = [pair for pair in self.pairs if pair[0] != boot][1 - KEPT_BOOTS :]
        self.pairs.append((boot, last))


def distance(number: int, before: int) -> int:
    """How many steps from `before` forward to `number`; 32768 and more means it lies behind."""
    return (number - before) % NUMBERS


class Peer:
    """One end. Give it bytes with `feed`, messages with `push`; it gives bytes with `poll`, and events with `feed`.

    Times are milliseconds of any clock that never goes back. Events are tuples:
    ("together", hello, is_new_boot), ("other version", hello), ("message", message, boot, number),
    ("live", message), ("acked", message), ("refused", message, why), ("bye", why), ("lost", why), ("bad", why),
    ("echo",).
    """

    def __init__(self, who: "Message", asks: bool, heard: "Remembers | None" = None) -> None:
        """who: id, kind, boot, firmware. asks: the host's end. heard: what earlier conversations have brought."""
        self.who = who
        self.asks = asks
        self.heard: Remembers = heard or Heard()
        self.together = False
        self.boot = NOBODY
        self.dropped = 0
        self.resent = 0
        self.sent = 0
        self._tag = str(who["boot"])[4:]
        self._reader = LineReader()
        self._queue: list[tuple[int, Message]] = []
        self._number = 0
        self._acked = 0
        self._tries = 0
        self._on_the_way = False
        self._last = 0
        self._refused = -1
        self._refusal = ""
        self._say_hello = False
        self._say_ack = False
        self.heard_ms = 0
        self._spoke_ms = -ASK_MS
        self._tried_ms = 0
        self._greeted_ms = -ASK_MS

    def push(self, message: "Message") -> int:
        """Keep a message until the other end has it; its number. Beyond KEPT the oldest not yet sent are given up.

        What was given up is told by a `dropped` message in its place. Raises WireFault for a message not in the table.
        """
        check(message)
        if message["m"] in UNNUMBERED:
            raise WireFault("not a message to keep")
        self._number = self._number % NUMBERS + 1
        self._queue.append((self._number, message))
        first = 1 if self._on_the_way else 0
        while self._queue[first][1]["m"] == "dropped":
            first += 1
        if len(self._queue) - first > KEPT:
            self._give_up(first)
        return self._number

    def waiting(self) -> int:
        """How many messages are kept for the other end."""
        return len(self._queue)

    def forget(self) -> "list[Message]":
        """Give up all messages kept; they are returned, and their numbers are not used again."""
        lost = [message for _, message in self._queue]
        self._queue = []
        self._acked = self._number
        self._on_the_way = False
        return lost

    def live(self, message: "Message") -> bytes:
        """The line for a `live` message, to be written at once; empty while nobody is there."""
        return line_of(self._tag + "0000", message) if self.together else b""

    def bye(self, why: str) -> bytes:
        """The last line of a conversation."""
        self.together = False
        return line_of(self._tag + "0000", {"m": "bye", "why": why})

    def feed(self, data: bytes, now_ms: int) -> "list[Event]":
        """Take what came in; what it means. Never raises, whatever the bytes."""
        events: list[Event] = []
        for raw in self._reader.feed(data):
            try:
                seq, message = read_line(raw)
            except WireFault as fault:
                events.append(("bad", fault.sentence))
                if fault.seq:
                    self._refuse(fault, now_ms)
                continue
            self._line(seq, message, now_ms, events)
        return events

    def poll(self, now_ms: int) -> "tuple[bytes, list[Event]]":
        """What is to be written now, and what time has brought. Call it after `feed`, and at `due_ms`."""
        events: list[Event] = []
        out = b""
        if self.together and now_ms - self.heard_ms > SILENCE_MS:
            self._part("silent", events)
        if self.together and self._on_the_way and now_ms - self._tried_ms >= RESEND_MS and self._tries >= MOST_TRIES:
            self._part("never acknowledged", events)
        asking = self.asks and not self.together and now_ms - self._greeted_ms >= ASK_MS
        if asking or self._say_hello:
            out += self._hello()
            self._greeted_ms = now_ms
            self._say_hello = False
        if self._refusal:
            refused = {"m": "refused", "seq": self._refusal[:8], "why": self._refusal[8:]}
            out += line_of(self._tag + "0000", refused)
            self._refusal = ""
        if self.together:
            if self._say_ack or (now_ms - self._spoke_ms >= IDLE_MS and not self._queue):
                out += line_of(self._tag + "0000", {"m": "ack", "seq": f"{self.boot[4:]}{self._last:04X}"})
                self._say_ack = False
            if self._queue and (not self._on_the_way or now_ms - self._tried_ms >= RESEND_MS):
                out += self._send_first(now_ms)
        if out:
            self._spoke_ms = now_ms
        return out, events

    def due_ms(self, now_ms: int) -> int:
        """In how many milliseconds `poll` may have something to do, if nothing comes in or is pushed before."""
        if not self.together:
            return max(0, self._greeted_ms + ASK_MS - now_ms) if self.asks else IDLE_MS
        due = min(self._spoke_ms + IDLE_MS, self.heard_ms + SILENCE_MS + 1)
        if self._queue:
            due = min(due, self._tried_ms + RESEND_MS if self._on_the_way else now_ms)
        return max(0, due - now_ms)

    def _line(self, seq: str, message: "Message", now_ms: int, events: "list[Event]") -> None:
        tag, number, word = seq[:4], int(seq[4:], 16), message["m"]
        if word == "hello":
            self._greeted(tag, message, now_ms, events)
        elif tag == self._tag:
            events.append(("echo",))
        elif tag != self.boot[4:] or not self.together:
            self._say_hello = not self.asks
            if self.asks and self.together:
                self._part("another boot of it speaks", events)
        else:
            self.heard_ms = now_ms
            if word in HEARS:
                HEARS[word](self, message, events)
            elif word in UNNUMBERED or number == 0:
                events.append(("bad", "a number where none belongs, or none where one does"))
            else:
                self._numbered(number, message, events)

    def _greeted(self, tag: str, hello: "Message", now_ms: int, events: "list[Event]") -> None:
        boot, mine = str(hello["boot"]), self.who["boot"]
        if boot == mine or (hello["kind"] == "host") == self.asks:
            events.append(("echo",))
            return
        if tag != boot[4:] or boot == NOBODY:
            events.append(("bad", "a greeting under another's number"))
            return
        self._say_hello = not self.asks
        if hello["proto"] != PROTOCOL:
            self.together = False
            events.append(("other version", hello))
            return
        if self.asks and hello["to"] != mine:
            if self.together:
                self._part("it greets anew", events)
            return
        began = not self.together or boot != self.boot
        is_new = self._recall(boot, hello["next"])
        self.heard_ms = now_ms
        if began:
            self.together = True
            self._tries = 0
            self._tried_ms = now_ms - RESEND_MS
            self._spoke_ms = now_ms
            events.append(("together", hello, is_new))

    def _recall(self, boot: str, following: int) -> bool:
        """Take up the count for this boot id of the other end; whether it was never heard before."""
        known = self.heard.get(boot)
        before = (following - 1) % NUMBERS
        if known is not None and distance(before, known) >= 32768:
            before = known
        self.boot = boot
        self._count(before)
        return known is None

    def _count(self, number: int) -> None:
        self._last = number
        self.heard.put(self.boot, number)

    def _numbered(self, number: int, message: "Message", events: "list[Event]") -> None:
        step = distance(number, self._last)
        if step == 0 or step >= 32768:
            if number == self._refused:
                self._refusal = f"{self.boot[4:]}{number:04X}" + "out of table"
            else:
                self._say_ack = True
        elif step == (message["n"] if message["m"] == "dropped" else 1):
            self._count(number)
            self._refused = -1
            self._say_ack = True
            events.append(("message", message, self.boot, number))
        else:
            self._part("a gap in the numbers", events)
            self._say_hello = not self.asks

    def _acknowledged(self, message: "Message", events: "list[Event]") -> None:
        if self._on_the_way and message["seq"] == self._first_seq():
            events.append(("acked", self._done()))

    def _was_refused(self, message: "Message", events: "list[Event]") -> None:
        if self._on_the_way and message["seq"] == self._first_seq():
            events.append(("refused", self._done(), message["why"]))

    def _said_bye(self, message: "Message", events: "list[Event]") -> None:
        events.append(("bye", message["why"]))
        self.together = False

    def _is_live(self, message: "Message", events: "list[Event]") -> None:
        events.append(("live", message))

    def _refuse(self, fault: WireFault, now_ms: int) -> None:
        """Answer a line that came whole but is not in the table; a numbered one is counted as heard."""
        number = int(fault.seq[4:], 16)
        if not self.together or fault.seq[:4] != self.boot[4:] or number == 0:
            return
        self.heard_ms = now_ms
        step = distance(number, self._last)
        if step == 1:
            self._count(number)
            self._refused = number
        if number == self._refused:
            self._refusal = fault.seq + fault.sentence[:60]

    def _hello(self) -> bytes:
        boot = str(self.who["boot"])
        hello = {"m": "hello", "proto": PROTOCOL, "to": self.boot if self.together else NOBODY}
        hello["next"] = self._acked % NUMBERS + 1
        for name in ("id", "kind", "boot", "firmware"):
            hello[name] = self.who[name]
        return line_of(boot[4:] + "0000", hello)

    def _send_first(self, now_ms: int) -> bytes:
        number, message = self._queue[0]
        self.sent += 1
        if self._on_the_way:
            self.resent += 1
        else:
            self._tries = 0
        self._tries += 1
        self._on_the_way = True
        self._tried_ms = now_ms
        return line_of(f"{self._tag}{number:04X}", message)

    def _first_seq(self) -> str:
        return f"{self._tag}{self._queue[0][0]:04X}"

    def _done(self) -> "Message":
        self._acked, message = self._queue.pop(0)
        self._on_the_way = False
        return message

    def _give_up(self, first: int) -> None:
        """Fold the message at `first` into the `dropped` message before it."""
        number, _ = self._queue.pop(first)
        count = 1
        if first > (1 if self._on_the_way else 0) and self._queue[first - 1][1]["n"] < MOST_DROPPED:
            first -= 1
            count += self._queue.pop(first)[1]["n"]
        self._queue.insert(first, (number, {"m": "dropped", "n": count}))
        self.dropped += 1

    def _part(self, why: str, events: "list[Event]") -> None:
        self.together = False
        self._tries = 0
        self._say_ack = False
        self._refusal = ""
        self._greeted_ms -= ASK_MS
        events.append(("lost", why))


HEARS = {
    "ack": Peer._acknowledged,
    "refused": Peer._was_refused,
    "bye": Peer._said_bye,
    "live": Peer._is_live,
}
