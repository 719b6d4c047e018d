// What is connected, and, in the demo, the twins: shake them, turn them, press them, pull their cables.
import { html } from "../lib.js";
import { act, Name } from "./do.js";

const KIND = { mace: "Mace", dials: "Dials", dice: "Dice box" };

function Board({ one, ago }) {
  return html`<li class="board ${one.there ? "" : "gone"}"><div class="hero-row"><span class="lamp ${one.there ? "on" : ""}" aria-hidden="true"></span>
      <${Name} key=${`n${one.name}`} label="Name of ${one.id}" hint=${one.id} name=${one.name} take=${(name) => act({ do: "rename", device: one.id, name: name === one.id ? "" : name })} />
      <button class="button" disabled=${!one.there} onClick=${() => act({ do: "blink", device: one.id })}>Blink</button></div>
    <p class="hint">${KIND[one.kind]}, firmware ${one.firmware}${one.name !== one.id ? `, ${one.id}` : ""}. ${one.there
      ? `Connected for ${ago(one.since_s)}; plugged in ${one.comings} ${one.comings === 1 ? "time" : "times"}, ${Math.round(one.resent * 100)} % of its messages sent again.`
      : `Gone for ${ago(one.since_s)}, last heard ${ago(one.seen_s)} ago. ${one.why}`}</p>
    ${one.dials.length > 0 && one.there && html`<p class="hint">${one.dials.map((dial) => `${dial.at}: ${dial.fault || (dial.value ?? "?")}`).join("  ·  ")}</p>`}
    ${one.there && html`<a class="plain-link" href="/api/v1/lines?device=${encodeURIComponent(one.id)}" target="_blank">Its last lines, for a bug report</a>`}
    ${one.resent > 0.05 && html`<p class="note">Much is sent again: look at the cable and its plugs.</p>`}</li>`;
}

export function Boards({ all, ago }) {
  const ports = Object.values(all.ports);
  return html`<section class="card" id="boards"><h2>Connected</h2>
    ${!all.devices.length && html`<p class="hint">No device yet. Everything here works without one.</p>`}
    <ul class="plain">${all.devices.map((one) => html`<${Board} key=${one.id} one=${one} ago=${ago} />`)}</ul>
    ${ports.map((why) => html`<p class="hint">${why}</p>`)}</section>`;
}

const twin = (kind, words, label) => html`<button class="button" onClick=${() => act({ do: "twin", kind, words })}>${label}</button>`;

function turn(all, at, change) {
  const dials = all.devices.find((one) => one.kind === "dials")?.dials ?? [];
  const now = dials.find((one) => one.at === at)?.value ?? 0;
  act({ do: "twin", kind: "dials", words: `dial ${at} ${Math.max(0, Math.min(8, now + change))}` });
}

const WORDS = {
  mace: () => html`${twin("mace", "shake 1500", "Shake it")}${twin("mace", "bump", "Bump it")}${twin("mace", "carry 3000", "Carry it")}${twin("mace", "lay", "Lay it down")}${twin("mace", "stand", "Stand it up")}`,
  dials: (all) => [1, 2, 3, 4].map((at) => html`<span class="turner"><button class="button step" aria-label="Turn dial ${at} down" onClick=${() => turn(all, at, -1)}>−</button>${at}<button class="button step" aria-label="Turn dial ${at} up" onClick=${() => turn(all, at, 1)}>+</button></span>`),
  dice: () => html`${twin("dice", "press 120", "Press its button")}${twin("dice", "press 5000", "Grip its button")}`,
};

export const Twins = ({ all }) => html`<section class="card" id="twins"><h2>Simulated devices</h2>
  <p class="hint">The boards' own programs, without the boards.</p>
  ${all.twins.map((kind) => html`<h3>${KIND[kind]}</h3><div class="row">${WORDS[kind](all)}${twin(kind, "pull", "Pull the cable")}${twin(kind, "plug", "Plug it in")}${twin(kind, "reset", "Power off and on")}</div>`)}</section>`;
