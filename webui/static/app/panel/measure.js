// The answer between two spots: edge to edge large, centre to centre beside it, sight both ways.
import { html } from "../lib.js";
import { cells, cm, inches, short, sightWords } from "../format.js";
import { figureOf, sideClass, spotName } from "../spots.js";
import { noCamera } from "../status.js";
import { set } from "../store.js";
import { Card } from "./card.js";
import { Roster } from "./roster.js";
import { TurnLine } from "./turn.js";

const length = ([value, spread], unit) => html`<span class="length">${value} <span class="plus-minus">± ${spread}</span> <small>${unit}</small></span>`;

function who(view, picked, shown) {
  const one = (spot, i) => {
    const figure = figureOf(view, spot);
    return html`<button class=${sideClass(view, figure?.side)} aria-expanded=${String(shown === i)} onClick=${() => set({ shown: shown === i ? null : i })}>
      <i class="swatch ${figure ? "" : "spot"}"></i><span>${spotName(view, spot)}</span></button>`;
  };
  return html`<div class="who">${one(picked[0], 0)}<span class="to" aria-label="to">→</span>${one(picked[1], 1)}</div>`;
}

function distances(answer, grid) {
  const both = Math.abs(answer.edge_mm - answer.centre_mm) > 0.005;
  const sure = answer.cells_sure !== false;
  return html`<div class="result">
      <p class="big">${length(cm(answer.edge_mm, answer.edge_sigma_mm), "cm")}</p>
      <p class="units"><span>${length(inches(answer.edge_mm, answer.edge_sigma_mm), "in")}</span>
        ${grid && answer.cells !== null && html`<span class=${sure ? "" : "close-call"}>${cells(answer.cells, grid.kind)}${!sure && ", too close to call"}</span>`}</p>
    </div>
    <p class="what">${both ? html`edge to edge; centres ${length(cm(answer.centre_mm, answer.centre_sigma_mm), "cm")}, ${length(inches(answer.centre_mm, answer.centre_sigma_mm), "in")}` : "from point to point"}</p>`;
}

function bar({ fraction, low, high }, kind) {
  const x = (part) => 48 * Math.min(1, Math.max(0, part));
  return html`<svg class="bar ${kind}" viewBox="0 0 48 10" aria-hidden="true"><rect class="all" x=".5" y=".5" width="47" height="9" rx="4" />
    <rect class="between" x=${x(low)} width=${x(high) - x(low)} height="10" rx="2" /><rect class="is" width=${x(fraction)} height="10" rx="4" /></svg>`;
}

const leftOut = ({ left_out: pieces }) => (pieces?.length ? html` <small>(${pieces.join(", ")} not counted: one stands in it)</small>` : "");

function sight(said, from, to) {
  if (!said) return null;
  const { kind, answer, why } = sightWords(said);
  return html`<li class=${kind}><span>${from} sees ${to}: <b>${answer}</b>${why}${leftOut(said)}</span>${bar(said, kind)}</li>`;
}

function answered(view, picked, measured) {
  if (!measured) return html`<p class="hint">Measuring…</p>`;
  if (measured.fault) return html`<p class="fault-line">${measured.fault}</p>`;
  const { answer } = measured;
  const [a, b] = picked.map((spot) => short(spotName(view, spot)));
  return html`${distances(answer, view.table.grid)}
    ${answer.doubt && html`<p class="note">${answer.doubt}</p>`}
    ${(answer.a_sees_b || answer.b_sees_a) && html`<ul class="sights">${sight(answer.a_sees_b, a, b)}${sight(answer.b_sees_a, b, a)}</ul>`}`;
}

export function Measure({ view, picked, measured, shown }) {
  if (!picked.length && noCamera(view)) return html`<p class="hint">There is no camera here that could measure. ${view.watch.game_on && html`<a class="plain-link" href="/game">To the game</a>`}</p>`;
  if (!picked.length) {
    return html`<p class="hint">Tap two things: figures, or any point on the table.</p><${TurnLine} watch=${view.watch} /><${Roster} view=${view} />`;
  }
  if (picked.length === 1) {
    return html`<${Card} view=${view} spot=${picked[0]} /><p class="section">Tap a second thing to measure to it</p>
      <${Roster} view=${view} without=${[picked[0].id]} />`;
  }
  return html`${who(view, picked, shown)}
    ${shown !== null ? html`<${Card} view=${view} spot=${picked[shown]} />` : html`<div aria-live="polite">${answered(view, picked, measured)}</div>`}`;
}
