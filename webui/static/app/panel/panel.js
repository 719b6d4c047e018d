// The panel under (or beside) the map: measure or tape, or for a while what is asked.
import { html, useEffect, useRef } from "../lib.js";
import { icon } from "../icons.js";
import { spotText } from "../spots.js";
import { set } from "../store.js";
import { Asking, WaitingButton } from "./asking.js";
import { Measure } from "./measure.js";
import { Naming } from "./naming.js";
import { SettingUp } from "./setting-up.js";
import { Tape } from "./tape.js";
import { TurnChoice } from "./turn.js";
import { waitingOf } from "../waiting.js";

const mode = (name, label, now) => html`<button aria-pressed=${String(now === name)} onClick=${() => set({ mode: name, asking: false, naming: null, turning: false, settingUp: false })}>${label}</button>`;
const clear = () => set({ picked: [], measured: null, shown: null });

const showsGhosts = ({ view, settingUp }) => settingUp && view?.ghosts;

const ghostsButton = ({ view, settingUp }) => view?.ghosts && !settingUp
  && html`<button class="button" onClick=${() => set({ settingUp: true, asking: false, naming: null, turning: false })}>Set up</button>`;

function shownIn(state, asking) {
  const { view } = state;
  if (state.naming !== null) return html`<${Naming} view=${view} id=${state.naming} key=${state.naming} />`;
  if (state.turning) return html`<${TurnChoice} view=${view} />`;
  if (asking) return html`<${Asking} view=${view} turn=${state.turn} />`;
  if (showsGhosts(state)) return html`<${SettingUp} view=${view} turn=${state.turn} />`;
  if (state.mode === "tape") return html`<${Tape} view=${view} tape=${state.tape} taped=${state.taped} />`;
  return html`<${Measure} view=${view} picked=${state.picked} measured=${state.measured} shown=${state.shown} />`;
}

export function Panel({ state }) {
  const { view } = state;
  const asking = state.asking && waitingOf(view).length > 0;
  const body = useRef(null);
  const subject = [state.mode, asking, state.naming, state.turning, state.shown, state.tape.length, ...state.picked.map(spotText)].join(" ");
  useEffect(() => { body.current.scrollTop = 0; }, [subject]);
  return html`<section class="panel" aria-label="Measuring">
    <div class="panel-head">
      <div class="choice" role="group" aria-label="What taps do">${mode("measure", "Measure", state.mode)}${mode("tape", "Tape", state.mode)}</div>
      <span class="fill"></span>
      ${ghostsButton(state)}
      <${WaitingButton} view=${view} open=${asking} />
      ${state.mode === "measure" && state.picked.length > 0 && html`<button class="icon-button" onClick=${clear} aria-label="Clear what was tapped">${icon("close")}</button>`}
    </div>
    <div class="panel-body" ref=${body}>
      ${state.saidFault && html`<p class="fault-line" role="alert">${state.saidFault}</p>`}
      ${view && shownIn(state, asking)}
    </div>
  </section>`;
}
