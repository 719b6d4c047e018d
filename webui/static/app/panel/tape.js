// The free tape: spot to spot with bends. The whole length is large, each leg small.
import { html } from "../lib.js";
import { cm, cmShort, inches } from "../format.js";
import { set, state } from "../store.js";
import { Roster } from "./roster.js";

const undo = () => set({ tape: state.tape.slice(0, -1), taped: null });
const clear = () => set({ tape: [], taped: null });

function legs(answer) {
  if (answer.legs_mm.length < 2) return null;
  return html`<ul class="legs">${answer.legs_mm.map((mm, i) => html`<li>leg ${i + 1}: ${cmShort(mm)}</li>`)}</ul>`;
}

function total({ length_mm: length, sigma_mm: sigma }) {
  const [value, spread] = cm(length, sigma);
  return html`<div class="result"><p class="big">${value} <span class="plus-minus">± ${spread}</span> <small>cm</small></p>
    <p class="units"><span>${inches(length, sigma).join(" ± ")} <small>in</small></span></p></div>`;
}

export function Tape({ view, tape, taped }) {
  const says = ["Tap where the tape begins: a figure, or any point.", "Tap the next place. Each further tap is a bend."][tape.length];
  return html`<div aria-live="polite">
      ${says && html`<p class="hint">${says}</p>`}
      ${taped?.fault && html`<p class="fault-line">${taped.fault}</p>`}
      ${taped?.answer && html`${total(taped.answer)}${legs(taped.answer)}`}
    </div>
    <div class="row">
      <button class="button" onClick=${undo} disabled=${!tape.length}>Undo</button>
      <button class="button" onClick=${clear} disabled=${!tape.length}>Clear</button>
    </div>
    <${Roster} view=${view} />`;
}
