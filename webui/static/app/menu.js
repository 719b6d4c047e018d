// Camera, sheets, notes, devices and the theme, over the map.
import { html, useEffect, useRef } from "./lib.js";
import { icon } from "./icons.js";
import { ago, noCamera, sheetsText } from "./status.js";
import { serviceNowS, set } from "./store.js";
import { ThemeChoice } from "./theme.js";

const fact = (name, value) => value && html`<dt>${name}</dt><dd>${value}</dd>`;

function camera(view) {
  const { state, since_s, source, fps, width_px, height_px } = view.camera;
  return html`<dl class="facts">
    ${fact("State", `${state}, for ${ago(serviceNowS() - since_s)}`)}
    ${fact("From", source)}
    ${fact("Pictures", width_px > 0 && `${width_px} x ${height_px} px${fps > 0 ? `, ${fps.toFixed(1)} a second` : ""}`)}
    ${!noCamera(view) && fact("Sheets", missingSheets(view))}
  </dl><p class="hint">${view.camera.message}</p>`;
}

function missingSheets(view) {
  const missing = view.sheets_wanted.filter((id) => !view.sheets_seen.includes(id));
  return sheetsText(view) + (missing.length ? `; not in sight: ${missing.join(", ")}` : "");
}

function notes(view) {
  if (!view.notes.length) return html`<p class="hint">Nothing to report.</p>`;
  return view.notes.map((note) => html`<p class="note ${note.severity}">${note.message}</p>`);
}

export function Menu({ state }) {
  const { view, theme } = state;
  const first = useRef(null);
  const close = () => set({ menu: false });
  useEffect(() => first.current.focus(), []);
  return html`<aside ref=${first} tabindex="-1" class="menu" role="dialog" aria-modal="true" aria-label="Camera, notes and settings" onKeyDown=${(event) => event.key === "Escape" && close()}>
    <header><h2>At the table</h2><button class="icon-button" onClick=${close} aria-label="Close">${icon("close")}</button></header>
    ${view?.watch.game_on && html`<h3>The game</h3><a class="plain-link" href="/game">To the game</a><a class="plain-link" href="/host">To the host's page</a>`}
    ${view && html`<h3>Camera</h3>${camera(view)}<h3>Notes</h3>${notes(view)}
      <h3>Mace, dials and dice</h3><p class="hint">${view.devices.length ? view.devices.join(", ") : "None is connected; the page works without."}</p>
      <a class="plain-link" href="/devices">To the devices</a>
      ${!noCamera(view) && html`<h3>Terrain and saved tables</h3><a class="plain-link" href="/terrain">Outline terrain, save a table, set one up again</a>
      <h3>Figures</h3><button class="button" onClick=${() => set({ menu: false, rulings: { figure: null } })}>What the camera ruled</button>`}`}
    <h3>Light or dark</h3><${ThemeChoice} theme=${theme} />
    <a class="plain-link" href="/about">How to use this page</a>
  </aside>`;
}
