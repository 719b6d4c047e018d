"""Every rule by its id: where the book has it, and what it says in our words. Offers and events name these ids."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import RuleNote

RULES: Mapping[str, RuleNote] = {
    "FL-1": RuleNote(
        "Percentage and 10-Sided Dice; Record Sheet",
        "1d10 with 0 as 10, d100 with 00 and 0 as 100; all lengths in centimetres; a record sheet for "
        "checks, orders and wounds.",
    ),
    "FL-2": RuleNote(
        "Experience Level",
        "Three games survived without routing make the next level; from Experienced to Veteran six. A "
        "Veteran's rules are not in the pack.",
    ),
    "FL-3": RuleNote(
        "Experience Level",
        "Experienced: a column left, +2 in melee, +2 morale. Raw: the same to the worse. Average: nothing.",
    ),
    "FL-4": RuleNote(
        "Unit Status",
        "Elite: +2 in melee and +2 morale. Regular: nothing.",
    ),
    "FL-5": RuleNote(
        "Other Terms; Character Sheets",
        "One wound heals between games. The sheets have experience, status and race in them already.",
    ),
    "FL-6": RuleNote(
        "The Phases",
        "Declaration, Initiative, Morale, Aimed Fire, Movement, Firing, Melee.",
    ),
    "FL-7": RuleNote(
        "Declaration Phase",
        "In secret, for each figure: aim, reload, walk, run, fire, or move and fire; or nothing.",
    ),
    "FL-8": RuleNote(
        "Aiming; Targeting",
        "A turn spent aiming gives a shot in the next Aimed Fire, one column better. Lost by a fight, a "
        "wound, morale, or a target out of sight.",
    ),
    "FL-9": RuleNote(
        "Reloading",
        "A whole stationary turn; not if met, hurt or moved. Also in the turn of an aimed shot.",
    ),
    "FL-10": RuleNote(
        "Moving and Firing",
        "Walk and fire, never run and fire; after an aimed shot run, reload, or fire a second weapon.",
    ),
    "FL-11": RuleNote(
        "Initiative Phase",
        "1d10 and the side's modifier; the best chooses a movement slot first. Equals roll again, bare. Movement only.",
    ),
    "FL-12": RuleNote(
        "Initiative Phase; Disengaging",
        "Who is engaged before he has moved loses his move.",
    ),
    "FL-13": RuleNote(
        "The Phases; General Firing Rules",
        "All fire is simultaneous; one passage excepts elite troops without saying how: an option.",
    ),
    "FL-14": RuleNote(
        "Morale Phase",
        "Checked in the next turn: a wound, being pushed back, the leader's death, the first hit. A charge: an option.",
    ),
    "FL-15": RuleNote(
        "Morale Phase",
        "Of several causes the leftmost column counts, once.",
    ),
    "FL-16": RuleNote(
        "Morale Modifiers Table",
        "1d10, the sheet's modifier, -2 for each wound, -2 if half the unit is dead.",
    ),
    "FL-17": RuleNote(
        "Morale Results Table",
        "A letter by total and cause; rows from 6 are cut off in the text and are asked.",
    ),
    "FL-18": RuleNote(
        "Morale Effects",
        "A nothing; B move, 5 cm from enemies; C fire at who comes nearer; D freeze; E walk home; F run to "
        "cover; G rout.",
    ),
    "FL-19": RuleNote(
        "Morale Phase",
        "A check follows in the turn after, with its order already declared.",
    ),
    "FL-20": RuleNote(
        "Movement Phase",
        "Crawl, Prone, Stagger, Walk and Run by race, in cm. A free move by the shortest legal way.",
    ),
    "FL-21": RuleNote(
        "Movement Modifiers",
        "Wounds, weather, terrain and loads shift the rate to the left; they add up, Crawl is the least.",
    ),
    "FL-22": RuleNote(
        "Movement Phase",
        "A Run through scrub goes as far as a Walk; a wounded Walk across a river is a Crawl.",
    ),
    "FL-23": RuleNote(
        "Movement Phase",
        "No Run in two turns running. A low wall or hedge costs 4 cm, a high wall 8 cm.",
    ),
    "FL-24": RuleNote(
        "Scenario One; Mission Briefings",
        "Whoever carries goes a column left, does not fire, and fights at -4.",
    ),
    "FL-25": RuleNote(
        "Firing Phase",
        "Chance and attack factor by range from edge to edge; sight from centre to centre.",
    ),
    "FL-26": RuleNote(
        "Firing Table",
        "An exact limit belongs to the nearer band. Too close to call: the players choose.",
    ),
    "FL-27": RuleNote(
        "Firing Modifiers",
        "Wounded -1, light woods -2, low wall -2, aimed +1, prone -2; + is to the left. Off the table: no hit.",
    ),
    "FL-28": RuleNote(
        "Firing Phase",
        "The text does not say what a shift past the nearest column does; we read it as the nearest column.",
    ),
    "FL-29": RuleNote(
        "Inflicting Wounds",
        "Attack factor at least the defence factor: one wound; more than twice: two; more than three times: three.",
    ),
    "FL-30": RuleNote(
        "General Firing Rules",
        "One shot a turn; not after a Run, not engaged, not into a friend's fight; who is charged may shoot "
        "the charger point-blank.",
    ),
    "FL-31": RuleNote(
        "Melee Phase",
        "In base contact each rolls 1d10 with his modifier, -2 for each wound, -3 or -6 against several.",
    ),
    "FL-32": RuleNote(
        "Hand-to-Hand Combat Results",
        "By the difference: a draw, pushed back 5 cm, or one to four wounds.",
    ),
    "FL-33": RuleNote(
        "Multiple Opponents",
        "One against one where it can be; who is outnumbered fights each with the penalty: side from two, "
        "rear from four.",
    ),
    "FL-34": RuleNote(
        "Disengaging from Melee",
        "After a round of fighting, by a declared move, unless a foe with better Initiative holds on.",
    ),
    "FL-35": RuleNote(
        "Melee Phase",
        "All fights are simultaneous.",
    ),
    "FL-36": RuleNote(
        "Player One: The Orcs",
        "Oswold and three recruits; the last line is cut off and inferred, or typed.",
    ),
    "FL-37": RuleNote(
        "Player Two: The Elves",
        "Saquais, Corbette and four privates; three lines are cut off and inferred, or typed.",
    ),
    "FL-38": RuleNote(
        "Player Three: The Dwarves",
        "Schneider and Schumaker.",
    ),
    "FL-39": RuleNote(
        "Player Four: The Ogre",
        "Hassle, alone, with a hammer.",
    ),
    "FL-40": RuleNote(
        "Player One: The Orcs",
        "Oswold fears water, has an umbrella, and no firearm.",
    ),
    "FL-41": RuleNote(
        "Scenario One",
        "The dead Dwarf at the crossroads: a stationary turn to pick up, carried off the opposite side, "
        "dropped for a wound.",
    ),
    "FL-42": RuleNote(
        "Mission Briefing One",
        "Every side wants the body; nobody knows what the others want; friendship is free and ends at will.",
    ),
    "FL-43": RuleNote(
        "Scenario Two",
        "A river of 10 cm, a bridge of 10 cm, five light woods; the map is a picture, so the table is ours.",
    ),
    "FL-44": RuleNote(
        "Mission Briefing Two, Orcs",
        "A wet Oswold is out of play. What else the Orcs are told is on their own phone.",
    ),
    "FL-45": RuleNote(
        "Mission Briefing Two, Elves",
        "Who has beaten Oswold may pick him up in the next turn, before morale; he struggles in each Melee, but "
        "not near water. What for is on the Elves' own phone.",
    ),
    "FL-46": RuleNote(
        "Mission Briefing Two, Dwarves",
        "Who has beaten Oswold may take his umbrella instead of a wound. What for is on the Dwarves' own phone.",
    ),
    "FL-47": RuleNote(
        "Mission Briefing Two, Ogre",
        "The Ogre picks Oswold up as the Elves do. Where to is on his own phone; the text says two things: an option.",
    ),
}
