// All figures as buttons: for small figures, for keyboards, and for readers of screens.
import { html } from "../lib.js";
import { tap } from "../measuring.js";
import { figureName, sideClass } from "../spots.js";

const bySideAndName = (a, b) => (a.side ?? "~").localeCompare(b.side ?? "~") || figureName(a).localeCompare(figureName(b));

export function Roster({ view, without = [] }) {
  const figures = view.table.figures.filter((figure) => !without.includes(figure.id)).sort(bySideAndName);
  return html`<ul class="roster">${figures.map((figure) => html`<li key=${figure.id}>
    <button class=${sideClass(view, figure.side)} onClick=${() => tap({ id: figure.id })}>
      <i class="swatch ${figure.seen ? "" : "none-seen"}"></i><span>${figureName(figure)}</span></button></li>`)}</ul>
    ${view.watch.off.length > 0 && html`<p class="section">Off the table</p>
      <ul class="roster">${view.watch.off.map((one) => html`<li key=${one.id}><button class="side-none" onClick=${() => tap({ id: one.id })}>
        <i class="swatch none-seen"></i><span>${one.name}</span></button></li>`)}</ul>`}`;
}
