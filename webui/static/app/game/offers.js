// What this seat may do: the server's offers as buttons. What one figure may do stands together under its name, so that the
// map below stays on the screen. There are no rules here.
import { html, useEffect, useRef, useState } from "../lib.js";
import { Remember } from "./asking.js";
import { titleOf } from "./called.js";
import { FieldInput, firstValue, isFilled, squaresOf } from "./fields.js";
import { Rule } from "./rule.js";

function Fields({ offer, pick, show, take, stopped, notes }) {
  const names = Object.keys(offer.fields);
  const [values, set] = useState(Object.fromEntries(names.map((name) => [name, firstValue(offer.fields[name])])));
  const onMap = names.find((name) => squaresOf(offer.fields[name]));
  useEffect(() => { if (pick && onMap) set({ ...values, [onMap]: pick }); }, [pick]);
  useEffect(() => { show(onMap ? squaresOf(offer.fields[onMap]) : null, values[onMap], offer.id.split(":")[1] ?? null, offer.kind); return () => show(null); }, [values[onMap]]);
  const [remember, setRemember] = useState(false);
  const ready = names.every((name) => isFilled(offer.fields[name], values[name]));
  return html`${names.map((name) => html`<${FieldInput} name=${name} field=${offer.fields[name]} value=${values[name]} set=${(value) => set({ ...values, [name]: value })} notes=${notes} />`)}
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

/** What one figure may do, without its name; the rules of all of it behind one button. */
function Group({ title, offers, rules, press }) {
  const [open, setOpen] = useState(false);
  const notes = [...new Set(offers.map((offer) => rules[offer.rule]).filter(Boolean))];
  return html`<div class="group" data-group=${title}><div class="row"><strong>${title}</strong><button type="button" class="button ask-rule" aria-expanded=${open} aria-label="The rules" onClick=${() => setOpen(!open)}>?</button></div>
    ${open && notes.map((note) => html`<p class="words"><strong>${note.section}.</strong> ${note.words}</p>`)}
    <div class="row">${offers.map((offer) => html`<button type="button" class="button" key=${offer.id} data-offer=${offer.id} aria-label=${offer.label} onClick=${() => press(offer)}>${offer.label.slice(title.length).replace(/^[: ]+/, "")}</button>`)}</div></div>`;
}

/** All offers, what ends the turn last; one with fields opens when it is touched and hides the others, so that it and the map
 * fit on one screen; one without is done at once. stopped: what is chosen on the map cannot be done. notes: as of a question. */
export function Offers({ offers, rules, revision, pick, show, take, stopped, notes }) {
  const [opened, setOpened] = useState(null);
  useEffect(() => { if (!offers.some((offer) => offer.id === opened)) setOpened(null); }, [revision]);
  const done = async (...words) => { if (await take(...words)) setOpened(null); };
  const card = useRef(null);
  // What is above it goes out of sight, so that the form and the map below it are both seen.
  useEffect(() => { if (opened) card.current?.scrollIntoView({ block: "start" }); }, [opened]);
  if (!offers.length) return null;
  const open = offers.find((offer) => offer.id === opened);
  const press = (offer) => (Object.keys(offer.fields).length ? setOpened(offer.id) : done(offer, {}));
  const groups = open ? [] : grouped(offers);
  const alone = offers.filter((offer) => !groups.some(([, all]) => all.includes(offer)));
  const shown = open ? [open] : [...alone.filter((offer) => !ends(offer)), ...alone.filter(ends)];
  return html`<section class="card offers" ref=${card}><h2>${open ? open.label : "You may"}</h2>${groups.map(([title, all]) => html`<${Group} key=${title} title=${title} offers=${all} rules=${rules} press=${press} />`)}${shown.map((offer) => html`<div key=${offer.id} class="field">
    <div class="offer">${open ? html`<button type="button" class="button back" data-back onClick=${() => setOpened(null)}>‹ Back</button>`
      : html`<button type="button" class="button ${ends(offer) ? "ends" : ""}" data-offer=${offer.id}
      onClick=${() => press(offer)}>${offer.label}</button>`}
      <${Rule} rule=${offer.rule} rules=${rules} /></div>
    ${open && html`<${Fields} offer=${offer} pick=${pick} show=${show} take=${done} stopped=${stopped} notes=${notes} />`}
  </div>`)}</section>`;
}
