// What stands on a free table besides the figures, such as boats and animals: what the game says of each, and the wind.
import { html } from "../lib.js";

const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** A card, or nothing where there is nothing else. */
export function Things({ figures }) {
  const things = (figures.things ?? []).filter((one) => one.where !== "away");
  if (!things.length) return null;
  const { strength, to_deg: to } = figures.wind ?? { strength: "none" };
  return html`<section class="card" data-things><h2>Also on the table${strength !== "none" && `; the wind is ${strength}, to the ${COMPASS[Math.round(to / 45) % 8]}`}</h2>
    ${things.map((one) => html`<div class="hero-line" key=${one.name} data-thing=${one.name}><strong>${one.title}</strong>
      <div class="chips">${[...one.notes, one.where !== "table" && one.where].filter(Boolean).map((word) => html`<span class="chip">${word}</span>`)}</div></div>`)}</section>`;
}
