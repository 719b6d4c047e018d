"""What is asked of people about figures: open asks, the turn, nudges, and what was ruled.

The pure part is `nudges`; here it meets threads. Vision's thread hands in what it ruled. All else that changes things
is done by the loop's thread: phones' words come through the inbox, a game's are said there anyway. Whoever asks reads
values that are replaced whole and never changed.

A question about figures of which a game keeps a secret goes to one side only: `secret_of` names it.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.service import nudges
from companion.service.core import Core
from companion.service.crops import MOST_CROP_BYTES, Crops
from companion.service.device_models import DevicesView
from companion.service.figure_models import (
    AskView,
    NudgeView,
    OffView,
    OptionView,
    PlaceView,
    RosterView,
    TurnView,
    WatchView,
)
from companion.service.nudges import By, Nudge, Told, Turn, Watch
from companion.service.rulings import Rulings
from companion.table.state import Figure, Place
from companion.vision.asks import Ask, TrackNow
from companion.vision.frame import Look

ANSWERED_S = 5.0
"""So long an answered ask is not shown, if vision still has it: the answer may be about to be heard."""

ENDS: dict[nudges.End, tuple[str, str]] = {
    "raised": ("nudged", "{name} was moved out of its turn, {mm:.0f} mm from where it stood."),
    "back": ("put-back", "{name} stands where it stood before."),
    "left": ("left", "{name} may stay where it was moved to: a player says so."),
    "moved-on": ("moved-on", "{name} moved on in its own turn; it had been moved out of it before."),
    "gone": ("moved-on", "{name} is off the table; it had been moved out of its turn before."),
    "unwatched": ("unwatched", "Nobody is watched any more; {name} stays where it was moved to."),
}
"""How a nudge begins or ends -> the ruling's event and its sentence."""

log = logging.getLogger(__name__)


