// The map: the board, who stands where, what lies about, and the squares that may be touched now.
import { html, useRef } from "../lib.js";
import { Ground, extent, xy } from "./ground.js";
import { usePx } from "./scale.js";

const SHORT = { orc: "O", ogre: "Og", skeleton: "Sk", mummy: "Mu", manticore: "Ma", korak: "K" };
const HEROES = ["knight", "barbarian", "dwarf", "ranger"];
const NONE = 0.42;

/** What a token says: a Hero's first letter, a Monster's kind and number. */
const short = (one) => one.kind ? `${SHORT[one.kind] ?? one.kind[0]}${one.name.match(/-(\d+)$/)?.[1] ?? ""}` : one.name[0].toUpperCase();
let worn = {}; // Hero -> the colour of his ball in the Mace and of his dial, as the table has them

/** Heroes are drawn in the table's colours from now on; without any, in ours. */
export const wear = (colours) => { worn = colours ?? {}; };
export const isHero = (name) => HEROES.includes(name);
export const colour = (name) => (worn[name] ? `ball-${worn[name]}` : `hero-${HEROES.indexOf(name)}`);

function Token({ one, cx, cy, r, turn }) {
  const shape = one.kind
    ? html`<rect class="monster" x=${cx - r * 0.92} y=${cy - r * 0.92} width=${r * 1.84} height=${r * 1.84} rx=${r * 0.3} />`
    : html`<circle class="hero ${colour(one.name)} ${one.hits > 0 ? "" : "down"}" cx=${cx} cy=${cy} r=${r} />`;
  return html`<g class="token" data-token=${one.name}>${turn && html`<circle class="turn" cx=${cx} cy=${cy} r=${r + 0.08} />`}${shape}
    <text x=${cx} y=${cy} textLength=${short(one).length > 2 ? r * 1.9 : undefined} lengthAdjust="spacingAndGlyphs" style=${{ "--size": `${(r * (short(one).length > 2 ? 0.86 : 1.1)).toFixed(2)}px` }}>${short(one)}</text></g>`;
}

/** All that stand on one square, side by side. */
function Tokens({ square, all, turn }) {
  const [x, y] = xy(square);
  return all.map((one, n) => all.length === 1
    ? html`<${Token} one=${one} cx=${x + 0.5} cy=${y + 0.5} r=${NONE - 0.05} turn=${one.name === turn} />`
    : html`<${Token} one=${one} cx=${x + 0.27 + 0.46 * (n % 2)} cy=${y + 0.27 + 0.46 * (n >> 1)} r=".21" turn=${one.name === turn} />`);
}

function bySquare(figures) {
  const found = new Map();
  for (const one of figures) if (one.square) found.set(one.square, [...(found.get(one.square) ?? []), one]);
  return [...found];
}

function Chest({ chest }) {
  const [x, y] = xy(chest.square);
  return html`<g class="chest ${chest.opened ? "opened" : ""}"><rect x=${x + 0.18} y=${y + 0.3} width=".64" height=".44" rx=".06" /><line x1=${x + 0.18} y1=${y + 0.46} x2=${x + 0.82} y2=${y + 0.46} /></g>`;
}

const Item = ({ square, n }) => { const [x, y] = xy(square); return html`<circle class="item" cx=${x + 0.18} cy=${y + 0.82} r=".1" data-items=${n} />`; };

/** Where the camera sees a figure that the game has elsewhere, and the way back to where it belongs. */
function Ghost({ one }) {
  const [[x, y], [bx, by]] = [xy(one.square), xy(one.back)];
  return html`<g class="ghost" data-ghost=${one.piece}><circle cx=${x + 0.5} cy=${y + 0.5} r=".36" class=${colour(one.piece)} /><line x1=${x + 0.5} y1=${y + 0.5} x2=${bx + 0.5} y2=${by + 0.5} /></g>`;
}

/** may: squares that can be touched; chosen: the one that was; choose(square). */
export function Board({ figures, may, chosen, choose }) {
  const { board } = figures;
  const box = extent(board);
  const [x0, y0, wide, high] = box;
  const svg = useRef(null);
  const px = usePx(svg, 0.03);
  const rows = board.haunter.along === "rows";
  return html`<svg class="map" ref=${svg} style=${{ "--px": px }} viewBox="${x0 - 0.9} ${y0 - 0.9} ${wide + (rows ? 1.9 : 1.1)} ${high + (rows ? 1.1 : 1.9)}" role="img" aria-label="The board">
    <${Ground} board=${board} open=${figures.doors} box=${box} />
    ${figures.chests.map((chest) => html`<${Chest} chest=${chest} />`)}
    ${Object.entries(figures.floor).map(([square, items]) => html`<${Item} square=${square} n=${items.length} />`)}
    ${(may ?? []).map((square) => { const [x, y] = xy(square); return html`<rect key=${square} class="may ${square === chosen ? "chosen" : ""}" data-square=${square} x=${x + 0.04} y=${y + 0.04} width=".92" height=".92" rx=".12" onClick=${() => choose(square)} />`; })}
    ${(figures.astray ?? []).filter((one) => one.square && one.back).map((one) => html`<${Ghost} key=${one.piece} one=${one} />`)}
    ${bySquare([...figures.heroes, ...figures.monsters]).map(([square, all]) => html`<${Tokens} key=${square} square=${square} all=${all} turn=${figures.turn?.hero} />`)}
  </svg>`;
}
