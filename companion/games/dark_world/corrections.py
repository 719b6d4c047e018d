"""What a table of Dark World may agree otherwise, so that one odd case does not end an evening.

They are offers like any other, and keep what is always so: no more pieces than the box has, nobody on another's
square, Monsters where Monsters may be. They look only at what everybody may know, so no refusal tells a secret. Of
cards the number is agreed on: which ones are drawn or given back stays with the Hero's player (`owed`). Discs are not
set by hand: they would have to be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games.contract import AGREED, Command, Offer, Refusal
from companion.games.dark_world import agreed as a
from companion.games.dark_world import turns
from companion.games.dark_world.bout import MOST_ITEMS
from companion.games.dark_world.korak import IN_ROOMS, IN_THE_ARENA
from companion.games.dark_world.printed import FULL_HITS, ITEMS, pieces
from companion.games.dark_world.state import ACTIONS, State, chest_at, hero_at, kind_at, monster_at, playing
from companion.games.dark_world.steps import counted, title
from companion.games.fields import Cells, Field, Range

MOST_ACTIONS = 2 * ACTIONS
MOST_HELD = 12
COINS = (1, 2, 3, 4, 5)

Done = tuple[Any, ...] | Refusal


def corrections(state: State) -> tuple[Offer, ...]:
    """All that may be agreed on now; nothing before the game has begun or after it is over."""
    if state.phase in ("setup", "over"):
        return ()
    return tuple(_offers(state))


def correct(state: State, command: Command) -> Done:
    """The events, or why not. The command's offer and fields have been checked."""
    return CORRECTIONS[command.kind](state, command)


def _offers(state: State) -> Iterator[Offer]:
    hero, hits = playing(state), Range(0, FULL_HITS)
    if state.phase == "korak" and state.arena != "due":
        yield Offer("skip:korak", AGREED, "Korak's turn ends here")
    if hero is not None:
        yield Offer(f"skip:{hero.name}", AGREED, f"The {title(hero.name)}'s turn ends here")
        actions, left = {"actions": Range(0, MOST_ACTIONS)}, {"actions": min(state.turn.actions, MOST_ACTIONS)}
        label = f"The {title(hero.name)} has other actions left"
        yield Offer(f"set-actions:{hero.name}", AGREED, label, actions, now=left)
    squares = hero_squares(state)
    for hero in state.heroes.values():
        name = title(hero.name)
        if not hero.out:
            has = {"hits": max(0, hero.hits)}
            yield Offer(f"set-hits:{hero.name}", AGREED, f"The {name} has other hit points", {"hits": hits}, now=has)
            items = {item: Range(0, min(MOST_ITEMS, pieces(item))) for item in ITEMS}
            owns = {item: hero.items.count(item) for item in ITEMS}
            yield Offer(f"set-items:{hero.name}", AGREED, f"The {name} owns other Magic Items", items, now=owns)
            purse: dict[str, Field] = {f"coins of {value}": Range(0, pieces(f"coin {value}")) for value in COINS}
            owned = {f"coins of {value}": hero.coins.count(value) for value in COINS}
            yield Offer(f"set-coins:{hero.name}", AGREED, f"The {name} has other coins", purse, now=owned)
            held, most = {"cards": hero.cards}, max(MOST_HELD, hero.cards)
            label = f"The {name} is to hold another number of cards"
            yield Offer(f"set-cards:{hero.name}", AGREED, label, {"cards": Range(0, most)}, now=held)
            yield Offer(f"place:{hero.name}", AGREED, f"The {name} stands elsewhere", {"square": Cells(squares)})
        if hero.out or hero.hits <= 0:
            back: dict[str, Field] = {"square": Cells(squares), "hits": Range(1, FULL_HITS)}
            yield Offer(f"revive:{hero.name}", AGREED, f"The {name} is on his feet again", back)
    for monster in state.monsters.values():
        if monster.kind == "korak" or monster.where == "store":
            continue
        name, arena = title(monster.name), monster.arena if monster.where == "board" else state.arena == "open"
        free = monster_squares(state, arena)
        if free and monster.where == "board":
            yield Offer(f"place:{monster.name}", AGREED, f"{name} stands elsewhere", {"square": Cells(free)})
        elif free:
            yield Offer(f"revive:{monster.name}", AGREED, f"{name} is back on the board", {"square": Cells(free)})


def hero_squares(state: State) -> tuple[str, ...]:
    """Where a Hero may be put: the Entrance, rooms that have been opened, and the arena once somebody is in it."""
    kinds = {"entrance", *(IN_THE_ARENA if state.arrivals else ()), *(("front",) if state.arena == "open" else ())}
    return tuple(
        square
        for zone in state.board.zones
        if zone.kind in kinds or zone.room in state.stocked
        for square in zone.squares
        if _free(state, square) or (state.board.holds_many(square) and not monster_at(state, square))
    )


