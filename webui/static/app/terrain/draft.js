// The panel while a piece is drawn: first its corners, then what it is.
import { html } from "../lib.js";
import { put, names, remove, save } from "./desk.js";
import { heightMm, KINDS, ofKind, withoutLast } from "./outline.js";

const change = (draft, fields) => put({ draft: { ...draft, ...fields } });
const leave = () => put({ draft: null, sure: null });

function drawing(draft) {
  const n = draft.corners.length;
  return html`<h2>${n === 0 ? "Tap the first corner, on the table" : n < 3 ? "Tap the next corner" : "Tap on, or close the outline"}</h2>
    <p class="hint">Tap where it stands, not its roof. Drag a corner to correct it.</p>
    <div class="row">
      <button class="button" disabled=${n === 0} onClick=${() => put({ draft: withoutLast(draft) })}>Undo</button>
      <button class="button main" disabled=${n < 3} onClick=${() => change(draft, { closed: true })}>Close</button>
      <button class="button" onClick=${leave}>Cancel</button></div>`;
}

const chip = (label, pressed, take) => html`<button key=${label} class="chip" aria-pressed=${String(pressed)} onClick=${take}>${label}</button>`;

function form(draft, heights, sure) {
  const now = heightMm(draft.height);
  return html`
    <div class="chips" role="group" aria-label="What it is">${KINDS.map(([kind, word]) => chip(word, kind === draft.kind, () => put({ draft: ofKind(draft, kind, names()) })))}</div>
    <label class="line"><span>Height</span><input class="typed short" inputmode="text" aria-label="Height" value=${draft.height} onInput=${(event) => change(draft, { height: event.target.value })} /><span class="hint">mm, or like 1.5 in</span></label>
    <div class="chips" role="group" aria-label="Usual heights">${heights.map((mm) => chip(String(mm), mm === now, () => change(draft, { height: String(mm) })))}</div>
    ${draft.kind === "hill" && html`<label class="line"><span>Sides reach in</span><input class="typed short" aria-label="Sides reach in" placeholder="0" value=${draft.slope} onInput=${(event) => change(draft, { slope: event.target.value })} /><span class="hint">mm; 0: steep</span></label>`}
    <label class="line"><span>Name</span><input class="typed" aria-label="Name" maxlength="40" value=${draft.name} onInput=${(event) => change(draft, { name: event.target.value, named: true })} /></label>
    <div class="row">
      <button class="button main" onClick=${save}>Save</button>
      ${draft.was === null && html`<button class="button" onClick=${() => change(draft, { closed: false })}>Corners</button>`}
      <button class="button" onClick=${leave}>Cancel</button>
      ${draft.was !== null && (sure === draft.was
        ? html`<button class="button bad" onClick=${() => remove(draft.was)}>Yes, delete it</button>`
        : html`<button class="button" onClick=${() => put({ sure: draft.was })}>Delete</button>`)}</div>`;
}

export const Draft = ({ desk }) => html`<div class="drafting">${desk.draft.closed ? form(desk.draft, desk.overlay?.heights_mm ?? [10, 20, 30, 40, 60, 80, 100], desk.sure) : drawing(desk.draft)}</div>`;
