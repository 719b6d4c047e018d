"""One line on the wire: `LEN SEQ CRC32 JSON`, and the reader that finds lines in a stream of bytes.

LEN is the number of JSON bytes (3 hex digits), SEQ eight hex digits (four say whose, four count), CRC32 eight, over
the line without its CRC: `LEN SEQ JSON`. Hex is in capitals and nothing else is accepted, so a line has one spelling.
The reader never holds more than one line; an endless one is thrown away up to its end.
"""

from binascii import crc32

from firmware_bridge.wire.messages import HEX, MOST_JSON_BYTES, WireFault, parse, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.wire.messages import Message

HEAD_BYTES = 3 + 1 + 8 + 1 + 8 + 1
MOST_LINE_BYTES = HEAD_BYTES + MOST_JSON_BYTES


def line_of(seq: str, message: "Message") -> bytes:
    """The line for a message, with its newline. seq: eight hex digits. Raises WireFault for a bad message."""
    text = text_of(message)
    length = f"{len(text):03X}"
    crc = crc32(f"{length} {seq} {text}".encode())
    return (f"{length} {seq} {crc:08X} {text}\n").encode()


def read_line(raw: bytes) -> "tuple[str, Message]":
    """The seq and message of a line without its newline. Raises WireFault; its seq is set if the CRC was right."""
    if len(raw) <= HEAD_BYTES or len(raw) > MOST_LINE_BYTES or raw[3:4] + raw[12:13] + raw[21:22] != b"   ":
        raise WireFault("not a line of ours")
    try:
        length, seq, crc = raw[:3].decode(), raw[4:12].decode(), raw[13:21].decode()
    except UnicodeError:
        raise WireFault("not a line of ours") from None
    if not all(letter in HEX for letter in length + seq + crc):
        raise WireFault("not a line of ours")
    if int(length, 16) != len(raw) - HEAD_BYTES:
        raise WireFault("wrong length")
    if int(crc, 16) != crc32(raw[:13] + raw[HEAD_BYTES:]):
        raise WireFault("wrong checksum")
    try:
        return seq, parse(raw[HEAD_BYTES:].decode())
    except UnicodeError:
        raise WireFault("not ASCII", seq) from None
    except WireFault as fault:
        raise WireFault(fault.sentence, seq) from None


class LineReader:
    """Cuts a stream into lines. Holds at most MOST_LINE_BYTES + 1 bytes, whatever comes."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that end in this piece, without newline and carriage return. Empty lines are left out.

        A line that is too long comes as its first MOST_LINE_BYTES + 1 bytes, once; `read_line` refuses it.
        """
        lines = []
        begin = 0
        while True:
            end = data.find(b"\n", begin)
            stop = len(data) if end < 0 else end
            if not self._skipping:
                room = MOST_LINE_BYTES + 2 - len(self._rest)
                self._rest += data[begin : min(stop, begin + room)]
                if len(self._rest) > MOST_LINE_BYTES + 1:
                    lines.append(self._rest[: MOST_LINE_BYTES + 1])
                    self._rest = b""
                    self._skipping = True
            if end < 0:
                return lines
            line = self._rest.strip(b"\r")
            if line and not self._skipping:
                lines.append(line)
            self._rest = b""
            self._skipping = False
            begin = end + 1
