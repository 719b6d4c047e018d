// What camera and electronics say beside the game: a move that was seen, a figure that stands elsewhere, the device that may answer.
import { askedPicture } from "../format.js";
import { html, useState } from "../lib.js";
import { colour } from "./board.js";
import { Rule } from "./rule.js";

/** What is asked where the camera cannot tell: a square of a board, or on a free table a place, or what was done at all. */
const doubt = (all) => (all.some((one) => "square" in one.fields) ? "which square is it?" : new Set(all.map((one) => one.offer.id)).size > 1 ? "what was it?" : "you decide");

/** Moves that the camera saw, each to be taken with one touch. take(offer, fields). together: all of them with one, as at set-up. */
export function Seen({ offers, rules, take, together }) {
  const [busy, setBusy] = useState(false);
  const seen = offers.flatMap((offer) => (offer.spotted ?? []).map((spotted) => ({ offer, ...spotted })));
  if (!seen.length) return null;
  const sure = seen.every((one) => one.sure);
  const all = async () => {
    setBusy(true);
    for (const { offer, fields } of seen) if (!(await take(offer, fields))) break;
    setBusy(false);
  };
  return html`<section class="card asked seen"><h2>${sure ? "The camera saw" : `Too close to call: ${doubt(seen)}`}</h2>
    ${together && sure && seen.length > 1 && html`<button type="button" class="button do" data-seen-all disabled=${busy} onClick=${all}>All ${seen.length} stand so</button>`}
    ${seen.map(({ offer, fields, words }) => html`<div class="offer" key=${words}><button type="button" class="button do" data-seen=${fields.square ?? offer.id} onClick=${() => take(offer, fields)}>${words}${sure ? ". Yes, so" : ""}</button>
      <${Rule} rule=${offer.rule} rules=${rules} /></div>`)}</section>`;
}

/** Figures that stand where the game does not have them, and what is to be done. mine: names of this seat's own; ask(body). */
export function Astray({ astray, rules, mine, ask }) {
  if (!astray?.length) return null;
  return html`<section class="card astray" role="status">${astray.map((one) => html`<div class="offer" key=${one.piece} data-astray=${one.piece}><p>${one.words}</p><${Rule} rule=${one.rule} rules=${rules} />
    ${one.kind === "undone" && mine.includes(one.piece) && html`<button type="button" class="button" data-leave=${one.piece} onClick=${() => ask({ do: "leave", piece: one.piece })}>Leave it</button>`}</div>`)}</section>`;
}

const DEVICES = { dice: ["dice box", "Press the button of the dice box"], mace: ["Mace", "Shake the Mace of Chaos"] };

/** What may answer in the phone's place. roll(): let the program do it; none where it may not. */
export function Device({ beside, roll }) {
  const [name, words] = DEVICES[beside?.device] ?? [];
  const act = roll && html`<div class="row"><button type="button" class="button" data-software onClick=${roll}>Let the companion do it</button></div>`;
  if (!name) return act || null;
  return html`<p class="device">${beside.there.length ? html`<strong>${words}</strong>, or touch here what you rolled.` : html`The ${name} is not plugged in: touch here what you rolled.`}</p>
    ${act}`;
}

const crop = (id, alt) => html`<img src=${`/api/v1/crops/${id}.jpg`} alt=${alt} />`;

const Ask = ({ ask, answer }) => html`<section class="card ask" data-ask=${ask.id}><h2>The camera asks: ${ask.text}</h2><div class="options">
    ${ask.crop && html`<figure>${crop(ask.crop, askedPicture(ask.kind)[0])}<figcaption>${askedPicture(ask.kind)[1]}</figcaption></figure>`}
    ${ask.options.map((one) => html`<button type="button" key=${one.id} class="option ${one.crop ? "" : "bare"}" onClick=${() => answer(ask, one)}>${one.crop && crop(one.crop, "")}<span>${one.label}</span></button>`)}</div></section>`;

/** What the camera asks everybody about figures: one touch answers. One question at a time; the game goes first. answer(ask, option). */
export function Asks({ asks, answer }) {
  if (!asks?.length) return null;
  const [first, ...more] = asks;
  return html`<${Ask} key=${first.id} ask=${first} answer=${answer} />${more.length > 0 && html`<details class="card" data-more-asks><summary>The camera asks ${more.length} more</summary>
    ${more.map((ask) => html`<${Ask} key=${ask.id} ask=${ask} answer=${answer} />`)}</details>`}`;
}

/** Dials that do not say what the game says. seat: whose phone this is; ask(body). */
export function Dials({ dials, seat, ask }) {
  if (!dials?.length) return null;
  return html`<section class="card astray" role="status">${dials.map((one) => html`<div key=${one.piece} data-dial=${one.piece}><p><i class="dot ${colour(one.piece)}" />The ${one.piece[0].toUpperCase() + one.piece.slice(1)}'s dial stands at ${one.dial}, the game says ${one.game}. Turn it to ${one.game}${one.seat === seat ? ", or:" : "."}</p>
    ${one.seat === seat && html`<div class="row"><button type="button" class="button" data-take onClick=${() => ask({ do: "take_dial", piece: one.piece })}>The dial is right: ${one.dial}</button>
    <button type="button" class="button" data-keep onClick=${() => ask({ do: "leave_dial", piece: one.piece })}>Leave both</button></div>`}</div>`)}</section>`;
}
