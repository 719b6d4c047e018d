// The status strip. It never lies: what it says comes from `statusOf`, drawn again every second, so "for 12 s" counts on.
import { html, useEffect, useState } from "./lib.js";
import { icon } from "./icons.js";
import { noCamera, statusOf } from "./status.js";
import { serviceNowS, set } from "./store.js";
import { UploadIcon } from "./upload.js";

const WEIGHT = { fault: 0, warning: 1, info: 2 };

function firstNote(view, link) {
  if (!view || link === "lost" || link === "full") return null;
  const notes = view.notes.filter((note) => note.severity !== "info").sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
  if (noCamera(view)) return null;
  const quiet = ["live", "starting", ...(view.takes_uploads ? ["stale"] : [])].includes(view.camera.state);
  const all = quiet || !view.camera.message ? notes : [{ message: view.camera.message, severity: "warning", code: "camera" }, ...notes];
  return all.length ? { ...all[0], more: all.length - 1 } : null;
}

function useSeconds() {
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
}

export function Strip({ state }) {
  useSeconds();
  const { tone, main, more } = statusOf(state, Date.now(), serviceNowS());
  const note = firstNote(state.view, state.link);
  const open = () => set({ menu: true });
  return html`<header class="strip tone-${tone}">
    <div class="strip-row">
      <i class="lamp" aria-hidden="true"></i>
      <div class="strip-text" role="status"><span class="strip-main">${main}</span>${more && html`<span class="strip-more">${more}</span>`}</div>
      ${note && html`<button class="note ${note.severity}" onClick=${open}><span>${note.message}${note.more > 0 && html` <b>and ${note.more} more</b>`}</span></button>`}
      ${state.view?.takes_uploads && html`<${UploadIcon} />`}
      <button class="icon-button" onClick=${open} aria-label="Camera, notes and settings">${icon("menu")}</button>
    </div>
  </header>`;
}
