// What is done before a game, or when the table is moved: links to the pages of the board, where this game has one, and of unit lists.
import { html, useEffect, useState } from "../lib.js";

const there = (path) => fetch(path, { cache: "no-store" }).then((said) => (said.ok ? said.json() : null), () => null);

/** Links; the board's only for a game that has one. */
export function Furnish() {
  return html`<${Lists} /><${Board} />`;
}

function Lists() {
  const [all, setAll] = useState(null);
  useEffect(() => { there("/api/v1/lists").then(setAll); }, []);
  if (!all) return null;
  return html`<section class="card"><h2>For another evening</h2><div class="row"><a class="button" href="/lists">Unit lists</a></div>
    <p class="words">Written on a phone, printed, and played with: ${all.games.map((one) => one.title).join(", ")}. ${all.lists.length ? `${all.lists.length} kept.` : ""}</p></section>`;
}

function Board() {
  const [board, setBoard] = useState(null);
  const [laying, setLaying] = useState(null);
  useEffect(() => { there("/api/v1/board").then(setBoard); there("/api/v1/laying").then(setLaying); }, []);
  const lay = laying?.camera && html`<a class="button" href="/lay">${laying.laid ? "Laid under the camera" : "Lay it under the camera"}</a>`;
  if (!board) return lay && html`<section class="card"><h2>The table</h2><div class="row">${lay}</div><p class="words">Its corners are shown to the camera once; until then its frame is the setup file's.</p></section>`;
  return html`<section class="card"><h2>The board</h2><div class="row">
      <a class="button" href="/board">${board.kept ? "Your board" : "Make it like yours"}</a>
      ${lay}</div>
    <p class="words">${board.kept ? "New games with board = \"file\" are played on it." : "Ours is a guess; the book shows the board in pictures only."}</p></section>`;
}
