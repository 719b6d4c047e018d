// Cards of what waits for an answer. One tap answers; a card that was answered elsewhere is not in the next view.
import { html } from "../lib.js";
import { say, sayOf } from "../say.js";
import { set } from "../store.js";
import { waitingOf } from "../waiting.js";
import { askedPicture, mm } from "../format.js";

const image = (crop, alt) => html`<img src=${`/api/v1/crops/${crop}.jpg`} alt=${alt} />`;

const option = (ask, one) => html`<button key=${one.id} class="option ${one.crop ? "" : "bare"}" onClick=${() => say(`asks/${encodeURIComponent(ask.id)}`, { option: one.id })}>
  ${one.crop && image(one.crop, "")}<span>${one.label}</span></button>`;

const HERE_MM = 10;

/** The figure nobody has named that stands where the ask is about; an ask's own figures are those it may be. */
const strangerAt = (view, place) => place && view.table.figures.find((one) => one.name === null && Math.hypot(one.place.x_mm - place.x_mm, one.place.y_mm - place.y_mm) < HERE_MM);

function another(view, { kind, place }) {
  const figure = kind === "name" && strangerAt(view, place);
  return figure && html`<button class="option bare" onClick=${() => set({ naming: figure.id })}><span>Another name…</span></button>`;
}

const asked = (view, ask) => html`<article class="ask" key=${ask.id}><h2>${ask.text}</h2>
  <div class="options">
    ${ask.crop && html`<figure>${image(ask.crop, askedPicture(ask.kind)[0])}<figcaption>${askedPicture(ask.kind)[1]}</figcaption></figure>`}
    ${ask.options.map((one) => option(ask, one))}${another(view, ask)}
  </div></article>`;

const WAYS = ["right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right"];

const there = () => html`<p class="way"><b>Back in its place</b> <span>as soon as it stands still</span></p>`;

/** The way back as this phone's map shows it: an arrow, and words. */
function wayBack({ back_mm, back_sigma_mm, back_deg }, turn) {
  const deg = (((back_deg - 90 * turn) % 360) + 360) % 360;
  return html`<p class="way"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 12h15M12 5.5l6.5 6.5-6.5 6.5" transform="rotate(${-deg} 12 12)" /></svg>
    <span><b>${mm(back_mm, back_sigma_mm)}</b> back, ${WAYS[Math.round(deg / 45) % 8]} on this map</span></p>`;
}

const nudged = (nudge, turn) => html`<article class="ask" key=${nudge.figure}><h2>Who moved this? <span>${nudge.name}</span></h2>
  ${nudge.at_home ? there() : wayBack(nudge, turn)}
  <div class="row"><button class="button" onClick=${() => sayOf(nudge.figure, { do: "leave" })}>Leave it</button>
  <span class="hint">or push it back: the card goes by itself</span></div></article>`;

export function Asking({ view, turn }) {
  const waiting = waitingOf(view);
  return html`<div class="asks" aria-live="polite">${waiting.map(({ ask, nudge }) => (ask ? asked(view, ask) : nudged(nudge, turn)))}
    <button class="button" onClick=${() => set({ asking: false })}>Later</button></div>`;
}

/** The button that brings the cards back. */
export function WaitingButton({ view, open }) {
  const { length } = waitingOf(view);
  return length > 0 && html`<button class="waiting" aria-pressed=${String(open)} onClick=${() => set({ asking: !open, naming: null, turning: false })}
    aria-label="${length} ${length === 1 ? "question" : "questions"}">${length}<b aria-hidden="true">?</b></button>`;
}
