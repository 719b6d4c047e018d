// The lists that are kept, those to begin from, and how a game is started between some of them.
import { html, useRef, useState } from "../lib.js";

const said = (totals) => totals.map(([what, much]) => `${what} ${much}`).join(", ");

/** Ready lists of a game, and an empty one where rows may be added. */
export function Begin({ game, begin, take }) {
  const { form } = game;
  const file = useRef(null);
  const head = Object.fromEntries(form.head.map((blank) => [blank.name, blank.default]));
  return html`<section class="card"><h2>${game.title}: begin a ${form.what}</h2>${form.words && html`<p class="words">${form.words}</p>`}
    <div class="row">${form.open && html`<button type="button" class="button do" data-ready="" onClick=${() => begin({ title: "", player: "", ...head, rows: [] })}>An empty one</button>`}
      ${form.ready.map((ready) => html`<button type="button" class="button" data-ready=${ready.title} title=${ready.words} onClick=${() => begin(structuredClone(ready.draft))}>${ready.title}</button>`)}</div>
    <p class="words">${form.ready[0]?.words}</p>
    <div class="row"><button type="button" class="button" onClick=${() => file.current.click()}>Take a file</button>
      <input ref=${file} hidden type="file" name="file" accept=".json,application/json" onChange=${(event) => { const [one] = event.target.files; event.target.value = ""; if (one) take(one); }} /></div></section>`;
}

/** Those kept of a game; several of them ticked say how to start. playing: the game that is served here, "" if none. */
export function Kept({ game, lists, playing, open, ask }) {
  const [ticked, setTicked] = useState([]);
  const [start, setStart] = useState(null);
  if (!lists.length) return html`<section class="card"><h2>Kept</h2><p class="words">No list of ${game.title} is kept yet.</p></section>`;
  const tick = (file) => { setTicked(ticked.includes(file) ? ticked.filter((one) => one !== file) : [...ticked, file]); setStart(null); };
  const there = ticked.filter((file) => lists.some((one) => one.file === file));
  return html`<section class="card kept"><h2>Kept</h2>
    ${lists.map((one) => html`<div class="offer" key=${one.file} data-list=${one.file}><label class="tick"><input type="checkbox" checked=${there.includes(one.file)} aria-label="${one.title} plays" onChange=${() => tick(one.file)} /></label>
      <button type="button" class="button" onClick=${() => open(one.file)}><b>${one.title}</b>${one.player && ` (${one.player})`}<br /><small class=${one.flaws ? "flaw" : "words"}>${said(one.totals)}${one.flaws > 0 && `; ${one.flaws} not right`}</small></button></div>`)}
    <div class="row"><button type="button" class="button do" disabled=${!there.length} onClick=${async () => setStart(await ask({ do: "start", files: there }))}>Start a game with those ticked</button></div>
    ${start?.command && html`<p class="words">Seats: ${start.seats.join(", ")}.</p>${playing && html`<div class="row"><a class="button do" data-begin-there href="/host?lists=${there.join(",")}">Begin it on the host's page</a></div>`}
      <p class="words">${playing ? "Or o" : "O"}n the machine, in the folder of your games:</p><pre class="command">${start.command}</pre>`}
  </section>`;
}
