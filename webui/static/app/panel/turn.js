// Whose turn it is: the line that says it, and the choice. While it is nobody's turn, nobody is watched.
import { html } from "../lib.js";
import { say, sayTurn } from "../say.js";
import { figureName } from "../spots.js";
import { set } from "../store.js";

const BY = { game: "said by the game", mace: "drawn by the mace", phone: "said on a phone" };

async function choose(of) {
  if (await sayTurn(of)) set({ turning: false });
}

export function TurnLine({ watch }) {
  const { turn, game_on: game } = watch;
  if (game) return turn.label && html`<p class="hint">It is the turn of ${turn.label}.</p>`;
  return html`<div class="row turn-line"><button class="button" onClick=${() => set({ turning: true })}>Turn: <b>${turn.label || "nobody's"}</b></button>
    ${turn.then.length > 0 && html`<button class="button" onClick=${() => say("turn", { next: true })}>Next: <b>${turn.then[0]}</b></button>`}</div>`;
}

export function TurnChoice({ view }) {
  const { turn } = view.watch;
  const sides = [...new Set(view.table.figures.map((one) => one.side).filter(Boolean))].sort();
  const one = (of, label) => html`<li><button aria-pressed=${String(turn.of.join() === of.join())} onClick=${() => choose(of)}><span>${label}</span></button></li>`;
  return html`<div class="turning"><h2>Whose turn is it?</h2>
    <p class="hint">${turn.of.length ? `${turn.label}, ${BY[turn.by]}. ` : ""}A figure that is moved out of its turn is asked about.</p>
    <ul class="roster">${one([], "Nobody's")}${sides.map((side) => one([side], side))}</ul>
    <p class="section">Or one figure's</p>
    <ul class="roster">${view.table.figures.map((figure) => one([figure.id], figureName(figure)))}</ul>
    <button class="button" onClick=${() => set({ turning: false })}>Never mind</button></div>`;
}
