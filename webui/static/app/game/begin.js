// Another game, begun on the host's page: which one, between which lists, who plays them, and what the table agrees on. What can
// be chosen is said by the server, no game is named here.
import { html, useEffect, useState } from "../lib.js";
import { showing } from "../patience.js";
import { spoken } from "./called.js";

const AGAIN_MS = 500;
const DICE = [["software", "The program rolls"], ["typed", "We roll, and type it"], ["box", "The dice box"]];
const FIRST = 1; // so many options stand open: what is played on

async function ask(code, body) {
  const words = body && { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify(body) };
  try {
    const said = await fetch("/api/v1/start", words ? words : { cache: "no-store" });
    const answer = await said.json();
    return { ok: said.ok, code: answer.code ?? answer.error?.code, words: answer.reason ?? answer.error?.message, answer };
  } catch {
    return { ok: false, words: "No connection to the game; try again." };
  }
}

const Words = ({ all, chosen, choose }) => html`<div class="row">${all.map(([value, words]) => html`<button type="button" class="button ${value === chosen ? "chosen" : ""}" aria-pressed=${value === chosen} data-value=${value} onClick=${() => choose(value)}>${words}</button>`)}</div>`;

/** An option's words, each with what it means. */
function Option({ option, value, set }) {
  return html`<div class="field" data-option=${option.name}><label>${spoken(option.name)}</label>${option.values.map(([word, means]) =>
    html`<button type="button" class="button wide ${word === value ? "chosen" : ""}" aria-pressed=${word === value} data-value=${word} onClick=${() => set(word)}><span>${spoken(word)}${means && html`<small class="words">${means}</small>`}</span></button>`)}</div>`;
}

/** A list that may play, and who plays it. */
function Side({ one, side, names, set }) {
  return html`<div class="side-line" data-side=${one.title}><label class="tick"><input type="checkbox" checked=${Boolean(side)} onChange=${() => set(side ? null : { player: "" })} /><span><strong>${one.title}</strong>${one.flaws > 0 ? html`<small class="flaw">${one.flaws} not right</small>` : one.words && html`<small class="words">${one.words}</small>`}</span></label>
    ${side && html`<label class="field"><span class="words">Who plays it</span><input class="button" name="player" list="players" autocomplete="off" maxlength="40" placeholder="a name" value=${side.player} onInput=${(event) => set({ player: event.target.value })} /></label>
      ${names.length > 0 && html`<div class="row">${names.map((name) => html`<button type="button" class="button ${side.player === name ? "chosen" : ""}" onClick=${() => set({ player: name })}>${name}</button>`)}</div>`}`}</div>`;
}

/** Kept lists first, then the ready ones. */
const sidesOf = (game) => [...game.lists.map((one) => ({ ...one, key: `file ${one.file}`, asked: { file: one.file } })), ...game.ready.map((one) => ({ ...one, key: `ready ${one.title}`, asked: { ready: one.title } }))];
const wanted = () => (new URLSearchParams(location.search).get("lists") ?? "").split(",").filter(Boolean);

/** code: the host's. seats: names of those that sit here now. begun(): another game is being put in place. */
export function Begin({ code, seats, begun }) {
  const [all, setAll] = useState(null);
  const [open, setOpen] = useState(wanted().length > 0);
  const [name, setName] = useState("");
  const [sides, setSides] = useState({});
  const [options, setOptions] = useState({});
  const [dice, setDice] = useState("software");
  const [told, setTold] = useState(null);
  useEffect(() => {
    ask(code).then(({ ok, answer }) => {
      if (!ok) return;
      setAll(answer);
      const ticked = wanted();
      const game = answer.games.find((one) => one.lists.some(({ file }) => ticked.includes(file)));
      if (game) { setName(game.name); setSides(Object.fromEntries(game.lists.filter(({ file }) => ticked.includes(file)).map((one) => [`file ${one.file}`, { player: one.player }]))); }
    });
  }, []);
  if (!all?.games.length) return null;
  const game = all.games.find((one) => one.name === name);
  const choose = (next) => { setName(next); setSides({}); setOptions({}); setTold(null); };
  const every = game ? sidesOf(game) : [];
  const playing = every.filter((one) => sides[one.key]);
  const set = (one) => (side) => { setTold(null); setSides({ ...sides, [one.key]: side && { ...side, player: side.player || (sides[one.key] ? "" : one.player ?? "") } }); };
  const begin = async (sure) => {
    const said = await showing(ask(code, { game: name, dice, options, sure, sides: playing.map((one) => ({ ...one.asked, player: sides[one.key].player })) }));
    setTold(said.ok ? null : said);
    if (said.ok) begun(said.answer);
  };
  const [first, rest] = [game?.options.slice(0, FIRST) ?? [], game?.options.slice(FIRST) ?? []];
  const option = (one) => html`<${Option} key=${one.name} option=${one} value=${options[one.name] ?? one.values[0][0]} set=${(word) => setOptions({ ...options, [one.name]: word })} />`;
  return html`<section class="card begin" data-begin><h2>Another game</h2>
    ${!open ? html`<div class="row"><button type="button" class="button" data-begin-open onClick=${() => setOpen(true)}>Begin another game</button></div>` : html`
    <${Words} all=${all.games.map((one) => [one.name, one.title])} chosen=${name} choose=${choose} />
    ${game && html`<h3>Who plays? Tick each ${game.what}</h3>${every.map((one) => html`<${Side} key=${one.key} one=${one} side=${sides[one.key]} names=${seats} set=${set(one)} />`)}
      <p class="words">Two with the same player sit at one seat. Without a name the seat is called like the ${game.what}.</p>
      ${first.map(option)}
      <div class="field"><label>dice</label><${Words} all=${DICE} chosen=${dice} choose=${setDice} /></div>
      ${rest.length > 0 && html`<details><summary>What else is agreed on</summary>${rest.map(option)}</details>`}
      <div class="row"><button type="button" class="button do" data-begin-do disabled=${playing.length < 2} onClick=${() => begin(false)}>Begin it</button>${playing.length < 2 && html`<span class="words">Tick two at least.</span>`}</div>`}
    ${told && html`<div class="told" role="alert"><span>${told.words}</span>${told.code === "running" && html`<button type="button" class="button" data-begin-sure onClick=${() => begin(true)}>Begin the new one</button>`}</div>`}`}</section>`;
}

/** Done when the new game answers the host's code. look(): whether it does. */
export async function untilThere(look) {
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (await look()) return;
  }
}
