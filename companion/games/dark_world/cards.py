"""The pack of Hit and Miss cards: drawing, and the limit of six of the advanced game (DW-22, DW-47);
and what a table agreed on otherwise.

The pack is a shuffled part on top, of which only the counts are known here, and the used cards under it in their order.
Drawing from the shuffled part is a roll among what is left in it, which is the same as having shuffled beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Command, Offer, Play
from companion.games.dark_world import events as e
from companion.games.dark_world.agreed import CardsSettled
from companion.games.dark_world.state import State
from companion.games.dark_world.steps import Steps, counted, tell, title
from companion.games.fields import Field, OneOf, Range
from companion.games.questions import Choose, Roll, key

MOST_CARDS = 6
CARDS = ("hit", "miss")


def draw_cards(state: State, name: str, count: int, rule: str, cause: str = "") -> Steps:
    """The Hero draws; fewer if the pack ends. cause: makes the keys differ where one command draws several times."""
    left = count
    while left:
        pack = state.pack
        top = ("hit",) * pack.hit + ("miss",) * pack.miss
        faces = top or pack.bottom[:left]
        if not faces:
            break
        many = min(left, len(faces))
        seat, step = state.heroes[name].seat, key(rule, f"cards {count - left + 1}", f"{name} {cause}".strip())
        why = f"{title(name)} draws {many} Hit/Miss {'card' if many == 1 else 'cards'}"
        cards = yield Roll(step, seat, why, "card pack", CARDS, faces, many, returns=False, secret=True)
        state = yield from tell(state, e.CardsDrawn(name, tuple(cards), rule))
        left -= many
    return (yield from _keep_six(state, name, cause))


def _keep_six(state: State, name: str, cause: str) -> Steps:
    """In the advanced game, what is over six goes under the pack, as the player chooses."""
    over = max(0, state.heroes[name].cards - MOST_CARDS) if state.options.level == "advanced" else 0
    for number in range(over):
        hero = state.heroes[name]
        held = tuple(card for card, count in zip(CARDS, (hero.hit_cards, hero.miss_cards), strict=True) if count)
        why = f"{title(name)} holds more than {MOST_CARDS} cards and gives one back"
        step = key("DW-47", f"give back {number + 1}", f"{name} {cause}".strip())
        card = yield Choose(step, hero.seat, why, OneOf(held), held[-1], secret=True)
        state = yield from tell(state, e.CardsReturned(name, card, 1, "DW-47"))
    return state


def owed_offers(state: State, seat: str) -> Iterator[Offer]:
    """What the table agreed on, for the Hero's player: which cards stays his own."""
    for name, count in state.owed.items():
        hero = state.heroes[name]
        if hero.seat != seat or hero.out:
            continue
        if count > 0:
            yield Offer(f"draw-agreed:{name}", "DW-22", f"Draw {counted(count, 'card')}, as agreed ({title(name)})")
        back = min(-count, hero.cards)
        if back > 0:
            fields: dict[str, Field] = {"hit": Range(max(0, back - hero.miss_cards), min(back, hero.hit_cards))}
            label = f"Give {counted(back, 'card')} back, as agreed ({title(name)}): how many of them Hit?"
            yield Offer(f"return-agreed:{name}", "DW-22", label, fields)


def draw_agreed(state: State, command: Command) -> Play:
    """As many as the table agreed on."""
    count = state.owed[command.subject]
    state = yield from tell(state, CardsSettled(command.subject))
    yield from draw_cards(state, command.subject, count, "DW-22", "agreed")
    return ()


def return_agreed(state: State, command: Command) -> Play:
    """Under the pack, Hit cards first."""
    name, hits = command.subject, int(command.fields["hit"])
    misses = min(-state.owed[name], state.heroes[name].cards) - hits
    state = yield from tell(state, CardsSettled(name))
    for card, count in (("hit", hits), ("miss", misses)):
        if count:
            state = yield from tell(state, e.CardsReturned(name, card, count, "DW-22"))
    return ()
