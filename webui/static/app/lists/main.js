// Unit lists: written on a phone, checked by the game's own rules as they are typed, kept as files, printed on A4.
// No game is named here: what may be filled in and what comes of it is said by the server. A draft stays on this phone
// until it is kept, so that a reload loses nothing.
import { html, render, useEffect, useState } from "../lib.js";
import { keep as store, recall } from "../game/code.js";
import { Blank, Blanks } from "./blanks.js";
import { Begin, Kept } from "./kept.js";
import { Paper } from "./paper.js";

const DRAFT = "unit-list-draft";
const CHECK_MS = 250;
const HEAD = { title: { name: "title", label: "Name of the list", kind: "text" }, player: { name: "player", label: "Who plays it", kind: "text", words: "The name of a seat; empty: a seat of its own." } };

async function ask(body) {
  try {
    const said = await fetch("/api/v1/lists", body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : { cache: "no-store" });
    const answer = await said.json();
    return said.ok ? answer : { fault: answer.error?.message ?? answer.reason };
  } catch {
    return { fault: "The companion does not answer; nothing was done." };
  }
}

/** Flaws of one row, or of the head, by the name of the blank; those of no blank under "". */
function at(flaws, blanks, row) {
  const found = {};
  for (const { where, words } of flaws) {
    const here = row === null ? where[0] !== "rows" || where.length === 1 : where[0] === "rows" && where[1] === row;
    if (!here) continue;
    const name = row === null ? where[0] : where[2];
    const key = blanks.some((blank) => blank.name === name) ? name : "";
    found[key] = [...(found[key] ?? []), words];
  }
  return found;
}

function RowCard({ form, row, n, shown, flaws, open, toggle, set, copy, remove }) {
  const mine = at(flaws, form.each, n);
  const points = shown?.figures.map(([what, much]) => `${what} ${much}`).join(", ");
  return html`<details class="card one-row ${Object.keys(mine).length ? "wrong" : ""}" data-row=${n} open=${open} onToggle=${(event) => toggle(event.target.open)}>
    <summary><b>${shown?.title || (row.title || `${form.row} ${n + 1}`)}</b> <small>${shown?.lines[0]}</small>
      ${!open && Object.values(mine).flat().map((words) => html`<span class="flaw">${words}</span>`)}</summary>
    <div class="inside">${points && html`<p class="words">${points}</p>`}
      ${(mine[""] ?? []).map((words) => html`<p class="flaw" role="alert">${words}</p>`)}
      <${Blanks} blanks=${form.each} id=${`row-${n}`} values=${row} set=${set} flaws=${mine} />
      ${form.open && html`<div class="row"><button type="button" class="button" onClick=${copy}>Another like this</button><button type="button" class="button" onClick=${remove}>Take away</button></div>`}</div>
  </details>`;
}

function Editor({ game, state, change, sheet, save, drop, forget, learnt }) {
  const { form } = game;
  const { draft } = state;
  const [opened, setOpened] = useState([]);
  const flaws = sheet?.flaws ?? [];
  const head = at(flaws, [HEAD.title, HEAD.player, ...form.head], null);
  const rows = (next) => change({ ...draft, rows: next });
  const fresh = () => Object.fromEntries(form.each.map((blank) => [blank.name, structuredClone(blank.default)]));
  const add = (row) => { rows([...draft.rows, row]); setOpened([draft.rows.length]); };
  const copied = (row) => ({ ...structuredClone(row), ...("title" in row ? { title: `${row.title} 2`, name: "", twin: "" } : {}) });
  return html`<section class="card"><h2>${game.title}: a ${form.what}</h2>
      ${["title", "player"].map((name) => html`<${Blank} key=${name} blank=${HEAD[name]} id=${`head-${name}`} value=${draft[name]} wrong=${head[name]} set=${(value) => change({ ...draft, [name]: value })} />`)}
      <${Blanks} blanks=${form.head} id="head" values=${draft} set=${change} flaws=${head} />
      ${(head[""] ?? []).map((words) => html`<p class="flaw" role="alert">${words}</p>`)}</section>
    ${draft.rows.map((row, n) => html`<${RowCard} key=${n} form=${form} row=${row} n=${n} flaws=${flaws} shown=${sheet?.rows.find((one) => one.at === n)} open=${opened.includes(n)}
      toggle=${(open) => setOpened(open ? [...new Set([...opened, n])] : opened.filter((one) => one !== n))}
      set=${(next) => rows(draft.rows.map((one, m) => (m === n ? next : one)))} copy=${() => add(copied(row))} remove=${() => { rows(draft.rows.filter((_, m) => m !== n)); setOpened([]); }} />`)}
    <section class="card"><div class="row">
        ${form.open && html`<button type="button" class="button do" onClick=${() => add(fresh())}>Add a ${form.row}</button>`}
        ${learnt && html`<button type="button" class="button" onClick=${() => rows(draft.rows.map((row) => ({ ...row, ...learnt[row.name] })))}>Bring in what the game just ended left of them</button>`}</div>
      ${(sheet?.notes ?? []).map((note) => html`<p class="words">${note}</p>`)}</section>
    <section class="card"><h2>${state.file ? `Kept as ${state.file}` : "Not kept yet"}</h2><div class="row">
        <button type="button" class="button do" onClick=${save}>Keep it</button>
        <button type="button" class="button" disabled=${!sheet} onClick=${() => print()}>Print it</button>
        <a class="button" download="${state.file || "list"}.json" href=${copyOf(state)}>Save a copy</a>
        <button type="button" class="button" onClick=${forget}>All lists</button>
        ${state.file && html`<button type="button" class="button" onClick=${drop}>Delete it</button>`}</div>
      <p class="words">It is kept as it is, right or not; a game begins with lists that are right.</p></section>
    ${sheet && html`<${Paper} game=${game.title} sheet=${sheet} />`}`;
}

