// A phone at the game: one seat at a time of those in its address, or, without any, the table's own screen.
import { html, render, useEffect, useState } from "../lib.js";
import { Question } from "./asking.js";
import { Asks, Astray, Dials, Seen } from "./beside.js";
import { Board, colour, wear } from "./board.js";
import { call, titleOf } from "./called.js";
import { movesAt, useGauge } from "./gauge.js";
import { follow, newId, send, tokens } from "./line.js";
import { Offers } from "./offers.js";
import { OpenTable } from "./open_table.js";
import { PlacingCard } from "./placing.js";
import { Actions, End, Heroes, Korak, Log, Read, notesOf } from "./seat.js";
import { Sheet } from "./sheet.js";
import { Sides } from "./sides.js";
import { showing } from "../patience.js";
import { Closed, Orders, Paused, Proposal } from "./table.js";
import { Things } from "./things.js";

function Seat({ token }) {
  const [view, setView] = useState(null);
  const [lost, setLost] = useState(false);
  useEffect(() => follow(token, setView, setLost), [token]);
  if (!view) return html`<p class="before">${lost ? "No connection to the game; trying again." : "Asking the companion for the game…"}</p>`;
  if (view.refused) return html`<p class="before">${view.refused}</p>`;
  return html`<${Game} view=${view} token=${token} lost=${lost} setLost=${setLost} />`;
}

const NO_MAP = { may: null, chosen: undefined, of: null };

