"""Evenings of free play before a real watcher: what each game is offered, held against the truth.

    python -m tests.companion.games.free_watch --seeds 1-3 [--game flintloque|dark-age-skirmish] [--turns 2]

Pictures of a seed are drawn once and kept in the temporary folder. Each picture goes through the watcher into a match,
as the service does it; after every one, what is offered as seen is judged by where the figures stand in that picture.
An act is over when its rest is; then what was seen is taken, and what was not is taken as told, so that one miss does
not become many.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.contract import Spotted
from companion.scenes import film
from companion.scenes.evening import Instant
from companion.scenes.setup_text import setup_text
from companion.service.core import Core, after_look, figure_seen
from companion.service.inbox import Looked
from companion.service.match.match import Accepted
from companion.service.session import Session
from companion.setup.read import parse_setup
from companion.table.state import TableState
from companion.vision.frame import Frame
from companion.vision.watch import Watcher
from tests.companion.games import free_evening, free_hands, free_tables
from tests.companion.games.free_evening import Act, Gone, Planned, Planner, begun
from tests.companion.games.free_hands import STEP_S
from tests.companion.games.free_score import Score
from tests.companion.games.free_tables import DarkAge, Flintloque

NEAR_MM = 6.0
MAKERS: Mapping[str, Callable[[int], Flintloque | DarkAge]] = {
    "flintloque": free_tables.flintloque,
    "dark-age-skirmish": free_tables.dark_age,
}


def drawn(name: str, seed: int, turns: int) -> tuple[Path, Planned]:
    """The folder of an evening's pictures, and its plan."""
    sources = [*Path(str(film.__file__)).parent.glob("*.py")]
    sources += [Path(str(one.__file__)) for one in (free_evening, free_hands, free_tables)]
    print_of = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(sources))).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"companion-free-{print_of}" / f"{name}-{seed}-{turns}"
    if not folder.exists():
        making = folder.with_name(f"{folder.name}-{os.getpid()}")
        making.mkdir(parents=True)
        planned = Planner(MAKERS[name](seed), seed, turns, ("oblique", "overhead")[seed % 2]).plan()
        lab = film.Lab(seed)
        empty = Instant(planned.scene.without_figures())
        (making / "empty.jpg").write_bytes(lab.develop(lab.light(empty), planned.scene.sensor))
        (making / "setup.toml").write_text(setup_text(planned.scene, with_starts=True, with_sheets=True))
        for number, still in enumerate(planned.stills):
            (making / f"{number:03d}.jpg").write_bytes(lab.picture(Instant(still.scene)))
        (making / "plan").write_bytes(pickle.dumps(planned))
        making.rename(folder)
    return folder, pickle.loads((folder / "plan").read_bytes())


