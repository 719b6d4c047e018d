"""The chips on a simulated bus, register by register as far as the drivers read them. Runs on MicroPython too."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.simulator.world import World

ENODEV = 19


class Bus:
    """An I2C bus with an accelerometer at its address, and a switch with an AS5600 on each of its first four branches.

    accelerometer: "lis3dh", "mpu6050" or an empty text.
    """

    def __init__(self, world: "World", accelerometer: str = "lis3dh") -> None:
        self._world = world
        self._accelerometer = accelerometer
        self._branch = -1

    def writeto(self, address: int, data: bytes) -> None:
        """The switch's one register."""
        if address != 0x70:
            raise OSError(ENODEV)
        self._branch = next(n for n in range(8) if data[0] == 1 << n)

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """Settings are taken and change nothing."""
        if address != ACCELEROMETERS.get(self._accelerometer) or not self._world.sensor:
            raise OSError(ENODEV)

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        """What the chip at this address answers. Raises OSError if there is none."""
        if address == 0x36:
            return self._as5600(register)
        if not self._accelerometer or address != ACCELEROMETERS[self._accelerometer] or not self._world.sensor:
            raise OSError(ENODEV)
        return self._lis3dh(register) if self._accelerometer == "lis3dh" else self._mpu6050(register)

    def _as5600(self, register: int) -> bytes:
        if not 0 <= self._branch < 4 or not self._world.sensor:
            raise OSError(ENODEV)
        if register == 0x0B:
            return b"\x20" if self._world.magnets[self._branch] else b"\x10"
        angle = self._world.angle(self._branch)
        return bytes([0xA0 | angle >> 8, angle & 0xFF])  # the upper four bits mean nothing

    def _lis3dh(self, register: int) -> bytes:
        if register == 0x0F:
            return b"\x33"
        out = b""
        for one in self._world.acceleration_mg():
            raw = max(-2048, min(2047, one // 4)) << 4 & 0xFFFF
            out += bytes([raw & 0xFF, raw >> 8])
        return out

    def _mpu6050(self, register: int) -> bytes:
        if register == 0x75:
            return b"\x68"
        out = b""
        for one in self._world.acceleration_mg():
            raw = max(-32768, min(32767, one * 4096 // 1000)) & 0xFFFF
            out += bytes([raw >> 8, raw & 0xFF])
        return out


ACCELEROMETERS = {"lis3dh": 0x18, "mpu6050": 0x68}
