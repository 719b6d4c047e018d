"""What a seat may know. Nothing is secret in this game, so a view differs from seat to seat only in its words."""

from __future__ import annotations

import math
from typing import Any

from companion.games.coding import plain
from companion.games.dark_age_skirmish import placing
from companion.games.dark_age_skirmish.aboard import boat_of
from companion.games.dark_age_skirmish.board import facing_of, terrain
from companion.games.dark_age_skirmish.ending import points_left
from companion.games.dark_age_skirmish.fights import hand_arm
from companion.games.dark_age_skirmish.fit import TIRED, agility, bravery, fatigue_left, fatigue_total, strength
from companion.games.dark_age_skirmish.grounds import home_of
from companion.games.dark_age_skirmish.spotting import elsewhere
from companion.games.dark_age_skirmish.state import Character, State, by_cards, foes, size_mm
from companion.games.dark_age_skirmish.steps import named, side_title, title
from companion.table.state import TableState

SEES_DEG = 120
PROMPTS = {"setup": "Put your figures on the table", "over": "The game is over"}


def view(state: State, table: TableState, seat: str) -> dict[str, Any]:
    """Plain JSON values."""
    width, height = size_mm(state)
    return {
        "game": "dark-age-skirmish",
        "ground": state.options.ground,
        "phase": state.phase,
        "turn": state.turn,
        "round": state.turn,
        "prompt": prompt(state, seat),
        "by": "cards" if by_cards(state) else "factions",
        "sides": {side: _side(state, side) for side in state.options.sides},
        "order": list(state.order),
        "side": state.side,
        "acting": state.acting,
        "to_act": list(state.pack),
        "figures": [_figure(state, table, figure) for figure in state.figures.values()],
        "fights": [[fight.a, fight.b] for fight in state.fights],
        "table": {"width_mm": width, "height_mm": height, "ours": not table.terrain},
        "terrain": _terrain(state, table),
        "things": placing.notes(state),
        "wind": {"strength": state.wind.strength, "to_deg": round(math.degrees(state.wind.to_rad)) % 360},
        "sees_deg": SEES_DEG,
        "ends": f"{state.options.end} (ours)",
        "end": plain(state.end) if state.end else None,
    }


def prompt(state: State, seat: str) -> str:
    """One line: the turn, and whose it is."""
    if state.phase in PROMPTS:
        return PROMPTS[state.phase]
    turn = f"Turn {state.turn}"
    if state.acting:
        mine = state.options.seat_of(state.figures[state.acting].side) == seat
        return f"{turn}: {'your ' if mine else ''}{named(state, state.acting)} acts"
    if not state.side:
        return turn
    whose = "your" if state.options.seat_of(state.side) == seat else "the"
    who = "non-combatants of " if state.phase == "others" else ""
    return f"{turn}: {who}{whose} {side_title(state, state.side)}"


def _side(state: State, side: str) -> dict[str, Any]:
    return {
        "seat": state.options.seat_of(side),
        "title": side_title(state, side),
        "points": state.options.bands[side].points,
        "points_left": points_left(state, side),
        "home": home_of(state.options.ground, state.options.sides.index(side)),
        "conceded": side in state.conceded,
    }


def _figure(state: State, table: TableState, figure: Character) -> dict[str, Any]:
    person = figure.person
    seen = elsewhere(state, table, figure.name) if figure.on_table else None
    return {
        "name": figure.name,
        "title": person.shown,
        "token": figure.token,
        "side": figure.side,
        "where": figure.where,
        "x_mm": figure.x_mm,
        "y_mm": figure.y_mm,
        "base_mm": figure.base_mm,
        "facing_deg": round(math.degrees(facing_of(state, table, figure.name))) % 360,
        "seen": [*seen.place, seen.sigma_mm] if seen else None,
        "type": person.type,
        "strength": strength(figure),
        "agility": agility(figure),
        "bravery": bravery(figure, state.options.berserkers),
        "wounds": person.strength,
        "lost": min(figure.wounds, person.strength),
        "fatigue": fatigue_left(figure),
        "fatigue_total": fatigue_total(figure),
        "tired": figure.tired,
        "aims": figure.aims,
        "missiles": figure.missiles,
        "weapons": list(figure.arms),
        "loaded": [] if figure.unloaded else [arm for arm in figure.arms if arm == "crossbow"],
        "hand": hand_arm(figure),
        "shield": person.shield,
        "armour": person.armour,
        "riding": figure.riding,
        "horse": list(figure.horse) if figure.horse else None,
        "posture": figure.posture,
        "prone": figure.posture == "prone",
        "raging": figure.raging,
        "panicked": figure.panicked,
        "moved": figure.moved,
        "to_act": figure.name in state.pack,
        "foes": list(foes(state, figure.name)),
        "held_by": figure.held_by,
        "carries": figure.carries,
        "notes": notes(state, figure),
        "now": changing(state, figure),
    }


def notes(state: State, figure: Character) -> list[str]:
    """The record sheet in short words, for chips."""
    person = figure.person
    said = [person.type, f"Br {bravery(figure, state.options.berserkers)}", f"St {strength(figure)}"]
    said += [f"Ag {agility(figure)}", f"fatigue {fatigue_left(figure)} of {fatigue_total(figure)}"]
    if figure.missiles is not None:
        said.append(f"{figure.missiles} missiles")
    if person.shield != "none":
        said.append(f"{person.shield} shield")
    if person.armour != "none":
        said.append(person.armour)
    return said + changing(state, figure)


def changing(state: State, figure: Character) -> list[str]:
    """Those of its notes that are another thing every few minutes."""
    said = [TIRED[figure.tired]] if figure.tired else []
    said += [f"aimed {figure.aims}"] if figure.aims else []
    said += [word for word, so in _conditions(state, figure).items() if so]
    return said + _with_him(state, figure)


def _with_him(state: State, figure: Character) -> list[str]:
    boat = boat_of(state, figure.name)
    led = [title(animal.name) for animal in state.animals.values() if animal.leader == figure.name]
    return ([f"aboard {title(boat.name)}"] if boat else []) + [f"leads {name}" for name in led]


def _conditions(state: State, figure: Character) -> dict[str, bool]:
    return {
        "yet to act": figure.name in state.pack and figure.on_table,
        "mounted": figure.riding,
        figure.posture: figure.posture != "up",
        "panicked": figure.panicked,
        "in a rage": figure.raging,
        "asleep" if figure.asleep else "unaware": figure.unaware,
        f"held by {title(figure.held_by)}": bool(figure.held_by) and figure.where == "table",
        f"fights {', '.join(named(state, foe) for foe in foes(state, figure.name))}": bool(foes(state, figure.name)),
    }


def _terrain(state: State, table: TableState) -> list[dict[str, Any]]:
    pieces = terrain(state, table)
    ground = [{"name": p.name, "kind": p.kind, "outline": [list(point) for point in p.outline]} for p in pieces]
    return [*ground, *placing.drawn(state)]
