// The terrain page: a picture that stands still, outlines, proposals, saved tables. It draws the view and holds no rules.
import { html, render } from "../lib.js";
import * as link from "../link.js";
import { statusOf } from "../status.js";
import { listen, serviceNowS, set, state } from "../store.js";
import * as theme from "../theme.js";
import { begin, drop, lay, loadTables, propose, put, take, takeEmpty, takePicture } from "./desk.js";
import { Draft } from "./draft.js";
import { KINDS, proposed, redrawn } from "./outline.js";
import { Picture } from "./picture.js";
import { Saved } from "./saved.js";

const root = document.getElementById("app");
const word = (kind) => KINDS.find(([one]) => one === kind)[1].toLowerCase();
const height = (mm) => `${Math.round(mm)} mm`;

function strip(now) {
  const said = statusOf(now, Date.now(), serviceNowS());
  return html`<header class="strip tone-${said.tone}"><div class="strip-row"><i class="lamp" aria-hidden="true"></i>
    <div class="strip-text"><span class="strip-main" role="status">${said.main}</span><span class="strip-more">${said.more}</span></div>
    <a class="plain-link" href="/">To the table</a></div></header>`;
}

const edit = (desk, name) => {
  const drawn = desk.overlay?.pieces.find((one) => one.name === name);
  if (drawn) put({ draft: redrawn(drawn), told: null });
};

const piece = (desk, one) => html`<li key=${one.name}><button onClick=${() => edit(desk, one.name)}><b>${one.name}</b> <small>${word(one.kind)}, ${height(one.height_mm)}</small></button></li>`;

const guess = (one) => html`<li key=${one.id} class="saved"><div class="saved-head"><b>${one.name}</b> <small>${word(one.kind)}? ${height(one.height_mm)}?</small></div>
  <div class="row"><button class="button main" onClick=${() => take(one)}>Take</button>
  <button class="button" onClick=${() => put({ draft: proposed(one), told: null })}>Change</button>
  <button class="button" onClick=${() => drop(one)}>Drop</button></div></li>`;

function empty({ sure }) {
  if (sure !== "empty") return html`<button class="button" onClick=${() => put({ sure: "empty" })}>This is the empty table</button>`;
  return html`<span class="sure">Is the table clear of figures and hands?</span>
    <button class="button main" onClick=${takeEmpty}>Yes, take it</button><button class="button" onClick=${() => put({ sure: null })}>No</button>`;
}

function overview(desk, view) {
  const { terrain } = view.table;
  return html`
    <div class="row"><button class="button main" disabled=${!desk.picture?.number} onClick=${begin}>New piece</button>
      <button class="button" disabled=${desk.busy} onClick=${propose}>Look for terrain</button>
      <button class="button" disabled=${desk.busy} onClick=${takePicture}>New picture</button></div>
    ${desk.proposals?.length > 0 && html`<section class="part"><h2>Is this terrain?</h2><ul class="plain">${desk.proposals.map(guess)}</ul></section>`}
    <section class="part"><h2>Terrain</h2>
      ${terrain.length ? html`<ul class="roster">${terrain.map((one) => piece(desk, one))}</ul>` : html`<p class="hint">None yet. Tap New piece and then its corners, or let the camera look for it.</p>`}
      <div class="row">${empty(desk)}</div></section>
    <${Saved} desk=${desk} view=${view} />`;
}

function page(now) {
  const { desk, view } = now;
  return html`<div class="page terrain-page">${strip(now)}
    ${desk ? html`<${Picture} desk=${desk} k=${now.k} row=${now.row} />` : html`<section class="map"></section>`}
    <section class="panel" aria-label="Terrain"><div class="panel-body">
      ${now.saidFault && html`<p class="fault-line" role="alert">${now.saidFault}</p>`}
      ${desk?.told && !desk.draft && html`<p class="told" role="status">${desk.told}</p>`}
      ${desk && view && (desk.draft ? html`<${Draft} desk=${desk} />` : overview(desk, view))}</div></section></div>`;
}

let laid = "";

function follow() {
  if (!state.view) return;
  if (!state.desk) {
    put({});
    takePicture();
    loadTables();
  }
  const now = JSON.stringify(state.view.table.terrain);
  if (now !== laid && laid) lay();
  laid = now;
}

root.textContent = "";
const draw = () => render(page({ ...state }), root);
set({ desk: null });
listen(() => { follow(); draw(); });
draw();
theme.start(state);
setInterval(draw, 1000);
link.start();
