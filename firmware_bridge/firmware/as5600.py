"""AS5600 magnetic angle sensor on I2C. Registers: ams AS5600 datasheet v1-06. Its address cannot be changed."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDRESS = 0x36
STATUS = 0x0B
MAGNET = 0x20
RAW_ANGLE = 0x0C


class As5600:
    """bus: an I2C bus, or one channel of a switch."""

    def __init__(self, bus: "Any") -> None:
        self._bus = bus

    def read_angle(self) -> int | None:
        """The angle, 0 to 4095; None without a magnet over it. Raises OSError if the chip does not answer."""
        status = self._bus.readfrom_mem(ADDRESS, STATUS, 1)[0]
        if not status & MAGNET:
            return None
        raw = self._bus.readfrom_mem(ADDRESS, RAW_ANGLE, 2)
        return int((raw[0] & 0x0F) << 8 | raw[1])
