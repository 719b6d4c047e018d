// What is on its way or asked about, over the figures: from the old place to where a figure is now, the way back of one
// that was moved out of its turn, and a ring where a question's figure stands.
import { html } from "../lib.js";
import { cm, mm, SIGMAS } from "../format.js";
import { pathOf, pill } from "./lines.js";
import { upright, uprightBox } from "./plan.js";

const RING_PX = 22;
const HEAD_PX = 9;
const LONG_PX = 120;
const BEYOND_PX = [56, 30];
const PILL_PX = [7.4, 14, 24];   // a letter, both ends, height

const spot = (turn, place) => upright(turn, place.x_mm, place.y_mm);

/** On a long line its middle; beyond the end of a short one, so that neither line nor figures are hidden. */
function beside([ax, ay], [bx, by], k) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length * k > LONG_PX) return [(ax + bx) / 2, (ay + by) / 2];
  const [ux, uy] = length > 0 ? [(bx - ax) / length, (by - ay) / length] : [0, -1];
  return [bx + (ux * BEYOND_PX[0]) / k, by + (uy * BEYOND_PX[1]) / k];
}

/** Figures that are away from where they stood by more than can be mistaken, and [now, old place] of each. */
function away({ table, watch }, turn) {
  const nudged = new Set(watch.nudges.map((one) => one.figure));
  const far = ({ id, now, moved_mm: moved, moved_sigma_mm: sigma }) => now && !nudged.has(id) && moved !== null && moved > SIGMAS * (sigma ?? 0);
  return table.figures.filter(far).map((one) => ({ id: one.id, text: `${cm(one.moved_mm, one.moved_sigma_mm ?? 0).join(" ± ")} cm`, line: [spot(turn, one.now), spot(turn, one.place)] }));
}

/** Nudged figures, and [here, home] of each. */
const nudges = ({ watch }, turn) => watch.nudges.map((one) => ({ id: one.figure, text: one.at_home ? null : mm(one.back_mm, one.back_sigma_mm), line: [spot(turn, one.here), spot(turn, one.home)] }));

/** Distances: text, middle in the drawing, and size in it; none leaves the table. */
function pills(view, turn, k) {
  const box = uprightBox(view.table.extent_mm, turn);
  const inside = (value, low, size, half) => Math.min(low + size - half, Math.max(low + half, value));
  return [...away(view, turn), ...nudges(view, turn)].filter((one) => one.text).map(({ text, line }) => {
    const [width, height] = [(PILL_PX[0] * text.length + PILL_PX[1]) / k, PILL_PX[2] / k];
    const [x, y] = beside(...line, k);
    return { text, x: inside(x, box.x, box.width, width / 2), y: inside(y, box.y, box.height, height / 2), width, height };
  });
}

/** Boxes of the pills, screen px of the upright drawing: names keep clear of them. */
export const pillBoxes = (view, turn, k) => pills(view, turn, k)
  .map(({ x, y, width, height }) => ({ x: (x - width / 2) * k, y: (y - height / 2) * k, width: width * k, height: height * k }));

const moving = ({ id, line }) => html`<path key=${id} class="on-its-way" d=${pathOf(line)} />`;

function back({ id, line }, k) {
  const [from, to] = line;
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return html`<g key=${id}><circle class="home" cx=${to[0]} cy=${to[1]} r=${RING_PX / 2 / k} />
    <path class="way-back" d=${pathOf(line)} />
    <path class="way-head" d="M0 0L${-HEAD_PX} ${-HEAD_PX * 0.6}V${HEAD_PX * 0.6}Z" transform="translate(${to[0]} ${to[1]}) rotate(${angle}) scale(${1 / k})" /></g>`;
}

function asked(ask, turn, k) {
  const [x, y] = spot(turn, ask.place);
  return html`<circle key=${ask.id} class="asked" cx=${x} cy=${y} r=${RING_PX / k} />`;
}

export const Watching = ({ view, turn, k }) => html`<g class="scaled" aria-hidden="true">
  ${away(view, turn).map(moving)}
  ${nudges(view, turn).map((one) => back(one, k))}
  ${view.watch.asks.filter((one) => one.place).map((one) => asked(one, turn, k))}
  ${pills(view, turn, k).map(({ text, x, y }) => pill(text, [x, y], k))}</g>`;
