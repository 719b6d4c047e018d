// The board itself as a drawing, in squares: places, walls with their gaps, doors, special squares, the Haunter's numbers.
// The edges have what words say: columns and rows as squares are named, the Haunter's numbers in boxes.
// Who stands on it is board.js's; the page on which an owner corrects it draws the same.
import { html } from "../lib.js";

export const xy = (square) => square.split(",").map(Number);
const CASTLE = ["lower", "under", "stairs", "front", "throne", "doomstep"];
const WORDS = { entrance: "Entrance", doomstep: "Doom", throne: "Throne", stairs: "Stairs", lower: "Arena" };

/** x0, y0, width and height of all squares, in squares. */
export function extent(board) {
  const all = board.zones.flatMap((zone) => zone.squares.map(xy));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  return [x0, y0, Math.max(...xs) - x0 + 1, Math.max(...ys) - y0 + 1];
}

/** The edge that two squares share, as x1 y1 x2 y2, or null. */
export function edge(a, b) {
  const [[ax, ay], [bx, by]] = [xy(a), xy(b)];
  if (Math.abs(ax - bx) + Math.abs(ay - by) !== 1) return null;
  return ax === bx ? [ax, Math.max(ay, by), ax + 1, Math.max(ay, by)] : [Math.max(ax, bx), ay, Math.max(ax, bx), ay + 1];
}

function Walls({ board }) {
  const gaps = new Set(board.ways.map(({ a, b }) => String(edge(a, b))));
  const lines = board.zones.flatMap((zone) => {
    const inside = new Set(zone.squares);
    return zone.squares.flatMap((square) => {
      const [x, y] = xy(square);
      return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].map((near) => near.join(",")).filter((near) => !inside.has(near))
        .map((near) => edge(square, near)).filter((line) => !gaps.has(String(line)));
    });
  });
  const once = new Map(lines.map((line) => [String(line), line]));
  return html`<g>${[...once].map(([key, [x1, y1, x2, y2]]) => html`<line class="wall" key=${key} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`)}</g>`;
}

/** A door across the edge of two squares; secret doors are dashed. */
function Door({ a, b, kind }) {
  const line = edge(a, b);
  if (!line) return null;
  const [x1, y1, x2, y2] = line;
  const [dx, dy] = [(x2 - x1) * 0.16, (y2 - y1) * 0.16];
  return html`<line class="door ${kind}" x1=${x1 + dx} y1=${y1 + dy} x2=${x2 - dx} y2=${y2 - dy} />`;
}

/** An open way: a dot on the edge, or a line between squares that do not touch; an arrow if it leads one way. */
function Way({ way }) {
  const [[ax, ay], [bx, by]] = [xy(way.a), xy(way.b)];
  if (!way.one_way) return edge(way.a, way.b) ? null : html`<line class="way" x1=${ax + 0.5} y1=${ay + 0.5} x2=${bx + 0.5} y2=${by + 0.5} />`;
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return html`<path class="arch" transform="translate(${(ax + bx) / 2 + 0.5} ${(ay + by) / 2 + 0.5}) rotate(${turn})" d="M-.2 -.2L.2 0L-.2 .2z" />`;
}

function Name({ zone }) {
  const words = zone.room ? String(zone.room) : zone.name.startsWith("room ") ? zone.name.slice(5) : WORDS[zone.kind];
  if (!words || !zone.squares.length) return null;
  const all = zone.squares.map(xy);
  const mean = (n) => all.reduce((sum, at) => sum + at[n], 0) / all.length + 0.5;
  return html`<text class="zone-name ${/\d/.test(words) ? "number" : all.length === 1 ? "small" : ""}" x=${mean(0)} y=${mean(1)}>${words}</text>`;
}

const Fountain = ({ x, y }) => html`<path class="special fountain" d="M${x + 0.5} ${y + 0.14}c.3 .36 .3 .62 0 .66c-.3 -.04 -.3 -.3 0 -.66z" />`;
const Teleport = ({ x, y }) => html`<g class="special teleport"><circle cx=${x + 0.5} cy=${y + 0.5} r=".34" /><circle cx=${x + 0.5} cy=${y + 0.5} r=".16" /></g>`;

/** Columns along the top and rows along the left, as squares are named: "3,0" is column 3, row 0. */
const Numbers = ({ box: [x0, y0, wide, high] }) => html`<g class="numbers">${Array.from({ length: wide }, (_, n) => html`<text key=${n} x=${x0 + n + 0.5} y=${y0 - 0.45}>${x0 + n}</text>`)}
  ${Array.from({ length: high }, (_, n) => html`<text key=${n} x=${x0 - 0.5} y=${y0 + n + 0.5}>${y0 + n}</text>`)}</g>`;

/** The Haunter's numbers along the other edge, each in a box like a die, so that they are not taken for rows. */
function Haunter({ board, box: [x0, y0, wide, high] }) {
  const { along, lines } = board.haunter;
  return lines.map((line, n) => { const [x, y] = along === "rows" ? [x0 + wide + 0.5, line + 0.5] : [line + 0.5, y0 + high + 0.5];
    return html`<g class="haunter" key=${n}><rect x=${x - 0.36} y=${y - 0.36} width=".72" height=".72" rx=".14" /><text x=${x} y=${y}>${n + 1}</text></g>`; });
}

export function Ground({ board, open = [], box }) {
  const at = (square) => { const [x, y] = xy(square); return { x, y }; };
  return html`<g>
    ${board.zones.map((zone) => zone.squares.map((square) => { const [x, y] = xy(square); return html`<rect key=${square} class="square ${zone.kind} ${CASTLE.includes(zone.kind) ? "castle" : ""}" x=${x} y=${y} width="1" height="1" />`; }))}
    ${board.zones.map((zone) => html`<${Name} zone=${zone} />`)}
    <${Numbers} box=${box} /><${Haunter} board=${board} box=${box} />
    <${Fountain} ...${at(board.fountain)} /><${Teleport} ...${at(board.teleport)} />
    ${board.secret.map((square) => { const [x, y] = xy(square); return html`<text class="mark secret" x=${x + 0.82} y=${y + 0.24}>?</text>`; })}
    <${Walls} board=${board} />
    ${board.doors.map((door) => html`<${Door} a=${door.before} b=${door.behind} kind=${open.includes(door.into) ? "open" : "shut"} />`)}
    ${(board.secret_doors ?? []).map((door) => html`<${Door} a=${door.square} b=${door.far} kind="secret" />`)}
    ${board.ways.map((way) => html`<${Way} way=${way} />`)}
  </g>`;
}
