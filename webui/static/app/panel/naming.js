// Which figure is this? A name of the setup file by one tap, or one that is typed.
import { html, useState } from "../lib.js";
import { sayOf } from "../say.js";
import { figureName, figureOf } from "../spots.js";
import { listen, set } from "../store.js";

const LONGEST = 40;
const stop = () => set({ naming: null });

async function call(id, typed) {
  const name = typed.trim().replace(/\s+/g, " ");   // as the service cleans it
  if (await sayOf(id, { do: "name", name })) set({ naming: null, called: name });
}

/** A figure that got a name may have got another id with it: what was picked follows. */
export function start() {
  listen(({ called, picked, view }) => {
    if (!called || !view || picked[0]?.id === undefined || figureOf(view, picked[0])) return;
    const found = view.table.figures.find((one) => one.name === called);
    if (found) set({ called: null, picked: [{ id: found.id }, ...picked.slice(1)] });
  });
}

/** Names nobody in sight carries, those with the figure's own ring first. */
function free({ table, watch }, figure) {
  const here = new Set(table.figures.filter((one) => one.seen && one.id !== figure.id).map((one) => one.name));
  const fits = (one) => Number((one.ring ?? null) === (figure.ring ?? null));
  return watch.roster.filter((one) => !here.has(one.name) && one.name !== figure.name).sort((a, b) => fits(b) - fits(a));
}

export function Naming({ view, id }) {
  const [typed, setTyped] = useState("");
  const figure = figureOf(view, { id });
  if (!figure) return html`<p class="hint">It is no longer on the table.</p><button class="button" onClick=${stop}>Back</button>`;
  const names = free(view, figure);
  const send = (event) => { event.preventDefault(); if (typed.trim()) call(id, typed); };
  return html`<form class="naming" onSubmit=${send}><h2>${figure.name ? `Another name for ${figureName(figure)}` : `Who is ${figureName(figure)}?`}</h2>
    <ul class="roster">${names.map((one) => html`<li><button type="button" onClick=${() => call(id, one.name)}><span>${one.name}</span>${one.ring && html`<small>${one.ring}</small>`}</button></li>`)}</ul>
    <div class="row"><input class="typed" aria-label="A new name" placeholder="or type a name" maxlength=${LONGEST} value=${typed} onInput=${(event) => setTyped(event.target.value)} enterkeyhint="done" />
      <button class="button" disabled=${!typed.trim()}>Name it</button></div>
    <button type="button" class="button" onClick=${stop}>Never mind</button></form>`;
}
