// What is on its way or asked about, over the figures: from the old place to where a figure is now, the way back of one
// that was moved out of its turn, and a ring where a question's figure stands.
import { html } from "../lib.js";
import { cm, mm, SIGMAS } from "../format.js";
import { pathOf, pill } from "./lines.js";
import { upright } from "./plan.js";

const RING_PX = 22;
const HEAD_PX = 9;

const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

const LONG_PX = 120;
const BEYOND_PX = [56, 30];

/** On a long line its middle; beyond the end of a short one, so that neither line nor figures are hidden. */
function beside([ax, ay], [bx, by], k) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length * k > LONG_PX) return middle([ax, ay], [bx, by]);
  const [ux, uy] = length > 0 ? [(bx - ax) / length, (by - ay) / length] : [0, -1];
  return [bx + (ux * BEYOND_PX[0]) / k, by + (uy * BEYOND_PX[1]) / k];
}

const pillAt = (text, [x, y], k) => ({ x: x * k - 3.7 * text.length - 7, y: y * k - 12, width: 7.4 * text.length + 14, height: 24 });
const movedText = ({ moved_mm: moved, moved_sigma_mm: sigma }) => `${cm(moved, sigma ?? 0).join(" ± ")} cm`;

/** Whether it is away from where it stood by more than can be mistaken. */
const away = ({ now, moved_mm: moved, moved_sigma_mm: sigma }) => now && moved !== null && moved > SIGMAS * (sigma ?? 0);

/** Boxes of the pills, screen px of the upright drawing: names keep clear of them. */
export function pillBoxes({ table, watch }, turn, k) {
  const at = (place) => upright(turn, place.x_mm, place.y_mm);
  const nudged = new Set(watch.nudges.map((one) => one.figure));
  return [
    ...table.figures.filter((one) => away(one) && !nudged.has(one.id)).map((one) => pillAt(movedText(one), beside(at(one.now), at(one.place), k), k)),
    ...watch.nudges.filter((one) => !one.at_home).map((one) => pillAt(mm(one.back_mm, one.back_sigma_mm), beside(at(one.here), at(one.home), k), k)),
  ];
}

function moving(figure, turn, k) {
  const from = upright(turn, figure.place.x_mm, figure.place.y_mm);
  const to = upright(turn, figure.now.x_mm, figure.now.y_mm);
  return html`<g key=${figure.id}><path class="on-its-way" d=${pathOf([from, to])} />
    ${pill(movedText(figure), beside(to, from, k), k)}</g>`;
}

function back(nudge, turn, k) {
  const from = upright(turn, nudge.here.x_mm, nudge.here.y_mm);
  const to = upright(turn, nudge.home.x_mm, nudge.home.y_mm);
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return html`<g key=${nudge.figure}><circle class="home" cx=${to[0]} cy=${to[1]} r=${RING_PX / 2 / k} />
    <path class="way-back" d=${pathOf([from, to])} />
    <path class="way-head" d="M0 0L${-HEAD_PX} ${-HEAD_PX * 0.6}V${HEAD_PX * 0.6}Z" transform="translate(${to[0]} ${to[1]}) rotate(${angle}) scale(${1 / k})" />
    ${!nudge.at_home && pill(mm(nudge.back_mm, nudge.back_sigma_mm), beside(from, to, k), k)}</g>`;
}

function asked(ask, turn, k) {
  const [x, y] = upright(turn, ask.place.x_mm, ask.place.y_mm);
  return html`<circle key=${ask.id} class="asked" cx=${x} cy=${y} r=${RING_PX / k} />`;
}

export function Watching({ view, turn, k }) {
  const { asks, nudges } = view.watch;
  const nudged = new Set(nudges.map((one) => one.figure));
  return html`<g class="scaled" aria-hidden="true">
    ${view.table.figures.filter((one) => away(one) && !nudged.has(one.id)).map((one) => moving(one, turn, k))}
    ${nudges.map((one) => back(one, turn, k))}
    ${asks.filter((one) => one.place).map((one) => asked(one, turn, k))}</g>`;
}
