// The sides of a free table's game as cards: each figure with its wounds, its orders and its weapons, and what only this
// seat may know of its own.
import { html } from "../lib.js";
import { shortOf, spoken as named, titleOf } from "./called.js";

const MANY = 8; // so many figures of a side that on the wall each has less room

/** What of a figure changes, for a screen on the wall: its order, or what the game says of it now; no number of the record sheet. */
const changing = (one) => [one.declared, ...(one.now ?? (one.declared === undefined ? one.notes ?? [] : []).filter((note) => !/\d/.test(note))), one.prone && !one.notes && "prone", one.carries && `carries ${one.carries}`].filter(Boolean);

const sheet = (one) => [one.level, one.elite && "elite", one.declared && `declared: ${one.declared}`, one.aim === "set" && "has aimed", one.prone && !one.notes && "prone", one.carries && `carries ${one.carries}`,
  ...(one.notes ?? []), ...(one.weapons ?? []).map((weapon) => `${weapon}${(one.loaded ?? []).includes(weapon) ? ", loaded" : ""}`), one.where !== "table" && whereWords(one.where)].filter(Boolean);

const whereWords = (where) => (where === "away" ? "not on the table yet" : where);

function Figure({ one, side, short, far }) {
  const left = one.wounds - one.lost;
  const words = far ? changing(one) : sheet(one);
  return html`<div class="hero-line"><strong><i class="chip-of side-of-${side}">${short}</i>${one.title}</strong>
    <span class="hits" role="img" aria-label="${left} of ${one.wounds}"><strong>${left}</strong>${Array.from({ length: one.wounds }, (_, n) => html`<i class=${n < left ? "full" : ""} />`)}</span>
    <div class="chips">${words.map((word) => html`<span class="chip">${named(word)}</span>`)}</div></div>`;
}

/** On the wall those who are not on the table share a line. */
function Gone({ all }) {
  const by = new Map();
  for (const one of all) by.set(one.where, [...(by.get(one.where) ?? []), one.title]);
  return [...by].map(([where, names]) => html`<p class="words gone" key=${where}>${named(whereWords(where))}: ${names.join(", ")}</p>`);
}

/** Each side with its figures, this seat's first and open, and what only this seat may know of its own. */
export function Sides({ figures, seat }) {
  const all = Object.entries(figures.sides ?? {});
  const short = shortOf(figures.figures.map((one) => one.title));
  const order = [...all].sort(([, a], [, b]) => (b.seat === seat) - (a.seat === seat));
  const far = seat === "";
  return order.map(([name, side]) => {
    const mine = side.seat === seat;
    const people = figures.figures.filter((one) => one.side === name);
    const there = people.filter((one) => !far || one.where === "table");
    const lines = there.map((one) => html`<${Figure} key=${one.name} one=${one} short=${short.get(one.title)} side=${all.findIndex(([other]) => other === name)} far=${far} />`);
    const head = `${titleOf(name)}${mine ? ", yours" : `, ${side.seat}`}`;
    if (!mine && !far) return html`<details class="card side-card" key=${name} data-side-card=${name}><summary>${head}: ${people.filter((one) => one.where === "table").length} on the table</summary>${lines}</details>`;
    return html`<section class="card side-card ${people.length > MANY ? "many" : ""}" key=${name} data-side-card=${name}><h2>${head}</h2>
    ${figures.yours?.[name] && html`<p class="words"><strong>Only you see this.</strong> ${figures.yours[name].briefing}</p>`}
    ${lines}${far && html`<${Gone} all=${people.filter((one) => one.where !== "table")} />`}</section>`;
  });
}
