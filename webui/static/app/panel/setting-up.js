// Setting a saved table up again: what stands wrong, by how much and which way as this phone's map lies, until it matches.
import { html } from "../lib.js";
import { many } from "../format.js";
import { upright } from "../map/plan.js";
import { say } from "../say.js";
import { set } from "../store.js";

const WAYS = ["to the right", "to the right and away from you", "away from you", "to the left and away from you", "to the left", "to the left and towards you", "towards you", "to the right and towards you"];
const ORDER = { off: 0, missing: 1, unseen: 2, unsure: 3, outlined: 4, matches: 5 };

/** Which way, for whoever sits at the lower edge of the map. */
export function wayWords(dx, dy, turn) {
  const [right, down] = upright(turn, dx, dy);
  return WAYS[Math.round((Math.atan2(-down, right) * 4) / Math.PI + 8) % 8];
}

function words(ghost, turn) {
  switch (ghost.state) {
    case "matches": return "matches";
    case "off": {
      const far = `${Math.round(ghost.off_mm)} mm`;
      const moved = Math.hypot(ghost.dx_mm, ghost.dy_mm) > 1 ? `${far} ${wayWords(ghost.dx_mm, ghost.dy_mm, turn)}` : far;
      return ghost.level_off ? `${moved}, on another height` : moved;
    }
    case "unsure": return `too close to call, ${Math.round(ghost.off_mm)} mm`;
    case "unseen": return "not in sight";
    case "missing": return "missing";
    default: return "as outlined";
  }
}

const line = (ghost, turn) => html`<li key=${ghost.name} class=${`standing ${ghost.state}`}><b>${ghost.name}</b><span>${words(ghost, turn)}</span></li>`;
const byNeed = (a, b) => ORDER[a.state] - ORDER[b.state] || (b.off_mm ?? 0) - (a.off_mm ?? 0) || (a.name < b.name ? -1 : 1);

function head(ghosts) {
  const all = [...ghosts.figures, ...ghosts.terrain];
  const left = all.filter((one) => !["matches", "outlined"].includes(one.state)).length + ghosts.extra.length;
  if (!ghosts.matches) return html`<h2>${ghosts.table} <small>${many(left, "thing")} to go</small></h2>`;
  return html`<h2 class="all-right">${ghosts.table} matches</h2>${ghosts.unmeasured.length > 0 && html`<p class="hint">Figures are measured. The camera has not measured ${ghosts.unmeasured.join(", ")}.</p>`}`;
}

export function SettingUp({ view, turn }) {
  const { ghosts } = view;
  const extra = view.table.figures.filter((one) => ghosts.extra.includes(one.id));
  return html`<div class="setting-up" aria-live="polite">${head(ghosts)}
    <ul class="standings">${[...ghosts.figures].sort(byNeed).map((one) => line(one, turn))}
      ${extra.map((one) => html`<li key=${one.id} class="standing extra"><b>${one.name ?? one.id}</b><span>extra, not on ${ghosts.table}</span></li>`)}
      ${[...ghosts.terrain].sort(byNeed).map((one) => line(one, turn))}</ul>
    <p class="hint">Within ${Math.round(ghosts.tolerance_mm)} mm counts. “Towards you” is the lower edge of this map.</p>
    <div class="row">${ghosts.terrain.length > 0 && html`<button class="button" onClick=${() => say("tables", { do: "look" })}>Look for terrain</button>`}
      <button class="button" onClick=${() => say("tables", { do: "hide" })}>Done</button>
      <button class="button" onClick=${() => set({ settingUp: false })}>Measure</button></div></div>`;
}
