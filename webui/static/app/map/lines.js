// What was asked, drawn: the line between two spots, both lines of sight, the tape with its bends, and pills with lengths.
import { html } from "../lib.js";
import { cm, cmShort, sightWords } from "../format.js";
import { figureOf, spotAt } from "../spots.js";
import { upright } from "./plan.js";

export const pathOf = (places) => `M${places.map(([x, y]) => `${x} ${y}`).join("L")}`;

/** A line moved to the right of its direction by `by` mm. */
function beside(places, by) {
  const [[ax, ay], [bx, by2]] = [places[0], places.at(-1)];
  const length = Math.hypot(bx - ax, by2 - ay) || 1;
  const [nx, ny] = [(-(by2 - ay) / length) * by, ((bx - ax) / length) * by];
  return places.map(([x, y]) => [x + nx, y + ny]);
}

export function pill(text, [x, y], k) {
  const width = 7.4 * text.length + 14;
  return html`<g class="pill" transform="translate(${x} ${y}) scale(${1 / k})">
    <rect x=${-width / 2} y="-12" width=${width} height="24" rx="12" /><text y="4.6" font-size="13">${text}</text></g>`;
}

/** Sight from the eye to the target, or to the first blocker, where a cross ends it; from there on it is only dotted. */
function sight(said, from, to, turn, k) {
  const { kind } = sightWords(said);
  const whole = said.line_mm.map(([x, y]) => upright(turn, x, y));
  const line = beside(trimmed(whole, from, kind === "blocked" ? 0 : to), 4 / k);
  const [ex, ey] = line.at(-1);
  const [fx, fy] = line.at(-2);
  const angle = (Math.atan2(ey - fy, ex - fx) * 180) / Math.PI;
  const end = kind === "blocked" ? "M-6-6 6 6M-6 6 6-6" : "M4 0-7-5-7 5Z";
  return html`<g><path class="sight ${kind}" d=${pathOf(line)} />
    <path class="sight-end ${kind}" d=${end} transform="translate(${ex} ${ey}) rotate(${angle}) scale(${1 / k})" /></g>`;
}

const ALONG = [0.5, 0.38, 0.62, 0.27, 0.73];

/** The place on the line where a pill covers the fewest figures. */
function pillPlace(view, turn, [ax, ay], [bx, by], k) {
  const places = ALONG.map((t) => [ax + t * (bx - ax), ay + t * (by - ay)]);
  const covers = ([x, y]) => view.table.figures.filter((figure) => {
    const [fx, fy] = upright(turn, figure.place.x_mm, figure.place.y_mm);
    const r = figure.base_width_mm / 2;
    return Math.abs(fx - x) < r + 50 / k && Math.abs(fy - y) < r + 14 / k;
  }).length;
  const counts = places.map(covers);
  return places[counts.indexOf(Math.min(...counts))];
}

/** A straight line without its first `from` and last `to` mm, so that it ends at a base's edge. */
function trimmed(places, from, to) {
  const [[ax, ay], [bx, by]] = [places[0], places.at(-1)];
  const length = Math.hypot(bx - ax, by - ay);
  if (length <= from + to) return places;
  const along = (mm) => [ax + ((bx - ax) * mm) / length, ay + ((by - ay) * mm) / length];
  return [along(from), along(length - to)];
}

const reach = (view, spot) => (figureOf(view, spot)?.base_width_mm ?? 0) / 2;

function measure({ view, picked, measured, turn, k }) {
  const places = picked.map((spot) => spotAt(view, spot)).map((at) => at && upright(turn, ...at));
  const known = places.filter(Boolean);
  const answer = known.length === 2 ? measured?.answer : null;
  const [a, b] = picked.map((spot) => reach(view, spot));
  return html`
    ${known.length === 2 && html`<path class="ruler" d=${pathOf(trimmed(known, a, b))} />`}
    ${answer?.a_sees_b && sight(answer.a_sees_b, a, b, turn, k)}
    ${answer?.b_sees_a && sight(answer.b_sees_a, b, a, turn, k)}
    ${picked.map((spot, i) => places[i] && spot.id === undefined && html`<circle class="point" cx=${places[i][0]} cy=${places[i][1]} r=${5.5 / k} />`)}
    ${known.length === 2 && answer && pill(cm(answer.edge_mm, answer.edge_sigma_mm).join(" ± ").concat(" cm"), pillPlace(view, turn, ...known, k), k)}`;
}

function tape({ view, tape: spots, taped, turn, k }) {
  const places = spots.map((spot) => spotAt(view, spot)).filter(Boolean).map((at) => upright(turn, ...at));
  const legs = taped?.answer?.legs_mm ?? [];
  return html`
    ${places.length > 1 && html`<path class="tape" d=${pathOf(places)} />`}
    ${places.map(([x, y]) => html`<circle class="tape-point" cx=${x} cy=${y} r=${6 / k} />`)}
    ${legs.length === places.length - 1 && legs.map((mm, i) => pill(cmShort(mm), pillPlace(view, turn, places[i], places[i + 1], k), k))}`;
}

/** Above the figures, upright. */
export const Lines = (props) => html`<g class="scaled" aria-hidden="true">${props.mode === "tape" ? tape(props) : measure(props)}</g>`;
