"""What can happen in Dark World. `rule` is the id of the rule by which it happens; the fields are what `fold` needs.

Numbers are already final: a rule decides, an event only says what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import End
from companion.games.dark_world import item_events


@dataclass(frozen=True, slots=True)
class DiscsTyped:
    """Korak's player has typed the numbers; secret."""

    points: Mapping[str, int]
    rule: str = "DW-3"


@dataclass(frozen=True, slots=True)
class DieTyped:
    """faces: what the six faces of a combat die show."""

    faces: tuple[int, ...]
    rule: str = "DW-18"


@dataclass(frozen=True, slots=True)
class ChestHidden:
    """What is in it is secret."""

    chest: str
    square: str
    front: str
    weapon: str
    rule: str = "DW-7"


@dataclass(frozen=True, slots=True)
class HeroReady:
    """A Hero stands in the Castle Entrance with his basic weapon."""

    hero: str
    square: str
    weapon: str
    rule: str = "DW-6"


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Which cards is secret."""

    hero: str
    cards: tuple[str, ...]
    rule: str = "DW-22"


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """Used or discarded cards go under the pack. Which kind is open: they lie face up."""

    hero: str
    card: str
    count: int
    rule: str = "DW-22"


@dataclass(frozen=True, slots=True)
class SetUp:
    """The game can begin."""

    rule: str = "DW-9"


@dataclass(frozen=True, slots=True)
class MaceShaken:
    """order: the Heroes as the Mace shows them, tip first."""

    order: tuple[str, ...]
    rule: str = "DW-9"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """recovering: the Hero was unconscious and has one hit point now."""

    hero: str
    recovering: bool = False
    rule: str = "DW-10"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A Hero's turn is over."""

    hero: str
    rule: str = "DW-10"


@dataclass(frozen=True, slots=True)
class KorakBegan:
    """Korak's turn: every visible Monster has three actions."""

    rule: str = "DW-24"


@dataclass(frozen=True, slots=True)
class KorakEnded:
    """Korak's turn, and the round, are over."""

    rule: str = "DW-9"


@dataclass(frozen=True, slots=True)
class HeroMoved:
    """cost: actions spent."""

    hero: str
    square: str
    cost: int
    rule: str = "DW-10"


@dataclass(frozen=True, slots=True)
class ActionsLost:
    """fights: actions that are left for combat only; the others are gone."""

    hero: str
    fights: int
    rule: str = "DW-31"


@dataclass(frozen=True, slots=True)
class DoorOpened:
    """room: the room that this door leads into in the order of rooms."""

    hero: str
    room: int
    rule: str = "DW-11"


@dataclass(frozen=True, slots=True)
class MonsterPlaced:
    """item: what it defends, secret; None if none was left."""

    monster: str
    square: str
    item: str | None
    arena: bool = False
    rule: str = "DW-14"


@dataclass(frozen=True, slots=True)
class RoomStocked:
    """count: how many Monsters; 0 only where none was left that fits."""

    room: int
    count: int
    rule: str = "DW-13"


@dataclass(frozen=True, slots=True)
class BoutBegan:
    """by: who spends the action."""

    attacker: str
    defender: str
    rule: str = "DW-16"


@dataclass(frozen=True, slots=True)
class BlowRolled:
    """dice: the swords on each."""

    by: str
    at: str
    dice: tuple[int, ...]
    rule: str = "DW-17"


@dataclass(frozen=True, slots=True)
class DiscRead:
    """A Hero's player has looked at the disc; only his seat knows its number from now on."""

    hero: str
    monster: str
    rule: str = "DW-19"


@dataclass(frozen=True, slots=True)
class MonsterStood:
    """The blow was not strong enough; nothing is taken off."""

    monster: str
    rule: str = "DW-19"


@dataclass(frozen=True, slots=True)
class MonsterSlain:
    """By a Hero, who takes the figure. item_to: "hero", "floor" or "" where it defended none."""

    monster: str
    hero: str
    item_to: str
    rule: str = "DW-19"


@dataclass(frozen=True, slots=True)
class DiscTold:
    """The number under a slain Monster, read by the Hero who took it."""

    monster: str
    points: int
    rule: str = "DW-3"


@dataclass(frozen=True, slots=True)
class CoinTaken:
    """A coin drawn from the pit."""

    hero: str
    value: int
    rule: str = "DW-19"


@dataclass(frozen=True, slots=True)
class HeroHurt:
    """hits: taken off. by: the Monster that struck him, or "grenade"; "" where an older program wrote it down."""

    hero: str
    hits: int
    by: str
    rule: str = "DW-19"


@dataclass(frozen=True, slots=True)
class HeroFell:
    """Unconscious, and laid on a square of the Castle Entrance or on the Doomstep."""

    hero: str
    square: str
    rule: str = "DW-23"


@dataclass(frozen=True, slots=True)
class HeroLost:
    """What a Hero gave up for falling in the arena. what: item, card, coin or monster; which: its name or value."""

    hero: str
    what: str
    which: str
    rule: str = "DW-42"


@dataclass(frozen=True, slots=True)
class HeroOut:
    """Out of the game for good."""

    hero: str
    rule: str = "DW-44"


@dataclass(frozen=True, slots=True)
class MonsterMoved:
    """cost: actions spent."""

    monster: str
    square: str
    cost: int
    rule: str = "DW-24"


@dataclass(frozen=True, slots=True)
class HaunterCalled:
    """number: the die; 0 is asleep."""

    number: int
    rule: str = "DW-25"


@dataclass(frozen=True, slots=True)
class MonsterHaunted:
    """Killed by the Haunter; its item stays where it stood."""

    monster: str
    rule: str = "DW-25"


@dataclass(frozen=True, slots=True)
class Healed:
    """To full hit points. cost: actions spent; all: the turn has no action left."""

    hero: str
    cost: int = 0
    rule: str = "DW-35"


@dataclass(frozen=True, slots=True)
class Teleported:
    """From the platform to a square; the jump is free."""

    hero: str
    square: str
    rule: str = "DW-28"


@dataclass(frozen=True, slots=True)
class DoorSearched:
    """number: the die."""

    hero: str
    room: int
    number: int
    found: bool
    rule: str = "DW-31"


@dataclass(frozen=True, slots=True)
class DoorTurned:
    """The secret door turned: the Hero is on the far square, whoever stood there is on his."""

    hero: str
    square: str
    far: str
    rule: str = "DW-32"


@dataclass(frozen=True, slots=True)
class DoomstepReached:
    """place: 1 for the first Hero."""

    hero: str
    place: int
    rule: str = "DW-39"


@dataclass(frozen=True, slots=True)
class ArenaStocked:
    """Korak's remaining Monsters are in the arena; they do not move in this turn."""

    count: int
    rule: str = "DW-40"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Who won, and everybody's points."""

    end: End
    rule: str = "DW-46"


ItemTaken = item_events.ItemTaken
ItemUsed = item_events.ItemUsed
BootsWorn = item_events.BootsWorn
GrenadeBurst = item_events.GrenadeBurst
ChestOpened = item_events.ChestOpened

EVENTS: dict[str, type] = {
    name: thing
    for name, thing in list(globals().items())
    if isinstance(thing, type) and thing.__module__ in (__name__, item_events.__name__)
}
