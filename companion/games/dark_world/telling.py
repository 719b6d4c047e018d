"""The log: one line for each event, as a seat may read it. What is secret is left out, not blanked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dark_world import agreed as a
from companion.games.dark_world import events as e
from companion.games.dark_world.state import State
from companion.games.dark_world.steps import counted, title


def _coins(coins: tuple[int, ...]) -> str:
    return f"coins of {' + '.join(map(str, coins))}" if coins else "no coins"


def _cards(owed: int) -> str:
    return "keeps his cards" if not owed else f"{'draws' if owed > 0 else 'gives back'} {counted(abs(owed), 'card')}"


def line(state: State, event: Any, seat: str) -> str:
    """state: after the event. "" where there is nothing to say."""
    match event:
        case e.CardsDrawn(hero=hero, cards=cards):
            mine = seat == state.heroes[hero].seat
            drawn = ", ".join(cards) if mine else f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}"
            return f"{title(hero)} draws {drawn}"
        case e.HeroLost(hero=hero, what=what, which=which):
            return f"{title(hero)} loses a {what}" + ("" if what == "card" else f": {which}")
        case e.DiscTold(monster=monster):
            return f"The number under {title(monster)} is noted"
        case e.GameEnded(end=end):
            return str(end.words())
    make = LINES.get(type(event))
    return make(event) if make else ""


NO_ITEM = "; no Magic Item is left that it could defend"
"""Everybody can count that: 18 Magic Items, one for each Monster put down before (DW-50)."""

LINES: Mapping[type, Callable[[Any], str]] = {
    e.DiscsTyped: lambda v: "The numbers on the discs are typed in",
    e.DieTyped: lambda v: f"A combat die shows {', '.join(map(str, v.faces))}",
    e.ChestHidden: lambda v: f"A chest stands on {v.square}",
    e.HeroReady: lambda v: f"{title(v.hero)} is ready, with {v.weapon}",
    e.CardsReturned: lambda v: f"{title(v.hero)} gives {v.count} {v.card} under the pack",
    e.SetUp: lambda v: "The game begins",
    e.MaceShaken: lambda v: f"The Mace: {', '.join(map(title, v.order))}",
    e.TurnBegan: lambda v: f"{title(v.hero)}'s turn" + (", with one hit point" if v.recovering else ""),
    e.KorakBegan: lambda v: "Korak's turn",
    e.KorakEnded: lambda v: "The round is over",
    e.HeroMoved: lambda v: f"{title(v.hero)} moves to {v.square}",
    e.ActionsLost: lambda v: f"{title(v.hero)} moves no more this turn",
    e.DoorOpened: lambda v: f"{title(v.hero)} opens the door of room {v.room}",
    e.MonsterPlaced: lambda v: f"{title(v.monster)} stands on {v.square}" + ("" if v.item else NO_ITEM),
    e.RoomStocked: lambda v: "" if v.count else f"No Monster is left for room {v.room}; it stays empty",
    e.BoutBegan: lambda v: f"{title(v.attacker)} fights {title(v.defender)}",
    e.BlowRolled: lambda v: f"{title(v.by)} rolls {', '.join(map(str, v.dice))}",
    e.DiscRead: lambda v: f"{title(v.hero)} looks at the disc of {title(v.monster)}",
    e.MonsterStood: lambda v: f"{title(v.monster)} stands",
    e.MonsterSlain: lambda v: f"{title(v.hero)} slays {title(v.monster)}",
    e.CoinTaken: lambda v: f"{title(v.hero)} takes a coin of {v.value}",
    e.HeroHurt: lambda v: (
        f"{title(v.hero)} loses {counted(v.hits, 'hit point')}" + (f" to {title(v.by)}" if v.by else "")
    ),
    e.HeroFell: lambda v: f"{title(v.hero)} is unconscious",
    e.HeroOut: lambda v: f"{title(v.hero)} is out of the game",
    e.MonsterMoved: lambda v: f"{title(v.monster)} moves to {v.square}",
    e.HaunterCalled: lambda v: f"The Haunter flies along row {v.number}" if v.number else "The Haunter is asleep",
    e.MonsterHaunted: lambda v: f"The Haunter kills {title(v.monster)}",
    e.ItemTaken: lambda v: f"{title(v.hero)} takes {v.item}",
    e.ItemUsed: lambda v: f"{title(v.hero)} uses {v.item}",
    e.Healed: lambda v: f"{title(v.hero)} is back to full hit points",
    e.BootsWorn: lambda v: f"{title(v.hero)} has three more actions",
    e.GrenadeBurst: lambda v: f"The grenade bursts on {v.square}",
    e.Teleported: lambda v: f"{title(v.hero)} teleports to {v.square}",
    e.DoorSearched: lambda v: f"{title(v.hero)} rolls {v.number}: {'found' if v.found else 'no secret door found'}",
    e.DoorTurned: lambda v: f"The secret door turns; {title(v.hero)} is on {v.far}",
    e.ChestOpened: lambda v: f"{title(v.hero)} opens the chest and takes a golden weapon",
    e.DoomstepReached: lambda v: f"{title(v.hero)} reaches the Doomstep",
    e.ArenaStocked: lambda v: f"{counted(v.count, 'Monster')} in the arena now",
    a.HitsAgreed: lambda v: f"Agreed otherwise: {title(v.hero)} has {counted(v.hits, 'hit point')}",
    a.ItemsAgreed: lambda v: f"Agreed otherwise: {title(v.hero)} owns {', '.join(v.items) or 'no Magic Item'}",
    a.ActionsAgreed: lambda v: f"Agreed otherwise: {title(v.hero)} has {counted(v.actions, 'action')} left",
    a.CoinsAgreed: lambda v: f"Agreed otherwise: {title(v.hero)} has {_coins(v.coins)}",
    a.CardsAgreed: lambda v: f"Agreed otherwise: {title(v.hero)} {_cards(v.owed)}",
    a.CardsSettled: lambda v: "",
    a.HeroPlaced: lambda v: f"Agreed otherwise: {title(v.hero)} stands on {v.square}",
    a.MonsterShifted: lambda v: f"Agreed otherwise: {title(v.monster)} stands on {v.square}",
    a.HeroRevived: lambda v: (
        f"Agreed otherwise: {title(v.hero)} stands on {v.square} with {counted(v.hits, 'hit point')}"
    ),
    a.MonsterRevived: lambda v: f"Agreed otherwise: {title(v.monster)} is back on {v.square}",
    a.TurnSkipped: lambda v: f"Agreed otherwise: {title(v.who)}'s turn ends here",
}
