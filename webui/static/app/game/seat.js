// What a seat has: its Heroes with hit points, cards and things, or Korak's secrets; and what everybody may see of the others.
import { html, useState } from "../lib.js";
import { colour } from "./board.js";

const FULL = 8;
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const named = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** Hit points to be seen from afar: so many of eight drops are full. */
function Hits({ hero }) {
  if (hero.out) return html`<strong class="bad-words">out of the game</strong>`;
  if (hero.hits <= 0) return html`<strong class="bad-words">unconscious</strong>`;
  return html`<span class="hits" role="img" aria-label="${hero.hits} of ${FULL}"><strong>${hero.hits}</strong>
    ${Array.from({ length: FULL }, (_, n) => html`<i class=${n < hero.hits ? "full" : ""} />`)}</span>`;
}

const Chip = ({ kind = "", words }) => html`<span class="chip ${kind}">${words}</span>`;

function Things({ hero }) {
  const hand = hero.hand;
  return html`<div class="chips">
    ${hand ? html`<${Chip} kind="hit" words="${hand.hit} Hit" /><${Chip} kind="miss" words="${hand.miss} Miss" />` : html`<${Chip} words=${many(hero.cards, "card")} />`}
    ${hero.weapon && html`<${Chip} kind=${hero.golden ? "golden" : ""} words=${hero.golden ? `${hero.weapon}, golden: 3 dice` : hero.weapon} />`}
    ${hero.items.map((item) => html`<${Chip} kind="thing" words=${item} />`)}
    ${hero.coins.length > 0 && html`<${Chip} words="coins ${hero.coins.join(" + ")}${hero.coins.length > 1 ? ` = ${sum(hero.coins)}` : ""}" />`}
    ${hero.slain.length > 0 && html`<${Chip} words=${hero.slain.length > 3 ? many(hero.slain.length, "slain Monster") : `slain: ${hero.slain.map(named).join(", ")}`} />`}
  </div>`;
}

function Hero({ hero, turn }) {
  return html`<div class="hero-line ${turn ? "on-turn" : ""}"><strong><i class="dot ${colour(hero.name)}" />${named(hero.name)}</strong><${Hits} hero=${hero} />
    <${Things} hero=${hero} />${hero.points !== undefined && html`<span class="dim">${many(hero.points, "point")}</span>`}</div>`;
}

export function Heroes({ title, heroes, turn }) {
  return heroes.length > 0 && html`<section class="card heroes-card"><h2>${title}</h2>${heroes.map((hero) => html`<${Hero} key=${hero.name} hero=${hero} turn=${hero.name === turn} />`)}</section>`;
}

/** Monsters of one kind on a line, each with what is under its base. */
function Store({ monsters }) {
  const kinds = Map.groupBy ? Map.groupBy(monsters, kind) : grouped(monsters);
  return [...kinds].map(([name, all]) => html`<div class="store"><span>${named(name)}</span><span class="chips">${all.map((one) =>
    html`<${Chip} words="${one.name.match(/-(\d+)$/)?.[1] ?? ""}${one.points === null ? "" : ` ●${one.points}`}" />`)}</span></div>`);
}

const kind = (one) => one.name.replace(/-\d+$/, "");
function grouped(monsters) {
  const found = new Map();
  for (const one of monsters) found.set(kind(one), [...(found.get(kind(one)) ?? []), one]);
  return found;
}

const roomOf = (board, square) => board.zones.find((zone) => zone.squares.includes(square))?.name ?? square;

/** Figure -> the number under its base, where this seat knows it, to be shown beside its name where it is chosen. */
export const notesOf = (figures) => Object.fromEntries([...(figures.korak?.store ?? []), ...(figures.monsters ?? [])].filter((one) => one.points).map((one) => [one.name, `●${one.points}`]));

/** The numbers that a Hero's player has read under Monsters that still stand. */
export function Read({ figures, seat }) {
  const read = seat && !figures.korak ? (figures.monsters ?? []).filter((one) => one.points && one.kind !== "korak") : [];
  return read.length > 0 && html`<section class="card secret"><h2>Only you see this</h2><p class="words">● is the number that you have read under the base.</p>
    ${read.map((one) => html`<div class="store" key=${one.name}><span>${named(one.name)} ●${one.points}</span><span class="chips"><${Chip} words=${roomOf(figures.board, one.square)} /></span></div>`)}</section>`;
}

export function Korak({ figures }) {
  const { korak, monsters, board } = figures;
  if (!korak) return null;
  return html`<section class="card secret"><h2>Only you see this</h2>
    <h3>On the board</h3>${monsters.length ? monsters.map((one) => html`<div class="store"><span>${named(one.name)}${one.points === null || one.points === undefined ? "" : ` ●${one.points}`}</span>
      <span class="chips">${one.item && html`<${Chip} kind="thing" words=${one.item} />`}<${Chip} words=${roomOf(board, one.square)} /></span></div>`) : html`<p class="words">Nobody yet.</p>`}
    <details><summary>In store: ${korak.store.length}</summary><p class="words">● is the number under the base.</p><${Store} monsters=${korak.store} /></details>
    <details><summary>Chests and Magic Items</summary>
      ${figures.chests.map((chest) => html`<div class="store"><span>${named(roomOf(board, chest.square))}</span><span class="chips"><${Chip} kind=${chest.opened ? "" : "golden"} words=${chest.opened ? "opened" : korak.chests[chest.name]} /></span></div>`)}
      <div class="store"><span>Magic Items left</span><span class="chips">${Object.entries(korak.pool).map(([item, count]) => html`<${Chip} kind="thing" words="${item} ${count}" />`)}</span></div></details></section>`;
}

const ACTIONS = 3;

/** A pip for each action of the Hero whose turn it is: full ones are left. */
export function Actions({ turn }) {
  if (!turn?.hero) return null;
  const left = turn.actions + turn.fights;
  return html`<span class="pips" role="img" aria-label="${left} left">${Array.from({ length: Math.max(ACTIONS, left) }, (_, n) => html`<i class=${n < left ? "" : "spent"} />`)}</span>`;
}

const NOBODY = "nobody";

export function End({ end }) {
  if (!end) return null;
  const scores = Object.entries(end.scores).sort((a, b) => b[1] - a[1]);
  return html`<section class="card asked"><h2>${end.reason}</h2><p class="winner">${end.winner === NOBODY ? html`<strong>Nobody has won.</strong>` : html`The winner: <strong>${named(end.winner)}</strong>`}</p>
    <table>${scores.map(([name, points]) => html`<tr><td><i class="dot ${colour(name)}" />${named(name)}</td><td>${points}</td></tr>`)}</table></section>`;
}

const [NEWEST, ALL] = [4, 60];

/** What happened, newest first: a few lines on a phone, all that is known at a touch. far: on the wall, where nobody touches. */
export function Log({ log, far }) {
  const [open, setOpen] = useState(false);
  if (!log.length) return null;
  const most = far ? 14 : open ? ALL : NEWEST;
  return html`<section class="card log-card"><h2>What happened</h2><ul class="log">${log.slice(-most).reverse().map((line) => html`<li key=${line.n}>${line.text}</li>`)}</ul>
    ${!far && log.length > NEWEST && html`<button type="button" class="link" data-log aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? "only the newest" : "all of it"}</button>`}</section>`;
}
