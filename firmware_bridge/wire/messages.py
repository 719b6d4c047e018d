"""Every message that may go over the wire, as one table; what is not in it is refused.

A message is a dict with the message's word under "m" and exactly the fields of its row. Its text is JSON written in
one way only: fields in the table's order, no spaces, plain ASCII without backslashes. `parse` refuses any other
spelling, so MicroPython's generous JSON reader and CPython's strict one accept the same lines.
"""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Message = dict[str, Any]
    Kind = tuple[Any, ...]

PROTOCOL = 1
MOST_JSON_BYTES = 480
MOST_ID = 0x3FFFFFFF
"""Question ids fit a small integer of a 32-bit MicroPython."""

KINDS = ("host", "mace", "dials", "dice")
COLOURS = ("red", "green", "blue", "yellow", "white", "orange", "violet", "cyan")
LIVE = ("idle", "armed", "shaking", "settling", "drawn", "asked", "rolling")
SHOW = ("off", "colour", "blink", "should", "accept")
ERRORS = ("sensor", "magnet", "internal")
BYES = ("stopped", "restart", "closing")
STARTS = ("button", "now")
HOW = ("asked", "button")

QUESTION = ("int", 1, MOST_ID)

# Field kinds: ("int", low, high) | ("hex", digits) | ("word", words) | ("text", least, most letters)
#              | ("list", least, most items, kind of each item)
MESSAGES = {
    # Both ways, not numbered. The row of hello never changes, so that every version can read every other's.
    "hello": (
        ("id", ("text", 1, 32)),
        ("kind", ("word", KINDS)),
        ("boot", ("hex", 8)),
        ("to", ("hex", 8)),
        ("next", ("int", 1, 65535)),
        ("firmware", ("text", 1, 16)),
        ("proto", ("int", 1, 99)),
    ),
    "ack": (("seq", ("hex", 8)),),
    "refused": (("seq", ("hex", 8)), ("why", ("text", 0, 60))),
    "bye": (("why", ("word", BYES)),),
    # Board to host, not numbered: how it stands just now. May get lost, the next one makes up for it.
    "live": (("what", ("word", LIVE)), ("level", ("int", 0, 100))),
    # Host to board, numbered.
    "arm": (("id", QUESTION), ("round", ("int", 1, 999)), ("colours", ("list", 2, 4, ("word", COLOURS)))),
    "roll": (
        ("id", QUESTION),
        ("start", ("word", STARTS)),
        ("faces", ("list", 1, 4, ("list", 2, 20, ("int", 0, 99)))),
        ("dice", ("list", 1, 12, ("int", 0, 3))),
    ),
    "cancel": (("id", QUESTION),),
    "show": (
        ("what", ("word", SHOW)),
        ("at", ("int", 0, 8)),
        ("colour", ("word", COLOURS)),
        ("value", ("int", 0, 8)),
    ),
    # Board to host, numbered.
    "result": (("id", QUESTION), ("round", ("int", 1, 999)), ("order", ("list", 2, 4, ("word", COLOURS)))),
    "dial": (("at", ("int", 1, 4)), ("value", ("int", 0, 8))),
    "rolled": (
        ("id", ("int", 0, MOST_ID)),
        ("how", ("word", HOW)),
        ("faces", ("list", 1, 12, ("int", 1, 20))),
        ("values", ("list", 1, 12, ("int", 0, 99))),
    ),
    "error": (("code", ("word", ERRORS)), ("at", ("int", 0, 8)), ("text", ("text", 0, 80))),
    # Both ways, numbered: so many messages before this one were given up because nobody fetched them.
    "dropped": (("n", ("int", 1, 32767)),),
}

UNNUMBERED = ("hello", "ack", "refused", "bye", "live")
HEX = "0123456789ABCDEF"


class WireFault(Exception):
    """A line or message that must not be used. seq: of a line whose CRC was right, else an empty text."""

    def __init__(self, sentence: str, seq: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.seq = seq


def check(message: "Any") -> None:
    """Raise WireFault unless the message is one of the table, with every field in range."""
    if type(message) is not dict:
        raise WireFault("not a message")
    word = message.get("m")
    if type(word) is not str or word not in MESSAGES:
        raise WireFault("unknown message")
    row = MESSAGES[word]
    for name, kind in row:
        if name not in message:
            raise WireFault(word + " lacks " + name)
        if not fits(message[name], kind):
            raise WireFault(word + "." + name + " is out of range")
    if len(message) != len(row) + 1:
        raise WireFault(word + " has a field too many")
    extra = EXTRA.get(word)
    if extra is not None:
        extra(message)


def fits(value: "Any", kind: "Kind") -> bool:
    """Whether the value is of this field kind."""
    fitting: bool = FITS[kind[0]](value, kind)
    return fitting


def text_of(message: "Message") -> str:
    """The message's one spelling. Raises WireFault for a message that is not in the table or is too long."""
    check(message)
    word = str(message["m"])
    parts = ['{"m":"' + word + '"']
    for name, _ in MESSAGES[word]:
        parts.append('"' + name + '":' + _spelt(message[name]))
    text = ",".join(parts) + "}"
    if len(text) > MOST_JSON_BYTES:
        raise WireFault(word + " is too long")
    return text


def parse(text: str) -> "Message":
    """The message in this text. Raises WireFault unless `text_of` gives exactly this text back."""
    try:
        message = json.loads(text)
    except NOT_JSON:
        raise WireFault("not JSON") from None
    if text_of(message) != text:
        raise WireFault("not spelt as it must be")
    parsed: Message = message
    return parsed


NOT_JSON = (ValueError, RuntimeError, TypeError, KeyError, IndexError, AttributeError)
"""What json.loads raises for rubbish; the last five only on MicroPython or for deep nesting."""


def _spelt(value: "Any") -> str:
    if type(value) is int:
        return str(value)
    if type(value) is str:
        return '"' + value + '"'
    return "[" + ",".join([_spelt(one) for one in value]) + "]"


def _is_int(value: "Any", kind: "Kind") -> bool:
    return type(value) is int and kind[1] <= value <= kind[2]


def _is_hex(value: "Any", kind: "Kind") -> bool:
    return type(value) is str and len(value) == kind[1] and all(letter in HEX for letter in value)


def _is_word(value: "Any", kind: "Kind") -> bool:
    return type(value) is str and value in kind[1]


def _is_text(value: "Any", kind: "Kind") -> bool:
    if type(value) is not str or not kind[1] <= len(value) <= kind[2]:
        return False
    return all(" " <= letter <= "~" and letter not in '"\\' for letter in value)


def _is_list(value: "Any", kind: "Kind") -> bool:
    if type(value) is not list or not kind[1] <= len(value) <= kind[2]:
        return False
    return all(fits(one, kind[3]) for one in value)


FITS = {"int": _is_int, "hex": _is_hex, "word": _is_word, "text": _is_text, "list": _is_list}


def _colours_differ(message: "Message") -> None:
    colours = message["colours" if message["m"] == "arm" else "order"]
    if len(set(colours)) != len(colours):
        raise WireFault("a colour is there twice")


def _dice_have_faces(message: "Message") -> None:
    if max(message["dice"]) >= len(message["faces"]):
        raise WireFault("a die has no faces")


def _values_have_faces(message: "Message") -> None:
    if len(message["faces"]) != len(message["values"]):
        raise WireFault("faces and values differ in number")


EXTRA = {"arm": _colours_differ, "result": _colours_differ, "roll": _dice_have_faces, "rolled": _values_have_faces}
"""What a row of fields cannot say."""
