// What people at the table settle beside the rules: the pause, what the host proposes, standing orders.
import { html, useEffect, useState } from "../lib.js";

/** Seconds left, counted down on the phone from what the server said. */
export function Countdown({ seconds }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + 1000 * seconds;
    setLeft(seconds);
    const beat = setInterval(() => setLeft(Math.max(0, Math.round((until - Date.now()) / 1000))), 500);
    return () => clearInterval(beat);
  }, [seconds]);
  return html`<p class="words">${left ? `${left} s left, then the default is taken.` : "The default is taken now."}</p>`;
}

export const Paused = ({ paused }) => paused && html`<p class="lost" role="status">The game is paused. The host lets it go on.</p>`;

/** The host proposes a correction: every seat agrees or refuses. vote(n, agree); none on a screen without a seat. */
export function Proposal({ proposal, seat, vote }) {
  if (!proposal) return null;
  const mine = proposal.waits_for.includes(seat);
  return html`<section class="card asked"><h2>Agree otherwise?</h2><p><strong>${proposal.label}</strong></p>
    <p class="words">${mine ? "The host proposes this against the rules. It is done only if everybody agrees." : `Waiting for ${proposal.waits_for.join(", ")}.`}</p>
    ${mine && html`<div class="row"><button type="button" class="button do" onClick=${() => vote(proposal.n, true)}>Agree</button>
      <button type="button" class="button" onClick=${() => vote(proposal.n, false)}>Refuse</button></div>`}</section>`;
}

const ENDS = {
  done: () => "was agreed and is done",
  refused: ({ by }) => `is not done: ${by} refused`,
  withdrawn: () => "was taken back by the host",
  failed: ({ reason }) => `could not be done: ${reason}`,
};

/** How the last proposal ended, until somebody closes it. */
export function Closed({ closed }) {
  const [gone, setGone] = useState(closed?.n); // what ended before this page was opened is old news
  if (!closed || closed.n === gone) return null;
  return html`<p class="told" role="status"><span>“${closed.label}” ${ENDS[closed.say]?.(closed)}.</span>
    <button type="button" class="button" onClick=${() => setGone(closed.n)}>Close</button></p>`;
}

/** What this seat answers beforehand. order(body). */
export function Orders({ table, order }) {
  const standing = Object.entries(table.standing);
  if (!table.orders.length && !standing.length) return null;
  return html`<details class="card"><summary>Answered beforehand${table.orders.length ? `: ${table.orders.length}` : ""}</summary>
    ${table.orders.map((one) => html`<div class="offer" key=${one.question}><span>${one.words}${one.value === null ? "" : `: ${one.value}`}</span>
      <button type="button" class="button" data-revoke=${one.question} onClick=${() => order({ question: one.question, revoke: true })}>Ask me again</button></div>`)}
    ${standing.map(([question, words]) => html`<div class="offer" key=${question}><span class="words">${words}</span>
      <button type="button" class="button" data-order=${question} onClick=${() => order({ question })}>Always, until I say otherwise</button></div>`)}
  </details>`;
}
