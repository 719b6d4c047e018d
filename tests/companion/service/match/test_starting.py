"""Another game in the place of the one that is served: made beside it, put in its place, the old one kept."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands.gaming import lay_game
from companion.games.contract import Command, Refusal
from companion.games.shelf import take
from companion.service.match import starting
from companion.service.match.journal import Header, JournalFault, create_journal, open_journal
from companion.service.match.laying import KEPT
from companion.service.match.lists import ListAsked, ListFault, Lists
from companion.service.match.match import Match
from companion.service.match.seats import Seats
from companion.service.match.starting import (
    SideAsked,
    StartAsked,
    Starting,
    kept_path,
    make_waiting,
    recover,
    take_over,
)
from companion.service.settings import GameSettings

FLINTLOQUE = take("flintloque")
ORCS, OGRE = SideAsked(ready="The Orcs", player="ann"), SideAsked(ready="The Ogre", player="cora")


class Served:
    """A game of Flintloque as it is served. told: how often another one was to be put in its place."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.path = folder / "evening.game"
        header = Header("flintloque", 1, {"seats": {"ann": "orcs", "bob": "elves"}, **options}, "typed")
        self.match = Match(FLINTLOQUE, create_journal(self.path, header, alone=True))
        self.seats = Seats(self.match.journal, ("ann", "bob"), "ABCD2345")
        self.lists = Lists(folder / "lists", "flintloque")
        self.told = 0
        self.starting = Starting(self.path, folder, self.lists, self.match, self._again)

    def _again(self) -> None:
        self.told += 1

    def ask(self, *sides: SideAsked, game: str = "flintloque", **more: Any) -> Any:
        return self.starting.ask(StartAsked(game, sides, **more))

    def play(self) -> None:
        self.match.command(Command("1", "ann", "deploy:oswold", {"at": [400, 50]}))

    def close(self) -> None:
        self.match.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path)
    yield one
    one.close()


def test_what_can_be_begun_is_shown(served: Served) -> None:
    served.lists.ask(ListAsked("save", "flintloque", {**served.lists.ready("flintloque", "The Orcs"), "title": "Mine"}))
    shown = served.starting.shown()
    assert shown["playing"] == {"title": "Flintloque", "running": False}
    first = shown["games"][0]
    assert first["name"] == "flintloque"
    assert [one["title"] for one in first["ready"]] == ["The Orcs", "The Elves", "The Dwarves", "The Ogre"]
    assert [one["file"] for one in first["lists"]] == ["mine"]
    scenario = first["options"][0]
    assert (scenario["name"], [word for word, _ in scenario["values"]]) == ("scenario", ["one", "two"])
    assert shown["games"][1]["options"][0]["name"] == "ground"


def test_a_game_is_begun_and_the_old_one_is_kept_whole(served: Served) -> None:
    served.play()
    said = served.ask(ORCS, OGRE, options={"scenario": "two"}, dice="software")
    assert isinstance(said, Refusal) and said.code == "running" and "evening-1.game" in said.reason
    assert served.told == 0 and not list(served.path.parent.glob("*.next"))
    assert served.ask(ORCS, OGRE, options={"scenario": "two"}, sure=True) == {
        "kept": "evening-1.game",
        "seats": ["ann", "cora"],
    }
    assert served.told == 1
    assert isinstance(served.ask(ORCS, OGRE, sure=True), Refusal), "one at a time"
    served.close()
    assert take_over(served.path) == served.path.with_name("evening-1.game")
    new, old = open_journal(served.path), open_journal(served.path.with_name("evening-1.game"))
    assert (new.header.options["scenario"], new.header.dice, new.last) == ("two", "software", 0)
    assert new.header.options["seats"] == {"ann": ["orcs"], "cora": ["ogre"]}
    assert old.last > 0 and old.header.options["seats"] == {"ann": "orcs", "bob": "elves"}
    assert new.tokens() == {"ann": served.seats.token("ann")}, "who sits here before has his link still"
    assert Match(FLINTLOQUE, old).state.figures["oswold"].x_mm == 400
    new.close()
    old.close()
    assert {one.name for one in served.path.parent.iterdir()} == {"evening.game", "evening-1.game"}


def test_a_game_in_which_nothing_has_happened_asks_nobody(served: Served) -> None:
    assert served.ask(ORCS, OGRE)["seats"] == ["ann", "cora"]


