// What the terrain page works on, beside the view: a picture that stands still, outlines in it, a draft, proposals, saved
// tables. Kept in `state.desk`; what comes of a command is in the next view.
import { ask } from "../ask.js";
import { showing } from "../patience.js";
import { say } from "../say.js";
import { set, state } from "../store.js";
import { blank, commandOf, moved, withCorner } from "./outline.js";

const EMPTY = { picture: null, overlay: null, draft: null, proposals: null, tables: null, sure: null, told: null, busy: false };

/** Replace some fields of the desk. */
export const put = (fields) => set({ desk: { ...(state.desk ?? EMPTY), ...fields } });
export const names = () => state.view?.table.terrain.map((one) => one.name) ?? [];

/** A new picture, at most as wide as a phone can show zoomed in. */
export async function takePicture() {
  put({ busy: true });
  try {
    const said = await fetch("/api/v1/frame.jpg?width=1920", { cache: "no-store" });
    if (!said.ok) return put({ picture: { fault: (await said.json()).error.message }, busy: false });
    const before = state.desk.picture?.url;
    const url = URL.createObjectURL(await said.blob());
    const { width_px: width, height_px: height } = state.view.camera;
    put({ picture: { url, number: Number(said.headers.get("X-Picture")), width, height }, overlay: null, busy: false });
    if (before) setTimeout(() => URL.revokeObjectURL(before), 1000);
    return lay();
  } catch {
    return put({ picture: { fault: "The companion sends no picture." }, busy: false });
  }
}

/** The terrain as it lies in the picture. */
export async function lay() {
  const number = state.desk.picture?.number;
  if (!number) return;
  const { answer } = await ask("overlay", { picture: number });
  if (answer && state.desk.picture?.number === number) put({ overlay: answer });
}

export const begin = () => put({ draft: blank(names()), proposals: null, told: null });

let tapped = 0;

/** A corner at a pixel: at once in the picture, and on the table when the companion has answered. n: which; null: a new one. */
export async function corner(px, n = null) {
  const { draft, picture } = state.desk;
  const at = n ?? draft.corners.length;
  const own = ++tapped;
  const level = draft.level ?? (draft.was !== null || n !== null ? 0 : null);
  const placed = { px, mm: null, own };
  put({ draft: n === null ? withCorner(draft, placed) : moved(draft, n, placed) });
  const body = { picture: picture.number, x_px: px[0], y_px: px[1], ...(level === null ? {} : { level_mm: level }) };
  const found = await tap(body);
  const now = state.desk.draft;
  if (!now || now.corners[at]?.own !== own) return;
  if (!found) put({ draft: { ...now, corners: now.corners.filter((_, i) => i !== at) } });
  else put({ draft: { ...moved(now, at, { px, mm: [found.x_mm, found.y_mm] }), level: now.level ?? found.level_mm } });
}

async function tap(body) {
  try {
    const said = await fetch("/api/v1/taps", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const answer = await said.json();
    if (said.ok) return answer;
    set({ saidFault: answer.error.message });
  } catch {
    set({ saidFault: "The companion does not answer; the corner is not placed." });
  }
  return null;
}

export async function save() {
  const { command, fault } = commandOf(state.desk.draft);
  if (fault) return set({ saidFault: fault });
  const { proposal } = state.desk.draft;
  if (!(await say("terrain", command))) return null;
  const left = state.desk.proposals?.filter((one) => one.id !== proposal) ?? null;
  return put({ draft: null, proposals: left, told: `${command.name} is saved.` });
}

export async function remove(name) {
  if (await say("terrain", { do: "remove", name })) put({ draft: null, sure: null, told: `${name} is deleted.` });
}

export const propose = () => showing(look());

async function look() {
  put({ busy: true, told: null });
  set({ saidFault: null });
  await takePicture();
  put({ busy: true });
  const { answer, fault } = await ask("proposals", [], (why) => set({ saidFault: why }));
  put({ busy: false, proposals: answer?.pieces ?? null, told: answer && !answer.pieces.length ? "Nothing new is on the table." : null });
  if (fault) set({ saidFault: fault });
}

/** One tap takes a proposal as it is. */
export async function take(piece) {
  const command = { do: "put", name: piece.name, kind: piece.kind, height_mm: piece.height_mm, outline_mm: piece.outline_mm };
  if (await say("terrain", command)) drop(piece);
}

export const drop = (piece) => put({ proposals: state.desk.proposals.filter((one) => one.id !== piece.id) });

export async function takeEmpty() {
  if (await say("terrain", { do: "empty" })) put({ sure: null, told: "The picture as it was just now is the empty table." });
  else put({ sure: null });
}

export async function loadTables() {
  const { answer, fault } = await ask("tables");
  put({ tables: answer ?? { fault } });
}

/** A command to the saved tables; what it is then told. */
export async function command(body, told) {
  const taken = await say("tables", body);
  put({ sure: null, told: taken ? told : null });
  await loadTables();
  return taken;
}
