"""What a seat may know. Secret: orders that are still sealed, and what each side is after; everything else is open.

A briefing is our own short wording of the mission; the book's stays in the book.
"""

from __future__ import annotations

from typing import Any

from companion.games.coding import plain
from companion.games.flintloque.board import terrain
from companion.games.flintloque.experience import DEAD, Record, after_game, printed_record
from companion.games.flintloque.initiative import chooser, modifier
from companion.games.flintloque.moving import RATE_OF, side_to_move
from companion.games.flintloque.printed import SCENARIOS, base_mm
from companion.games.flintloque.sheet_notes import notes
from companion.games.flintloque.spotting import elsewhere
from companion.games.flintloque.state import Character, State, foes, size_mm
from companion.games.flintloque.steps import does, title
from companion.table.state import TableState

BRIEFINGS = {
    "body": "Take the dead Dwarf from the crossroads and carry him off the {exit} edge, opposite to where you begin.",
    "home": "Bring Oswold and at least one of his soldiers off the {exit} edge. He must not get wet.",
    "ducking": "Beat Oswold in a melee, pick him up, and throw him into the river from within 5 cm.",
    "umbrella": "Beat Oswold in melee, take the umbrella instead of hurting him, and leave with it by the {exit} edge.",
    "abduction": "Beat Oswold in melee, pick him up, and carry him off the {exit} edge. Nobody else may have his way.",
}
PROMPTS = {
    "setup": "Put your figures on the table",
    "declare": "Declare in secret",
    "slots": "When does each side move?",
    "aimed": "Aimed fire: choose targets in secret",
    "move": "Movement",
    "fire": "Fire: choose targets in secret",
    "over": "The game is over",
}


def view(state: State, table: TableState, seat: str) -> dict[str, Any]:
    """Plain JSON values."""
    mine = state.options.seats.get(seat, ())
    width, height = size_mm(state)
    shown: dict[str, Any] = {
        "game": "flintloque",
        "scenario": state.options.scenario,
        "phase": state.phase,
        "turn": state.turn,
        "round": state.turn,
        "prompt": prompt(state, seat),
        "sides": {side: _side(state, side) for side in state.options.sides},
        "sealed": sorted(state.sealed),
        "order": list(state.order),
        "slots": list(state.slots),
        "moving": side_to_move(state),
        "figures": [_figure(state, table, figure) for figure in state.figures.values()],
        "fights": [[fight.a, fight.b] for fight in state.fights],
        "body": plain(state.body) if state.body else None,
        "umbrella": state.umbrella,
        "table": {"width_mm": width, "height_mm": height, "ours": not table.terrain},
        "terrain": _terrain(state, table),
        "yours": {side: _briefing(state, side) for side in mine},
        "end": plain(state.end) if state.end else None,
        "records": _records(state) if state.end else None,
    }
    return shown


def prompt(state: State, seat: str) -> str:
    """One line: the phase, and whose slot it is."""
    side = side_to_move(state) or (chooser(state) if state.phase == "slots" else None)
    if side is None:
        return PROMPTS[state.phase]
    whose = "your" if side in state.options.seats.get(seat, ()) else "the"
    alone = does(side, "s", "")
    what = f"choose{alone} when to move" if state.phase == "slots" else f"move{alone}"
    return f"Turn {state.turn}: {whose} {title(side)} {what}"


def _side(state: State, side: str) -> dict[str, Any]:
    return {
        "seat": state.options.seat_of(side),
        "initiative": modifier(state, side),
        "total": state.totals.get(side),
        "home": SCENARIOS[state.options.scenario]["homes"][side],
    }


def _figure(state: State, table: TableState, figure: Character) -> dict[str, Any]:
    seen = elsewhere(state, table, figure.name) if figure.on_table else None
    return {
        "name": figure.name,
        "title": title(figure.name),
        "side": figure.side,
        "where": figure.where,
        "x_mm": figure.x_mm,
        "y_mm": figure.y_mm,
        "base_mm": base_mm(figure.name),
        "wounds": figure.wounds,
        "lost": figure.lost,
        "loaded": list(figure.loaded),
        "weapons": list(figure.weapons),
        "level": figure.level,
        "elite": figure.elite,
        "melee": figure.melee,
        "morale": figure.morale,
        "firing": figure.firing,
        "defence": figure.defence,
        "declared": figure.declared,
        "rate": RATE_OF.get(figure.declared, ""),
        "seen": [*seen.place, seen.sigma_mm] if seen else None,
        "aim": figure.aim,
        "moved": figure.moved,
        "limit": figure.limit,
        "prone": figure.prone,
        "checks": list(figure.marks),
        "foes": list(foes(state, figure.name)),
        "carries": figure.carries,
        "notes": notes(state, figure),
    }


def _terrain(state: State, table: TableState) -> list[dict[str, Any]]:
    pieces = terrain(state, table)
    return [{"name": p.name, "kind": p.kind, "outline": [list(point) for point in p.outline]} for p in pieces]


def _briefing(state: State, side: str) -> dict[str, Any]:
    edge = str(SCENARIOS[state.options.scenario]["exits"][side])
    mission = state.missions[side]
    told = "ducking" if mission == "abduction" and state.options.ogre == "river" else mission
    return {
        "mission": mission,
        "briefing": BRIEFINGS[told].format(exit=edge),
        "exit": edge if "{exit}" in BRIEFINGS[told] else "",
        "sealed": plain(state.sealed.get(side)),
    }


def _records(state: State) -> dict[str, Any]:
    """What `records` of the next game should say (FL-2, FL-5): of everybody who ever played here, the dead as well."""
    found = {name: plain(record) for name, record in state.options.records.items()}
    for name, figure in state.figures.items():
        record = state.options.records.get(name, printed_record(name))
        after = after_game(record, figure.lost, figure.where == "routed") if figure.alive else Record(DEAD)
        found[name] = plain(after)
    return found
