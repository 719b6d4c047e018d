"""Every rule by its id: where the book has it, and what it says in our words. Offers and events name these ids."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import RuleNote

RULES: Mapping[str, RuleNote] = {
    "DW-1": RuleNote(
        "Setup",
        "Two to five players: one is Korak, the others share the four Heroes, who differ only by figure.",
    ),
    "DW-2": RuleNote("Monsters", "Twenty-one Monsters, all but the Haunter with a disc that carries a number."),
    "DW-3": RuleNote(
        "Hit Point Discs",
        "The numbers are on the discs; the text gives only Korak's 7, the highest. Typed, kept to oneself, or ours.",
    ),
    "DW-4": RuleNote("Weapons", "Four basic weapons and four golden ones."),
    "DW-5": RuleNote(
        "Contents",
        "18 Magic Items, 4 chests, 25 coins, 20 Hit and 12 Miss cards, 8 doors, 2 secret doors.",
    ),
    "DW-6": RuleNote(
        "Setup",
        "A Hero begins in the Castle Entrance with a basic weapon, three cards and 8 hit points.",
    ),
    "DW-7": RuleNote(
        "Setup",
        "Korak hides a golden weapon in each of four chests in four rooms, never next to a door.",
    ),
    "DW-8": RuleNote(
        "Game Board",
        "The board is printed as a picture only; ours is marked as inferred and can be changed.",
    ),
    "DW-9": RuleNote("The Mace of Chaos", "Each round the Heroes go in the order of the Mace, then Korak."),
    "DW-10": RuleNote("A Hero's Turn", "Three actions: moves of one square, no diagonals, and bouts, in any order."),
    "DW-11": RuleNote(
        "Movement in Rooms",
        "A closed door that is reached is opened, for nothing; room doors stay open.",
    ),
    "DW-12": RuleNote(
        "Movement in Rooms",
        "Heroes pass Heroes and Monsters pass Monsters, without stopping there; neither passes the other.",
    ),
    "DW-13": RuleNote("Placing Monsters", "One or two Monsters in a room, within its limit of 3, 4 or 5 hit points."),
    "DW-14": RuleNote(
        "Placing Monsters",
        "Each defends a Magic Item; none is put on the square in front of the opened door.",
    ),
    "DW-15": RuleNote("Secret Doors", "A room first entered by a secret door is filled in the same way."),
    "DW-16": RuleNote("Fighting", "Only next to each other; one action for each bout."),
    "DW-17": RuleNote("Combat Dice", "A Hero rolls two dice, three with a golden weapon; Monsters two."),
    "DW-18": RuleNote("Combat Dice", "A die shows 0, 1 or 2 hits; on how many faces each, the text does not say."),
    "DW-19": RuleNote(
        "Bout of Combat Sequence",
        "Roll, up to three Hit cards, then the disc: enough kills, less does nothing and the Monster strikes back.",
    ),
    "DW-20": RuleNote("Miss Cards", "Each takes one hit off a Monster's blow, at most two in a bout."),
    "DW-21": RuleNote("Korak's attack", "The same with the Monster's blow first."),
    "DW-22": RuleNote("Hit/Miss Cards", "Used cards go under the pack; unused ones count a point."),
    "DW-23": RuleNote(
        "Unconscious Hero",
        "Back to the Entrance; next turn with one hit point. Going to fountain or Teleport then ends the turn.",
    ),
    "DW-24": RuleNote("Korak's Turn", "Three actions for each Monster that has been placed."),
    "DW-25": RuleNote(
        "The Haunter",
        "Once a turn a die names a row; all in it fall or die, but nobody in the Entrance. Not after the Doomstep.",
    ),
    "DW-26": RuleNote("Castle Entrance Room", "No Monster enters the Entrance."),
    "DW-27": RuleNote("Healing Fountain", "Costs a turn; back to 8. Several Heroes may use it."),
    "DW-28": RuleNote(
        "Teleport Platform",
        "Stepping on costs a turn, the jump is free: as far as the square before the last open door.",
    ),
    "DW-29": RuleNote(
        "Teleport Platform",
        "Last open door in the order of rooms: the first closed one ends the count.",
    ),
    "DW-30": RuleNote("Teleport Platform", "From an occupied square one lands on the nearest free one behind it."),
    "DW-31": RuleNote(
        "Secret Doors",
        "Searched for nothing: found by 1 to 5 in room 1, by 1 to 3 in room 4; else one square away, no more moves.",
    ),
    "DW-32": RuleNote(
        "Secret Doors",
        "One way; who stands behind it changes places. Monsters neither use it nor stop on its square.",
    ),
    "DW-33": RuleNote(
        "Treasure Chests",
        "Nobody stops on a chest. In a room without Monsters it is opened from the square before it.",
    ),
    "DW-34": RuleNote(
        "Magic Items",
        "Two at most; used once, in one's own turn, for nothing. One that lies about is taken from its square.",
    ),
    "DW-35": RuleNote("Healing Potion", "Back to 8; not at 8."),
    "DW-36": RuleNote("Speed Boots", "Three more actions in this turn."),
    "DW-37": RuleNote(
        "Fireball Grenade",
        "Two squares away in a line, at a Monster: 3 hits there, 2 beside it, Heroes too.",
    ),
    "DW-38": RuleNote(
        "Arch and Doomstep",
        "No way back through the Arch, for nobody. No fight on the Doomstep, and no Monster on it.",
    ),
    "DW-39": RuleNote(
        "Arena Bonus Cards",
        "4 cards for the first Hero on the Doomstep, 3 for the second, 2 for the others.",
    ),
    "DW-40": RuleNote(
        "The Castle Arena",
        "In Korak's next turn up to six remaining Monsters come, do not act, and defend items.",
    ),
    "DW-41": RuleNote("Stairs", "The next stair is adjacent."),
    "DW-42": RuleNote("Unconscious Hero in the Arena", "Back to the Doomstep, and one thing is lost."),
    "DW-43": RuleNote(
        "Fighting Korak",
        "On his throne always; fought from the square before it, where no Monster comes. Three dice, 7 hit points.",
    ),
    "DW-44": RuleNote("Fighting Korak", "Who falls by Korak is out of the game."),
    "DW-45": RuleNote("Fighting Korak", "Korak's death ends the game; 7 points and 5 for the throne."),
    "DW-46": RuleNote(
        "Winning",
        "Korak wins when all Heroes are out. Else Monsters, coins, cards and throne are counted.",
    ),
    "DW-47": RuleNote("Advanced Rules", "At most six cards; a kill in combat needs one hit more."),
    "DW-48": RuleNote(
        "Fighting Korak",
        "2 dice and 3 cards can kill Korak; in the advanced game only 3 dice and 3 cards.",
    ),
    "DW-49": RuleNote("Healing Fountain", "What a turn costs can be read in two ways; an option."),
    "DW-50": RuleNote("Magic Items", "When no item is left, a Monster defends none."),
    "DW-51": RuleNote("Setup", "All four Heroes play, or only those with a player; an option."),
    "DW-52": RuleNote("Game Board", "Nine rooms in a snake: the board as we infer it."),
}
