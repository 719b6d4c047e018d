// The panel under (or beside) the map: measure or tape.
import { html, useEffect, useRef } from "../lib.js";
import { icon } from "../icons.js";
import { spotText } from "../spots.js";
import { set } from "../store.js";
import { Measure } from "./measure.js";
import { Tape } from "./tape.js";

const mode = (name, label, now) => html`<button aria-pressed=${String(now === name)} onClick=${() => set({ mode: name })}>${label}</button>`;
const clear = () => set({ picked: [], measured: null, shown: null });

export function Panel({ state }) {
  const { view } = state;
  const body = useRef(null);
  const subject = [state.mode, state.shown, state.tape.length, ...state.picked.map(spotText)].join(" ");
  useEffect(() => { body.current.scrollTop = 0; }, [subject]);
  return html`<section class="panel" aria-label="Measuring">
    <div class="panel-head">
      <div class="choice" role="group" aria-label="What taps do">${mode("measure", "Measure", state.mode)}${mode("tape", "Tape", state.mode)}</div>
      <span class="fill"></span>
      ${state.mode === "measure" && state.picked.length > 0 && html`<button class="icon-button" onClick=${clear} aria-label="Clear what was tapped">${icon("close")}</button>`}
    </div>
    <div class="panel-body" ref=${body}>
      ${view && (state.mode === "tape"
        ? html`<${Tape} view=${view} tape=${state.tape} taped=${state.taped} />`
        : html`<${Measure} view=${view} picked=${state.picked} measured=${state.measured} shown=${state.shown} />`)}
    </div>
  </section>`;
}
