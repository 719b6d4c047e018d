"""LIS3DH accelerometer on I2C. Registers: ST datasheet DocID17530."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDRESSES = (0x18, 0x19)
WHO_AM_I = 0x0F
IS = 0x33
CTRL1 = 0x20
CTRL4 = 0x23
OUT = 0x28
AUTO_NEXT = 0x80
AT_100_HZ_ALL_AXES = 0x57
FROM_8G_HIGH_RESOLUTION = 0xA8
"""Block update, +-8 g, 12 bits: 4 mg a digit after dropping the lowest four bits."""


class Lis3dh:
    """bus: an I2C bus. Raises OSError if it is not there."""

    def __init__(self, bus: "Any", address: int = ADDRESSES[0]) -> None:
        self._bus = bus
        self._address = address
        if bus.readfrom_mem(address, WHO_AM_I, 1)[0] != IS:
            raise OSError("no LIS3DH")
        bus.writeto_mem(address, CTRL1, bytes([AT_100_HZ_ALL_AXES]))
        bus.writeto_mem(address, CTRL4, bytes([FROM_8G_HIGH_RESOLUTION]))

    def read_mg(self) -> tuple[int, int, int]:
        """Acceleration along x, y, z in thousandths of g. Raises OSError if the chip does not answer."""
        raw = self._bus.readfrom_mem(self._address, OUT | AUTO_NEXT, 6)
        return _mg(raw[0], raw[1]), _mg(raw[2], raw[3]), _mg(raw[4], raw[5])


def _mg(low: int, high: int) -> int:
    value = low | high << 8
    if value > 32767:
        value -= 65536
    return (value >> 4) * 4
