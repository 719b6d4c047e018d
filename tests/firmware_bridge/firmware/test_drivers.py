"""Drivers against simulated registers."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.firmware.as5600 import As5600
from firmware_bridge.firmware.buzzer import Buzzer
from firmware_bridge.firmware.clock import Clock
from firmware_bridge.firmware.lights import RGB, Lights, blinking
from firmware_bridge.firmware.lis3dh import Lis3dh, _mg
from firmware_bridge.firmware.mpu6050 import Mpu6050
from firmware_bridge.firmware.tca9548a import Channel
from firmware_bridge.firmware.wiring import AXES, DEFAULTS, Upright, find_accelerometer
from firmware_bridge.simulator.chips import Bus
from firmware_bridge.simulator.fake_machine import Pixels
from firmware_bridge.simulator.world import NOISE_MG, World


def world() -> World:
    return World(lambda: 0)


@pytest.mark.parametrize("chip", ["lis3dh", "mpu6050"])
def test_accelerometers_read_gravity(chip: str) -> None:
    one = world()
    sensor = find_accelerometer(Bus(one, chip))
    assert isinstance(sensor, {"lis3dh": Lis3dh, "mpu6050": Mpu6050}[chip])
    for upright, want in ((True, (1000, 0, 0)), (False, (0, 1000, 0))):
        one.upright = upright
        assert all(abs(got - expected) <= NOISE_MG + 5 for got, expected in zip(sensor.read_mg(), want, strict=True))


@pytest.mark.parametrize(("low", "high", "mg"), [(0, 0, 0), (0xF0, 0x7F, 8188), (0x00, 0x80, -8192), (0xF0, 0xFF, -4)])
def test_lis3dh_digits(low: int, high: int, mg: int) -> None:
    assert _mg(low, high) == mg


def test_no_accelerometer() -> None:
    with pytest.raises(OSError, match="no accelerometer"):
        find_accelerometer(Bus(world(), ""))


def test_an_accelerometer_that_comes_back_is_found_again() -> None:
    one = world()
    bus = Bus(one, "mpu6050")
    sensor = Upright(lambda: find_accelerometer(bus), "x")
    sensor.read_mg()
    one.sensor = False
    for _ in range(2):
        with pytest.raises(OSError):
            sensor.read_mg()
    one.sensor = True
    assert sensor.read_mg()[0] > 900


@pytest.mark.parametrize("up", AXES)
def test_up_comes_first_whichever_way_the_chip_is_mounted(up: str) -> None:
    class Fixed:
        def read_mg(self) -> tuple[int, int, int]:
            reading = [0, 0, 0]
            reading["xyz".index(up[-1])] = -1000 if up[0] == "-" else 1000
            return reading[0], reading[1], reading[2]

    assert Upright(Fixed, up).read_mg() == (1000, 0, 0)


def test_dials_behind_the_switch_are_told_apart() -> None:
    one = world()
    bus = Bus(one)
    sensors = [As5600(Channel(bus, number)) for number in range(4)]
    one.angles = [0.0, 1000.0, 2000.0, 4000.0]
    one.magnets[2] = False
    angles = [sensor.read_angle() for sensor in sensors]
    assert angles[2] is None
    assert [round(angle, -1) for angle in angles if angle is not None and angle < 4090] in (
        [1000, 4000],
        [0, 1000, 4000],
    )
    one.sensor = False
    with pytest.raises(OSError):
        sensors[0].read_angle()


def test_lights_are_written_only_when_something_changes() -> None:
    shown: list[Any] = []
    lights = Lights(Pixels(3, shown.append), 3)
    for colours in (["red"], ["red"], ["red", "off"], ["red", "blue", "green", "white"], []):
        lights.show(colours)
    off = (0, 0, 0)
    assert shown == [[RGB["red"], off, off], [RGB["red"], RGB["blue"], RGB["green"]], [off] * 3]


def test_blinking() -> None:
    assert [blinking("red", 300, now_ms) for now_ms in (0, 149, 150, 299, 300)] == ["red", "red", "off", "off", "red"]


def test_a_beep_ends() -> None:
    duties: list[int] = []

    class Pwm:
        def freq(self, tone_hz: int) -> None: ...

        def duty_u16(self, duty: int) -> None:
            duties.append(duty)

    buzzer = Buzzer(Pwm())
    buzzer.beep(880, 100, 0)
    for now_ms in (50, 99, 100, 150):
        buzzer.step(now_ms)
    assert duties == [20000, 0]
    Buzzer(None).beep(880, 100, 0)


def test_the_clock_goes_on_when_ticks_wrap() -> None:
    class Time:
        ticks = 2**30 - 10

        def ticks_ms(self) -> int:
            return self.ticks % 2**30

        def ticks_diff(self, new: int, old: int) -> int:
            return (new - old + 2**29) % 2**30 - 2**29

    time = Time()
    clock = Clock(time)
    times = []
    for _ in range(4):
        time.ticks += 5
        times.append(clock.now_ms())
    assert times == [5, 10, 15, 20]


def test_no_pin_is_used_twice() -> None:
    for kind, pins in DEFAULTS.items():
        used = [pin for name, pin in pins.items() if name in ("sda", "scl", "lights", "button", "buzzer")]
        assert len(set(used)) == len(used), kind
