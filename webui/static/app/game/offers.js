// What this seat may do: the server's offers as buttons. What one figure may do stands together under its name, so that the
// map below stays on the screen. There are no rules here.
import { html, useEffect, useRef, useState } from "../lib.js";
import { Remember } from "./asking.js";
import { isFigure, spoken, titleOf } from "./called.js";
import { FieldInput, firstValue, isFilled, squaresOf } from "./fields.js";
import { RangeHint } from "./range_hint.js";
import { Rule } from "./rule.js";

const REST_FROM = 3; // so many choices of one kind that the rest of them can be made at once

/** Words that all choices still open have in common, and that are no figure. */
function common(fields, values) {
  const open = Object.entries(fields).filter(([name, field]) => field.values && !isFilled(field, values[name])).map(([, field]) => field.values);
  return open.length < 2 ? [] : open[0].filter((word) => !isFigure(word) && open.every((all) => all.includes(word)));
}

/** What has not been chosen yet, all alike with one touch. */
function Rest({ fields, values, set }) {
  const words = Object.values(fields).filter((field) => field.values).length < REST_FROM ? [] : common(fields, values);
  const all = (word) => set({ ...values, ...Object.fromEntries(Object.entries(fields).filter(([name, field]) => field.values && !isFilled(field, values[name])).map(([name]) => [name, word])) });
  return html`<div class="field rest" hidden=${!words.length}><label>all who are left</label><div class="row">${words.map((word) => html`<button type="button" class="button" data-rest=${word} onClick=${() => all(word)}>${spoken(word)}</button>`)}</div></div>`;
}

function Fields({ offer, pick, show, take, stopped, notes, token }) {
  const names = Object.keys(offer.fields);
  const [values, set] = useState(Object.fromEntries(names.map((name) => [name, firstValue(offer.fields[name])])));
  const onMap = names.find((name) => squaresOf(offer.fields[name]));
  useEffect(() => { if (pick && onMap) set({ ...values, [onMap]: pick }); }, [pick]);
  useEffect(() => { show(onMap ? squaresOf(offer.fields[onMap]) : null, values[onMap], offer.id.split(":")[1] ?? null, offer.kind); return () => show(null); }, [values[onMap]]);
  const [remember, setRemember] = useState(false);
  const ready = names.every((name) => isFilled(offer.fields[name], values[name]));
  return html`<div class="fields">${names.map((name) => html`<div class="fields" key=${name}><${FieldInput} name=${name} field=${offer.fields[name]} value=${values[name]} set=${(value) => set({ ...values, [name]: value })} notes=${notes} />${token && isFigure(name) && isFigure(values[name]) && html`<${RangeHint} a=${name} b=${values[name]} token=${token} />`}</div>`)}</div>
    <${Rest} fields=${offer.fields} values=${values} set=${set} />
    ${offer.remember && html`<${Remember} remember=${remember} set=${setRemember} />`}
    <button type="button" class="button do" disabled=${!ready || stopped} onClick=${() => take(offer, values, offer.remember ? { remember } : {})}>Do it</button>`;
}

/** What ends a turn or a game comes last. */
const ends = (offer) => offer.id.startsWith("end-") || offer.id.startsWith("concede");

/** [[a figure's title, its offers]] for figures that may do several things. */
function grouped(offers) {
  const found = new Map();
  for (const offer of offers) {
    const title = titleOf(offer.id.split(":")[1] ?? "");
    if (title && offer.label.startsWith(title)) found.set(title, [...(found.get(title) ?? []), offer]);
  }
  return [...found].filter(([, all]) => all.length > 1);
}

/** [["Put … on the table", offers]]: the same for several figures, whose names stand in the middle of what it says. */
function alike(offers) {
  const found = new Map();
  for (const offer of offers) {
    const figure = offer.id.split(":")[1];
    const title = titleOf(figure ?? "");
    if (isFigure(figure) && offer.label.indexOf(title) > 0) {
      const said = offer.label.replace(title, "…");
      found.set(said, [...(found.get(said) ?? []), offer]);
    }
  }
  return [...found].filter(([, all]) => all.length > 1);
}

