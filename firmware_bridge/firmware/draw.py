"""Fair draws from random bytes: each order, or each face, exactly as likely as every other.

One byte is one draw. Bytes at the top that would favour the first results are thrown away, so that 240 bytes are ten
for each of 24 orders; the tests go through all 256.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ORDERS = {2: 2, 3: 6, 4: 24}


def pick(count: int, next_byte: "Callable[[], int]") -> int:
    """A number from 0 to count - 1; count 1 to 256."""
    limit = 256 - 256 % count
    while True:
        byte = next_byte()
        if byte < limit:
            return byte % count


def order(colours: list[str], next_byte: "Callable[[], int]") -> list[str]:
    """The colours in a drawn order; two to four of them."""
    which = pick(ORDERS[len(colours)], next_byte)
    left = list(colours)
    drawn = []
    while left:
        which, place = divmod(which, len(left))
        drawn.append(left.pop(place))
    return drawn


class Chance:
    """Random bytes from the chip, stirred with whatever noise is handed in. urandom: as os.urandom."""

    def __init__(self, urandom: "Callable[[int], bytes]", sha256: "Callable[[bytes], object]") -> None:
        self._urandom = urandom
        self._sha256 = sha256
        self._noise = b""
        self._bytes = b""

    def stir(self, noise: bytes) -> None:
        """Add noise, such as the last digits of a shaken sensor. Can only make the bytes less predictable."""
        self._noise = (self._noise + noise)[-64:]

    def next_byte(self) -> int:
        """A byte from 0 to 255."""
        if not self._bytes:
            self._bytes = self._sha256(self._urandom(32) + self._noise).digest()  # type: ignore[attr-defined]
        byte = self._bytes[0]
        self._bytes = self._bytes[1:]
        return int(byte)
