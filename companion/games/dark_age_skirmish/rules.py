"""Every rule by its id: where the book has it, and what it says in our words. Offers and events name these ids."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import RuleNote

RULES: Mapping[str, RuleNote] = {
    "DA-1": RuleNote(
        "Introduction; Characters",
        "d10 with 0 as zero; to roll against a figure is to roll less than it. About 50 figures.",
    ),
    "DA-2": RuleNote(
        "Introduction; Scales",
        "1 cm is 1 m; distances in hexes too. Only figures with a mounted twin may ride, about one in ten.",
    ),
    "DA-3": RuleNote(
        "Turn Sequence",
        "Up to a dozen: a card each, turned one by one. More: faction after faction. Who begins is not said.",
    ),
    "DA-4": RuleNote(
        "Characters",
        "Types with Strength, Agility, Bravery and cost; a Berserker's Bravery of 9 breaks the pattern: an option.",
    ),
    "DA-5": RuleNote(
        "Characters", "Missile armed: one more Agility and one point; berserk: one Agility, two Strength."
    ),
    "DA-6": RuleNote("Actions", "One movement and one combat action, or one other action."),
    "DA-7": RuleNote("Movement", "Paces on foot and mounted, in cm and hexes; a swimmer crawls; who lies only crawls."),
    "DA-8": RuleNote("Combat - Firing", "Ranges of missile weapons in four bands; those of rocks are not printed."),
    "DA-9": RuleNote("Aiming", "Up to three AIMs, lost by anything but standing still; each after the first adds one."),
    "DA-10": RuleNote(
        "Firing - roll to hit",
        "Agility with range, the target's pace and shield, the shooter's pace and horse, and what shows of the target.",
    ),
    "DA-11": RuleNote(
        "Firing - roll to hit",
        "Soft cover counts half. Who shoots must show head and shoulders, or have a loophole.",
    ),
    "DA-12": RuleNote(
        "Combat - Hand to hand", "Agility with shield, concealment, axe, friends, and the target's state."
    ),
    "DA-13": RuleNote(
        "Combat - Hand to hand",
        "The longer weapon is not struck at in the first round; lengths are not printed, so they are asked.",
    ),
    "DA-14": RuleNote("Combat - Hit effects", "Strength with missile, armour, axe, improvised weapon, unseen striker."),
    "DA-15": RuleNote("Combat - Hit effects", "The die says light, serious, critical or kill; red counters weaken."),
    "DA-16": RuleNote("Combat - Hit effects", "A 0 is a great blow: a second roll kills, stuns, or stuns and wounds."),
    "DA-17": RuleNote(
        "Effects of wounds on the target",
        "Who is hurt rolls against Strength or is stunned; he recovers by the same roll, and then only stands up.",
    ),
    "DA-18": RuleNote(
        "Entering and leaving combat",
        "Bravery before moving in; friends, the rear and horses count. Not against the stunned or asleep.",
    ),
    "DA-19": RuleNote("Entering and leaving combat", "Breaking off is an Agility roll; the point is spent anyway."),
    "DA-20": RuleNote(
        "Fatigue", "What each action costs; without points none of them; a swimmer without points drowns."
    ),
    "DA-21": RuleNote("Fatigue", "A die under the points just spent is a yellow counter: tired, then exhausted. Rest."),
    "DA-22": RuleNote(
        "Example of combat",
        "Osric and Svein. The effect has Strength 5 where it should be 6, so it says 7 where 8 is right.",
    ),
    "DA-23": RuleNote("Fatigue", "The total is not said: twice the Strength, as the example has it, or typed."),
    "DA-24": RuleNote(
        "Reaction", "Agility for surprises and tricky feats; bad going at a run is a roll, at a sprint two."
    ),
    "DA-25": RuleNote("Reaction", "One sees 120 degrees ahead."),
    "DA-26": RuleNote("Panic", "A friend killed in sight, or a berserker's charge: Bravery, or a sprint to cover."),
    "DA-27": RuleNote("Berserkers", "Whom a berserker attacks rolls against Bravery or flees."),
    "DA-28": RuleNote("Berserkers", "A 9 when going in, or 0 to 1 by choice. He attacks the nearest, friend or not."),
    "DA-29": RuleNote("Unarmed combat", "A kick is one wound, a punch none, both may stun; grappling overpowers."),
    "DA-30": RuleNote(
        "Non combatants", "They move last, start no fight, break off; they may be carried off at a walk."
    ),
    "DA-31": RuleNote("Boats", "Hands at the oars make the pace; sail by the wind."),
    "DA-32": RuleNote("Animals", "One man leads two; who runs at loose ones scatters them."),
    "DA-33": RuleNote("Wagons", "At a walk, after all others; a panicked team runs and may overturn."),
    "DA-34": RuleNote(
        "Introduction", "The record sheets are not in the text: bands are built from the types, or ours."
    ),
    "DA-35": RuleNote(
        "Nowhere", "Not in the text: how a game is won, reloading, and prices of armour and horses: options."
    ),
    "DA-36": RuleNote("Berserkers", "The figures in brackets: two Strength, one Agility, four fatigue."),
}