/** What several figures may do alike: their names, and the rule once. */
const Alike = ({ said, offers, rules, press }) => html`<div class="group" data-group=${said}><div class="row"><strong>${said}</strong><${Rule} rule=${offers[0].rule} rules=${rules} /></div>
    <div class="row">${offers.map((offer) => html`<button type="button" class="button" key=${offer.id} data-offer=${offer.id} aria-label=${offer.label} onClick=${() => press(offer)}>${titleOf(offer.id.split(":")[1])}</button>`)}</div></div>`;

/** What one figure may do, without its name; the rules of all of it behind one button. */
function Group({ title, offers, rules, press }) {
  const [open, setOpen] = useState(false);
  const notes = [...new Set(offers.map((offer) => rules[offer.rule]).filter(Boolean))];
  return html`<div class="group" data-group=${title}><div class="row"><strong>${title}</strong><button type="button" class="button ask-rule" aria-expanded=${open} aria-label="The rules" onClick=${() => setOpen(!open)}>?</button></div>
    ${open && notes.map((note) => html`<p class="words"><strong>${note.section}.</strong> ${note.words}</p>`)}
    <div class="row">${offers.map((offer) => html`<button type="button" class="button" key=${offer.id} data-offer=${offer.id} aria-label=${offer.label} onClick=${() => press(offer)}>${offer.label.slice(title.length).replace(/^[: ]+/, "")}</button>`)}</div></div>`;
}

/** All offers, what ends the turn last; one with fields opens when it is touched and hides the others, so that it and the map
 * fit on one screen; one without is done at once. onward: what several figures may do alike is gone on with at the next one. stopped: what is chosen on the map cannot be done. notes: as of a
 * question. token: of the seat where ranges can be measured, else "". */
export function Offers({ offers, rules, revision, pick, show, take, stopped, notes, token, onward }) {
  const [opened, setOpened] = useState(null);
  useEffect(() => { if (!offers.some((offer) => offer.id === opened)) setOpened(null); }, [revision]);
  const done = async (offer, ...words) => {
    const [, same] = alike(offers).find(([, all]) => all.includes(offer)) ?? [null, [offer]];
    const next = same[same.indexOf(offer) + 1] ?? same.find((one) => one !== offer);
    if (await take(offer, ...words)) setOpened(onward && next && opened ? next.id : null);
  };
  const card = useRef(null);
  // What is above it goes out of sight, so that the form and the map below it are both seen.
  useEffect(() => { if (opened) card.current?.scrollIntoView({ block: "start" }); }, [opened]);
  if (!offers.length) return null;
  const open = offers.find((offer) => offer.id === opened);
  const press = (offer) => (Object.keys(offer.fields).length ? setOpened(offer.id) : done(offer, {}));
  const groups = open ? [] : grouped(offers);
  const same = open ? [] : alike(offers);
  const alone = offers.filter((offer) => ![...groups, ...same].some(([, all]) => all.includes(offer)));
  const shown = open ? [open] : [...alone.filter((offer) => !ends(offer)), ...alone.filter(ends)];
  return html`<section class="card offers" ref=${card}><h2>${open ? open.label : "You may"}</h2>${groups.map(([title, all]) => html`<${Group} key=${title} title=${title} offers=${all} rules=${rules} press=${press} />`)}${same.map(([said, all]) => html`<${Alike} key=${said} said=${said} offers=${all} rules=${rules} press=${press} />`)}${shown.map((offer) => html`<div key=${offer.id} class="field">
    <div class="offer">${open ? html`<button type="button" class="button back" data-back onClick=${() => setOpened(null)}>‹ Back</button>`
      : html`<button type="button" class="button ${ends(offer) ? "ends" : ""}" data-offer=${offer.id}
      onClick=${() => press(offer)}>${offer.label}</button>`}
      <${Rule} rule=${offer.rule} rules=${rules} /></div>
    ${open && html`<${Fields} key=${offer.id} offer=${offer} token=${token} pick=${pick} show=${show} take=${done} stopped=${stopped} notes=${notes} />`}
  </div>`)}</section>`;
}
