"""The room as phones show it: values in, models out. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.service.device_models import (
    DevicesView,
    DeviceView,
    DialView,
    FairView,
    HeroView,
    NewsView,
    OrderView,
    RollView,
)
from companion.service.room import Hero, Room
from firmware_bridge.devices.dials import Dials
from firmware_bridge.devices.dicebox import DiceBox
from firmware_bridge.devices.mace import Mace
from firmware_bridge.devices.tally import Tally
from firmware_bridge.link.standing import Standing


def devices_view(
    room: Room,
    standings: Sequence[Standing],
    ports: Mapping[str, str],
    names: Mapping[str, str],
    twins: Sequence[str],
) -> DevicesView:
    """Everything of the electronics that phones show."""
    ordering, rolling = room.ordering, room.rolling
    return DevicesView(
        devices=[_device(room, one, names.get(one.device, one.device)) for one in standings],
        heroes=[_hero(room, hero) for hero in room.heroes.values()],
        order=None
        if ordering is None
        else OrderView(
            ordering.question.id,
            ordering.question.round,
            list(ordering.question.colours),
            list(ordering.order),
            ordering.by,
        ),
        roll=None
        if rolling is None
        else RollView(
            rolling.roll.id, list(rolling.roll.faces[0]), len(rolling.roll.dice), list(rolling.values), rolling.by
        ),
        fairness=_fairness(room.tally),
        news=[NewsView(round(when_s, 1), sentence) for when_s, sentence in room.news],
        ports=dict(ports),
        twins=list(twins),
    )


def _device(room: Room, standing: Standing, name: str) -> DeviceView:
    board = room.desk.boards.get(standing.device)
    stage, level, shown = "idle", 0, list[DialView]()
    match board:
        case Mace():
            stage, level = board.stage, board.level
        case DiceBox():
            stage = board.stage
        case Dials():
            shown = [DialView(at, dial.value, dial.colour, dial.fault) for at, dial in enumerate(board.dials, 1)]
    return DeviceView(
        id=standing.device,
        name=name,
        kind=standing.kind,  # type: ignore[arg-type]
        firmware=standing.firmware,
        port=standing.port,
        there=standing.there,
        since_s=round(standing.since_s, 1),
        seen_s=0.0 if standing.there else round(standing.heard_s, 1),
        why=standing.why,
        resent=round(standing.resend_rate, 2),
        comings=standing.comings,
        stage=stage if standing.there else "idle",
        level=level,
        dials=shown,
    )


def _hero(room: Room, hero: Hero) -> HeroView:
    board = room.desk.boards.get(hero.device or "")
    known = isinstance(board, Dials) and 1 <= hero.at <= len(board.dials)
    dial = board.dial(hero.at) if known and isinstance(board, Dials) else None
    return HeroView(
        colour=hero.colour,
        name=hero.name,
        points=hero.points,
        device=hero.device,
        at=hero.at,
        dial=dial.value if dial else None,
        disagrees=dial.disagrees if dial else False,
    )


def _fairness(tally: Tally) -> list[FairView]:
    views = []
    if tally.shares:
        fair = tally.of_firsts()
        counts = {colour: tally.firsts.get(colour, 0) for colour in sorted(tally.shares)}
        views.append(FairView("first", counts, fair.verdict, fair.sentence))
    for sides, counted in sorted(tally.faces.items()):
        fair = tally.of_faces(sides)
        faces = {str(face): count for face, count in enumerate(counted, 1)}
        views.append(FairView(f"faces of {sides}", faces, fair.verdict, fair.sentence))
    return views
