"""What a seat may know. Each secret has its one line here; everything else is open to all.

Secret: numbers on discs (Korak knows all, a Hero's player those he has read), what Monsters defend, what chests hold,
which Monsters are still in store, and which cards a hand holds. How many cards it holds is open.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.coding import plain
from companion.games.dark_world.board_checks import board_of
from companion.games.dark_world.scoring import points
from companion.games.dark_world.state import Hero, Monster, State, playing
from companion.games.dark_world.steps import counted, title


def view(state: State, seat: str) -> dict[str, Any]:
    """Plain JSON values."""
    shown: dict[str, Any] = {
        "game": "dark-world",
        "level": state.options.level,
        "phase": state.phase,
        "round": state.round,
        "prompt": prompt(state, seat),
        "order": list(state.order),
        "turn": plain(state.turn) if state.phase == "heroes" else None,
        "doors": list(state.doors),
        "floor": plain(state.floor),
        "chests": [
            {"name": c.name, "square": c.square, "front": c.front, "opened": c.opened} for c in state.chests.values()
        ],
        "heroes": [_hero(state, hero, seat) for hero in state.heroes.values()],
        "monsters": [_monster(state, m, seat) for m in state.monsters.values() if m.where == "board"],
        "coins_left": len(state.coins),
        "board": _board(state.options.board),
        "end": plain(state.end) if state.end else None,
    }
    if seat and seat == state.options.korak:
        shown["korak"] = _korak(state)
    return shown


def prompt(state: State, seat: str) -> str:
    """One line: whose turn it is, and whether it is this seat's."""
    hero = playing(state)
    if hero is not None and hero.hits <= 0:
        mine = f"Your {title(hero.name)} is {'out of the game' if hero.out else 'unconscious'}: end his turn"
        return mine if seat == hero.seat else f"The {title(hero.name)}'s turn"
    if hero is not None:
        mine = f"Your {title(hero.name)}: {counted(state.turn.left, 'action')} left"
        return mine if seat == hero.seat else f"The {title(hero.name)}'s turn"
    korak = seat == state.options.korak
    return {
        "setup": "The game is being set up",
        "mace": "Shake the Mace of Chaos" if korak else "Korak shakes the Mace of Chaos",
        "korak": "Your turn, Korak" if korak else "Korak's turn",
        "over": "The game is over",
    }[state.phase]


def knows_disc(state: State, monster: Monster, seat: str) -> bool:
    """Whether the seat has the number on this disc: Korak all, others what they have read or hold; his 7 is known."""
    if not seat:
        return monster.kind == "korak"
    mine = {name for hero in state.heroes.values() if hero.seat == seat for name in hero.slain}
    return (
        seat == state.options.korak
        or monster.kind == "korak"
        or monster.name in mine
        or monster.name in state.seen.get(seat, ())
    )


@cache
def _board(layout: str) -> dict[str, Any]:
    board = board_of(layout)
    return {
        "status": board.status,
        "zones": [{"name": z.name, "kind": z.kind, "squares": list(z.squares)} for z in board.zones],
        "doors": [{"into": d.into, "before": d.before, "behind": d.behind} for d in board.doors],
        "ways": [{"a": a, "b": b, "one_way": one_way} for a, b, one_way in board.ways],
        "secret": [d.square for d in board.secret_doors],
        "fountain": board.fountain,
        "teleport": board.teleport,
        "haunter": {"along": board.haunter.along, "lines": [board.haunter.line(row) for row in range(1, 10)]},
    }


def _hero(state: State, hero: Hero, seat: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": hero.name,
        "seat": hero.seat,
        "square": hero.square,
        "hits": hero.hits,
        "weapon": hero.weapon,
        "golden": hero.golden,
        "cards": hero.cards,
        "items": list(hero.items),
        "coins": list(hero.coins),
        "slain": list(hero.slain),
        "arrived": hero.arrived,
        "out": hero.out,
    }
    if seat and seat == hero.seat:
        shown["hand"] = {"hit": hero.hit_cards, "miss": hero.miss_cards}
        shown["points"] = points(state, hero)
    return shown


def _monster(state: State, monster: Monster, seat: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": monster.name,
        "kind": monster.kind,
        "square": monster.square,
        "arena": monster.arena,
        "actions": monster.actions,
    }
    if knows_disc(state, monster, seat):
        shown["points"] = monster.points
    if seat and seat == state.options.korak:
        shown["item"] = monster.item
    return shown


def _korak(state: State) -> dict[str, Any]:
    return {
        "store": [{"name": m.name, "points": m.points} for m in state.monsters.values() if m.where == "store"],
        "pool": plain(state.pool),
        "chests": {chest.name: chest.weapon for chest in state.chests.values()},
        "arena": state.arena,
    }
