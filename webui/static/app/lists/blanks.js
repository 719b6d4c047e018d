// What a form leaves open, drawn by its kind. A value is whatever was typed: the server says what is wrong with it.
import { html } from "../lib.js";

const number = (typed) => (typed === "" ? null : Number.isInteger(Number(typed)) ? Number(typed) : typed);

const KINDS = {
  text: ({ blank, id, value, set }) => html`<input class="button" id=${id} name=${blank.name} value=${value ?? ""} maxlength="40" autocomplete="off" onInput=${(event) => set(event.target.value)} />`,
  number: ({ blank, id, value, set }) => html`<input id=${id} name=${blank.name} type="number" inputmode="numeric" min=${blank.low} max=${blank.high} value=${value ?? ""} onInput=${(event) => set(number(event.target.value))} />`,
  one: ({ blank, id, value, set }) => html`<select class="button" id=${id} name=${blank.name} onChange=${(event) => set(event.target.value)}>${blank.values.map(([key, words]) =>
    html`<option value=${key} selected=${key === value}>${words}</option>`)}</select>`,
  tick: ({ blank, id, value, set }) => html`<input type="checkbox" id=${id} name=${blank.name} checked=${value === true} onChange=${(event) => set(event.target.checked)} />`,
  fixed: ({ id, value }) => html`<output id=${id}>${value}</output>`,
  some: ({ blank, id, value, set }) => {
    const chosen = Array.isArray(value) ? value : [];
    const turn = (key) => set(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
    return html`<div class="row chips" id=${id} role="group" aria-label=${blank.label}>${blank.values.map(([key, words]) =>
      html`<button type="button" class="button ${chosen.includes(key) ? "chosen" : ""}" data-value=${key} aria-pressed=${chosen.includes(key)} onClick=${() => turn(key)}>${words}</button>`)}</div>`;
  },
};

/** A blank with its label, a hint, and what is wrong with it. */
export function Blank({ blank, id, value, set, wrong }) {
  return html`<div class="field ${blank.kind}" data-blank=${blank.name}><label for=${id}>${blank.label}</label>
    <${KINDS[blank.kind]} blank=${blank} id=${id} value=${value} set=${set} />
    ${blank.words && html`<p class="words hint">${blank.words}</p>`}
    ${(wrong ?? []).map((words) => html`<p class="flaw" role="alert">${words}</p>`)}</div>`;
}

/** The blanks that are often needed, then the others folded away; open where one of those is wrong. */
export function Blanks({ blanks, id, values, set, flaws }) {
  const draw = (blank) => html`<${Blank} key=${blank.name} blank=${blank} id=${`${id}-${blank.name}`} value=${values[blank.name]} wrong=${flaws[blank.name]}
    set=${(value) => set({ ...values, [blank.name]: value })} />`;
  const more = blanks.filter((blank) => blank.more);
  return html`${blanks.filter((blank) => !blank.more).map(draw)}
    ${more.length > 0 && html`<details open=${more.some((blank) => flaws[blank.name])}><summary>More</summary><div class="more">${more.map(draw)}</div></details>`}`;
}
