// What an offer or a question leaves open, as buttons: words, a number, figures, or squares (also to be touched on the map).
import { html, useState } from "../lib.js";
import { colour, isHero } from "./board.js";

const words = (value) => String(value).replaceAll("-", " ");

/** What of the map a field allows to be touched: squares, or an area in mm ({outline, more}), or null. */
export const squaresOf = (field) => field.cells ?? (field.outline ? field : null);

/** Whether the value is one; squares and words may not be chosen yet. */
export const isFilled = (field, value) => field.figures ? (value ?? []).length >= field.least : value !== undefined && value !== "";

/** What a field begins with: the lowest number, or the only thing there is. */
export function firstValue(field) {
  const all = field.values ?? field.cells;
  if (all) return all.length === 1 ? all[0] : undefined;
  if (field.outline) return undefined;
  return field.figures ? [] : field.low === field.high ? field.low : undefined;
}

const Buttons = ({ all, chosen, choose, notes = {} }) => html`<div class="row">${all.map((value) =>
  html`<button type="button" class="button ${chosen.includes(value) ? "chosen" : ""}" aria-pressed=${chosen.includes(value)} data-value=${value} onClick=${() => choose(value)}>${words(value)}${notes[value] && html`<small>${notes[value]}</small>`}</button>`)}</div>`;

/** A square: touched on the map below, or by name for those who do not see the map. */
function Squares({ name, cells, value, set }) {
  const [listed, list] = useState(false);
  return html`<div class="field squares" data-field=${name}><p class="hint">${value === undefined ? "Touch a bright square on the map." : html`To square <strong>${value}</strong>.`}
    <button type="button" class="link" aria-expanded=${listed} onClick=${() => list(!listed)}>${listed ? "hide the list" : "or choose from a list"}</button></p>
    ${listed && html`<${Buttons} all=${cells} chosen=${[value]} choose=${set} />`}</div>`;
}

/** notes: value -> a word that this seat alone is shown beside it. */
export function FieldInput({ name, field, value, set, notes }) {
  const label = name && html`<label>${words(name)}</label>`;
  if (field.cells) return html`<${Squares} name=${name} cells=${field.cells} value=${value} set=${set} />`;
  if (field.outline) return html`<div class="field squares" data-field=${name}><p class="hint">${Array.isArray(value) ? html`To <strong>${value.join(", ")} mm</strong>.` : "Touch the bright area on the map."}</p></div>`;
  if (field.values) return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.values} chosen=${[value]} choose=${set} notes=${notes} /></div>`;
  if (field.figures) {
    const toggle = (one) => set(value.includes(one) ? value.filter((name) => name !== one) : [...value, one].slice(-field.most));
    return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.figures} chosen=${value} choose=${toggle} /></div>`;
  }
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, n) => field.low + n);
  return html`<div class="field ${numbers.length <= 7 ? "number" : ""}" data-field=${name}>${label}<${Buttons} all=${numbers} chosen=${[value]} choose=${set} /></div>`;
}

const THINGS = { d10: "Ten-sided die", "combat die": "Combat dice", "card pack": "Cards", "coin pit": "Gold Coin" };

/** A distance that nobody but the players can tell, in cm; the answer is mm and a sigma of 0. */
export function MeasureInput({ open, value, set }) {
  const typed = (event) => set(Number.isFinite(event.target.valueAsNumber) && event.target.valueAsNumber >= 0 ? [10 * event.target.valueAsNumber, 0] : undefined);
  return html`<div class="field"><p>From the base of ${words(open.a)} to the base of ${words(open.b)}, in cm:</p>
    <input class="button" type="number" min="0" step="0.1" inputmode="decimal" name="cm" aria-label="Distance in cm" value=${value ? value[0] / 10 : ""} onInput=${typed} /></div>`;
}

/** What real dice, cards or coins show: one touch for each; the last one taken back by another. */
export function RollInput({ open, value, set }) {
  const left = open.count - value.length;
  return html`<div class="field">
    <p>${THINGS[open.what] ?? open.what}: ${left ? `touch what ${left === 1 ? "it shows" : `they show, ${left} more`}` : "all there"}</p>
    <div class="row">${open.alphabet.map((one) => html`<button type="button" class="button" disabled=${!left} data-value=${one} onClick=${() => set([...value, one])}>${isHero(one) && html`<i class="dot ${colour(one)}" />`}${words(one)}</button>`)}</div>
    ${value.length > 0 && html`<div class="row"><strong>${value.map(words).join(", ")}</strong><button type="button" class="button" onClick=${() => set(value.slice(0, -1))}>Take back</button></div>`}
  </div>`;
}
