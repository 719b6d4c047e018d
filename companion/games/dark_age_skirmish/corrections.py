"""What a table of Dark Age Skirmish may agree otherwise, so that one odd case does not end an evening.

They are offers like any other, and keep what is always so: no base on another, counters within the sheet. After one it
may be that nobody has anything to do: then everybody may go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.agreed import FigurePlaced, FigureRevived, put
from companion.games.contract import AGREED, Command, Offer, Refusal
from companion.games.dark_age_skirmish import agreed as a
from companion.games.dark_age_skirmish import events as e
from companion.games.dark_age_skirmish import thing_corrections
from companion.games.dark_age_skirmish.fit import EXHAUSTED, fatigue_total
from companion.games.dark_age_skirmish.going import disc
from companion.games.dark_age_skirmish.moving import COMPASS, nearest_word
from companion.games.dark_age_skirmish.panic import let_go
from companion.games.dark_age_skirmish.state import Character, State, size_mm, standing
from companion.games.dark_age_skirmish.steps import named, side_title
from companion.games.fields import Field, OneOf, Range
from companion.games.footing import Disc, whole_table
from companion.table.state import TableState

Done = tuple[Any, ...] | Refusal
POSTURES = ("up", "prone", "stunned")
NERVES = ("calm", "panicked", "raging", "unaware", "asleep")
MOST_MISSILES = 99
UNCOUNTED = -1


def corrections(state: State, table: TableState) -> tuple[Offer, ...]:
    """All that may be agreed on now; nothing before the game has begun or after it is over."""
    if state.phase in ("setup", "over"):
        return ()
    return (*_offers(state), *thing_corrections.offers(state, table))


def correct(state: State, table: TableState, command: Command) -> Done:
    """The events. The command's offer and fields have been checked."""
    done = CORRECTIONS[command.kind](state, command)
    if command.kind != "set-condition" or isinstance(done, Refusal) or not _drops(command):
        return done
    put_down = (replace(event, rule=AGREED) for event in let_go(state, table, command.subject))
    return (*put_down, *done)


def _drops(command: Command) -> bool:
    """Whether somebody in that condition carries nobody."""
    return command.fields["posture"] != "up" or command.fields["nerve"] in ("panicked", "raging", "asleep")


def _offers(state: State) -> Iterator[Offer]:
    if state.acting:
        yield Offer(f"skip:{state.acting}", AGREED, f"{named(state, state.acting)} does nothing more in this turn")
    elif state.side:
        yield Offer(f"skip-rest:{state.side}", AGREED, f"The rest of the {side_title(state, state.side)} do nothing")
    for figure in state.figures.values():
        yield from _of_figure(state, figure)


def _of_figure(state: State, figure: Character) -> Iterator[Offer]:
    name, who = figure.name, named(state, figure.name)
    at: dict[str, Field] = {"at": whole_table(*size_mm(state), figure.base_mm / 2)}
    if figure.on_table:
        sheet, now = _sheet(figure)
        yield Offer(f"set-sheet:{name}", AGREED, f"{who}'s record sheet says otherwise", sheet, now=now)
        nerves = NERVES if figure.person.is_berserker else tuple(nerve for nerve in NERVES if nerve != "raging")
        condition: dict[str, Field] = {"posture": OneOf(POSTURES), "nerve": OneOf(nerves)}
        is_now = {"posture": figure.posture, "nerve": _nerve(figure)}
        yield Offer(f"set-condition:{name}", AGREED, f"{who} is in another condition", condition, now=is_now)
        looks = nearest_word(figure.facing)
        to: dict[str, Field] = {"to": OneOf(tuple(COMPASS))}
        yield Offer(f"set-facing:{name}", AGREED, f"{who} looks elsewhere", to, now={"to": looks})
        yield Offer(f"place:{name}", AGREED, f"{who} stands elsewhere", at, now={"at": list(figure.place)})
    elif figure.where in ("dead", "left", "taken") and figure.side not in state.conceded:
        yield Offer(f"revive:{name}", AGREED, f"{who} is back on the table", at)


def _sheet(figure: Character) -> tuple[dict[str, Field], dict[str, int]]:
    """Fields, and what is in them now."""
    missiles = UNCOUNTED if figure.missiles is None else figure.missiles
    fields: dict[str, tuple[Field, int]] = {
        "wounds": (Range(0, figure.person.strength - 1), figure.wounds),
        "tired": (Range(0, EXHAUSTED), figure.tired),
        "spent": (Range(0, fatigue_total(figure)), figure.spent),
        "missiles": (Range(UNCOUNTED, MOST_MISSILES), missiles),
    }
    return {name: field for name, (field, _) in fields.items()}, {name: now for name, (_, now) in fields.items()}


def _nerve(figure: Character) -> str:
    """The one of NERVES that counts most."""
    so = {"asleep": figure.asleep, "unaware": figure.unaware, "raging": figure.raging, "panicked": figure.panicked}
    return next((nerve for nerve, is_so in so.items() if is_so), "calm")


def _skip(state: State, command: Command) -> Done:
    return (e.FigureDone(command.subject, AGREED),)


def _skip_rest(state: State, command: Command) -> Done:
    return (e.SideDone(command.subject, AGREED),)


def _among(state: State, name: str) -> tuple[float, list[tuple[str, Disc]]]:
    """The radius of his base, and the bases on which it may not lie."""
    others = [(f.person.shown, disc(state, f.name)) for f in standing(state) if f.name != name]
    return state.figures[name].base_mm / 2, others


def _place(state: State, command: Command) -> Done:
    return put(FigurePlaced, command, *_among(state, command.subject))


def _revive(state: State, command: Command) -> Done:
    return put(FigureRevived, command, *_among(state, command.subject))


def _set_sheet(state: State, command: Command) -> Done:
    wounds, tired, spent, missiles = (int(command.fields[name]) for name in ("wounds", "tired", "spent", "missiles"))
    return (a.SheetAgreed(command.subject, wounds, tired, spent, missiles),)


def _set_condition(state: State, command: Command) -> Done:
    return (a.ConditionAgreed(command.subject, str(command.fields["posture"]), str(command.fields["nerve"])),)


def _set_facing(state: State, command: Command) -> Done:
    return (a.FacingAgreed(command.subject, COMPASS[str(command.fields["to"])]),)


CORRECTIONS: Mapping[str, Callable[[State, Command], Done]] = {
    "skip": _skip,
    "skip-rest": _skip_rest,
    "place": _place,
    "revive": _revive,
    "set-sheet": _set_sheet,
    "set-condition": _set_condition,
    "set-facing": _set_facing,
    **thing_corrections.CORRECTIONS,
}
"""Kind of correction -> what it does."""
