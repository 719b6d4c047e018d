"""A passive piezo buzzer on a PWM pin; a beep ends by itself in `step`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Buzzer:
    """pwm: a `machine.PWM`, or None where there is no buzzer."""

    def __init__(self, pwm: "Any") -> None:
        self._pwm = pwm
        self._until_ms = 0
        self._on = False

    def beep(self, tone_hz: int, length_ms: int, now_ms: int) -> None:
        """Sound until length_ms from now."""
        if self._pwm is not None:
            self._pwm.freq(tone_hz)
            self._pwm.duty_u16(20000)
            self._until_ms = now_ms + length_ms
            self._on = True

    def step(self, now_ms: int) -> None:
        """End a beep whose time is up."""
        if self._on and now_ms >= self._until_ms:
            self._pwm.duty_u16(0)
            self._on = False
