"""Korak's turn: three actions for each visible Monster, and the Haunter once (DW-24 to DW-26)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Command, Offer, Play, Refusal, Spotted
from companion.games.dark_world import events as e
from companion.games.dark_world.board import reach
from companion.games.dark_world.bout import may_fight
from companion.games.dark_world.falling import fall
from companion.games.dark_world.state import Monster, State, chest_at, hero_at, kind_at, monster_at, next_to
from companion.games.dark_world.steps import counted, tell, title
from companion.games.dark_world.stocking import arena_offer
from companion.games.fields import Cells, Field, OneOf
from companion.games.questions import Roll, key

IN_ROOMS, IN_THE_ARENA = ("room",), ("lower", "under", "stairs")
D10 = tuple(range(10))


def offers(state: State, seen: Mapping[str, tuple[Spotted, ...]]) -> list[Offer]:
    """First the arena, if a Hero has come to it; then moves, bouts and the Haunter in any order. seen: Monster ->
    its move as a camera saw it."""
    if state.arena == "due":
        return [arena_offer()]
    found = [Offer("end-korak", "DW-9", "End Korak's turn")]
    if not state.haunter_used and not state.arrivals:
        found.append(Offer("haunter", "DW-25", "Call the Haunter"))
    for monster in state.monsters.values():
        if monster.where == "board" and monster.actions:
            found += _monster_offers(state, monster, seen.get(monster.name, ()))
    return found


def _monster_offers(state: State, monster: Monster, seen: tuple[Spotted, ...]) -> list[Offer]:
    found = []
    heroes = tuple(h.name for h in state.heroes.values() if h.square and may_fight(state, h, monster))
    name = title(monster.name)
    if heroes:
        found.append(Offer(f"monster-attack:{monster.name}", "DW-21", f"{name} fights", {"hero": OneOf(heroes)}))
    squares = tuple(sorted(monster_reach(state, monster)))
    if squares:
        label = f"Move {name} up to {counted(monster.actions, 'square')}"
        fields: dict[str, Field] = {"square": Cells(squares)}
        found.append(Offer(f"monster-move:{monster.name}", "DW-24", label, fields, seen))
    return found


def monster_reach(state: State, monster: Monster) -> dict[str, int]:
    """Square -> actions, for every square where the Monster may stop. Korak stays on his throne (DW-43)."""
    if monster.kind == "korak":
        return {}
    kinds = IN_THE_ARENA if monster.arena else IN_ROOMS
    numbered = {door.square for door in state.board.secret_doors}
    found = reach(
        monster.square or "",
        monster.actions,
        lambda square: next_to(state, square),
        lambda square: kind_at(state, square) in kinds and hero_at(state, square) is None,
        lambda square: False,
    )
    return {
        square: cost
        for square, cost in found.items()
        if monster_at(state, square) is None and not chest_at(state, square) and square not in numbered
    }


def move_refused(state: State, command: Command) -> Refusal | None:
    """Why the Monster cannot go there, by the rule that forbids it."""
    monster, square = state.monsters.get(command.subject), str(command.fields.get("square"))
    if monster is None or monster.where != "board" or "square" not in command.fields:
        return None
    if square in monster_reach(state, monster):
        return None
    if monster.kind == "korak":
        return Refusal("korak", "Korak never leaves his throne.", "DW-43")
    kind = state.board.zone_of[square].kind if square in state.board.zone_of else ""
    barred = {
        "entrance": ("Monsters may not enter the Castle Entrance.", "DW-26"),
        "doomstep": ("Monsters may not step on the Doomstep.", "DW-38"),
        "front": ("Monsters may not enter the square before the throne.", "DW-43"),
    }
    if kind in barred:
        return Refusal(kind, *barred[kind])
    if kind and (kind in IN_THE_ARENA) != monster.arena:
        return Refusal("arch", "No Monster passes the Arch.", "DW-38")
    if kind and hero_at(state, square):
        return Refusal("hero", "A Monster may not pass a Hero, nor step onto his square.", "DW-12")
    if kind and chest_at(state, square):
        return Refusal("chest", "Nobody stops on the square of a chest.", "DW-33")
    return Refusal("far", f"With {monster.actions} actions {title(monster.name)} has no open way there.", "DW-24")


def monster_move(state: State, command: Command) -> Play:
    """Along the shortest way."""
    monster, square = state.monsters[command.subject], str(command.fields["square"])
    yield e.MonsterMoved(monster.name, square, monster_reach(state, monster)[square])
    return ()


def haunter_refused(state: State, command: Command) -> Refusal | None:
    """Why the Haunter does not come."""
    if state.arrivals:
        return Refusal("doomstep", "Since a Hero has reached the Doomstep the Haunter comes no more.", "DW-25")
    if state.haunter_used:
        return Refusal("once", "The Haunter may be called once in a turn.", "DW-25")
    return None


def haunter(state: State, command: Command) -> Play:
    """Along a whole row of rooms, through walls: Heroes fall, Monsters die and leave their items. 0: it sleeps."""
    step = key("DW-25", "haunter", f"round {state.round}")
    why = "Which row does the Haunter fly along? At 0 it is asleep"
    (number,) = yield Roll(step, command.seat, why, "d10", D10, D10)
    state = yield from tell(state, e.HaunterCalled(number))
    row = [s for s in state.board.haunted(number) if kind_at(state, s) in IN_ROOMS] if number else []
    for monster in [m for m in state.monsters.values() if m.where == "board" and m.square in row]:
        state = yield from tell(state, e.MonsterHaunted(monster.name))
    for hero in [h for h in state.heroes.values() if h.square in row]:
        state = yield from fall(state, hero.name, "haunter")
    return ()
