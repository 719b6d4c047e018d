// Setting up a scenario: where each side begins, its edge, what terrain lies where, all to scale; and what the camera finds
// of it, item by item. What is right and how far it is off is the server's word; here it is drawn and told.
import { html, useState } from "../lib.js";

const DONE = ["matches", "outlined"];
const MARKS = { matches: "✓", outlined: "✓", off: "→", unsure: "?", unseen: "–", missing: "–", "": "" };
const WAYS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
const ASIDE = 0.16; // of an edge: areas lie about its middle
const cm = (mm) => (mm / 10).toFixed(1);
const line = (points, high) => points.map(([x, y]) => `${x},${high - y}`).join(" ");

/** x from, y from, x to, y to. */
function box(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];

/** Which way something has to go, on a map whose north is up. */
export const wayWords = (dx, dy) => WAYS[Math.round((Math.atan2(dy, dx) * 4) / Math.PI + 8) % 8];

const needs = (one) => (DONE.includes(one.state) ? 1 : 0);

function Area({ area, side, high, px, chosen }) {
  const [x0, y0, x1, y1] = box(area.outline_mm);
  const [x, y] = middle([x0, y0, x1, y1]);
  const upright = (x1 - x0) < 60 * px && y1 - y0 > x1 - x0;
  return html`<g class="area side-ink-${side} ${chosen ? "chosen" : ""}" data-area-of=${area.side}><polygon points=${line(area.outline_mm, high)} />
    <text x=${x} y=${high - y} transform=${upright ? `rotate(-90 ${x} ${high - y})` : undefined} style=${{ fontSize: `${14 * px}px` }}>${area.title}</text>
    ${area.edge_mm && html`<line class="edge" x1=${area.edge_mm[0][0]} y1=${high - area.edge_mm[0][1]} x2=${area.edge_mm[1][0]} y2=${high - area.edge_mm[1][1]} />`}</g>`;
}

/** Where it is seen, and an arrow to where it belongs. */
function Off({ one, high, px }) {
  if (one.state !== "off" || one.dx_mm === null) return null;
  const from = one.seen_mm ?? middle(box(one.outline_mm)).map((at, axis) => at - [one.dx_mm, one.dy_mm][axis]);
  const to = [from[0] + one.dx_mm, from[1] + one.dy_mm];
  return html`<g class="put-right" data-put-right=${one.name}><line x1=${from[0]} y1=${high - from[1]} x2=${to[0]} y2=${high - to[1]} /><circle cx=${from[0]} cy=${high - from[1]} r=${6 * px} /><circle class="there" cx=${to[0]} cy=${high - to[1]} r=${4 * px} /></g>`;
}

/** All of it on the map. sides: their words in order; chosen: name of the thing that was touched in the list. */
export function PlacingMap({ placing, sides, high, px, chosen }) {
  return html`<g class="placing-map">${placing.areas.map((area) => html`<${Area} key=${area.side} area=${area} side=${sides.indexOf(area.side)} high=${high} px=${px} chosen=${area.side === chosen || area.figures.includes(chosen)} />`)}
    ${placing.terrain.map((one) => html`<polygon key=${one.name} class="wanted ${one.name === chosen ? "chosen" : ""} ${needs(one) ? "done" : ""}" data-wanted=${one.name} points=${line(one.outline_mm, high)} />`)}
    ${placing.figures.filter((one) => one.at_mm).map((one) => html`<circle key=${one.name} class="wanted ${one.name === chosen ? "chosen" : ""} ${needs(one) ? "done" : ""}" data-wanted=${one.name} cx=${one.at_mm[0]} cy=${high - one.at_mm[1]} r=${11 * px} />`)}
    ${[...placing.figures, ...placing.terrain].map((one) => html`<${Off} key=${one.name} one=${one} high=${high} px=${px} />`)}</g>`;
}

/** How it stands: what the camera says, and which way it has to go. */
function stands(one) {
  if (one.state !== "off") return one.words;
  return one.dx_mm === null ? one.words : `${cm(one.off_mm)} cm, put it ${wayWords(one.dx_mm, one.dy_mm)}`;
}

function whereTerrain({ outline_mm: outline, kind, height_mm: height }) {
  const [x0, y0, x1, y1] = box(outline);
  const [x, y] = middle([x0, y0, x1, y1]);
  return `${kind}, ${cm(x1 - x0)} × ${cm(y1 - y0)} cm, ${cm(height)} high, its middle at ${cm(x)}, ${cm(y)}`;
}

