"""Why an offer does not stand now, in a sentence with its rule: what a player hears who asks for it nevertheless.

It looks only at what everybody may know, so no refusal tells a secret. What stands but has a field that does not fit is
refused elsewhere, by the rule's own function in `game.BARRED`, or by the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.contract import Command, Refusal
from companion.games.dark_world.bout import MOST_ITEMS, room_is_clear
from companion.games.dark_world.places import last_open_room
from companion.games.dark_world.printed import FULL_HITS
from companion.games.dark_world.state import Hero, State, kind_at, playing, shut_doors
from companion.games.dark_world.steps import title

SETTING_UP = ("type-discs", "type-die", "hide-chest", "ready")
KORAKS = ("shake-mace", "stock-arena", "monster-move", "monster-attack", "haunter", "end-korak")
AS_AGREED = ("draw-agreed", "return-agreed")
OF = ("ready", "hide-chest", "open-door", "open-chest", "monster-move", "monster-attack")
"""Kinds that name a subject."""
CODE = "not-now"


def why_not(state: State, command: Command) -> Refusal:
    """The refusal of a command whose offer does not stand for its seat."""
    if command.kind in AS_AGREED:
        return _no("The table has not agreed on cards to be drawn or given back, or it is done.", "DW-22")
    if command.subject and command.kind not in OF:
        return Refusal("unknown", f"{command.kind!r} is of nobody; leave out {command.subject[:20]!r}.", "DW-10")
    if state.phase == "over":
        return _no("The game is over.", "DW-45")
    if command.kind in SETTING_UP:
        return _setting_up(state, command)
    if state.phase == "setup":
        return _no("The game is still being set up.", "DW-6")
    return _koraks(state, command) if command.kind in KORAKS else _heros(state, command)


def _no(reason: str, rule: str) -> Refusal:
    return Refusal(CODE, reason, rule)


def _setting_up(state: State, command: Command) -> Refusal:
    if state.phase != "setup":
        return _no("The game has begun; nothing more is set up.", "DW-9")
    hero = state.heroes.get(command.subject)
    if command.kind == "ready":
        if hero is None or hero.seat != command.seat:
            return _no(f"{command.subject[:20]!r} is no Hero of {command.seat}.", "DW-1")
        return _no(f"The {title(hero.name)} is in the Castle Entrance already.", "DW-6")
    rule = {"hide-chest": "DW-7", "type-discs": "DW-3", "type-die": "DW-18"}[command.kind]
    if command.seat != state.options.korak:
        return _no("That is for Korak's player to do.", rule)
    if command.kind == "hide-chest":
        return _no("The four chests stand in four different rooms, 1 to 8.", rule)
    return _no("That is not asked for in this game, or it has been typed.", rule)


def _koraks(state: State, command: Command) -> Refusal:
    if command.seat != state.options.korak:
        return _no("That is for Korak's player to do.", "DW-1")
    if command.kind == "shake-mace":
        return _no("The Mace is shaken once, before the Heroes of a round.", "DW-9")
    if state.phase != "korak":
        return _no("It is not Korak's turn: the Heroes come first in a round.", "DW-9")
    if command.kind == "stock-arena":
        when = "Monsters come into the arena once, in Korak's first turn after a Hero has reached the Doomstep."
        return _no(when, "DW-40")
    if state.arena == "due":
        return _no("A Hero has reached the Doomstep: first the Monsters come into the arena.", "DW-40")
    monster = state.monsters.get(command.subject)
    if monster is None or monster.where != "board":
        return _no(f"{command.subject[:20]!r} is no Monster on the board.", "DW-24")
    if not monster.actions:
        return _no(f"{title(monster.name)} has no action left in this turn.", "DW-24")
    if command.kind == "monster-move":
        return _no(f"{title(monster.name)} has nowhere to go.", "DW-12")
    return _no(f"No Hero stands where {title(monster.name)} can fight him.", "DW-16")


def _heros(state: State, command: Command) -> Refusal:
    hero = playing(state)
    if hero is None:
        whose = "Korak's turn" if state.phase == "korak" else "the Mace that comes now"
        return _no(f"It is {whose}.", "DW-9")
    if hero.seat != command.seat:
        return _no(f"It is the {title(hero.name)}'s turn.", "DW-9")
    if hero.out:
        return _no(f"The {title(hero.name)} is out of the game; his turn can only end.", "DW-44")
    if hero.hits <= 0:
        return _no(f"The {title(hero.name)} is unconscious; his turn can only end.", "DW-23")
    if command.kind == "open-door":
        return _no(f"The {title(hero.name)} stands at no closed door of room {command.subject[:20]}.", "DW-11")
    if shut_doors(state, hero.square or ""):
        return _no("A Hero who has reached a closed door opens it first.", "DW-11")
    return WHY[command.kind](state, hero, command)


def _move(state: State, hero: Hero, command: Command) -> Refusal:
    if not state.turn.actions:
        return _no("No action is left for moving.", "DW-10")
    return _no("No free square is within reach.", "DW-12")


def _attack(state: State, hero: Hero, command: Command) -> Refusal:
    if not state.turn.left:
        return _no("No action is left for a bout.", "DW-10")
    if kind_at(state, hero.square) == "doomstep":
        return _no("Nobody fights on the Doomstep.", "DW-38")
    return _no("No Monster is on a square next to him.", "DW-16")


def _fountain(state: State, hero: Hero, command: Command) -> Refusal:
    if hero.hits >= FULL_HITS:
        return _no("He has all his hit points.", "DW-27")
    if hero.square != state.board.fountain:
        return _no("He does not stand at the Healing Fountain.", "DW-27")
    return _no("The fountain costs a turn, and too few actions are left.", "DW-49")


def _step_on(state: State, hero: Hero, command: Command) -> Refusal:
    if any(other.square == state.board.teleport for other in state.heroes.values()):
        return _no("Somebody stands on the Teleport.", "DW-12")
    if hero.square not in state.board.beside[state.board.teleport]:
        return _no("He is not on a square next to the Teleport.", "DW-28")
    return _no("Stepping onto the Teleport costs a turn, and too few actions are left.", "DW-49")


def _teleport(state: State, hero: Hero, command: Command) -> Refusal:
    if hero.square != state.board.teleport:
        return _no("He does not stand on the Teleport.", "DW-28")
    if not last_open_room(state.doors):
        return _no("It leads to the last open door, and that of room 1 is closed.", "DW-29")
    return _no("Who has just come round stops on the Teleport in this turn.", "DW-23")


def _search(state: State, hero: Hero, command: Command) -> Refusal:
    if state.turn.searched:
        return _no("He has searched here in vain; not again before he has moved.", "DW-31")
    return _no("He does not stand on the numbered square of a secret door.", "DW-31")


def _open_chest(state: State, hero: Hero, command: Command) -> Refusal:
    chest = state.chests.get(command.subject)
    if chest is None:
        return _no(f"There is no chest {command.subject[:20]!r}.", "DW-33")
    if hero.golden:
        return _no("He has a golden weapon, and none to leave for another one.", "DW-33")
    if chest.opened:
        return _no("The chest has been opened.", "DW-33")
    if hero.square != chest.front:
        return _no(f"It is opened from the square before it, {chest.front}.", "DW-33")
    assert not room_is_clear(state, state.board.zone(chest.square).room)
    return _no("A Monster is still in the room of the chest.", "DW-33")


def _take(state: State, hero: Hero, command: Command) -> Refusal:
    if not state.floor.get(hero.square or ""):
        return _no("No Magic Item lies here.", "DW-34")
    return _no(f"He owns {MOST_ITEMS} Magic Items, and no Hero more.", "DW-34")


def _potion(state: State, hero: Hero, command: Command) -> Refusal:
    if "potion" not in hero.items:
        return _no("He owns no Healing Potion.", "DW-34")
    return _no("He has all his hit points; a potion is not drunk then.", "DW-35")


def _boots(state: State, hero: Hero, command: Command) -> Refusal:
    return _no("He owns no Speed Boots.", "DW-34")


def _grenade(state: State, hero: Hero, command: Command) -> Refusal:
    if "grenade" not in hero.items:
        return _no("He owns no Fireball Grenade.", "DW-34")
    return _no("No Monster is two squares away in a straight line.", "DW-37")


WHY: Mapping[str, Callable[[State, Hero, Command], Refusal]] = {
    "move": _move,
    "attack": _attack,
    "fountain": _fountain,
    "step-on-teleport": _step_on,
    "teleport": _teleport,
    "search": _search,
    "open-chest": _open_chest,
    "take-item": _take,
    "drink-potion": _potion,
    "wear-boots": _boots,
    "throw-grenade": _grenade,
}
"""What a Hero may do in his turn -> why he may not now. That his turn ends may be refused only before a closed door."""