@pytest.mark.parametrize(
    ("sides", "more", "said"),
    [
        ((), {}, "No list is chosen"),
        ((ORCS, ORCS), {}, "two lists are of the orcs"),
        ((ORCS,), {}, "at least two sides"),
        ((ORCS, SideAsked(file="nobody")), {}, "nobody.json"),
        ((ORCS, SideAsked(file="../evening")), {}, "no name of a list"),
        ((ORCS, SideAsked(ready="The Trolls")), {}, "no ready list 'The Trolls'"),
        ((ORCS, OGRE), {"options": {"weather": "hail"}}, "option weather: 'hail'"),
        ((ORCS, OGRE), {"options": {"wind": "strong"}}, "option 'wind' is not known"),
        ((ORCS, SideAsked(ready="The Ogre", player="host")), {}, "no seat can be called 'host'"),
        ((ORCS, OGRE), {"game": "chess"}, "'chess' cannot be begun here"),
        ((ORCS, OGRE), {"game": "dark-age-skirmish"}, "no ready list 'The Orcs'"),
    ],
)
def test_what_cannot_be_begun_is_told_and_touches_nothing(
    served: Served, sides: tuple[SideAsked, ...], more: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        served.ask(*sides, **more)
    assert served.told == 0
    assert not list(served.path.parent.glob("*.next"))


def test_a_list_of_another_game_is_told(served: Served) -> None:
    band = {**served.lists.ready("dark-age-skirmish", "Fyrd"), "title": "Mine"}
    served.lists.ask(ListAsked("save", "dark-age-skirmish", band))
    with pytest.raises(ListFault, match="is a list for dark-age-skirmish"):
        served.ask(ORCS, SideAsked(file="mine"))


def test_a_table_lies_where_it_lay_if_it_is_as_large(served: Served) -> None:
    served.match.journal.keep(KEPT, {"laid": "here"})
    served.ask(ORCS, OGRE)
    served.close()
    take_over(served.path)
    new = open_journal(served.path)
    assert new.kept(KEPT) == {"laid": "here"}
    bands = {"seats": {"ann": "vikings", "bob": "fyrd"}}
    make_waiting(served.path, Header("dark-age-skirmish", 1, bands, "typed"))
    new.close()
    assert take_over(served.path) == kept_path(served.path).with_name("evening-2.game")
    other = open_journal(served.path)
    assert other.kept(KEPT) is None, "its table has another size"
    other.close()


def test_a_program_that_died_in_between_loses_neither(served: Served) -> None:
    served.ask(ORCS, OGRE)
    served.close()
    laid = lay_game(GameSettings(str(served.path)), served.path.parent)
    assert set(laid.match.game.seats(laid.match.state)) == {"ann", "cora"}
    laid.match.close()
    make_waiting(served.path, laid.match.journal.header)
    served.path.rename(served.path.with_name("evening-2.game"))
    recover(served.path)
    assert served.path.exists() and not list(served.path.parent.glob("*.next"))
    recover(served.path)


def test_where_it_cannot_be_kept_a_sentence_says_so_and_nothing_waits(served: Served) -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, most[1]))
    try:
        with pytest.raises(JournalFault, match="cannot be kept there"):
            served.ask(ORCS, OGRE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert served.told == 0 and not list(served.path.parent.glob("*.next"))
    assert served.ask(ORCS, OGRE)["seats"] == ["ann", "cora"], "and it may be asked again"


def test_a_next_game_that_is_none_lets_the_old_one_go(served: Served) -> None:
    served.path.with_name("evening.game.next").write_text("rubbish")
    served.close()
    with pytest.raises(JournalFault, match="no game's journal"):
        take_over(served.path)
    open_journal(served.path, alone=True).close()


def test_what_is_left_of_a_game_that_is_gone_does_not_get_into_the_next_one(served: Served) -> None:
    served.play()
    ahead = served.path.with_name("evening.game-wal").read_bytes()
    served.ask(ORCS, OGRE, sure=True)
    served.close()
    served.path.rename(served.path.with_name("evening-1.game"))
    served.path.with_name("evening.game-wal").write_bytes(ahead)
    recover(served.path)
    new = open_journal(served.path)
    assert (new.last, list(new.header.options["seats"])) == (0, ["ann", "cora"])
    new.close()


def test_a_game_that_is_not_all_in_its_file_keeps_its_name(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    served.play()
    ahead = served.path.with_name("evening.game-wal")
    written = ahead.read_bytes()
    served.ask(ORCS, OGRE, sure=True)
    served.close()
    hand_over = starting._hand_over

    def disk_full(path: Path, waiting: Path) -> None:
        hand_over(path, waiting)
        ahead.write_bytes(written)

    monkeypatch.setattr(starting, "_hand_over", disk_full)
    with pytest.raises(JournalFault, match="is the disk full"):
        take_over(served.path)
    assert served.path.exists() and not served.path.with_name("evening-1.game").exists()


def test_half_a_game_that_was_made_is_never_put_in_place(served: Served) -> None:
    (served.path.parent / "evening.game.made").write_text("half")
    served.close()
    assert take_over(served.path) is None
    make_waiting(served.path, served.match.journal.header)
    assert take_over(served.path) is not None
