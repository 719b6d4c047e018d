// What an offer or a question leaves open, as buttons: words, a number, figures, or squares (also to be touched on the map).
import { html, useEffect, useState } from "../lib.js";
import { colour, isHero } from "./board.js";
import { spoken } from "./called.js";

const words = spoken;

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
  return html`<div class="field squares" data-field=${name}><p class="hint">${value === undefined ? "Touch a bright square on the map." : html`To square <strong>${value}</strong>: column ${value.split(",")[0]}, row ${value.split(",")[1]}.`}
    <button type="button" class="link" aria-expanded=${listed} onClick=${() => list(!listed)}>${listed ? "hide the list" : "or choose from a list"}</button></p>
    ${listed && html`<${Buttons} all=${cells} chosen=${[value]} choose=${set} />`}</div>`;
}

/** One coordinate in cm, kept in mm. */
function Coordinate({ axis, words: said, value, set }) {
  const shown = Number.isFinite(value) ? String(Math.round(value) / 10) : "";
  const typed = (event) => set(Number.isFinite(event.target.valueAsNumber) ? Math.round(100 * event.target.valueAsNumber) / 10 : undefined);
  return html`<label class="coordinate"><span>${said}</span><input class="button" type="number" step="0.1" inputmode="decimal" name=${axis} aria-label="${axis} in cm" value=${shown} onChange=${typed} onInput=${typed} /></label>`;
}

/** A place on the table by its coordinates in cm, as the map's edges have them; the value is [x, y] in mm. */
export function PlaceInput({ value, set }) {
  const [x, y] = value ?? [];
  const [half, setHalf] = useState([x, y]);
  useEffect(() => { if (Array.isArray(value)) setHalf(value); }, [x, y]);
  const change = (now) => { setHalf(now); set(now.every(Number.isFinite) ? now : undefined); };
  return html`<div class="row coordinates"><${Coordinate} axis="x" words="x, to the east" value=${half[0]} set=${(to) => change([to, half[1]])} /><${Coordinate} axis="y" words="y, to the north" value=${half[1]} set=${(to) => change([half[0], to])} /><span class="words">cm</span></div>`;
}

const inCm = ([x, y]) => `${(x / 10).toFixed(1)}, ${(y / 10).toFixed(1)} cm`;

/** A place in an area: touched on the map below, or typed. */
function Place({ name, value, set }) {
  const [typing, type] = useState(false);
  return html`<div class="field squares" data-field=${name}><p class="hint">${Array.isArray(value) ? html`To <strong>${inCm(value)}</strong>.` : "Touch the bright area on the map."}
    <button type="button" class="link" data-type-place aria-expanded=${typing} onClick=${() => type(!typing)}>${typing ? "hide the numbers" : "or type it in cm"}</button></p>
    ${typing && html`<${PlaceInput} value=${value} set=${set} />`}</div>`;
}

/** notes: value -> a word that this seat alone is shown beside it. */
export function FieldInput({ name, field, value, set, notes }) {
  const label = name && html`<label>${words(name)}</label>`;
  if (field.cells) return html`<${Squares} name=${name} cells=${field.cells} value=${value} set=${set} />`;
  if (field.outline) return html`<${Place} name=${name} value=${value} set=${set} />`;
  if (field.values) return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.values} chosen=${[value]} choose=${set} notes=${notes} /></div>`;
  if (field.figures) {
    const toggle = (one) => set(value.includes(one) ? value.filter((name) => name !== one) : [...value, one].slice(-field.most));
    return html`<div class="field" data-field=${name}>${label}<${Buttons} all=${field.figures} chosen=${value} choose=${toggle} /></div>`;
  }
  const numbers = Array.from({ length: field.high - field.low + 1 }, (_, n) => field.low + n);
  return html`<div class="field ${numbers.length <= 7 ? "number" : ""}" data-field=${name}>${label}<${Buttons} all=${numbers} chosen=${[value]} choose=${set} /></div>`;
}

const THINGS = { d10: "Ten-sided die", d100: "Hundred-sided die, or tens and ones", "combat die": "Combat dice", "card pack": "Cards", "coin pit": "Gold Coin" };

/** A distance that nobody but the players can tell, in cm; the answer is mm and a sigma of 0. */
export function MeasureInput({ open, value, set }) {
  const typed = (event) => set(Number.isFinite(event.target.valueAsNumber) && event.target.valueAsNumber >= 0 ? [10 * event.target.valueAsNumber, 0] : undefined);
  return html`<div class="field"><p>From the base of ${words(open.a)} to the base of ${words(open.b)}, in cm:</p>
    <input class="button" type="number" min="0" step="0.1" inputmode="decimal" name="cm" aria-label="Distance in cm" value=${value ? value[0] / 10 : ""} onInput=${typed} /></div>`;
}

const MOST_BUTTONS = 20;

/** A die with many faces: its number is typed. */
function Typed({ open, value, set }) {
  const [low, high] = [Math.min(...open.alphabet), Math.max(...open.alphabet)];
  const [typed, type] = useState("");
  const said = Number(typed);
  const fits = typed !== "" && open.alphabet.includes(said);
  const add = () => { set([...value, said]); type(""); };
  const change = (now) => { type(now); if (open.count === 1) set(now !== "" && open.alphabet.includes(Number(now)) ? [Number(now)] : []); };
  return html`<div class="row"><input class="button" type="number" inputmode="numeric" min=${low} max=${high} name="rolled" aria-label="${low} to ${high}" placeholder="${low} to ${high}" value=${typed} onInput=${(event) => change(event.target.value)} />
    ${open.count > 1 && html`<button type="button" class="button" disabled=${!fits || value.length >= open.count} onClick=${add}>Next</button>`}</div>`;
}

const isTyped = (open) => open.alphabet.length > MOST_BUTTONS && open.alphabet.every(Number.isFinite);

/** What real dice, cards or coins show: one touch for each; the last one taken back by another. */
export function RollInput({ open, value, set }) {
  const left = open.count - value.length;
  if (isTyped(open)) return html`<div class="field"><p>${THINGS[open.what] ?? open.what}: type what ${open.count === 1 ? "it shows" : `they show, ${left} more`}</p><${Typed} open=${open} value=${value} set=${set} />
    ${open.count > 1 && value.length > 0 && html`<div class="row"><strong>${value.join(", ")}</strong><button type="button" class="button" onClick=${() => set(value.slice(0, -1))}>Take back</button></div>`}</div>`;
  return html`<div class="field">
    <p>${THINGS[open.what] ?? open.what}: ${left ? `touch what ${left === 1 ? "it shows" : `they show, ${left} more`}` : "all there"}</p>
    <div class="row">${open.alphabet.map((one) => html`<button type="button" class="button" disabled=${!left} data-value=${one} onClick=${() => set([...value, one])}>${isHero(one) && html`<i class="dot ${colour(one)}" />`}${words(one)}</button>`)}</div>
    ${value.length > 0 && html`<div class="row"><strong>${value.map(words).join(", ")}</strong><button type="button" class="button" onClick=${() => set(value.slice(0, -1))}>Take back</button></div>`}
  </div>`;
}
