// The page on which an owner corrects the board. Everything is a touch and can be undone; what is wrong is said by the server.
// A draft stays on this phone until it is kept, so that a reload loses nothing.
import { html, render, useEffect, useRef, useState } from "../lib.js";
import { keep as store, recall, useHostCode } from "../game/code.js";
import { Ground, xy } from "../game/ground.js";
import { SIDE, drawn } from "./edit.js";
import { TOOLS, ToolPanel, ofTool } from "./tools.js";

const DRAFT = "dark-world-board-draft";
const CHECK_MS = 350;
const SQUARE_PX = 34;

async function ask(path, body, headers = {}) {
  try {
    const said = await fetch(path, body === undefined ? { cache: "no-store" } : { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
    const answer = await said.json();
    return said.ok ? answer : { fault: answer.error?.message ?? answer.reason };
  } catch {
    return { fault: "The companion does not answer; nothing was done." };
  }
}

function Sheet({ board, tool, chosen, first, wrong, touch }) {
  const all = board.zones.flatMap((zone) => zone.squares.map(xy));
  const wide = Math.min(SIDE, Math.max(9, ...all.map(([x]) => x + 1)) + 1);
  const high = Math.min(SIDE, Math.max(9, ...all.map(([, y]) => y + 1)) + 1);
  const of = new Set(ofTool(board, tool, chosen));
  const { columns, rows } = board.camera;
  const squares = Array.from({ length: wide * high }, (_, n) => `${n % wide},${Math.floor(n / wide)}`);
  return html`<div class="sheet"><svg class="map" viewBox="-0.9 -0.9 ${wide + 1.9} ${high + 1.9}" style=${{ width: `max(100%, ${(wide + 1.9) * SQUARE_PX}px)` }} role="img" aria-label="The board">
    <${Ground} board=${drawn(board)} box=${[0, 0, wide, high]} />
    ${tool === "special" && chosen.special === "starts" && board.places.starts.map((square) => { const [x, y] = xy(square); return html`<circle class="item" cx=${x + 0.5} cy=${y + 0.5} r=".2" />`; })}
    ${tool === "camera" && html`<rect class="block" x=${columns[0]} y=${rows[0]} width=${columns[1] - columns[0] + 1} height=${rows[1] - rows[0] + 1} />`}
    ${squares.map((square) => { const [x, y] = xy(square); return html`<rect key=${square} data-square=${square} class="spot ${of.has(square) ? "of" : ""} ${square === first ? "first" : ""} ${wrong.includes(square) ? "wrong" : ""}" x=${x} y=${y} width="1" height="1" onClick=${() => touch(square)} />`; })}
  </svg></div>`;
}

function Page() {
  const [kept, setKept] = useState(null);
  const [board, setBoard] = useState(null);
  const [past, setPast] = useState([]);
  const [found, setFound] = useState([]);
  const [told, setTold] = useState("");
  const [tool, setTool] = useState("squares");
  const [chosen, setChosen] = useState({ zone: 1, room: 1, secret: 1, arch: false, special: "fountain" });
  const [first, setFirst] = useState(null);
  const [wrong, setWrong] = useState([]);
  const [code, setCode] = useHostCode();
  const file = useRef(null);

  const begin = (said) => {
    if (said.fault && !said.board) { setTold(said.fault); return; }
    setKept(said);
    setBoard(said.board);
    setFound(said.complaints);
    setTold(said.fault ? `Your file cannot be read, so ours is shown. ${said.fault}` : "");
  };
  useEffect(() => {
    ask("/api/v1/board").then((said) => {
      begin(said);
      const draft = recall("localStorage", DRAFT);
      if (draft && said.board) { setPast([said.board]); setBoard(JSON.parse(draft)); setTold("What you changed last time and did not keep is here again; Undo takes it back."); }
    });
  }, []);
  useEffect(() => {
    if (!board || !kept) return undefined;
    store("localStorage", DRAFT, JSON.stringify(board) === JSON.stringify(kept.board) ? null : JSON.stringify(board));
    const later = setTimeout(async () => {
      const said = await ask("/api/v1/board/check", { board });
      setFound(said.complaints ?? [{ sentence: said.fault, squares: [] }]);
    }, CHECK_MS);
    return () => clearTimeout(later);
  }, [board, kept]);
  if (!board) return html`<p class="before">${told || "Asking the companion for the board…"}</p>`;

  const change = (next) => { setPast([...past, board]); setBoard(next); setFirst(null); setWrong([]); setTold(""); };
  const choose = (what) => { setChosen({ ...chosen, ...what }); setFirst(null); };
  const undo = () => { setBoard(past.at(-1)); setPast(past.slice(0, -1)); setFirst(null); setWrong([]); };
  const touch = (square) => {
    if (tool === "squares" && chosen.zone === null) { setTold("Choose one place to add squares to it; the whole board can be moved only."); return; }
    const next = TOOLS[tool].touch(board, square, first, chosen);
    if (next) change(next); else setFirst(square);
  };
  const keep = async () => {
    const said = await ask("/api/v1/board", { board }, { "X-Host": code });
    if (said.fault && !said.board) { setTold(said.fault); return; }
    begin(said);
    setPast([]);
    store("localStorage", DRAFT, null);
    setTold("Kept. New games with board = \"file\" are played on it.");
  };
  const take = async (event) => {
    const [one] = event.target.files;
    event.target.value = "";
    if (!one) return;
    const said = await ask("/api/v1/board/read", { text: await one.text() });
    if (said.fault) setTold(said.fault); else change(said.board);
  };
  const same = JSON.stringify(board) === JSON.stringify(kept.board);
  const ours = JSON.stringify({ ...board, status: "", source: "" }) === JSON.stringify({ ...kept.ours, status: "", source: "" });
  return html`<main class="game board-page">
    <header class="prompt"><h1>The board</h1><span class="round">${ours ? "our guess" : kept.kept && same ? "yours, kept" : "yours, not kept"}</span>
      <button type="button" class="button" disabled=${!past.length} onClick=${undo}>Undo</button></header>
    ${told && html`<p class="told" role="alert"><span>${told}</span><button type="button" class="button" onClick=${() => setTold("")}>Close</button></p>`}
    ${ours && html`<p class="words">The rulebook's text shows the board in pictures only. This is our guess; make it like the board before you.</p>`}
    <section class="card"><div class="row tools" role="group" aria-label="Tools">${Object.entries(TOOLS).map(([key, { name }]) =>
      html`<button type="button" class="button ${key === tool ? "chosen" : ""}" data-tool=${key} aria-pressed=${key === tool} onClick=${() => { setTool(key); setFirst(null); }}>${name}</button>`)}</div>
      <${ToolPanel} tool=${tool} board=${board} chosen=${chosen} choose=${choose} change=${change} tell=${setTold} />
      <p class="words">${TOOLS[tool].hint(first)}</p></section>
    <${Sheet} board=${board} tool=${tool} chosen=${chosen} first=${first} wrong=${wrong} touch=${touch} />
    <section class="card"><h2>${found.length ? "Still to be put right" : "Checked"}</h2>
      ${found.length ? html`<ul class="wrong-ones">${found.map((one) => html`<li><button type="button" class="button" onClick=${() => setWrong(one.squares)}>${one.sentence}</button></li>`)}</ul>`
        : html`<p class="good">Every room can be reached and filled; it can be played on.</p>`}</section>
    <section class="card"><h2>Keep it for new games</h2>
      <form class="row" onSubmit=${(event) => { event.preventDefault(); keep(); }}><input class="button" name="code" placeholder="host's code" aria-label="The host's code" autocomplete="off" autocapitalize="characters" value=${code} onInput=${(event) => setCode(event.target.value)} />
        <button class="button do" disabled=${found.length > 0 || !code}>Keep it</button></form>
      <div class="row">
        <a class="button" href="/api/v1/board/file" download="dark-world-board.toml">Save a copy</a>
        <button type="button" class="button" onClick=${() => file.current.click()}>Take a file</button>
        <input ref=${file} class="hidden" type="file" name="file" accept=".toml,text/plain" onChange=${take} />
        <button type="button" class="button" disabled=${ours} onClick=${() => change(kept.ours)}>Begin again from ours</button></div>
      <p class="words">A copy holds what was kept last.</p></section>
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Page} />`, root);