function Game({ view, token, lost, setLost }) {
  const [told, setTold] = useState(null);
  const [map, setMap] = useState(NO_MAP);
  const [pick, setPick] = useState(null);
  const [found, setFound] = useState(null);
  useEffect(() => setPick(null), [view.revision]);
  const { figures } = view;
  const gauge = useGauge(view, token, map.may && map.of ? { figure: map.of, kind: map.kind, goal: map.chosen } : null);
  wear(view.beside.colours);
  const ask = async (path, body) => {
    const refused = await showing(send(path, body, { "X-Seat": token }, setLost, (why) => setTold(why && { reason: why })));
    setTold(refused);
    return refused === null;
  };
  const order = (body) => ask("/api/v1/orders", body);
  const piece = (body) => ask("/api/v1/pieces", body);
  const bent = (offer) => view.gauge.bends.includes(offer.kind) && gauge.held?.bends.length && offer.id === `${offer.kind}:${gauge.held.figure}`;
  const take = async (offer, fields, more = {}) => {
    const done = await ask("/api/v1/commands", { id: newId(), offer_id: offer.id, fields: bent(offer) ? { ...fields, by: gauge.held.bends } : fields, ...more });
    if (done) setPick(null); // the place that was touched is nobody else's
    return done;
  };
  const show = (may, chosen, of = null, kind = "") => setMap(may ? { may, chosen, of, kind } : NO_MAP);
  const heroes = figures.heroes ?? [];
  const mine = heroes.filter((hero) => hero.seat === view.seat);
  const own = [...mine, ...(figures.figures ?? []).filter((one) => figures.sides?.[one.side]?.seat === view.seat)].map((one) => one.name);
  const { placing } = view.beside;
  call(figures.figures);
  const ordered = gauge.ways.find((one) => one.rate === gauge.ordered);
  const stopped = Boolean(map.kind && map.of === gauge.held?.figure && ordered && (ordered.bar || ordered.verdict === "too far"));
  const move = moveOf(view, gauge, map, take);
  return html`<main class="game ${token ? "" : "tv"} ${gauge.figure || gauge.mode === "range" ? "trying" : ""}" data-revision=${view.revision}>
    <header class="prompt"><h1>${figures.turn?.hero && html`<i class="dot ${colour(figures.turn.hero)}" />`}${figures.prompt}</h1><span class="round"><${Actions} turn=${figures.turn} />${figures.round ? `round ${figures.round}` : "set-up"}</span>
      ${token && view.undo !== null && html`<button type="button" class="button" onClick=${() => ask("/api/v1/undo", { of: view.undo })}>Undo</button>`}</header>
    ${lost && html`<p class="lost" role="alert">No connection to the game; trying again.</p>`}
    ${told && html`<p class="told" role="alert"><span>${told.reason}</span><button type="button" class="button" onClick=${() => setTold(null)}>Close</button></p>`}
    <${Paused} paused=${view.table.paused} />
    <${Closed} closed=${view.table.closed} />
    <${Proposal} proposal=${view.table.proposal} seat=${view.seat} vote=${(of, agree) => ask("/api/v1/votes", { of, agree })} />
    <${End} end=${view.end} />
    ${view.question && html`<${Question} key=${view.question.key} question=${view.question} rules=${view.rules} pick=${pick} show=${show} order=${order} notes=${notesOf(figures)} beside=${view.beside}
      answer=${(key, value, more = {}) => ask("/api/v1/answers", { key, value, ...more })} />`}
    <${Seen} offers=${view.offers} rules=${view.rules} take=${take} together=${Boolean(placing)} />
    <${Astray} astray=${figures.astray} rules=${view.rules} mine=${own} ask=${piece} />
    <${Asks} asks=${view.beside.asks} answer=${(one, option) => ask(`/api/v1/asks/${encodeURIComponent(one.id)}`, { option: option.id })} />
    <${Dials} dials=${view.beside.dials} seat=${view.seat} ask=${piece} />
    <${Offers} offers=${view.offers} rules=${view.rules} revision=${view.revision} pick=${pick} show=${show} take=${take} stopped=${stopped} notes=${notesOf(figures)} token=${view.gauge.range ? token : ""} onward=${Boolean(placing)} />
    ${figures.board ? html`<${Board} figures=${figures} may=${map.may} chosen=${map.chosen} choose=${setPick} />`
      : html`<${OpenTable} figures=${figures} may=${map.may} of=${map.of} chosen=${map.chosen} choose=${setPick} gauge=${gauge} placing=${placing} found=${found} marked=${spokenOf(view.question)} />`}
    ${token && view.gauge.range && figures.figures.some((one) => one.where === "table") && html`<div class="row map-tools"><button type="button" class="button ${gauge.mode === "range" ? "chosen" : ""}" data-measure aria-pressed=${gauge.mode === "range"} onClick=${() => (gauge.mode === "range" ? gauge.letGo() : gauge.measure())}>Measure a range</button><span class="words">Touch a figure to see where it could go.</span></div>`}
    ${placing && html`<${PlacingCard} placing=${placing} yours=${Object.entries(figures.sides ?? {}).filter(([, side]) => token && side.seat === view.seat).map(([name]) => name)} chosen=${found} choose=${setFound} title=${titleOf} look=${token && (() => ask("/api/v1/tables", { do: "look" }))} />`}
    ${token && html`<${Log} log=${view.log} />`}
    <${Heroes} title="Yours" heroes=${mine} turn=${figures.turn?.hero} />
    <${Korak} figures=${figures} />
    <${Read} figures=${figures} seat=${view.seat} />
    ${!figures.board && html`<${Sides} figures=${figures} seat=${view.seat} /><${Things} figures=${figures} />`}
    <${Heroes} title=${mine.length ? "The others" : "Heroes"} heroes=${heroes.filter((hero) => !mine.includes(hero))} turn=${figures.turn?.hero} />
    ${token && html`<${Orders} table=${view.table} order=${order} />`}
    ${!token && html`<${Log} log=${view.log} far=${true} />`}
    <${Sheet} gauge=${gauge} move=${move} title=${titleOf} />
  </main>`;
}

/** The figures that a question is about: the distance between two, or where one is to stand. */
const spokenOf = (question) => [question?.open?.a, question?.open?.b, question?.open?.figure].filter(Boolean);

/** The move that is tried, if it is offered now and its offer is not opened: it is taken from the sheet. */
function moveOf(view, gauge, map, take) {
  const goal = gauge.held?.goal;
  const offer = goal && !map.may && view.offers.find((one) => one.id === `${one.kind}:${gauge.held.figure}` && movesAt(one.kind, gauge.rate) && one.fields.to?.outline);
  return offer ? { label: offer.label, do: () => take(offer, { to: goal }) } : null;
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
