// The sides of a free table's game as cards: each figure with its wounds, its orders and its weapons, and what only this
// seat may know of its own.
import { html } from "../lib.js";
import { shortOf, spoken as named, titleOf } from "./called.js";

/** far: for a screen on the wall, where only what changes is worth a line: orders, or, in a game
 * without them, its notes; no number of the record sheet. */
function Figure({ one, side, short, far }) {
  const left = one.wounds - one.lost;
  const words = far ? [one.where === "table" ? one.declared : one.where, one.prone && !one.notes && "prone", one.carries && `carries ${one.carries}`, ...(one.declared === undefined ? one.notes ?? [] : []).filter((note) => !/\d/.test(note))].filter(Boolean) : [one.level, one.elite && "elite", one.declared && `declared: ${one.declared}`, one.aim === "set" && "has aimed", one.prone && !one.notes && "prone", one.carries && `carries ${one.carries}`,
    ...(one.notes ?? []), ...(one.weapons ?? []).map((weapon) => `${weapon}${(one.loaded ?? []).includes(weapon) ? ", loaded" : ""}`), one.where !== "table" && one.where].filter(Boolean);
  return html`<div class="hero-line"><strong><i class="chip-of side-of-${side}">${short}</i>${one.title}</strong>
    <span class="hits" role="img" aria-label="${left} of ${one.wounds}"><strong>${left}</strong>${Array.from({ length: one.wounds }, (_, n) => html`<i class=${n < left ? "full" : ""} />`)}</span>
    <div class="chips">${words.map((word) => html`<span class="chip">${named(word)}</span>`)}</div></div>`;
}

/** Each side with its figures, this seat's first, and what only this seat may know of its own. */
export function Sides({ figures, seat }) {
  const all = Object.entries(figures.sides ?? {});
  const short = shortOf(figures.figures.map((one) => one.title));
  const order = [...all].sort(([, a], [, b]) => (b.seat === seat) - (a.seat === seat));
  return order.map(([name, side]) => html`<section class="card side-card" key=${name}><h2>${titleOf(name)}${side.seat === seat ? ", yours" : `, ${side.seat}`}</h2>
    ${figures.yours?.[name] && html`<p class="words"><strong>Only you see this.</strong> ${figures.yours[name].briefing}</p>`}
    ${figures.figures.filter((one) => one.side === name).map((one) => html`<${Figure} key=${one.name} one=${one} short=${short.get(one.title)} side=${all.findIndex(([other]) => other === name)} far=${seat === ""} />`)}</section>`);
}
