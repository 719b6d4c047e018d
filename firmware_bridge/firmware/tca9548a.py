"""TCA9548A I2C switch: eight branches of one bus, for chips that share an address. Source: TI SCPS207."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDRESS = 0x70


class Channel:
    """One branch as a bus of its own. number: 0 to 7."""

    def __init__(self, bus: "Any", number: int, address: int = ADDRESS) -> None:
        self._bus = bus
        self._address = address
        self._mask = bytes([1 << number])

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        """As of an I2C bus."""
        self._bus.writeto(self._address, self._mask)
        got: bytes = self._bus.readfrom_mem(address, register, count)
        return got

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """As of an I2C bus."""
        self._bus.writeto(self._address, self._mask)
        self._bus.writeto_mem(address, register, data)
