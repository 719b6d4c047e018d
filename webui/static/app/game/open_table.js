// The map of a game without a board of squares: the table to scale with its centimetres, terrain and figures, the area that
// may be touched now, and what is tried on it. Names and numbers keep 14 px, whatever the scale is.
import { html, useRef } from "../lib.js";
import { shortOf, titleOf } from "./called.js";
import { Facing } from "./facing.js";
import { Exit, PlacingMap } from "./placing.js";
import { usePx } from "./scale.js";
import { spread } from "./spread.js";
import { Live, RangeLine, Reaches, TriedWay, rings } from "./tried.js";
import { REACH_PX, useTouch } from "./touch.js";
import { Zoomer, useZoom } from "./zoom.js";

const KINDS = ["water", "trees", "hill", "rough", "wall", "building"];
const [CHIP_PX, MARGIN_PX, TEXT_PX] = [11.5, 24, 14];
const points = (ring, high) => ring.map(([x, y]) => `${x},${high - y}`).join(" ");
const ticks = (from, to, step) => { const first = Math.ceil(Math.max(0, from) / step); return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, n) => (first + n) * step); };
const STEPS_MM = [10, 20, 50, 100, 200];
const LEAST_STEP_PX = 30;

/** Centimetres along the southern and the western edge, or, zoomed in, along those of what is shown, as places are told in words. */
function Rulers({ wide, high, px, shown }) {
  const step = STEPS_MM.find((one) => one / px >= LEAST_STEP_PX) ?? 500;
  const size = { fontSize: `${TEXT_PX * px}px` };
  const [west, east] = [shown.x, Math.min(wide, shown.x + shown.width)];
  const [south, north] = [high - shown.y - shown.height, Math.min(high, high - shown.y)];
  const [row, column] = [Math.min(high + 12 * px, high - south - 11 * px), Math.max(-12 * px, west + 13 * px)];
  return html`<g class="rulers">${ticks(west, east, step).map((x) => html`<line x1=${x} y1="0" x2=${x} y2=${high} />`)}${ticks(south, north, step).map((y) => html`<line x1="0" y1=${high - y} x2=${wide} y2=${high - y} />`)}
    ${ticks(west, east, 2 * step).map((x) => html`<text x=${x} y=${row} style=${size} text-anchor="middle">${x / 10}</text>`)}
    ${ticks(south + 1, north, 2 * step).map((y) => html`<text x=${column} y=${high - y} style=${size}>${y / 10}</text>`)}</g>`;
}

const CORNERS = { "north-east": [1, 0], "south-east": [1, 1], "south-west": [0, 1], "north-west": [0, 0] };
const BUTTON_PX = 62;

/** A corner of what is shown where nobody stands, for a button that would hide him. */
function freeCorner(chips, { x, y, width, height }, px) {
  const near = (at, from, length, end) => (end ? from + length - at : at - from) < BUTTON_PX * px;
  const free = Object.entries(CORNERS).find(([, [east, south]]) => !chips.some(([cx, cy]) => near(cx, x, width, east) && near(cy, y, height, south)));
  return (free ?? ["north-east"])[0];
}

/** The middle of the box round a ring. */
const middle = (ring) => [0, 1].map((axis) => { const all = ring.map((point) => point[axis]); return (Math.min(...all) + Math.max(...all)) / 2; });

/** A figure: its base to scale, and its chip, pushed aside where two would cover each other. */
function Token({ one, side, chip: [cx, cy], short, high, px, on }) {
  const [x, y] = [one.x_mm, high - one.y_mm];
  const off = Math.hypot(cx - x, cy - y) > 4 * px;
  return html`<g class="token ${on ? "on" : ""}" data-token=${one.name}>
    ${off && html`<line class="leash" x1=${x} y1=${y} x2=${cx} y2=${cy} />`}
    <circle class="base side-of-${side}" cx=${x} cy=${y} r=${Math.max(3 * px, one.base_mm / 2)} />
    <circle class="hero side-of-${side}" cx=${cx} cy=${cy} r=${CHIP_PX * px} />
    <text x=${cx} y=${cy} style=${{ fontSize: `${TEXT_PX * px}px` }}>${short}</text></g>`;
}

