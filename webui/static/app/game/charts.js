// The charts of the game: what is printed, what nobody knows, what the owner typed. The host fills cells from the own book.
import { html, render, useEffect, useState } from "../lib.js";
import { showing } from "../patience.js";
import { useHostCode } from "./code.js";

const WORDS = {
  read: "printed", inferred: "follows from what is printed elsewhere", disputed: "two readings", unknown: "not known", owner: "from your book", house: "ours, not the book's",
};
const open = (chart) => Number(chart.cells.some((cell) => ["unknown", "owner"].includes(cell.status)));
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

async function ask(body, code) {
  const words = body && { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify(body) };
  try {
    const said = await (words ? showing(fetch("/api/v1/charts", words)) : fetch("/api/v1/charts", { cache: "no-store" }));
    const answer = await said.json();
    return said.ok ? { shown: answer } : { told: answer.reason ?? answer.error.message };
  } catch {
    return { told: "No connection to the game; try again." };
  }
}

/** What may be done with the chosen cell: give a value of the chart's key, or forget the one given. */
function Cell({ chart, cell, give }) {
  const [typed, setTyped] = useState("");
  const value = chart.alphabet.length ? null : /^-?\d+$/.test(typed) ? Number(typed) : typed;
  return html`<div class="field" data-chosen="${cell.row} / ${cell.column}"><p><strong>${cell.row}, ${cell.column}</strong>: ${WORDS[cell.status]}. <span class="words">${cell.source}</span></p>
    ${cell.open && html`<p class="words">Look it up: ${chart.printed}.</p>
      ${chart.alphabet.length
        ? html`<div class="row">${chart.alphabet.map((one) => html`<button type="button" class="button ${one === cell.value ? "chosen" : ""}" data-value=${one} onClick=${() => give(one)}>${one}</button>`)}</div>`
        : html`<div class="row"><input class="button" name="value" value=${typed} onInput=${(event) => setTyped(event.target.value)} /><button type="button" class="button do" disabled=${typed === ""} onClick=${() => give(value)}>Keep</button></div>`}`}
    ${cell.status === "owner" && html`<div class="row"><button type="button" class="button" onClick=${() => give(null)}>Forget it</button></div>`}
    ${cell.house !== null && html`<p class="words">Ours would be ${cell.house}; it is used only where a table agrees on it.</p>`}</div>`;
}

function Chart({ chart, give }) {
  const [chosen, choose] = useState("");
  const at = Object.fromEntries(chart.cells.map((cell) => [`${cell.row} / ${cell.column}`, cell]));
  const unknown = chart.cells.filter((cell) => cell.status === "unknown").length;
  const filled = chart.cells.some((cell) => cell.status === "owner");
  return html`<details class="card chart" data-chart=${chart.name} open=${unknown > 0 || filled}><summary>${chart.title}${unknown ? `: ${unknown} not known` : ""}</summary>
    <p class="words">${chart.edition}; ${chart.printed}; in ${chart.unit}. ${unknown ? `${many(unknown, "cell")} not known.` : "Complete."}
      ${chart.secret ? " What you type here is a player's secret, so it is not shown again." : ""}</p>
    <div class="wide"><table><tr><th></th>${chart.columns.map((column) => html`<th>${column}</th>`)}</tr>
      ${chart.rows.map((row) => html`<tr><th>${row}</th>${chart.columns.map((column) => {
        const key = `${row} / ${column}`;
        const cell = at[key];
        const value = cell.value ?? (cell.status === "unknown" ? "?" : "•");
        return html`<td><button type="button" class="button cell ${cell.status}" data-cell=${key} aria-pressed=${key === chosen} title=${WORDS[cell.status]} onClick=${() => choose(key === chosen ? "" : key)}>${value}</button></td>`;
      })}</tr>${at[chosen]?.row === row && html`<tr><td colspan=${chart.columns.length + 1}><${Cell} key=${chosen} chart=${chart} cell=${at[chosen]}
        give=${(value) => give({ chart: chart.name, row, column: at[chosen].column, value })} /></td></tr>`}`)}</table></div>
  </details>`;
}

function Charts() {
  const [shown, setShown] = useState(null);
  const [told, setTold] = useState("");
  const [code, setCode] = useHostCode();
  const act = async (body) => {
    const said = await ask(body, code);
    setTold(said.told ?? "");
    if (said.shown) setShown(said.shown);
  };
  useEffect(() => { act(null); }, []);
  return html`<main class="game"><header class="prompt"><h1>${shown ? `Charts of ${shown.title}` : "Charts"}</h1></header>
    ${told && html`<p class="told" role="alert"><span>${told}</span></p>`}
    ${shown && html`<section class="card"><p>Some cells of the book we hold are cut off. We guess none: touch a cell marked ? and type what your own copy has printed there.</p>
      <p class="words">It is kept in ${shown.file}, on this machine only, and used from the next question on. To type, the host's code is needed:</p>
      <input class="button" name="code" autocomplete="off" autocapitalize="characters" placeholder="the host's code" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <p class="words">${Object.entries(WORDS).map(([status, words]) => html`<span class="status">${status}: ${words}</span>`)}</p></section>
      ${[...shown.charts].sort((a, b) => open(b) - open(a)).map((chart) => html`<${Chart} key=${chart.name} chart=${chart} give=${act} />`)}`}
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Charts} />`, root);