function whereArea({ outline_mm: outline, edge }) {
  const [x0, y0, x1, y1] = box(outline);
  return `x ${cm(x0)} to ${cm(x1)}, y ${cm(y0)} to ${cm(y1)} cm${edge ? `; their edge is the ${edge}` : ""}`;
}

const Item = ({ one, title, where, chosen, choose }) => html`<li><button type="button" class="button item ${one.state}" data-item=${one.name} aria-pressed=${chosen === one.name} onClick=${() => choose(chosen === one.name ? null : one.name)}>
  <i aria-hidden="true">${MARKS[one.state]}</i><span><strong>${title}</strong>${where && html`<small>${where}</small>`}</span>${one.words && html`<em>${stands(one)}</em>`}</button></li>`;

const byNeed = (all) => [...all].sort((a, b) => needs(a) - needs(b));

/** One side: its area and its figures; folded where it is another player's. */
function Side({ area, items, mine, title, chosen, choose }) {
  const left = items.filter((one) => !needs(one)).length;
  const inside = html`<p class="words">${whereArea(area)}</p><ul class="items">${items.map((one) => html`<${Item} key=${one.name} one=${one} title=${title(one.name)} where=${one.at_mm && `put at ${cm(one.at_mm[0])}, ${cm(one.at_mm[1])} cm`} chosen=${chosen} choose=${choose} />`)}</ul>`;
  if (mine) return html`<h3>${area.title}, yours</h3>${inside}`;
  return html`<details data-side=${area.side}><summary>${area.title}${items.some((one) => one.state) ? left ? `: ${left} to go` : ": all right" : ""}</summary>${inside}</details>`;
}

/** The list. yours: words of this seat's sides. look(): have the camera look for terrain; none where none can. title(name): as people read it. */
export function PlacingCard({ placing, yours, chosen, choose, title, look }) {
  const [open, setOpen] = useState(true);
  const { camera, left } = placing;
  const items = (names) => byNeed(placing.figures.filter((one) => names.includes(one.name)));
  const spots = byNeed(placing.figures.filter((one) => one.at_mm && !one.side));
  const head = !camera ? "Place it as drawn." : left === 0 ? "All is set up." : `${left} ${left === 1 ? "thing" : "things"} to go, as the camera sees it.`;
  return html`<section class="card placing"><h2>${placing.title}: what to place where</h2><p class=${camera && left === 0 ? "good" : ""} role="status">${head}</p>
    <button type="button" class="link" data-placing-list aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? "hide the list" : "show the list"}</button>
    ${open && html`<p class="words">Places are cm from the map's south-west corner. Touch a line to find it on the map.</p>
    ${[...placing.areas].sort((a, b) => yours.includes(b.side) - yours.includes(a.side)).map((area) => html`<${Side} key=${area.side} area=${area} items=${items(area.figures)} mine=${yours.includes(area.side)} title=${title} chosen=${chosen} choose=${choose} />`)}
    ${placing.terrain.length + spots.length > 0 && html`<h3>On the table</h3><ul class="items">
      ${byNeed(placing.terrain).map((one) => html`<${Item} key=${one.name} one=${one} title=${one.name} where=${whereTerrain(one)} chosen=${chosen} choose=${choose} />`)}
      ${spots.map((one) => html`<${Item} key=${one.name} one=${one} title=${title(one.name)} where=${`at ${cm(one.at_mm[0])}, ${cm(one.at_mm[1])} cm`} chosen=${chosen} choose=${choose} />`)}</ul>`}
    ${camera && look && html`<div class="row"><button type="button" class="button" data-look-terrain onClick=${look}>Look for terrain</button></div>`}`}</section>`;
}

/** A side's way off the table, for the seat that plays it. edge: its word; side: its name. */
export function Exit({ edge, side, wide, high, px }) {
  const ends = { north: [0, 0, wide, 0], south: [0, high, wide, high], east: [wide, 0, wide, high], west: [0, 0, 0, high] }[edge];
  if (!ends) return null;
  const [x1, y1, x2, y2] = ends;
  const [x, y] = [x1 + ASIDE * (x2 - x1), y1 + ASIDE * (y2 - y1)];
  const [inX, inY] = [x + (edge === "west" ? 1 : edge === "east" ? -1 : 0) * 12 * px, y + (edge === "north" ? 1 : edge === "south" ? -1 : 0) * 12 * px];
  return html`<g class="exit" data-exit=${edge}><line x1=${x1} y1=${y1} x2=${x2} y2=${y2} /><text x=${inX} y=${inY} transform=${edge === "east" || edge === "west" ? `rotate(-90 ${inX} ${inY})` : undefined} style=${{ fontSize: `${14 * px}px` }}>exit: ${side}</text></g>`;
}