def monster_squares(state: State, arena: bool) -> tuple[str, ...]:
    """Where a Monster may be put: rooms that have been opened, or the arena; not in secret doors."""
    numbered = {door.square for door in state.board.secret_doors}
    rooms = {square for zone in state.board.zones if zone.room in state.stocked for square in zone.squares}
    kinds = IN_THE_ARENA if arena else IN_ROOMS
    return tuple(
        s for s in state.board.of_kind(*kinds) if (arena or s in rooms) and s not in numbered and _free(state, s)
    )


def _free(state: State, square: str) -> bool:
    return hero_at(state, square) is None and monster_at(state, square) is None and not chest_at(state, square)


def _set_hits(state: State, command: Command) -> Done:
    return (a.HitsAgreed(command.subject, command.fields["hits"]),)


def _set_actions(state: State, command: Command) -> Done:
    return (a.ActionsAgreed(command.subject, command.fields["actions"]),)


def _set_items(state: State, command: Command) -> Done:
    """What the Hero gives up goes to Korak; what he gets comes from there, or from a Monster that gets another."""
    hero = state.heroes[command.subject]
    wanted = Counter({item: command.fields[item] for item in ITEMS})
    if wanted.total() > MOST_ITEMS:
        return Refusal("items", f"A Hero owns {MOST_ITEMS} Magic Items at most.", "DW-34")
    open_to_all = Counter(item for h in state.heroes.values() if h is not hero for item in h.items)
    open_to_all += Counter(item for items in state.floor.values() for item in items)
    for item, count in wanted.items():
        left = pieces(item) - open_to_all[item]
        if count > left:
            return Refusal("items", f"The others have so many that {left} of {item} can be had at most.", "DW-5")
    pool = Counter({item: state.pool[item] + hero.items.count(item) for item in ITEMS})
    defended: dict[str, str | None] = {}
    for item in wanted.elements():
        if not pool[item]:
            guard = next((m for m in state.monsters.values() if m.item == item and m.name not in defended), None)
            if guard is None:
                return Refusal("items", f"No {item} can be found.", "DW-5")
            instead = next((other for other in ITEMS if pool[other] > wanted[other]), None)
            defended[guard.name] = instead
            pool[item] += 1
            if instead is not None:
                pool[instead] -= 1
        pool[item] -= 1
    items = tuple(item for item in ITEMS for _ in range(wanted[item]))
    return (a.ItemsAgreed(hero.name, items, {item: pool[item] for item in ITEMS}, defended),)


def _set_coins(state: State, command: Command) -> Done:
    """The pit gives them and takes them back."""
    hero, pit = state.heroes[command.subject], Counter(state.coins)
    wanted = Counter({value: command.fields[f"coins of {value}"] for value in COINS})
    for value in COINS:
        left = pit[value] + hero.coins.count(value)
        if wanted[value] > left:
            return Refusal("coins", f"Of coins of {value} he can have {left} at most; no more lie in the pit.", "DW-5")
        pit[value] = left - wanted[value]
    return (a.CoinsAgreed(hero.name, _each(wanted), _each(pit)),)


def _each(counts: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(value for value in COINS for _ in range(counts[value]))


def _set_cards(state: State, command: Command) -> Done:
    """He draws or gives back on his own phone."""
    hero, pack = state.heroes[command.subject], state.pack
    owed, left = command.fields["cards"] - hero.cards, pack.hit + pack.miss + len(pack.bottom)
    if owed > left:
        return Refusal("cards", f"The pack has {counted(left, 'card')} left.", "DW-22")
    return (a.CardsAgreed(hero.name, owed),)


def _place(state: State, command: Command) -> Done:
    name, square = command.subject, command.fields["square"]
    return (a.HeroPlaced(name, square) if name in state.heroes else a.MonsterShifted(name, square),)


def _revive(state: State, command: Command) -> Done:
    name, square = command.subject, command.fields["square"]
    if name in state.heroes:
        return (a.HeroRevived(name, square, command.fields["hits"]),)
    return (a.MonsterRevived(name, square, kind_at(state, square) in IN_THE_ARENA),)


def _skip(state: State, command: Command) -> Done:
    skipped = a.TurnSkipped(command.subject)
    return (skipped, *_told((turns.end_korak if state.phase == "korak" else turns.end_turn)(state, command)))


def _told(play: Any) -> tuple[Any, ...]:
    """All events of a rule that asks nothing."""
    events = []
    while True:
        try:
            events.append(next(play))
        except StopIteration as stop:
            return (*events, *stop.value)


CORRECTIONS: Mapping[str, Callable[[State, Command], Done]] = {
    "set-hits": _set_hits,
    "set-actions": _set_actions,
    "set-items": _set_items,
    "set-coins": _set_coins,
    "set-cards": _set_cards,
    "place": _place,
    "revive": _revive,
    "skip": _skip,
}
"""Kind of correction -> what it does."""
