// What a seat has: its Heroes with cards and hit points, or Korak's secrets; and what everybody may see of the others.
import { html } from "../lib.js";

const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const named = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");

function Hero({ hero }) {
  const state = hero.out ? "out of the game" : hero.hits ? `${hero.hits} of 8` : "unconscious";
  const cards = hero.hand ? `${hero.hand.hit} Hit, ${hero.hand.miss} Miss` : many(hero.cards, "card");
  const things = [hero.golden ? `${hero.weapon}, golden` : hero.weapon, cards, ...hero.items, hero.coins.length && `coins ${hero.coins.join(", ")}`, hero.slain.length && many(hero.slain.length, "slain Monster")];
  return html`<div class="hero-line"><strong>${named(hero.name)}</strong><strong>${state}</strong>
    <span class="dim">${things.filter(Boolean).join("; ")}</span>
    <span class="dim">${hero.points === undefined ? "" : many(hero.points, "point")}</span></div>`;
}

export function Heroes({ title, heroes }) {
  return heroes.length > 0 && html`<section class="card"><h2>${title}</h2>${heroes.map((hero) => html`<${Hero} key=${hero.name} hero=${hero} />`)}</section>`;
}

export function Korak({ figures }) {
  const { korak, monsters } = figures;
  if (!korak) return null;
  const list = (all) => all.map((one) => `${named(one.name)}${one.points === null ? "" : ` (${one.points})`}${one.item ? `, ${one.item}` : ""}`).join("; ");
  return html`<section class="card"><h2>Only you see this</h2>
    <p><strong>On the board:</strong> ${list(monsters) || "nobody"}</p>
    <p><strong>In store:</strong> ${list(korak.store)}</p>
    <p><strong>Chests:</strong> ${Object.entries(korak.chests).map(([chest, weapon]) => `${named(chest)}: ${weapon}`).join("; ") || "none yet"}</p>
    <p><strong>Magic Items:</strong> ${Object.entries(korak.pool).map(([item, count]) => `${item} ${count}`).join("; ")}</p></section>`;
}

export function End({ end }) {
  if (!end) return null;
  const scores = Object.entries(end.scores).sort((a, b) => b[1] - a[1]);
  return html`<section class="card asked"><h2>${end.reason}</h2><p>The winner: ${named(end.winner)}</p>
    <table>${scores.map(([name, points]) => html`<tr><td>${named(name)}</td><td>${points}</td></tr>`)}</table></section>`;
}

export function Log({ log }) {
  return log.length > 0 && html`<section class="card"><h2>What happened</h2><ul class="log">${log.slice(-14).reverse().map((line) => html`<li key=${line.n}>${line.text}</li>`)}</ul></section>`;
}
