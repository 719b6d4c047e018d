// The evening so far: how fair it looks, and what happened.
import { html } from "../lib.js";

const clock = (seconds) => new Date(seconds * 1000).toTimeString().slice(0, 8);
const TITLE = (what) => (what === "first" ? "Who went first" : `Dice with ${what.replace("faces of ", "")} faces`);

const counts = (fair) => html`<table class="counts"><tr>${Object.keys(fair.counts).map((name) => html`<th scope="col">${name}</th>`)}</tr>
  <tr>${Object.values(fair.counts).map((count) => html`<td>${count}</td>`)}</tr></table>`;

export const Fairness = ({ all }) => html`<section class="card" id="fairness"><h2>Fairness this evening</h2>
  ${!all.fairness.length && html`<p class="hint">Nothing was drawn or rolled yet.</p>`}
  ${all.fairness.map((fair) => html`<h3>${TITLE(fair.what)}: <span class="verdict ${fair.verdict.replace(" ", "-")}">${fair.verdict}</span></h3>${counts(fair)}<p class="hint">${fair.sentence}</p>`)}</section>`;

export const News = ({ all }) => html`<section class="card" id="news"><h2>What happened</h2>
  <ol class="plain news">${[...all.news].reverse().map((one) => html`<li><time>${clock(one.time_s)}</time> ${one.sentence}</li>`)}</ol></section>`;
