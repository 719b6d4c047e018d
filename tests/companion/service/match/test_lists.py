"""Unit lists on disk: kept as typed, never written over unseen, and a game begun with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.gaming import lay_game
from companion.games.shelf import take
from companion.service.match.lists import MOST_LISTS, ListAsked, ListFault, Lists, read_list, started
from companion.service.settings import GameSettings

GAME = "flintloque"


def ready(at: int = 0, **more: Any) -> dict[str, Any]:
    lists = Lists(Path("nowhere"))
    game = next(one for one in lists.shown()["games"] if one["name"] == GAME)
    return {**game["form"]["ready"][at]["draft"], **more}


def save(lists: Lists, draft: dict[str, Any], seen: str = "") -> dict[str, Any]:
    return lists.ask(ListAsked("save", GAME, draft, seen=seen))


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path / "lists", GAME, lambda: 1000.0)


def test_nothing_is_kept_and_nothing_is_made_by_looking(lists: Lists) -> None:
    shown = lists.shown()
    assert (shown["lists"], shown["faults"], shown["games"][0]["name"]) == ([], [], GAME)
    assert not lists.folder.exists()


def test_a_list_is_kept_and_opened_again(lists: Lists) -> None:
    said = save(lists, ready(player="ann"))
    assert said["file"] == "the-orcs" and [path.name for path in lists.folder.iterdir()] == ["the-orcs.json"]
    (one,) = Lists(lists.folder).shown()["lists"]
    assert (one["title"], one["player"], one["flaws"], one["saved_s"]) == ("The Orcs", "ann", 0, 1000.0)
    opened = lists.ask(ListAsked("open", file="the-orcs"))
    assert opened["draft"] == ready(player="ann") and opened["seen"] == said["seen"] and opened["sheet"]["flaws"] == []


def test_a_list_with_flaws_is_kept_as_it_is(lists: Lists) -> None:
    save(lists, {"title": "Half", "rows": [{"name": "nobody"}], "odd": [1, None]})
    (one,) = lists.shown()["lists"]
    assert one["flaws"] > 1
    assert lists.ask(ListAsked("open", file="half"))["draft"]["odd"] == [1, None]


def test_nobody_writes_over_what_he_has_not_seen(lists: Lists) -> None:
    first = save(lists, ready(player="ann"))
    with pytest.raises(ListFault, match='"the-orcs": There is such a list already'):
        save(lists, ready(player="bob"))
    second = save(lists, ready(player="bob"), first["seen"])
    with pytest.raises(ListFault, match="saved on another phone"):
        save(lists, ready(player="cid"), first["seen"])
    with pytest.raises(ListFault, match="saved on another phone"):
        lists.ask(ListAsked("delete", file="the-orcs", seen=first["seen"]))
    assert lists.shown()["lists"][0]["player"] == "bob"
    lists.ask(ListAsked("delete", file="the-orcs", seen=second["seen"]))
    lists.ask(ListAsked("delete", file="the-orcs", seen=second["seen"]))
    assert lists.shown()["lists"] == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (ListAsked("save", GAME, {"title": "..", "rows": []}), "letters from a to z"),
        (ListAsked("save", "chess", {"title": "A"}), "'chess' is no game with lists; these are: "),
        (ListAsked("save", "dark-world", {"title": "A"}), "no game with lists"),
        (ListAsked("save", GAME, {"title": "A", "rows": ["x" * 100] * 1000}), "too large to keep"),
        (ListAsked("check", "chess"), "no game with lists"),
        (ListAsked("open", file="../secret"), "is no name of a list"),
        (ListAsked("open", file=""), "is no name of a list"),
        (ListAsked("open", file="none"), "none.json cannot be read"),
        (ListAsked("start"), "No list is chosen."),
        (ListAsked("start", files=["none"]), "none.json cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told(lists: Lists, asked: ListAsked, said: str) -> None:
    with pytest.raises(ListFault, match=said):
        lists.ask(asked)
    assert not lists.folder.exists()


def test_there_is_a_limit(lists: Lists) -> None:
    save(lists, ready())
    for n in range(MOST_LISTS - 1):
        (lists.folder / f"x{n}.json").write_text("{}")
    with pytest.raises(ListFault, match="delete one first"):
        save(lists, ready(1))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": "flintloque"}', '{"game": "x", "draft": {}, "version": 2}'])
def test_a_file_that_is_no_list_is_told_and_left_alone(lists: Lists, text: str) -> None:
    save(lists, ready())
    (lists.folder / "odd.json").write_text(text)
    shown = lists.shown()
    assert [one["file"] for one in shown["lists"]] == ["the-orcs"]
    assert len(shown["faults"]) == 1 and shown["faults"][0].startswith("odd.json ")
    assert (lists.folder / "odd.json").read_text() == text


def test_a_list_of_a_game_that_is_gone_is_told(lists: Lists) -> None:
    lists.folder.mkdir()
    (lists.folder / "old.json").write_text('{"game": "chess", "draft": {}}')
    assert "'chess' is no game with lists" in lists.shown()["faults"][0]


def test_how_a_game_starts_with_them(lists: Lists) -> None:
    save(lists, ready(0, player="ann"))
    save(lists, ready(3, player="bob"))
    said = lists.ask(ListAsked("start", files=["the-orcs", "the-ogre"]))
    words = "companion host evening.game --game flintloque --list lists/the-orcs.json --list lists/the-ogre.json"
    assert said == {"game": GAME, "seats": ["ann", "bob"], "command": words}
    with pytest.raises(ListFault, match="No game can be begun with these: seats: at least two sides"):
        lists.ask(ListAsked("start", files=["the-orcs"]))
    with pytest.raises(ListFault, match="do not go together: two lists are of the orcs"):
        lists.ask(ListAsked("start", files=["the-orcs", "the-orcs"]))


def test_lists_join_what_else_was_agreed(lists: Lists) -> None:
    save(lists, ready(0, player="ann"))
    paths = [lists.folder / "the-orcs.json"]
    options = {"scenario": "two", "seats": {"ann": "elves", "bob": ["ogre"]}}
    name, joined = started(paths, "", options)
    assert name == GAME and joined["scenario"] == "two"
    assert joined["seats"] == {"ann": ["elves", "orcs"], "bob": ["ogre"]}
    assert options["seats"] == {"ann": "elves", "bob": ["ogre"]}
    with pytest.raises(ListFault, match=r"the-orcs\.json is a list for flintloque, not for dark-world"):
        started(paths, "dark-world")


def test_a_game_is_made_between_lists(lists: Lists, tmp_path: Path) -> None:
    rows = [{**row, "level": "average", "wounds": 0} if row["name"] == "noaks" else row for row in ready(0)["rows"]]
    save(lists, ready(0, player="ann", rows=rows))
    save(lists, ready(3))
    (tmp_path / "o.toml").write_text('weather = "fog"\n')
    files = ["lists/the-orcs.json", "lists/the-ogre.json"]
    laid = lay_game(GameSettings("g", GAME, "o.toml", files), tmp_path)
    state = laid.match.state
    assert (state.options.weather, dict(state.options.seats)) == ("fog", {"ann": ("orcs",), "ogre": ("ogre",)})
    assert state.figures["noaks"].level == "average"
    laid.match.close()
    (lists.folder / "the-orcs.json").unlink()
    again = lay_game(GameSettings("g", GAME, "o.toml", files), tmp_path)
    assert again.match.state.figures["noaks"].level == "average", "a game has its lists with it"
    again.match.close()


def test_a_game_is_made_between_warbands_and_ready_ones_may_join(lists: Lists, tmp_path: Path) -> None:
    game = next(one for one in lists.shown()["games"] if one["name"] == "dark-age-skirmish")
    draft = {**game["form"]["ready"][0]["draft"], "title": "Ravens", "player": "ann", "limit": 22}
    lists.ask(ListAsked("save", "dark-age-skirmish", draft))
    (tmp_path / "o.toml").write_text('ground = "ford"\n[seats]\nbob = "fyrd"\n')
    laid = lay_game(GameSettings("g", "dark-age-skirmish", "o.toml", ["lists/ravens.json"]), tmp_path)
    options = laid.match.state.options
    assert dict(options.seats) == {"bob": ("fyrd",), "ann": ("ravens",)}
    assert options.bands["ravens"].points == 22 and "sigurd" in laid.match.state.figures
    laid.match.close()


def test_a_file_says_what_it_is(lists: Lists) -> None:
    save(lists, ready())
    path = lists.folder / "the-orcs.json"
    assert read_list(path).game == GAME
    assert set(json.loads(path.read_text())) == {"version", "game", "saved_s", "draft"}
    assert take(GAME).title