class Figures:
    """wake: called when people changed something. secret_of: the side that alone may be asked this, None: everybody.

    guided: the watcher takes people's words. game_on: a game says whose turn it is; else people and the mace do.
    """

    def __init__(
        self,
        rulings: Rulings | None = None,
        roster: Sequence[RosterView] = (),
        *,
        guided: bool = False,
        game_on: bool = False,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wake: Callable[[], None] = _nothing
        self.secret_of: Callable[[Ask], str | None] = _no_secret
        self.crops = Crops()
        self.rulings = Rulings() if rulings is None else rulings
        self._roster, self._guided, self.game_on, self._clock_s = list(roster), guided, game_on, clock_s
        self._epoch_s = time.time() - clock_s()
        self._watch = Watch()
        self._core: Core | None = None
        self._order: object = None
        self._answered: dict[str, float] = {}
        self._hidden: dict[str, str] = {}

    def shown(self, look: Look, crop: Callable[[str], bytes | None]) -> None:
        """Vision's thread has looked. crop: gives vision's crops."""
        for ask in look.asks:
            for crop_id in (ask.crop, *(option.crop for option in ask.options)):
                self._take(crop_id, crop)
        for one in look.evidence:
            word = self._take(one.crop, crop)
            self.rulings.keep(
                one.event,
                one.text,
                one.time_s,
                figure=one.figure_id,
                numbers={name: round(value, 4) for name, value in one.numbers.items() if math.isfinite(value)},
                crop=word,
                jpeg=None if word is None else self.crops.jpeg(word),
                frame=one.frame_number,
            )

    def folded(self, core: Core) -> None:
        """The loop has folded a look."""
        before, self._core = self._core, core
        open_ids = {ask.id for ask in core.asks}
        self._answered = {one: time_s for one, time_s in self._answered.items() if one in open_ids}
        for ask in core.asks:
            side = self.secret_of(ask)
            if side is not None and not set(ask.figures) <= self._hidden.keys():
                self._hidden = {**self._hidden, **dict.fromkeys(ask.figures, side)}
        if before is None or before.table is not core.table:
            self._became(*nudges.after_table(self._watch, core.table.figures, self._clock_s()))

    def hear(self, electronics: DevicesView) -> None:
        """The mace may have drawn an order: the first of it has the turn, unless a game says whose it is."""
        order = electronics.order
        drawn = None if order is None or not order.order else (order.id, tuple(order.order))
        if drawn == self._order or self.game_on:
            return
        self._order = drawn
        turn = self._watch.turn
        if order is None or drawn is None or (turn.by == "game" and turn.of):
            return
        names = {hero.colour: hero.name for hero in electronics.heroes}
        words = [tuple(word for word in (names.get(one, ""), one) if word) for one in order.order]
        self._turned(Turn(words[0], words[0][0], "mace", self._clock_s(), tuple(words[1:])))

    def set_turn(self, of: Sequence[str], label: str = "", by: By = "game") -> None:
        """It is the turn of these: ids, names, sides or rings of figures; none: nobody is watched."""
        self._turned(Turn(tuple(of), label or ", ".join(of), by, self._clock_s()))
        self.wake()

    def next_turn(self) -> None:
        """The next of the drawn order has its turn."""
        self._became(*nudges.next_turn(self._watch, self._clock_s()))
        self.wake()

    def leave(self, figure_id: str) -> bool:
        """A player says that a nudged figure may stay where it is; False: it is not nudged."""
        watch, told = nudges.left(self._watch, figure_id, self._clock_s())
        self._became(watch, told)
        self.wake()
        return bool(told)

    def ask(self, ask_id: str, side: str | None = None) -> Ask | None:
        """The open ask of this id that this side may answer."""
        return next((ask for ask in self._open(side) if ask.id == ask_id), None)

    def asks_of(self, side: str | None) -> list[AskView]:
        """The open asks for a side: those for everybody, and those that are its own secret."""
        return [self._ask_view(ask, lambda time_s: time_s + self._epoch_s) for ask in self._open(side)]

    def answered(self, ask_id: str) -> None:
        """Somebody answered: the ask is no longer shown."""
        self._answered = {**self._answered, ask_id: self._clock_s()}
        self.wake()

    def hidden_from(self, side: str | None) -> set[str]:
        """Figures whose rulings this side is not told of."""
        return {figure for figure, owner in self._hidden.items() if owner != side}

    def knows(self, figure_id: str) -> bool:
        """Whether the figure is on the table, or known to be off it."""
        core = self._core
        return core is not None and (figure_id in core.tracks or any(one.id == figure_id for one in core.table.figures))

    def view(self, core: Core, epoch: Callable[[float], float]) -> WatchView:
        """What of all this every phone may see."""
        turn = self._watch.turn
        figures = {figure.id: figure for figure in core.table.figures}
        return WatchView(
            asks=[self._ask_view(ask, epoch) for ask in self._open(None, core.asks)],
            nudges=[
                _nudge(one, figures[one.figure_id], core.tracks, epoch)
                for one in self._watch.nudges
                if one.figure_id in figures
            ],
            turn=TurnView(
                list(turn.of), turn.label, turn.by, round(epoch(turn.since_s), 1), [of[0] for of in turn.then]
            ),
            off=[
                OffView(track.figure_id, track.figure_id, round(epoch(track.since_s), 1))
                for track in core.tracks.values()
                if track.state == "off" and track.figure_id not in figures
            ],
            roster=self._roster,
            rulings=self.rulings.newest_n,
            guided=self._guided,
            game_on=self.game_on,
        )

    def _take(self, crop_id: str | None, crop: Callable[[str], bytes | None]) -> str | None:
        if crop_id is None:
            return None
        word = self.crops.word(crop_id)
        if word is not None:
            return word
        jpeg = crop(crop_id)
        return None if not jpeg or len(jpeg) > MOST_CROP_BYTES else self.crops.put(crop_id, jpeg)

    def _open(self, side: str | None, asks: Iterable[Ask] | None = None) -> list[Ask]:
        asks = (self._core.asks if self._core is not None else ()) if asks is None else asks
        now_s = self._clock_s()
        waiting = [ask for ask in asks if now_s - self._answered.get(ask.id, -ANSWERED_S) >= ANSWERED_S]
        return [ask for ask in waiting if self.secret_of(ask) in (None, side)]

    def _turned(self, turn: Turn) -> None:
        before = self._watch.turn
        if (turn.of, turn.then) != (before.of, before.then) or turn.label != before.label:
            log.info("It is the turn of %s (%s)", turn.label or "nobody", turn.by)
            self._became(*nudges.with_turn(self._watch, turn))

    def _became(self, watch: Watch, told: Iterable[Told]) -> None:
        self._watch = watch
        names = {figure.id: _called(figure) for figure in (self._core.table.figures if self._core else ())}
        for one in told:
            way = nudges.way_back(one.nudge.place, one.nudge.home)
            event, words = ENDS[one.end]
            sentence = words.format(name=names.get(one.nudge.figure_id, one.nudge.figure_id), mm=way.distance_mm)
            log.info("%s", sentence)
            numbers = {"back_mm": round(way.distance_mm, 1), "back_sigma_mm": round(way.sigma_mm, 2)}
            self.rulings.keep(event, sentence, one.time_s, figure=one.nudge.figure_id, numbers=numbers)

    def _ask_view(self, ask: Ask, epoch: Callable[[float], float]) -> AskView:
        return AskView(
            id=ask.id,
            kind=ask.kind,
            text=ask.text,
            options=[OptionView(one.id, one.label, self.crops.word(one.crop)) for one in ask.options],
            figures=list(ask.figures),
            since_s=round(epoch(ask.since_s), 1),
            place=None if ask.place is None else _place(ask.place),
            crop=self.crops.word(ask.crop),
            side=ask.side,
        )


def _nudge(one: Nudge, figure: Figure, tracks: Mapping[str, TrackNow], epoch: Callable[[float], float]) -> NudgeView:
    track = tracks.get(one.figure_id)
    here = track.place if track is not None and track.state == "moving" and track.place is not None else figure.place
    way = nudges.way_back(here, one.home)
    return NudgeView(
        figure=one.figure_id,
        name=_called(figure),
        home=_place(one.home),
        here=_place(here),
        back_mm=round(way.distance_mm, 1),
        back_sigma_mm=round(way.sigma_mm, 2),
        back_deg=round(math.degrees(way.heading_rad) % 360, 0) % 360,
        since_s=round(epoch(one.since_s), 1),
        at_home=nudges.at_home(here, one.home),
    )


def _place(place: Place) -> PlaceView:
    return PlaceView(
        round(place.x_mm, 1),
        round(place.y_mm, 1),
        round(place.spread.sigma_mm, 2),
        round(place.level_mm, 1),
        place.stands_on,
    )


def _called(figure: Figure) -> str:
    return figure.name or figure.id


def _nothing(*_: Any) -> None:
    """Nobody waits for news yet."""


def _no_secret(ask: Ask) -> str | None:
    """Without a game everybody may be asked everything."""
    return None
