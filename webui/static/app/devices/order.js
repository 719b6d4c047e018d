// Who goes first: ask the mace, watch it, or answer in its place.
import { html, useState } from "../lib.js";
import { act, by, called, Dot, heroName } from "./do.js";

const STAGE = { idle: "lies there", armed: "waits to be shaken", shaking: "is shaken", settling: "hold it still and upright", drawn: "has drawn" };

const chip = (all, colour, place) => html`<li class=${place === 0 ? "first" : ""}><${Dot} colour=${colour} />${heroName(all, colour)}</li>`;

function Ask({ all, last }) {
  const [left, setLeft] = useState([]);
  const [round, setRound] = useState(null);
  const here = all.heroes.map((one) => one.colour);
  const chosen = here.filter((one) => !left.includes(one));
  const number = round ?? (last ? Math.min(999, last.round + 1) : 1);
  const flip = (colour) => setLeft(left.includes(colour) ? left.filter((one) => one !== colour) : [...left, colour]);
  if (here.length < 2) return html`<p class="hint">Name two to four heroes below, then ask who goes first.</p>`;
  return html`<div class="row">${here.map((colour) => html`<button class="button toggle" aria-pressed=${String(chosen.includes(colour))} onClick=${() => flip(colour)}><${Dot} colour=${colour} />${heroName(all, colour)}</button>`)}</div>
    <div class="row"><label class="field">Round <input type="number" min="1" max="999" value=${number} onInput=${(event) => setRound(Number(event.target.value) || 1)} /></label>
    <button class="button main" disabled=${chosen.length < 2} onClick=${() => { setRound(null); act({ do: "ask_order", round: number, colours: chosen }); }}>Who goes first?</button></div>`;
}

function Open({ all, order }) {
  const [typed, setTyped] = useState([]);
  const left = order.colours.filter((one) => !typed.includes(one));
  const tap = (colour) => {
    const next = [...typed, colour];
    if (next.length < order.colours.length - 1) return setTyped(next);
    setTyped([]);
    act({ do: "order", id: order.id, order: [...next, ...order.colours.filter((one) => !next.includes(one))] });
  };
  const maces = all.devices.filter((one) => one.kind === "mace" && one.there);
  if (all.game) return html`<p>Round ${order.round}: ${maces.length ? "shake the mace, then hold it still and upright" : "no mace is connected"}; or answer on the phone that is asked.</p>
    ${maces.map((one) => html`<p class="hint">${one.name} ${STAGE[one.stage] ?? one.stage}. <progress max="100" value=${one.level} aria-label="how hard it is shaken"></progress></p>`)}`;
  return html`<p>Round ${order.round}: ${maces.length ? "shake the mace, then hold it still and upright." : "no mace is connected; draw here, or type the order."}</p>
    ${maces.map((one) => html`<p class="hint">${one.name} ${STAGE[one.stage] ?? one.stage}. <progress max="100" value=${one.level} aria-label="how hard it is shaken"></progress></p>`)}
    <div class="row"><button class="button main" onClick=${() => act({ do: "order", id: order.id })}>Draw here</button>
    <button class="button" onClick=${() => act({ do: "close", id: order.id })}>Never mind</button></div>
    <p class="hint">Or tap who goes ${typed.length ? "next" : "first"}:</p>
    <div class="row">${left.map((colour) => html`<button class="button" onClick=${() => tap(colour)}><${Dot} colour=${colour} />${heroName(all, colour)}</button>`)}</div>`;
}

export function Order({ all }) {
  const { order } = all;
  const open = order && order.order.length === 0;
  return html`<section class="card" id="order"><h2>Who goes first</h2>
    ${order && !open && html`<p class="hint">Round ${order.round}, ${by(called(all, order.by))}</p><ol class="drawn">${order.order.map((colour, place) => chip(all, colour, place))}</ol>`}
    ${open ? html`<${Open} all=${all} order=${order} key=${order.id} />` : all.game ? html`<p class="hint">The game asks for it.</p>` : html`<${Ask} all=${all} last=${order} />`}</section>`;
}
