"""MPU-6050 accelerometer on I2C. Registers: InvenSense RM-MPU-6000A."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDRESSES = (0x68, 0x69)
WHO_AM_I = 0x75
IS = (0x68, 0x70, 0x72, 0x98)
"""The chip itself, and what its successors and clones answer."""
POWER = 0x6B
RATE_FILTER = 0x1A
RANGE = 0x1C
RANGE_8G = 0x10
FILTER_94_HZ = 0x02
OUT = 0x3B


class Mpu6050:
    """bus: an I2C bus. Raises OSError if it is not there."""

    def __init__(self, bus: "Any", address: int = ADDRESSES[0]) -> None:
        self._bus = bus
        self._address = address
        if bus.readfrom_mem(address, WHO_AM_I, 1)[0] not in IS:
            raise OSError("no MPU-6050")
        for register, value in ((POWER, 0), (RATE_FILTER, FILTER_94_HZ), (RANGE, RANGE_8G)):
            bus.writeto_mem(address, register, bytes([value]))

    def read_mg(self) -> tuple[int, int, int]:
        """Acceleration along x, y, z in thousandths of g. Raises OSError if the chip does not answer."""
        raw = self._bus.readfrom_mem(self._address, OUT, 6)
        return _mg(raw[0], raw[1]), _mg(raw[2], raw[3]), _mg(raw[4], raw[5])


def _mg(high: int, low: int) -> int:
    value = high << 8 | low
    if value > 32767:
        value -= 65536
    return value * 1000 // 4096
