// What this seat is asked: the server's questions as buttons. There are no rules here.
import { html, useEffect, useRef, useState } from "../lib.js";
import { Device } from "./beside.js";
import { Rule } from "./rule.js";
import { Countdown } from "./table.js";
import { FieldInput, MeasureInput, RollInput, firstValue, isFilled, squaresOf } from "./fields.js";

const fieldOf = (question) => question.open.field ?? question.open.region ?? { values: question.open.alphabet };

export const Remember = ({ remember, set }) => html`<label class="words"><input type="checkbox" name="remember" checked=${remember} onChange=${(event) => set(event.target.checked)} /> Remember it for the next time, on the companion only</label>`;

/** The open question. pick: the square touched on the map; show(squares, chosen): what the map offers to be touched.
 * order(body): answer this kind of question beforehand from now on. notes: value -> what this seat knows of it.
 * beside: which device may answer in the phone's place. */
export function Question({ question, rules, pick, show, answer, order, notes, beside }) {
  const rolls = question.kind === "Roll";
  const [value, set] = useState(rolls ? [] : undefined);
  const [remember, setRemember] = useState(false);
  const field = question.open && !rolls && question.kind !== "Measure" ? fieldOf(question) : null;
  useEffect(() => { set(rolls ? [] : question.open?.default ?? (field ? firstValue(field) : undefined)); }, [question.key]);
  useEffect(() => { if (pick && field) set(pick); }, [pick]);
  useEffect(() => { show(field ? squaresOf(field) : null, value, question.open?.figure); return () => show(null); }, [question.key, value]);
  if (!question.open) return html`<section class="card waited"><h2>Wait for ${question.seat}</h2><p>${question.why}</p>
    ${question.left_s !== undefined && html`<${Countdown} seconds=${question.left_s} />`}</section>`;
  const measures = question.kind === "Measure";
  const ready = rolls ? value?.length === question.open.count : measures ? Array.isArray(value) : field && isFilled(field, value);
  const printed = question.kind === "ReadChart" ? question.open : null;
  return html`<section class="card asked"><h2>You are asked</h2><p class="why">${question.why}</p>
    <${Device} beside=${beside} roll=${rolls && question.open.known ? () => answer(question.key, null, { by: "software" }) : null} />
    ${rolls ? html`<${RollInput} open=${question.open} value=${value ?? []} set=${set} />` : measures ? html`<${MeasureInput} open=${question.open} value=${value} set=${set} />` : html`<${FieldInput} field=${field} value=${value} set=${set} notes=${notes} />`}
    ${printed && html`<p class="words">${printed.title ?? printed.chart}: row ${printed.cell[0]}, column ${printed.cell[1]}. Look it up: ${printed.printed ?? "in your book"}.</p>
      <${Remember} remember=${remember} set=${setRemember} />
      ${typeof printed.house === "number" || printed.house ? html`<div class="row"><button type="button" class="button" onClick=${() => answer(question.key, null, { by: "house" })}>Use ours: ${printed.house} (not the book's)</button></div>` : null}`}
    ${measures && question.open.map && html`<div class="row"><button type="button" class="button" data-by-map onClick=${() => answer(question.key, null, { by: "map" })}>As it is on the map: ${(question.open.map[0] / 10).toFixed(1)} cm</button></div>`}
    <div class="row"><button type="button" class="button do" disabled=${!ready} onClick=${() => answer(question.key, value, printed ? { remember } : {})}>That is it</button>
    <${Rule} rule=${question.rule} rules=${rules} /></div>
    ${question.kind_of && html`<div class="row"><button type="button" class="button" disabled=${!ready} onClick=${() => order({ question: question.kind_of, value })}>Always so, until I say otherwise</button></div>`}
    ${question.left_s !== undefined && html`<${Countdown} seconds=${question.left_s} />`}</section>`;
}
