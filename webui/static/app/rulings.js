// What the camera ruled, over the map: newest first, of one figure or of all, each with its crop, numbers and time.
import { ask } from "./ask.js";
import { many } from "./format.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { icon } from "./icons.js";
import { figureName } from "./spots.js";
import { ago } from "./status.js";
import { serviceNowS, set } from "./store.js";

const UNITS = { mm: "mm", cm: "cm", px: "px", s: "s", deg: "°" };
const clock = (time_s) => new Date(time_s * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** "distance_mm", 81.51 -> "distance 81.5 mm". */
function number([name, value]) {
  const [, words, unit] = /^(.*?)(?:_([a-z]+))?$/.exec(name);
  const known = unit && UNITS[unit];
  const text = Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(Math.abs(value) < 1 ? 2 : 1);
  return `${(known ? words : name).replaceAll("_", " ")} ${text}${known ? `\u00a0${known}` : ""}`;
}

const crop = (id) => (id ? html`<img src=${`/api/v1/crops/${id}.jpg`} alt="" loading="lazy" width="72" height="72" />` : html`<span class="no-crop"></span>`);

const ruling = (one) => html`<li key=${one.n}>${crop(one.crop)}<div>
  <p>${one.text}</p>
  <p class="numbers">${Object.entries(one.numbers).map(number).join(" · ")}</p>
  <p class="when"><b>${one.event.replaceAll("-", " ")}</b> <time>${clock(one.time_s)}, ${ago(serviceNowS() - one.time_s)} ago</time></p></div></li>`;

export function Rulings({ state }) {
  const { figure, hands = false } = state.rulings;
  const newest = state.view?.watch.rulings;
  const [said, setSaid] = useState(null);
  const first = useRef(null);
  const close = () => set({ rulings: null });
  useEffect(() => {
    // On the page, because the button that had the focus may go.
    const key = (event) => { if (event.key === "Escape") close(); };
    first.current.focus();
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const load = async (before, earlier) => {
    const fields = [["limit", 40], ["hands", Number(hands)], ...(figure === null ? [] : [["figure", figure]]), ...(before ? [["before", before]] : [])];
    const { answer, fault } = await ask("evidence", fields);
    setSaid(fault ? { fault, rulings: earlier } : { ...answer, rulings: [...earlier, ...answer.rulings] });
  };
  useEffect(() => { load(null, []); }, [figure, newest, hands]);
  const known = state.view?.table.figures.find((one) => one.id === figure);
  const all = said?.rulings ?? [];
  return html`<aside ref=${first} tabindex="-1" class="menu rulings" role="dialog" aria-modal="true" aria-label="What the camera ruled">
    <header><h2>What the camera ruled</h2><button class="icon-button" onClick=${close} aria-label="Close">${icon("close")}</button></header>
    <div class="row">${figure !== null && html`<span class="of">Of ${known ? figureName(known) : figure}</span><button class="button" onClick=${() => set({ rulings: { figure: null, hands } })}>All figures</button>`}
      <button class="button" aria-pressed=${String(hands)} onClick=${() => set({ rulings: { figure, hands: !hands } })}>${hands ? "Without hands" : "Hands too"}</button></div>
    ${said?.fault && html`<p class="fault-line">${said.fault}</p>`}
    ${said && !all.length && !said.fault && html`<p class="hint">Nothing has been ruled${figure === null ? " yet" : " of it yet"}.</p>`}
    <ol class="plain">${all.map(ruling)}</ol>
    ${said?.more && html`<button class="button" onClick=${() => load(all.at(-1).n, all)}>Older than these ${many(all.length, "ruling")}</button>`}
  </aside>`;
}
