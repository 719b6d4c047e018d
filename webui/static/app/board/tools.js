// The tools of the page of the board: what a touch on a square does, and the buttons each tool has.
import { html } from "../lib.js";
import * as edit from "./edit.js";

const KINDS = { under: "under the castle", stairs: "stairs", lower: "lower level" };
const two = (words) => (first) => (first ? `Now touch ${words[1]}.` : `Touch ${words[0]}.`);

/** Each tool: its name; hint(first square touched); touch(board, square, first, chosen) gives a board, or nothing: wait for a second square. */
export const TOOLS = {
  squares: { name: "Squares", hint: () => "Touch squares to add them to the place, or to take them off.",
    touch: (board, square, first, { zone }) => edit.paint(board, zone, square) },
  doors: { name: "Doors", hint: two(["the square before the door", "the square behind it, in the room"]),
    touch: (board, square, first, { room }) => first && edit.door(board, room, first, square) },
  secret: { name: "Secret", hint: two(["the numbered square", "the square on the far side"]),
    touch: (board, square, first, { secret }) => first && edit.secret(board, secret, first, square) },
  ways: { name: "Ways", hint: two(["one square", "the other; a way that is there is taken away"]),
    touch: (board, square, first, { arch }) => first && edit.way(board, first, square, arch) },
  special: { name: "Special", hint: () => "Touch the square.",
    touch: (board, square, first, { special }) => edit.special(board, special, square) },
  haunter: { name: "Haunter", hint: () => "Touch a square of the lowest line; nine lines begin there.",
    touch: (board, square) => edit.haunted(board, square) },
  camera: { name: "Camera", hint: two(["one corner square of the block whose corners you will tap on the picture", "the square at the opposite corner"]),
    touch: (board, square, first) => first && edit.camera(board, first, square) },
};

/** Squares that the chosen thing is on now. */
export function ofTool(board, tool, chosen) {
  switch (tool) {
    case "squares": return chosen.zone === null ? [] : board.zones[chosen.zone]?.squares ?? [];
    case "doors": return board.doors.filter((one) => one.into === chosen.room).flatMap((one) => [one.before, one.behind]);
    case "secret": return board.secret_doors.filter((one) => one.room === chosen.secret).flatMap((one) => [one.square, one.far]);
    case "ways": return board.ways.filter((one) => one.one_way === chosen.arch).flatMap((one) => [one.a, one.b]);
    case "special": return chosen.special === "starts" ? board.places.starts : [board.places[chosen.special]];
    default: return [];
  }
}

const Pick = ({ all, value, set, label }) => html`<div class="row" role="group" aria-label=${label}>${all.map(([key, words]) =>
  html`<button type="button" class="button ${key === value ? "chosen" : ""}" aria-pressed=${key === value} data-pick=${key} onClick=${() => set(key)}>${words}</button>`)}</div>`;

function Places({ board, chosen, choose, change, tell }) {
  const n = chosen.zone;
  const move = (dx, dy) => { const next = edit.shift(board, n, dx, dy); if (next) change(next); else tell("It would leave the sheet."); };
  const add = (kind) => { choose({ zone: board.zones.length }); change(edit.addZone(board, kind, `${KINDS[kind]}, ${board.zones.length + 1}`)); };
  return html`<div class="row"><label for="zone">Place</label><select id="zone" class="button" value=${n === null ? "all" : n} onChange=${(event) => choose({ zone: event.target.value === "all" ? null : Number(event.target.value) })}>
      ${board.zones.map((zone, at) => html`<option value=${at} selected=${at === n}>${zone.name}</option>`)}<option value="all" selected=${n === null}>the whole board</option></select></div>
    <div class="row" role="group" aria-label="Move it">${[["←", -1, 0, "left"], ["↑", 0, -1, "up"], ["↓", 0, 1, "down"], ["→", 1, 0, "right"]].map(([sign, dx, dy, words]) =>
      html`<button type="button" class="button" aria-label="Move it ${words}" onClick=${() => move(dx, dy)}>${sign}</button>`)}
      ${n !== null && KINDS[board.zones[n]?.kind] && html`<button type="button" class="button" onClick=${() => { choose({ zone: 0 }); change(edit.removeZone(board, n)); }}>Remove this place</button>`}</div>
    <div class="row">${Object.entries(KINDS).map(([kind, words]) => html`<button type="button" class="button" onClick=${() => add(kind)}>+ ${words}</button>`)}</div>`;
}

/** The buttons of the tool in use. */
export function ToolPanel({ tool, board, chosen, choose, change, tell }) {
  const rooms = Array.from({ length: 8 }, (_, n) => [n + 1, String(n + 1)]);
  switch (tool) {
    case "squares": return html`<${Places} board=${board} chosen=${chosen} choose=${choose} change=${change} tell=${tell} />`;
    case "doors": return html`<p>The door into room</p><${Pick} label="Room" all=${rooms} value=${chosen.room} set=${(room) => choose({ room })} />`;
    case "secret": return html`<p>The secret door of room</p><${Pick} label="Room" all=${[[1, "1"], [4, "4"]]} value=${chosen.secret} set=${(secret) => choose({ secret })} />`;
    case "ways": return html`<${Pick} label="Kind" all=${[[false, "open way"], [true, "the Arch, one way"]]} value=${chosen.arch} set=${(arch) => choose({ arch })} />`;
    case "special": return html`<${Pick} label="What" all=${[["fountain", "Fountain"], ["teleport", "Teleport"], ["starts", "Heroes begin"]]} value=${chosen.special} set=${(special) => choose({ special })} />`;
    case "haunter": return html`<div class="row"><button type="button" class="button" onClick=${() => change(edit.flip(board))}>Count from the other end</button>
      <button type="button" class="button" onClick=${() => change(edit.turn(board))}>${board.haunter.along === "rows" ? "They lie along columns" : "They lie along rows"}</button></div>`;
    default: return null;
  }
}
