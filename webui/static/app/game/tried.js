// What is tried, drawn on the table: areas at each rate, the way with its bends, a line between two figures. Lengths are mm,
// `px` is the mm of one pixel of the screen.
import { html } from "../lib.js";

const ring = (points, high) => `M${points.map(([x, y]) => `${x},${high - y}`).join(" ")}Z`;
// Rings inside one another are holes: what other bases take.
export const rings = ({ outline, more }, high) => [outline, ...(more ?? [])].map((points) => ring(points, high)).join("");
const line = (points, high) => points.map(([x, y]) => `${x},${high - y}`).join(" ");

/** Areas, the largest below. chosen: the rate that is spoken of. */
export function Reaches({ reaches, chosen, high }) {
  const rates = Object.keys(reaches ?? {});
  return [...rates].reverse().map((rate) => html`<path class="reach rate-${rates.indexOf(rate)} ${rate === chosen ? "chosen" : ""}" data-reach=${rate} d=${rings(reaches[rate], high)} fill-rule="evenodd" />`);
}

/** What a verdict looks like. */
export const look = ({ verdict, bar }) => (bar || verdict === "too far" ? "bad" : verdict === "legal" ? "good" : "close");

const Handle = ({ at: [x, y], high, px, name }) => html`<g class="handle" data-handle=${name}><circle class="grip" cx=${x} cy=${high - y} r=${22 * px} /><circle class="knob" cx=${x} cy=${high - y} r=${8 * px} /></g>`;

/** The way that was measured, and what can be dragged: the goal and the bends as the finger has them now. */
export function TriedWay({ gauge, high, px }) {
  const { tried, held, figure } = gauge;
  if (!held?.goal) return null;
  const drawn = tried ? tried.points : [[figure.x_mm, figure.y_mm], ...held.bends, held.goal];
  const [x, y] = held.goal;
  return html`<g class="tried ${tried ? look(tried) : "asked-for"}">
    <polyline class="way-line under" points=${line(drawn, high)} /><polyline class="way-line" data-way points=${line(drawn, high)} />
    ${tried && tried.points.slice(1, -1).map(([bx, by]) => html`<circle class="corner" cx=${bx} cy=${high - by} r=${3.5 * px} />`)}
    <circle class="goal-base" cx=${x} cy=${high - y} r=${Math.max(4 * px, figure.base_mm / 2)} />
    <${Handle} at=${held.goal} high=${high} px=${px} name="goal" />
    ${held.bends.map((bend, n) => html`<${Handle} key=${n} at=${bend} high=${high} px=${px} name=${n} />`)}
  </g>`;
}

/** From one figure to another; how far one sees, and what stops it. places: name -> [x, y]. */
export function RangeLine({ gauge, places, high }) {
  const [a, b] = gauge.pair.map((name) => places[name]);
  if (!a || !b) return null;
  const sight = gauge.range?.sight;
  const seen = !sight ? "" : sight.fraction <= 0.05 ? "bad" : sight.proposed === "clear" ? "good" : "close";
  return html`<g class="ranging ${seen}"><polyline class="way-line under" points=${line([a, b], high)} /><polyline class="way-line" data-range points=${line([a, b], high)} />
    ${sight && html`<polyline class="sight-line" points=${line(sight.line_mm, high)} />`}</g>`;
}

const [ABOVE_PX, HALF_PX, HIGH_PX] = [74, 92, 44];
const cm = (mm) => `${(mm / 10).toFixed(1)} cm`;

/** What the sheet says of the way, in short. */
function words({ tried }) {
  if (!tried) return ["…", ""];
  const said = tried.bar ? "nobody may end there" : tried.verdict === "too far" ? `${cm(tried.excess_mm)} too far` : tried.verdict === "legal" ? "legal" : "too close to call";
  return [`${(tried.spent_mm / 10).toFixed(1)} of ${cm(tried.allowed_mm)}`, `${tried.rate}: ${said}`];
}

/** The length of the way while a finger drags, over the finger and not under it; where there is no room above, beside it. */
export function Live({ gauge, high, px, shown }) {
  if (!gauge.held?.goal) return null;
  const [x, y] = [gauge.held.goal[0], high - gauge.held.goal[1]];
  const [half, tall] = [HALF_PX * px, HIGH_PX * px];
  const above = y - ABOVE_PX * px - tall / 2 >= shown.y;
  const east = x < shown.x + shown.width / 2 ? 1 : -1;
  const at = above ? x : x + east * (half + 40 * px);
  const cx = Math.min(shown.x + shown.width - half, Math.max(shown.x + half, at));
  const cy = above ? y - ABOVE_PX * px : shown.y + tall / 2;
  const [far, said] = words(gauge);
  return html`<g class="live ${gauge.tried ? look(gauge.tried) : ""} ${gauge.told.waiting ? "old" : ""}" data-live><rect x=${cx - half} y=${cy - tall / 2} width=${2 * half} height=${tall} rx=${8 * px} />
    <text x=${cx} y=${cy - 9 * px} style=${{ fontSize: `${18 * px}px` }}>${far}</text><text class="said" x=${cx} y=${cy + 11 * px} style=${{ fontSize: `${14 * px}px` }}>${said}</text></g>`;
}
