"""What the API says of the electronics, and what it takes: one union of commands, told apart by `do`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Colour = Literal["red", "green", "blue", "yellow", "white", "orange", "violet", "cyan"]
Points = Annotated[int, Meta(ge=0, le=8, description="hit points")]
At = Annotated[int, Meta(ge=0, le=4, description="which dial, from 1; 0: the whole device")]
Name = Annotated[str, Meta(max_length=40)]
Face = Annotated[int, Meta(ge=0, le=99)]
Order = Annotated[list[Colour], Meta(min_length=2, max_length=4)]


class DialView(msgspec.Struct, frozen=True):
    """A dial: where it rests, and whose it is. value: None while not known."""

    at: int
    value: int | None
    colour: str
    fault: str


class DeviceView(msgspec.Struct, frozen=True):
    """A device seen since the start. there: connected now; since_s: there or gone since; seen_s: last heard, if gone.

    resent: share of our lines said again; comings: how often it came; stage and level (0 to 100): of mace or box now.
    """

    id: str
    name: str
    kind: Literal["mace", "dials", "dice"]
    firmware: str
    port: str
    there: bool
    since_s: float
    seen_s: float
    why: str
    resent: float
    comings: int
    stage: str = "idle"
    level: int = 0
    dials: list[DialView] = []


class HeroView(msgspec.Struct, frozen=True):
    """A hero. points: the game's number; dial: what its dial reads; disagrees: they differ, and nobody has let it."""

    colour: str
    name: str
    points: int | None
    device: str | None
    at: int
    dial: int | None
    disagrees: bool


class OrderView(msgspec.Struct, frozen=True):
    """Who goes first? order: empty while open; by: a device's id, `phone` or `companion`."""

    id: int
    round: int
    colours: list[str]
    order: list[str]
    by: str


class RollView(msgspec.Struct, frozen=True):
    """Dice. values: empty while open; by: a device's id, `phone` or `companion`."""

    id: int
    faces: list[int]
    count: int
    values: list[int]
    by: str


class FairView(msgspec.Struct, frozen=True):
    """How often each result came this evening, and whether that looks fair."""

    what: str
    counts: dict[str, int]
    verdict: Literal["fine", "odd", "too few"]
    sentence: str


class NewsView(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence."""

    time_s: float
    sentence: str


class DevicesView(msgspec.Struct, frozen=True):
    """The electronics and what they are used for. ports: may be ours and have no device, and why. twins: kinds.

    game: a game is played, and asks for orders and rolls itself.
    """

    devices: list[DeviceView] = []
    heroes: list[HeroView] = []
    order: OrderView | None = None
    roll: RollView | None = None
    fairness: list[FairView] = []
    news: list[NewsView] = []
    ports: dict[str, str] = {}
    twins: list[str] = []
    game: bool = False


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Blink(_Command, frozen=True, tag="blink"):
    """Let a device, or one of its dials, show which it is."""

    device: str
    at: At = 0


class Rename(_Command, frozen=True, tag="rename"):
    """Call a device otherwise on the pages; its own id stays. An empty name: its id again."""

    device: str
    name: Name


class SetHero(_Command, frozen=True, tag="hero"):
    """A hero of this colour takes part. device and at: its dial; an empty device: none."""

    colour: Colour
    name: Name = ""
    device: str = ""
    at: At = 0


class DropHero(_Command, frozen=True, tag="drop_hero"):
    """The hero of this colour no longer takes part."""

    colour: Colour


class SetPoints(_Command, frozen=True, tag="points"):
    """The game's number for this hero."""

    colour: Colour
    points: Points


class AcceptDial(_Command, frozen=True, tag="accept"):
    """Dial and game differ. take: the dial's number is the game's; otherwise both stay as they are."""

    colour: Colour
    take: bool


class AskOrder(_Command, frozen=True, tag="ask_order"):
    """Arm every mace for this round."""

    round: Annotated[int, Meta(ge=1, le=999)]
    colours: Order


class AnswerOrder(_Command, frozen=True, tag="order"):
    """Answer in the mace's place: with this order, or, if it is empty, drawn by the companion."""

    id: int
    order: Annotated[list[Colour], Meta(max_length=4)] = []


class AskRoll(_Command, frozen=True, tag="ask_roll"):
    """Ask every dice box for `count` dice with these faces."""

    faces: Annotated[list[Face], Meta(min_length=2, max_length=20)]
    count: Annotated[int, Meta(ge=1, le=12)] = 1


class AnswerRoll(_Command, frozen=True, tag="roll"):
    """Answer in the box's place: with these values, or, if they are empty, rolled by the companion."""

    id: int
    values: Annotated[list[Face], Meta(max_length=12)] = []


class Close(_Command, frozen=True, tag="close"):
    """The question with this id is no longer wanted."""

    id: int


class TwinDo(_Command, frozen=True, tag="twin"):
    """Something happens to a simulated device: `shake 1500`, `dial 1 5`, `press 120`, `pull`, `plug`, `reset`."""

    kind: Literal["mace", "dials", "dice"]
    words: Annotated[str, Meta(min_length=1, max_length=40)]


DeviceCommand = (
    Blink
    | Rename
    | SetHero
    | DropHero
    | SetPoints
    | AcceptDial
    | AskOrder
    | AnswerOrder
    | AskRoll
    | AnswerRoll
    | Close
    | TwinDo
)


class Done(msgspec.Struct, frozen=True):
    """A command was taken; message: a sentence, or empty."""

    message: str = ""
