// A list as it comes out of the printer: a record sheet on A4, black on white, with boxes to cross off.
import { html } from "../lib.js";

const boxes = (count) => Array.from({ length: count }, () => html`<i class="box" />`);

function Row({ row }) {
  return html`<article class="one"><header><h3>${row.title}</h3>
    <p class="figures">${row.figures.map(([what, much]) => html`<span><small>${what}</small> <b>${much}</b></span>`)}</p></header>
    ${row.lines.map((line) => html`<p>${line}</p>`)}
    <div class="all-boxes">${row.boxes.map(([what, count]) => html`<p class="boxes"><small>${what}</small>${boxes(count)}</p>`)}</div></article>`;
}

/** title of the game, and the sheet that its rules make of a draft. */
export function Paper({ game, sheet }) {
  return html`<section class="paper" aria-label="On paper">
    <header><h2>${sheet.title}</h2><span>${sheet.player && `${sheet.player} · `}${game}</span></header>
    <p class="totals">${sheet.totals.map(([what, much]) => html`<span>${what} <b>${much}</b></span>`)}${sheet.flaws.length > 0 && html`<span class="flawed">not right yet: ${sheet.flaws.length}</span>`}</p>
    <div class="ones">${sheet.rows.map((row) => html`<${Row} key=${row.at} row=${row} />`)}</div>
    <div class="references">${sheet.references.map((table) => html`<table><caption>${table.title}</caption><thead><tr>${table.columns.map((one) => html`<th>${one}</th>`)}</tr></thead>
      <tbody>${table.rows.map((line) => html`<tr>${line.map((cell, n) => (n ? html`<td>${cell}</td>` : html`<th>${cell}</th>`))}</tr>`)}</tbody></table>`)}</div>
    ${sheet.notes.map((note) => html`<p class="note">${note}</p>`)}
  </section>`;
}
