// Names of figures and terrain, and the "?" of a doubt, upright at one size on the screen.
import { html, memo } from "../lib.js";
import { short } from "../format.js";
import { figureName } from "../spots.js";
import { placeLabels } from "./labels.js";
import { middle, upright, uprightBox } from "./plan.js";
import { pillBoxes } from "./watching.js";

const NAME_PX = 13;
const TERRAIN_PX = 12;
const MARGIN_PX = 10;
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

function widthOf(text, px) {
  const key = `${px} ${text}`;
  if (!widths.has(key)) {
    pen.font = `600 ${px}px system-ui, sans-serif`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

/** Half the base's box on the screen, px. */
function halfSize({ base_shape: shape, base_length_mm: length, base_width_mm: width, heading_deg: heading }, turn, k) {
  if (shape === "disc") return { halfX: (width / 2) * k, halfY: (width / 2) * k };
  const angle = (((heading ?? 0) - 90 * turn) * Math.PI) / 180;
  const [c, s] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { halfX: ((length * c + width * s) / 2) * k, halfY: ((length * s + width * c) / 2) * k };
}

/** The table's box with a margin, px: names stay inside it. */
function onScreen(extent, turn, k) {
  const { x, y, width, height } = uprightBox(extent, turn);
  return { x: x * k - MARGIN_PX, y: y * k - MARGIN_PX, width: width * k + 2 * MARGIN_PX, height: height * k + 2 * MARGIN_PX };
}

const HAND = "M-3.2 1.5V-2.6M-1.2-.6V-4.4M.9-.6V-4.4M2.9-.3V-3.2M2.9-.8V2.2a3.2 3.2 0 0 1-5.6 2.1L-4.8 1.2";
const STATES = {
  lost: html`<text y="4.3" font-size="12">!</text>`,
  covered: html`<path d=${HAND} />`,
};
const doubtAt = ({ x, y, halfX, halfY }) => ({ x: x + 0.75 * halfX, y: y - 0.75 * halfY });

export const Names = memo(({ view, picked, turn, k }) => {
  const chosen = picked.split("\n");
  const figures = view.table.figures.map((figure) => {
    const [x, y] = upright(turn, figure.place.x_mm, figure.place.y_mm);
    const text = short(figure.name ?? (figure.id.includes("#") ? figureName(figure) : "?"));
    return {
      key: figure.id, figure, text, x: x * k, y: y * k, ...halfSize(figure, turn, k),
      width: widthOf(text, NAME_PX) + 6, height: NAME_PX + 2, must: chosen.includes(figure.id),
    };
  });
  const pieces = view.table.terrain.map((piece, i) => {
    const [x, y] = upright(turn, ...middle(piece.outline_mm));
    const text = short(piece.name);
    return { key: `terrain ${i}`, text, x: x * k, y: y * k, halfX: 0, halfY: 0, width: widthOf(text, TERRAIN_PX), height: TERRAIN_PX + 2, inside: true };
  });
  const bases = figures.map(({ x, y, halfX, halfY }) => ({ x: x - 0.85 * halfX, y: y - 0.85 * halfY, width: 1.7 * halfX, height: 1.7 * halfY }));
  const doubts = figures.filter((one) => one.figure.doubt).map((one) => ({ ...one, ...doubtAt(one) }));
  const states = figures.filter((one) => STATES[one.figure.state]).map((one) => ({ ...one, x: one.x - 0.75 * one.halfX, y: one.y - 0.75 * one.halfY }));
  const signs = [...doubts, ...states].map(({ x, y }) => ({ x: x - 9, y: y - 9, width: 18, height: 18 }));
  const order = [...figures].sort((a, b) => b.must - a.must || b.halfY - a.halfY || (a.key < b.key ? -1 : 1));
  const placed = placeLabels([...order, ...pieces], [...bases, ...signs, ...pillBoxes(view, turn, k)], onScreen(view.table.extent_mm, turn, k));
  const text = ({ key, text: said }, cls, px) => {
    const box = placed.get(key);
    return box && html`<text class=${cls} x=${(box.x + box.width / 2) / k} y=${(box.y + box.height - 4) / k}
      font-size=${px / k} stroke-width=${3.2 / k} text-anchor="middle">${said}</text>`;
  };
  return html`<g aria-hidden="true">
    ${pieces.map((one) => text(one, "terrain-name", TERRAIN_PX))}
    ${figures.map((one) => text(one, "name", NAME_PX))}
    ${doubts.map(({ x, y }) => badge("doubt", html`<text y="4.3" font-size="12">?</text>`, x / k, y / k, k))}
    ${states.map(({ figure, x, y }) => badge(figure.state, STATES[figure.state], x / k, y / k, k))}
  </g>`;
});

/** A small round sign, of one size on the screen. */
const badge = (cls, sign, x, y, k) => html`<g class="badge ${cls}" transform="translate(${x} ${y}) scale(${1 / k})">
  <circle r="8.5" />${sign}</g>`;
