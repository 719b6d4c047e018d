// What lies still: the mat, the camera's picture, the grid, sheets and terrain. Drawn in mm, turned with the table.
import { html, memo } from "../lib.js";
import { points } from "./plan.js";

const ROOT3 = Math.sqrt(3);

/** One tile of the grid, so that a thousand cells are one rectangle to draw. Lines are one px at scale k. */
function gridPattern(grid, k) {
  const { kind, cell_mm: w, origin_mm: [x, y], turn_deg } = grid;
  const s = w / ROOT3;
  const [width, height, path] = kind === "hex"
    ? [w, 3 * s, `M${w / 2} 0V${s / 2}L${w} ${s}V${2 * s}L${w / 2} ${2.5 * s}V${3 * s}M${w / 2} ${2.5 * s}L0 ${2 * s}V${s}L${w / 2} ${s / 2}`]
    : [w, w, `M0 0H${w}M0 0V${w}`];
  return html`<pattern id="grid" patternUnits="userSpaceOnUse" width=${width} height=${height}
      patternTransform="translate(${x} ${-y}) rotate(${-turn_deg})">
    <path class="cell" d=${path} stroke-width=${1.1 / k} />
  </pattern>`;
}

const TEXTURES = {
  building: ["M0 0H12M0 6H12M6 0V6M0 6V12M12 6V12", 12],
  trees: ["M2 7a3 3 0 0 1 6 0M10 15a3 3 0 0 1 6 0", 18],
  water: ["M0 6q5-4 10 0t10 0M-10 14q5-4 10 0t10 0t10 0", 20],
};
const DOTS = { rough: 14 };

const textures = () => html`
  ${Object.entries(TEXTURES).map(([kind, [path, size]]) => html`
    <pattern id="texture-${kind}" patternUnits="userSpaceOnUse" width=${size} height=${size}><path class="texture" d=${path} stroke-width="1" /></pattern>`)}
  ${Object.entries(DOTS).map(([kind, size]) => html`
    <pattern id="texture-${kind}" patternUnits="userSpaceOnUse" width=${size} height=${size}>
      <circle class="texture dots" cx="3" cy="4" r="1.6" /><circle class="texture dots" cx="10" cy="10" r="1.1" /></pattern>`)}`;

const textured = (kind) => kind in TEXTURES || kind in DOTS;

function piece(one, blockers) {
  const outline = points(one.outline_mm);
  return html`<g>
    <polygon class="terrain ${one.kind} ${blockers.includes(one.name) ? "blocker" : ""}" points=${outline} />
    ${textured(one.kind) && html`<polygon class="textured" points=${outline} fill="url(#texture-${one.kind})" />`}
    ${one.top_outline_mm && html`<polygon class="terrain hill-top" points=${points(one.top_outline_mm)} />`}
  </g>`;
}

function sheet(one) {
  const half = one.side_mm / 2;
  return html`<rect class="sheet ${one.seen ? "seen" : "unseen-now"}" x=${-half} y=${-half} width=${2 * half} height=${2 * half}
    transform="translate(${one.x_mm} ${-one.y_mm}) rotate(${-one.heading_deg})" />`;
}

const LAYER = { water: 0, rough: 1, hill: 2 };
const layer = (one) => LAYER[one.kind] ?? 3;

export const Ground = memo(({ table, picture, k, blockers }) => {
  const [x0, y0, x1, y1] = table.extent_mm;
  const box = { x: x0, y: -y1, width: x1 - x0, height: y1 - y0 };
  const [px0, py0, px1, py1] = picture?.extent ?? table.extent_mm;
  const terrain = [...table.terrain].sort((a, b) => layer(a) - layer(b));
  return html`<g>
    <defs>${textures()}${table.grid && gridPattern(table.grid, k)}</defs>
    ${picture && html`<image href=${picture.url} x=${px0} y=${-py1} width=${px1 - px0} height=${py1 - py0} preserveAspectRatio="none" />`}
    <rect class="mat" ...${box} rx="4" />
    ${terrain.map((one) => piece(one, blockers.split("\n")))}
    ${table.grid && html`<rect ...${box} fill="url(#grid)" />`}
    ${table.sheets.map(sheet)}
  </g>`;
});
