// What an offer or a question leaves open, as buttons: words, a number, figures, or squares (also to be touched on the map).
import { html } from "../lib.js";

const words = (value) => String(value).replaceAll("-", " ");
const SMALL = 12;

/** The squares that a field allows, or null. */
export const squaresOf = (field) => field.cells ?? null;

/** Whether the value is one; squares and words may not be chosen yet. */
export const isFilled = (field, value) => field.figures ? (value ?? []).length >= field.least : value !== undefined && value !== "";

/** What a field begins with: the lowest number, or the only thing there is. */
export function firstValue(field) {
  const all = field.values ?? field.cells;
  if (all) return all.length === 1 ? all[0] : undefined;
  return field.figures ? [] : field.low === field.high ? field.low : undefined;
}

const Buttons = ({ all, chosen, choose }) => html`<div class="row">${all.map((value) =>
  html`<button type="button" class="button ${chosen.includes(value) ? "chosen" : ""}" aria-pressed=${chosen.includes(value)} data-value=${value} onClick=${() => choose(value)}>${words(value)}</button>`)}</div>`;

export function FieldInput({ name, field, value, set }) {
  const label = name && html`<label>${words(name)}</label>`;
  if (field.values || field.cells) {
    const hint = field.cells && field.cells.length > SMALL && html`<p class="words">or touch a square on the map</p>`;
    return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.values ?? field.cells} chosen=${[value]} choose=${set} />${hint}</div>`;
  }
  if (field.figures) {
    const toggle = (one) => set(value.includes(one) ? value.filter((name) => name !== one) : [...value, one].slice(-field.most));
    return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.figures} chosen=${value} choose=${toggle} /></div>`;
  }
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, n) => field.low + n);
  return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${numbers} chosen=${[value]} choose=${set} /></div>`;
}

/** What real dice, cards or coins show: one touch for each; the last one taken back by another. */
export function RollInput({ open, value, set }) {
  const left = open.count - value.length;
  return html`<div class="field">
    <p>${open.what}: ${left ? `touch what ${left === 1 ? "it shows" : `they show, ${left} more`}` : "all there"}</p>
    <div class="row">${open.alphabet.map((one) => html`<button type="button" class="button" disabled=${!left} data-value=${one} onClick=${() => set([...value, one])}>${words(one)}</button>`)}</div>
    ${value.length > 0 && html`<div class="row"><strong>${value.map(words).join(", ")}</strong><button type="button" class="button" onClick=${() => set(value.slice(0, -1))}>Take back</button></div>`}
  </div>`;
}
