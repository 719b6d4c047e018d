// A phone at the game: one seat at a time of those in its address, or, without any, the table's own screen.
import { html, render, useEffect, useState } from "../lib.js";
import { Offers, Question } from "./asking.js";
import { Asks, Astray, Dials, Seen } from "./beside.js";
import { Board, colour, wear } from "./board.js";
import { follow, newId, send, tokens } from "./line.js";
import { OpenTable, Sides } from "./open_table.js";
import { Actions, End, Heroes, Korak, Log, notesOf } from "./seat.js";
import { Closed, Orders, Paused, Proposal } from "./table.js";

function Seat({ token }) {
  const [view, setView] = useState(null);
  const [lost, setLost] = useState(false);
  const [told, setTold] = useState(null);
  const [map, setMap] = useState({ may: null, chosen: undefined });
  const [pick, setPick] = useState(null);
  useEffect(() => follow(token, setView, setLost), [token]);
  useEffect(() => setPick(null), [view?.revision]);
  if (!view) return html`<p class="before">${lost ? "No connection to the game; trying again." : "Asking the companion for the game…"}</p>`;
  if (view.refused) return html`<p class="before">${view.refused}</p>`;
  const { figures } = view;
  wear(view.beside.colours);
  const ask = async (path, body) => setTold(await send(path, body, { "X-Seat": token }, setLost));
  const order = (body) => ask("/api/v1/orders", body);
  const piece = (body) => ask("/api/v1/pieces", body);
  const take = (offer, fields, more = {}) => ask("/api/v1/commands", { id: newId(), offer_id: offer.id, fields, ...more });
  const show = (may, chosen) => setMap({ may, chosen });
  const heroes = figures.heroes ?? [];
  const mine = heroes.filter((hero) => hero.seat === view.seat);
  return html`<main class="game" data-revision=${view.revision}>
    <header class="prompt"><h1>${figures.turn?.hero && html`<i class="dot ${colour(figures.turn.hero)}" />`}${figures.prompt}</h1><span class="round"><${Actions} turn=${figures.turn} />round ${figures.round}</span>
      ${token && view.undo !== null && html`<button type="button" class="button" onClick=${() => ask("/api/v1/undo", { of: view.undo })}>Undo</button>`}</header>
    ${lost && html`<p class="lost" role="alert">No connection to the game; trying again.</p>`}
    ${told && html`<p class="told" role="alert"><span>${told.reason}</span><button type="button" class="button" onClick=${() => setTold(null)}>Close</button></p>`}
    <${Paused} paused=${view.table.paused} />
    <${Closed} closed=${view.table.closed} />
    <${Proposal} proposal=${view.table.proposal} seat=${view.seat} vote=${(of, agree) => ask("/api/v1/votes", { of, agree })} />
    <${End} end=${view.end} />
    ${view.question && html`<${Question} key=${view.question.key} question=${view.question} rules=${view.rules} pick=${pick} show=${show} order=${order} notes=${notesOf(figures)} beside=${view.beside}
      answer=${(key, value, more = {}) => ask("/api/v1/answers", { key, value, ...more })} />`}
    <${Seen} offers=${view.offers} rules=${view.rules} take=${take} />
    <${Astray} astray=${figures.astray} rules=${view.rules} mine=${mine.map((hero) => hero.name)} ask=${piece} />
    <${Asks} asks=${view.beside.asks} answer=${(one, option) => ask(`/api/v1/asks/${encodeURIComponent(one.id)}`, { option: option.id })} />
    <${Dials} dials=${view.beside.dials} seat=${view.seat} ask=${piece} />
    <${Offers} offers=${view.offers} rules=${view.rules} revision=${view.revision} pick=${pick} show=${show} take=${take} />
    <${figures.board ? Board : OpenTable} figures=${figures} may=${map.may} chosen=${map.chosen} choose=${setPick} />
    <${Heroes} title="Yours" heroes=${mine} turn=${figures.turn?.hero} />
    <${Korak} figures=${figures} />
    ${!figures.board && html`<${Sides} figures=${figures} seat=${view.seat} />`}
    <${Heroes} title=${mine.length ? "The others" : "Heroes"} heroes=${heroes.filter((hero) => !mine.includes(hero))} turn=${figures.turn?.hero} />
    ${token && html`<${Orders} table=${view.table} order=${order} />`}
    <${Log} log=${view.log} />
  </main>`;
}

function Phone({ all }) {
  const [at, setAt] = useState(0);
  const token = all[at] ?? "";
  return html`${all.length > 1 && html`<nav class="game"><div class="row">${all.map((one, n) =>
    html`<button type="button" class="button ${n === at ? "chosen" : ""}" onClick=${() => setAt(n)}>Seat ${n + 1}</button>`)}</div></nav>`}
    <${Seat} key=${token} token=${token} />`;
}

const root = document.getElementById("app");
root.textContent = "";
const draw = () => render(html`<${Phone} key=${location.hash} all=${tokens()} />`, root);
addEventListener("hashchange", draw);
draw();