/** Where the camera sees a figure that the game has elsewhere. */
const Seen = ({ one, side, high, px }) => html`<g class="seen-at" data-seen-at=${one.name}><line x1=${one.x_mm} y1=${high - one.y_mm} x2=${one.seen[0]} y2=${high - one.seen[1]} /><circle class="side-of-${side}" cx=${one.seen[0]} cy=${high - one.seen[1]} r=${Math.max(6 * px, one.base_mm / 2)} /></g>`;

/** placing: what is to be set up, or null, with the item `found` in its list. may: an area in mm ({outline, more}) or null; chosen: a point of it; choose([x, y]): it was touched, of the figure `of` if
 * it has one. gauge: of `useGauge`. marked: names of figures that are spoken of. */
export function OpenTable({ figures, may, of, chosen, choose, gauge, placing, found, marked = [] }) {
  const svg = useRef(null);
  const area = useRef(null);
  const px = usePx(svg, 2.5);
  const zoom = useZoom(svg);
  const { width_mm: wide, height_mm: high } = figures.table;
  const sides = Object.keys(figures.sides ?? {});
  const side = (one) => sides.indexOf(one.side);
  const sideOf = (name) => figures.figures.find((one) => one.name === name)?.side;
  const there = figures.figures.filter((one) => one.where === "table");
  const short = shortOf(figures.figures.map((one) => one.title));
  const edge = CHIP_PX * px;
  const chips = spread(there.map((one) => [one.x_mm, high - one.y_mm]), (2 * CHIP_PX + 1.5) * px, [edge, edge, wide - edge, high - edge]);
  const places = Object.fromEntries(there.map((one) => [one.name, [one.x_mm, one.y_mm]]));
  const inside = ([x, y]) => area.current?.isPointInFill(new DOMPoint(x, high - y)) ?? false;
  const measured = gauge.mode === "range";
  const met = (piece) => gauge.tried?.why.some((words) => words.includes(piece.name)); // what the sheet names is found on the map
  const whole = useRef(px);
  if (!zoom.zoomed) whole.current = px;
  const margin = MARGIN_PX * whole.current;
  const shown = zoom.show({ x: -margin, y: -9 * whole.current, width: wide + margin + 12 * whole.current, height: high + margin + 9 * whole.current });
  const dragging = useTouch({
    svg, zoom,
    at(event) { const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse()); return [x, high - y]; },
    near(place, reach = REACH_PX) {
      const far = there.map((one, n) => [Math.min(Math.hypot(chips[n][0] - place[0], high - chips[n][1] - place[1]), Math.hypot(one.x_mm - place[0], one.y_mm - place[1])), one.name]);
      const [best] = far.sort((p, q) => p[0] - q[0]);
      return best && best[0] <= reach * px ? best[1] : null;
    },
    may: (what) => gauge.on.reach && !measured && (!what.figure || !may || what.figure === of),
    drag(what, place) {
      const at = [Math.min(wide, Math.max(0, place[0])), Math.min(high, Math.max(0, place[1]))];
      if (typeof what === "number") gauge.bendAt(what, at);
      else if (may) choose(at);
      else if (what === "goal") gauge.moveTo(at);
      else gauge.hold(what.figure, at);
    },
    tap(place, near) {
      // With a figure in hand a touch beside another one, or close to itself, is a place to go to.
      const figure = near(place, gauge.held && !measured ? CHIP_PX : REACH_PX);
      if (measured) { if (figure) gauge.aim(figure); } else if (may && (inside(place) || (of in places && gauge.on.reach && !figure))) choose(place);
      else if (figure && gauge.on.reach) {
        if (may) return;
        if (gauge.held?.figure === figure) gauge.letGo();
        else if (gauge.held && gauge.on.range && sideOf(gauge.held.figure) !== sideOf(figure)) { gauge.measure(gauge.held.figure); gauge.aim(figure); }
        else gauge.hold(figure);
      } else if (gauge.held && !may) gauge.moveTo(place);
    },
  });
  const tried = gauge.mode === "move" && gauge.held;
  const spoken = tried ? gauge.held.goal ?? places[gauge.held.figure] : may ? middle(may.outline) : null;
  return html`<div class="map-box"><svg class="map open-table ${measured ? "measuring" : ""} ${dragging ? "dragging" : ""} ${zoom.zoomed ? "zoomed" : ""}" ref=${svg} viewBox="${shown.x} ${shown.y} ${shown.width} ${shown.height}" role="img" aria-label="The table">
    <rect class="square" width=${wide} height=${high} />
    ${(figures.terrain ?? []).map((piece) => html`<polygon class="terrain ${KINDS.includes(piece.kind) ? piece.kind : ""} ${measured && gauge.range?.sight?.blocker === piece.name ? "blocker" : met(piece) ? "met" : ""}" points=${points(piece.outline, high)}><title>${piece.name}</title></polygon>`)}
    <${Rulers} wide=${wide} high=${high} px=${px} shown=${shown} />
    ${placing && html`<${PlacingMap} placing=${placing} sides=${sides} high=${high} px=${px} chosen=${found} />`}
    ${Object.entries(figures.yours ?? {}).map(([mine, own]) => own.exit && html`<${Exit} key=${mine} edge=${own.exit} side=${titleOf(mine)} wide=${wide} high=${high} px=${px} />`)}
    ${tried && !may && html`<${Reaches} reaches=${gauge.reach} chosen=${gauge.rate} high=${high} />`}
    ${may && html`<path class="may" data-area ref=${area} d=${rings(may, high)} fill-rule="evenodd" />`}
    ${there.filter((one) => Number.isFinite(one.facing_deg)).map((one) => html`<${Facing} key=${`facing ${one.name}`} one=${one} sees=${figures.sees_deg} high=${high} px=${px} />`)}
    ${figures.body && !figures.body.gone && html`<text class="body" x=${figures.body.x_mm} y=${high - figures.body.y_mm} style=${{ fontSize: `${20 * px}px` }}>✝</text>`}
    ${there.filter((one) => one.seen).map((one) => html`<${Seen} key=${one.name} one=${one} side=${side(one)} high=${high} px=${px} />`)}
    ${there.map((one, n) => html`<${Token} key=${one.name} one=${one} side=${side(one)} chip=${chips[n]} short=${short.get(one.title)} high=${high} px=${px} on=${marked.includes(one.name) || (measured ? gauge.pair.includes(one.name) : gauge.held?.figure === one.name || (!gauge.held && figures.acting === one.name))} />`)}
    ${there.map((one, n) => html`<circle class="grip" key=${`grip ${one.name}`} data-grip=${one.name} cx=${chips[n][0]} cy=${chips[n][1]} r=${REACH_PX * px} />`)}
    ${tried && html`<${TriedWay} gauge=${gauge} high=${high} px=${px} />`}
    ${measured && html`<${RangeLine} gauge=${gauge} places=${places} high=${high} />`}
    ${Array.isArray(chosen) && !tried && html`<circle class="chosen-spot" cx=${chosen[0]} cy=${high - chosen[1]} r=${8 * px} />`}
    ${dragging && tried && html`<${Live} gauge=${gauge} high=${high} px=${px} shown=${shown} />`}
  </svg><${Zoomer} zoom=${zoom} corner=${zoom.zoomed ? "north-east" : freeCorner(chips, shown, px)} focus=${spoken && [spoken[0], high - spoken[1]]} /></div>`;
}