class Watched:
    """One evening, watched."""

    def __init__(self, name: str, seed: int, folder: Path, planned: Planned) -> None:
        self.folder, self.planned, self.table = folder, planned, planned.table
        self._kept = tempfile.TemporaryDirectory()
        self.match = begun(self.table, Path(self._kept.name))
        setup = parse_setup((folder / "setup.toml").read_text(encoding="utf-8"))
        rings = {one.name.casefold(): one.ring for one in setup.figure if one.ring}
        self.session = Session(self.match, None, lambda: 0.0, rings)
        self.watcher = Watcher(setup, _picture(folder / "empty.jpg"))
        self.watcher.set_veto(self.session.camera.may)
        self.core = Core(TableState(terrain=self.table.ground))
        self.score = Score(f"{name}-{seed}")
        self.number = 0
        self._asked: set[str] = set()
        self._false: set[tuple[str, str]] = set()
        self._table: Any = None

    def run(self) -> Score:
        """All of it."""
        for entry in self.planned.script:
            match entry:
                case Act() as act:
                    self._act(act)
                case "close":
                    self._do(self.table.close)
                case _:
                    self._do(self.table.idle)
        self.match.close()
        return self.score

    def _do(self, what: Any) -> None:
        what(self.match)
        self.session.settle()

    def _act(self, act: Act) -> None:
        waiting = dict(act.moved)
        first_s: dict[str, float] = {}
        while self.number < act.last:
            self._look()
            for _, _, name, spotted in self._spotted():
                if name in waiting and self._is_there(name, spotted):
                    first_s.setdefault(name, max(0, self.number - 1 - act.settled) * STEP_S)
            self._judge(act)
        if act.kind == "start":
            for name in self.table.places:
                self._deploy(name)
            self.table.settle(self.match)
            self.session.settle()
            return
        self._answer()
        for name, gone in act.moved.items():
            self._move(act, name, gone, first_s)
        for name, heading in act.turned.items():
            self._turned(act, name, heading)

    def _answer(self) -> None:
        """What the camera asks is answered as people would who have looked; the next picture tells what came of it."""
        scene = self.planned.stills[self.number - 1].scene
        if not self.core.asks:
            return
        for ask in self.core.asks:
            place = ask.place
            near = (
                min(
                    ((math.dist((f.x_mm, f.y_mm), (place.x_mm, place.y_mm)), f.name) for f in scene.figures),
                    default=(99.0, ""),
                )
                if place
                else (99.0, "")
            )
            ids = [one.id for one in ask.options]
            if ask.kind in ("which", "name") and near[0] < NEAR_MM and near[1] in ids:
                self.watcher.answer(ask.id, near[1])
            elif ask.kind == "name":
                self.watcher.answer(ask.id, "nothing")
        self.number -= 1
        self._look(later=True)

    def _deploy(self, name: str) -> None:
        seen = next((one for _, offer, piece, one in self._spotted() if piece == name and offer.kind == "deploy"), None)
        if seen is None:
            self.score.faults.append(f"start: {name} is not offered where it begins")
        at = seen.fields["at"] if seen else self.table.places[name]
        said = self.table.deploy(self.match, name, at)
        assert isinstance(said, Accepted), said
        self.session.settle()

    def _move(self, act: Act, name: str, gone: Gone, first_s: dict[str, float]) -> None:
        """What the game makes of where a figure stands now; then it is taken."""
        found = [
            (seat, offer, one) for seat, offer, piece, one in self._spotted() if piece == name and "to" in one.fields
        ]
        here = next((f for f in self.match.table.figures if (f.name or "").casefold() == name or f.id == name), None)
        if gone.kind == "far" or gone.read.over_mm > 0:
            self._beyond(act, name, gone, found, here)
            return
        self.score.moves += 1
        if not found:
            astray = [one for one in self._astray() if one.piece == name]
            why = f"{astray[0].kind}: {astray[0].words}" if astray else "not astray"
            at = (
                f"seen at {here.place.x_mm:.1f}, {here.place.y_mm:.1f} ± {here.place.spread.sigma_mm:.1f}"
                if here
                else "not on the table"
            )
            self.score.faults.append(
                f"picture {self.number} ({act.kind}): the move of {name} ({self._known(name)}) to {gone.to} by "
                f"{gone.read.rate} "
                f"({gone.read.over_mm:+.1f} mm) is not offered; {at}; {why}"
            )
            said = self.table.move(self.match, name, gone.read.rate, gone.to)
            if not isinstance(said, Accepted):
                self.score.notes.append(f"picture {self.number}: {name} as told: {said}")
            self.table.after(self.match, name)
            self.session.settle()
            return
        self.score.seen += 1
        if name in first_s:
            self.score.late_s.append(first_s[name])
        self._rates(act, name, gone, found)
        seat, offer, one = next((f for f in found if _rate(f[1].id, gone) == gone.read.rate), found[0])
        assert here is not None
        off = math.dist(one.fields["to"], gone.to)
        self.score.off_mm.append(off)
        sigma = max(here.place.spread.sigma_mm, 1e-3)
        self.score.sigmas.setdefault(self._known(name), []).append(off / sigma / math.sqrt(2))
        read = self.table.read(self.match, name, gone.read.rate, tuple(one.fields["to"]))
        if read is not None:
            self.score.long_mm.append(read.spent_mm - gone.read.spent_mm)
            self.score.long_sigmas.append(abs(read.spent_mm - gone.read.spent_mm) / sigma)
        said = self.table.do(self.match, seat, offer.id, one.fields)
        if not isinstance(said, Accepted):
            self.score.faults.append(
                f"picture {self.number} ({act.kind}): {offer.id} was offered and is refused: {said}"
            )
            self.table.move(self.match, name, gone.read.rate, gone.to)
        self.table.after(self.match, name)
        self.session.settle()

    def _rates(self, act: Act, name: str, gone: Gone, found: list[Any]) -> None:
        """Of several the right one must be there; one must be sure, if the limit is further than the camera's doubt."""
        rates = [_rate(offer.id, gone) for _, offer, _ in found]
        if gone.read.rate not in rates:
            self.score.faults.append(
                f"picture {self.number} ({act.kind}): {name} went by {gone.read.rate}, offered {rates}"
            )
        if abs(gone.read.over_mm) > 4 and sum(one.sure for _, _, one in found) != 1:
            said = [(offer.id, one.sure, one.words) for _, offer, one in found]
            self.score.notes.append(f"picture {self.number} ({act.kind}): {name}: not one of them is sure: {said}")

    def _beyond(self, act: Act, name: str, gone: Gone, found: list[Any], here: Any) -> None:
        astray = [one for one in self._astray() if one.piece == name]
        if found and gone.kind == "far":
            self.score.faults.append(
                f"picture {self.number}: {name} is {gone.read.over_mm:.0f} mm too far and is offered: "
                f"{found[0][2].words}"
            )
        if not found and not astray:
            self.score.faults.append(
                f"picture {self.number}: {name} is {gone.read.over_mm:+.1f} mm too far, and nothing is said"
            )
        if gone.kind == "far" and astray and astray[0].kind != "move":
            self.score.faults.append(
                f"picture {self.number}: {name} is too far, and that is called {astray[0].kind}: {astray[0].words}"
            )
        if here is not None and gone.kind == "hair":
            read = self.table.read(self.match, name, gone.read.rate, (here.place.x_mm, here.place.y_mm))
            if read is not None:
                self.score.long_mm.append(read.spent_mm - gone.read.spent_mm)
                self.score.long_sigmas.append(abs(self.score.long_mm[-1]) / max(here.place.spread.sigma_mm, 1e-3))
                if found and found[0][2].sure and gone.read.over_mm > 0.6:
                    self.score.faults.append(
                        f"picture {self.number}: {name} is {gone.read.over_mm:+.1f} mm too far and surely offered"
                    )

    def _turned(self, act: Act, name: str, heading: float) -> None:
        figure = next((f for f in self.match.table.figures if (f.name or "").casefold() == name or f.id == name), None)
        if figure is None or figure.heading_rad is None:
            return
        self.score.turns += 1
        off = abs((math.degrees(figure.heading_rad) - heading + 180) % 360 - 180)
        if off < 3:
            self.score.turned += 1
        else:
            self.score.faults.append(
                f"picture {self.number}: {name} was turned to {heading:.0f} degrees and is {off:.0f} off"
            )

    def _look(self, later: bool = False) -> None:
        number = self.number
        image = _picture(self.folder / f"{number:03d}.jpg")
        time_s = number * STEP_S + 0.1 * later
        look = self.watcher.look(Frame(image, time_s, number))
        self.core = after_look(self.core, Looked(number, time_s, "good", image.shape[1], image.shape[0], look))
        seen = frozenset(f.id for f in self.core.table.figures if figure_seen(self.core, f.id, True))
        self.session.saw(self.core.table, seen)
        self.number += 1
        for ask in look.asks:
            if ask.id not in self._asked:
                self._asked.add(ask.id)
                self.score.asked += 1
                self.score.notes.append(f"picture {number}: asked: {ask.text} {[one.label for one in ask.options]}")
        for one in look.evidence:
            if one.event in ("lost", "guessed", "asked"):
                self.score.notes.append(f"picture {number}: {one.event} {one.figure_id}: {one.text}")

    def _judge(self, act: Act) -> None:
        """What is offered in this picture must be where somebody stands."""
        if self.match.table is self._table:
            return
        self._table = self.match.table
        still = self.planned.stills[self.number - 1]
        settled = self.number > act.settled
        stood = {f.name: (f.x_mm, f.y_mm) for f in still.scene.figures if f.name not in still.up}
        for _, offer, name, one in self._spotted():
            at = one.fields.get("to") or one.fields.get("at")
            told = (name, str(at))
            if at is None or told in self._false:
                continue
            where = stood.get(name)
            if where is None or math.dist(where, at) > NEAR_MM:
                self._false.add(told)
                what = "in the air or lies" if where is None else f"at {where[0]:.0f}, {where[1]:.0f}"
                self.score.faults.append(
                    f"picture {self.number - 1} ({act.kind}): false {offer.id} at {at}: it is {what}"
                )
        for figure in self.match.table.figures:
            name = (figure.name or figure.id).casefold()
            at = (figure.place.x_mm, figure.place.y_mm)
            where = stood.get(name)
            if (
                self.number > act.settled + 6
                and where is not None
                and name not in act.aside
                and math.dist(where, at) > NEAR_MM
                and not figure.doubt
            ):
                told = (name, f"{at}")
                if told not in self._false:
                    self._false.add(told)
                    self.score.notes.append(
                        f"picture {self.number - 1} ({act.kind}): {name} is had {math.dist(where, at):.0f} mm off"
                    )
            if where is None and name not in still.up and (name, "nobody") not in self._false and settled:
                self._false.add((name, "nobody"))
                self.score.faults.append(
                    f"picture {self.number - 1} ({act.kind}): {figure.id} at {at[0]:.0f}, {at[1]:.0f} is nobody"
                )
        if settled:
            for one in self._astray():
                if (
                    one.piece not in act.moved
                    and one.piece not in act.aside
                    and (one.piece, one.words) not in self._false
                ):
                    self._false.add((one.piece, one.words))
                    self.score.faults.append(
                        f"picture {self.number - 1} ({act.kind}): {one.piece} is astray: {one.words}"
                    )

    def _spotted(self) -> list[tuple[str, Any, str, Spotted]]:
        found = []
        for seat, offer in self.table.offers(self.match):
            found += [(seat, offer, offer.id.partition(":")[2], one) for one in offer.spotted]
        return found

    def _astray(self) -> Any:
        return self.table.game.at_table.astray(self.match.state, self.match.table)  # type: ignore[attr-defined]

    def _is_there(self, name: str, spotted: Spotted) -> bool:
        to = spotted.fields.get("to")
        scene = self.planned.stills[self.number - 1].scene
        figure = scene.figure(name)
        return to is not None and not isinstance(to, str) and math.dist(to, (figure.x_mm, figure.y_mm)) < NEAR_MM

    def _known(self, name: str) -> str:
        return self.table.known.get(name, ("bare", ""))[0]


def _rate(offer_id: str, gone: Gone) -> str:
    kind = offer_id.partition(":")[0]
    return gone.read.rate if kind == "move" else kind.replace("-", " ")


def _picture(path: Path) -> Any:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def watched(name: str, seed: int, turns: int) -> Score:
    """An evening drawn and watched."""
    folder, planned = drawn(name, seed, turns)
    return Watched(name, seed, folder, planned).run()


def main(words: Iterable[str] | None = None) -> int:
    """1 if an evening has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-2", metavar="A-B")
    parser.add_argument("--game", choices=tuple(MAKERS), action="append")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--notes", action="store_true", help="also what is no fault")
    given = parser.parse_args(None if words is None else list(words))
    first, _, last = given.seeds.partition("-")
    faults = 0
    for name in given.game or MAKERS:
        for seed in range(int(first), int(last or first) + 1):
            score = watched(name, seed, given.turns)
            faults += len(score.faults)
            sys.stdout.write(score.line() + "\n")
            for note in score.notes if given.notes else ():
                sys.stdout.write(f"      {note}\n")
            sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
