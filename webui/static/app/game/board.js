// A board of squares as a drawing: zones, doors, who stands where, and the squares that may be touched now.
import { html } from "../lib.js";

const xy = (square) => square.split(",").map(Number);
const CASTLE = ["lower", "under", "stairs", "front", "throne", "doomstep"];
const initial = (name) => name[0].toUpperCase() + (name.match(/-(\d+)$/)?.[1] ?? "");

function Square({ square, zone }) {
  const [x, y] = xy(square);
  return html`<rect class="square ${zone.kind} ${CASTLE.includes(zone.kind) ? "castle" : ""}" x=${x} y=${y} width="1" height="1" />`;
}

function Walls({ zone }) {
  const inside = new Set(zone.squares);
  const lines = zone.squares.flatMap((square) => {
    const [x, y] = xy(square);
    return [[x + 1, y, x + 1, y, 0, 1], [x - 1, y, x, y, 0, 1], [x, y + 1, x, y + 1, 1, 0], [x, y - 1, x, y, 1, 0]]
      .filter(([nx, ny]) => !inside.has(`${nx},${ny}`))
      .map(([, , ax, ay, dx, dy]) => html`<line class="wall" x1=${ax} y1=${ay} x2=${ax + dx} y2=${ay + dy} />`);
  });
  return html`<g>${lines}</g>`;
}

function Door({ door, open }) {
  const [[ax, ay], [bx, by]] = [xy(door.before), xy(door.behind)];
  const [mx, my] = [(ax + bx) / 2 + 0.5, (ay + by) / 2 + 0.5];
  const [dx, dy] = ax === bx ? [0.35, 0] : [0, 0.35];
  return html`<line class="door ${open ? "" : "shut"}" x1=${mx - dx} y1=${my - dy} x2=${mx + dx} y2=${my + dy} />`;
}

function Mark({ square, text }) {
  const [x, y] = xy(square);
  return html`<text class="mark" x=${x + 0.5} y=${y + 0.5}>${text}</text>`;
}

function Tokens({ square, names, kind }) {
  const [x, y] = xy(square);
  return names.map((name, n) => {
    const [cx, cy] = names.length === 1 ? [x + 0.5, y + 0.5] : [x + 0.28 + 0.44 * (n % 2), y + 0.28 + 0.44 * (n >> 1)];
    const r = names.length === 1 ? 0.36 : 0.22;
    return html`<g class="token"><circle class=${kind} cx=${cx} cy=${cy} r=${r} /><text x=${cx} y=${cy}>${initial(name)}</text></g>`;
  });
}

function bySquare(figures) {
  const found = new Map();
  for (const { name, square } of figures) if (square) found.set(square, [...(found.get(square) ?? []), name]);
  return [...found];
}

/** may: squares that can be touched; chosen: the one that was; choose(square). */
export function Board({ figures, may, chosen, choose }) {
  const { board } = figures;
  const all = board.zones.flatMap((zone) => zone.squares.map(xy));
  const wide = Math.max(...all.map(([x]) => x)) + 1;
  const high = Math.max(...all.map(([, y]) => y)) + 1;
  return html`<svg class="map" viewBox="-0.2 -0.2 ${wide + 0.4} ${high + 0.4}" role="img" aria-label="The board">
    ${board.zones.flatMap((zone) => zone.squares.map((square) => html`<${Square} key=${square} square=${square} zone=${zone} />`))}
    ${board.zones.map((zone) => html`<${Walls} zone=${zone} />`)}
    ${board.doors.map((door) => html`<${Door} door=${door} open=${figures.doors.includes(door.into)} />`)}
    <${Mark} square=${board.fountain} text="♥" /><${Mark} square=${board.teleport} text="✦" />
    ${board.secret.map((square) => html`<${Mark} square=${square} text="?" />`)}
    ${figures.chests.map((chest) => html`<${Mark} square=${chest.square} text=${chest.opened ? "□" : "■"} />`)}
    ${Object.keys(figures.floor).map((square) => html`<${Mark} square=${square} text="•" />`)}
    ${(may ?? []).map((square) => { const [x, y] = xy(square); return html`<rect class="may ${square === chosen ? "chosen" : ""}" data-square=${square} x=${x} y=${y} width="1" height="1" onClick=${() => choose(square)} />`; })}
    ${bySquare(figures.heroes).map(([square, names]) => html`<${Tokens} square=${square} names=${names} kind="hero" />`)}
    ${bySquare(figures.monsters).map(([square, names]) => html`<${Tokens} square=${square} names=${names} kind="monster" />`)}
  </svg>`;
}