/** A file as the companion keeps it, for another machine. */
const copyOf = ({ game, draft }) => `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify({ version: 1, game, saved_s: 0, draft }, null, 2))}`;

/** Such a file as a draft, or null. */
function taken(text) {
  try {
    const { game, draft } = JSON.parse(text);
    return typeof game === "string" && Array.isArray(draft?.rows) ? { game, draft, file: "", seen: "" } : null;
  } catch { return null; }
}

const saved = () => {
  try { return JSON.parse(recall("localStorage", DRAFT)); } catch { return null; }
};
const learntBy = async () => {
  try {
    const said = await fetch("/api/v1/view", { cache: "no-store" });
    const { figures } = said.ok ? await said.json() : {};
    return figures?.records ? { game: figures.game, records: figures.records } : null;
  } catch { return null; }
};

function Page() {
  const [all, setAll] = useState(null);
  const [told, setTold] = useState("");
  const [name, setName] = useState("");
  const [state, setState] = useState(saved);
  const [sheet, setSheet] = useState(null);
  const [ended, setEnded] = useState(null);
  const look = async () => { const said = await ask(); if (said.games) setAll(said); setTold(said.fault ?? said.faults.join(" ")); };
  useEffect(() => { look(); learntBy().then(setEnded); }, []);
  useEffect(() => {
    store("localStorage", DRAFT, state && JSON.stringify(state));
    if (!state) { setSheet(null); return undefined; }
    let late = false;
    const later = setTimeout(async () => {
      const said = await ask({ do: "check", game: state.game, draft: state.draft });
      if (late) return;
      if (said.sheet) setSheet(said.sheet); else setTold(said.fault);
    }, sheet ? CHECK_MS : 0);
    return () => { late = true; clearTimeout(later); };
  }, [state]);
  if (!all) return html`<p class="before">${told || "Asking the companion for the lists…"}</p>`;
  const game = all.games.find((one) => one.name === (state?.game ?? name)) ?? all.games[0];
  if (!game) return html`<p class="before">No game here has unit lists.</p>`;

  const act = async (body) => { const said = await ask(body); setTold(said.fault ?? ""); return said; };
  const begin = (draft) => { setSheet(null); setState({ game: game.name, draft, file: "", seen: "" }); scrollTo(0, 0); };
  const open = async (file) => { const { sheet: drawn, fault, ...one } = await act({ do: "open", file }); if (!fault) { setSheet(drawn); setState(one); scrollTo(0, 0); } };
  const save = async () => {
    const said = await act({ do: "save", game: state.game, draft: state.draft, seen: state.seen });
    if (said.fault) return;
    setState({ ...state, ...said });
    setTold(`Kept as ${said.file}.`);
    const now = await ask();
    if (now.games) setAll(now);
  };
  const take = async (file) => {
    const one = taken(await file.text());
    if (!one || !all.games.some(({ name: known }) => known === one.game)) { setTold(`${file.name} is no list of a game here.`); return; }
    setSheet(null);
    setTold("Taken; it is not kept here yet.");
    setState(one);
  };
  const drop = async () => {
    if (!confirm(`Delete ${state.file} for good?`)) return;
    const said = await act({ do: "delete", file: state.file, seen: state.seen });
    if (!said.fault) { setState(null); look(); }
  };
  const wrong = sheet?.flaws.length ?? 0;
  return html`<main class="game lists-page">
    <header class="prompt"><h1>${state ? state.draft.title || `A ${game.form.what}` : "Unit lists"}</h1>
      ${state && sheet && html`<span class="round totals">${sheet.totals.map(([what, much], n) => html`<span class=${n ? "" : "first"}>${what} <b>${much}</b></span>`)}
        <span class=${wrong ? "flaw" : "good"}>${wrong ? `${wrong} not right` : "all right"}</span></span>`}</header>
    ${told && html`<p class="told" role="alert"><span>${told}</span><button type="button" class="button" onClick=${() => setTold("")}>Close</button></p>`}
    ${state ? html`<${Editor} key=${state.file} game=${game} state=${state} sheet=${sheet} save=${save} drop=${drop}
        change=${(draft) => setState({ ...state, draft })} forget=${() => { setState(null); look(); }}
        learnt=${ended?.game === game.name && state.draft.rows.some((row) => row.name in ended.records) ? ended.records : null} />`
      : html`${all.games.length > 1 && html`<nav class="row" aria-label="Games">${all.games.map((one) => html`<button type="button" class="button ${one === game ? "chosen" : ""}" data-game=${one.name} aria-pressed=${one === game} onClick=${() => setName(one.name)}>${one.title}</button>`)}</nav>`}
        <${Kept} key=${game.name} game=${game} lists=${all.lists.filter((one) => one.game === game.name)} playing=${all.playing} open=${open} ask=${act} />
        <${Begin} game=${game} begin=${begin} take=${take} />`}
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Page} />`, root);
