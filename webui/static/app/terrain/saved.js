// Saved tables: save this one, set one up again, load its terrain, rename, delete.
import { html } from "../lib.js";
import { many } from "../format.js";
import { ago } from "../status.js";
import { serviceNowS } from "../store.js";
import { command, put } from "./desk.js";

async function keep(event) {
  event.preventDefault();
  const field = event.target.elements.name;
  const name = field.value.trim();
  if (name && (await command({ do: "save", name }, `${name} is saved.`))) field.value = "";
}

async function again(name) {
  if (await command({ do: "ghosts", name }, null)) location.assign("/#set-up");
}

async function rename(event, name) {
  event.preventDefault();
  const to = event.target.elements.to.value.trim();
  if (to && to !== name) await command({ do: "rename", name, to }, `${name} is now called ${to}.`);
  else put({ sure: null });
}

function more(name) {
  return html`<form class="line" onSubmit=${(event) => rename(event, name)}><input class="typed" name="to" aria-label="New name" maxlength="40" defaultValue=${name} /><button class="button">Rename</button></form>
    <div class="row"><button class="button bad" onClick=${() => command({ do: "delete", name }, `${name} is deleted.`)}>Delete for good</button>
    <button class="button" onClick=${() => put({ sure: null })}>Leave it</button></div>`;
}

function table(one, sure) {
  const key = `table ${one.name}`;
  return html`<li key=${one.name} class="saved"><div class="saved-head"><b>${one.name}</b>
      <small>${one.by_itself ? "kept by itself, " : ""}${many(one.figures, "figure")}, ${many(one.terrain, "piece")}, ${ago(serviceNowS() - one.saved_s)} ago</small></div>
    <div class="row">${one.figures > 0 && html`<button class="button main" onClick=${() => again(one.name)}>Set up again</button>`}
      ${one.terrain > 0 && html`<button class="button" onClick=${() => command({ do: "load", name: one.name }, `The terrain lies as on ${one.name}.`)}>Load terrain</button>`}
      <button class="button" aria-expanded=${String(sure === key)} onClick=${() => put({ sure: sure === key ? null : key })}>More</button></div>
    ${sure === key && more(one.name)}</li>`;
}

export function Saved({ desk, view }) {
  const { tables, sure } = desk;
  const named = view.table.figures.filter((one) => one.name !== null).length;
  return html`<section class="part"><h2>Saved tables</h2>
    <form class="line" onSubmit=${keep}><input class="typed" name="name" aria-label="Name of this table" placeholder="Name of this table" maxlength="40" /><button class="button">Save this table</button></form>
    <p class="hint">Keeps ${many(view.table.terrain.length, "piece")} of terrain, and where ${many(named, "named figure")} stand${named === 1 ? "s" : ""}.${tables && tables.lasting === false ? " Until the companion ends: no folder is set." : ""}</p>
    ${tables?.fault && html`<p class="fault-line">${tables.fault}</p>`}
    ${tables?.faults?.map((fault) => html`<p class="note">${fault}</p>`)}
    <ul class="plain">${tables?.tables?.map((one) => table(one, sure))}</ul></section>`;
}
