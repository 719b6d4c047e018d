// Dice: ask the box, roll here, or type what real dice show. The faces of a combat die are the owner's to enter.
import { html, useState } from "../lib.js";
import { remember } from "../store.js";
import { act, by, called } from "./do.js";

const range = (most) => Array.from({ length: most }, (_, n) => n + 1);
const PRESETS = { "six-sided": range(6), "ten-sided": range(10) };

function remembered() {
  try { return localStorage.getItem("faces") ?? ""; } catch { return ""; }
}

const facesOf = (text) => text.split(/[\s,;]+/).filter(Boolean).map(Number);
const fit = (faces) => faces.length >= 2 && faces.length <= 20 && faces.every((one) => Number.isInteger(one) && one >= 0 && one <= 99);

function Ask() {
  const [kind, setKind] = useState("six-sided");
  const [count, setCount] = useState(1);
  const [own, setOwn] = useState(remembered());
  const faces = PRESETS[kind] ?? facesOf(own);
  const type = (event) => { setOwn(event.target.value); remember("faces", event.target.value); };
  return html`<div class="row"><label class="field">Die <select value=${kind} onChange=${(event) => setKind(event.target.value)}>
      ${[...Object.keys(PRESETS), "own faces"].map((one) => html`<option value=${one}>${one}</option>`)}</select></label>
    <label class="field">How many <input type="number" min="1" max="12" value=${count} onInput=${(event) => setCount(Math.max(1, Math.min(12, Number(event.target.value) || 1)))} /></label></div>
    ${!PRESETS[kind] && html`<label class="field wide">Its faces, as printed on your die <input inputmode="numeric" placeholder="0 0 1 1 1 2" value=${own} onInput=${type} /></label>`}
    ${!fit(faces) && html`<p class="hint">Without faces there is no such roll: type them, 2 to 20 numbers.</p>`}
    <div class="row"><button class="button main" disabled=${!fit(faces)} onClick=${() => act({ do: "ask_roll", faces, count })}>Roll</button></div>`;
}

function Open({ all, roll }) {
  const [typed, setTyped] = useState([]);
  const boxes = all.devices.filter((one) => one.kind === "dice" && one.there);
  if (all.game) return html`<p>${roll.count} ${roll.count === 1 ? "die" : "dice"}: ${boxes.length ? "press the dice box's button" : "no dice box is connected"}; or answer on the phone that is asked.</p>`;
  const tap = (value) => {
    const next = [...typed, value];
    if (next.length < roll.count) return setTyped(next);
    setTyped([]);
    act({ do: "roll", id: roll.id, values: next });
  };
  return html`<p>${roll.count} ${roll.count === 1 ? "die" : "dice"}: ${boxes.length ? "press the dice box's button." : "no dice box is connected; roll here, or type what real dice show."}</p>
    <div class="row"><button class="button main" onClick=${() => act({ do: "roll", id: roll.id })}>Roll here</button>
    <button class="button" onClick=${() => act({ do: "close", id: roll.id })}>Never mind</button></div>
    <p class="hint">Or tap what they show${typed.length ? `: ${typed.join(", ")}` : ""}</p>
    <div class="row">${[...new Set(roll.faces)].map((value) => html`<button class="button step" onClick=${() => tap(value)}>${value}</button>`)}</div>`;
}

export function Dice({ all }) {
  const { roll } = all;
  const open = roll && roll.values.length === 0;
  return html`<section class="card" id="dice"><h2>Dice</h2>
    ${roll && !open && html`<p class="rolled">${roll.values.map((value) => html`<span>${value}</span>`)}</p>
      <p class="hint">${roll.count > 1 ? `Together ${roll.values.reduce((sum, one) => sum + one, 0)}; ` : ""}${by(called(all, roll.by))}</p>`}
    ${open ? html`<${Open} all=${all} roll=${roll} key=${roll.id} />` : all.game ? html`<p class="hint">The game asks for them.</p>` : html`<${Ask} />`}</section>`;
}
