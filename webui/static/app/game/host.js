// The host's page: gives out seats, pauses, passes a sleeping phone over, proposes corrections, takes commands back.
// It shows nobody's secrets: the host is usually a player.
import { html, render, useEffect, useState } from "../lib.js";
import { showing } from "../patience.js";
import { Begin, untilThere } from "./begin.js";
import { useHostCode } from "./code.js";
import { Furnish } from "./furnish.js";
import { FieldInput, PlaceInput, firstValue, isFilled } from "./fields.js";
import { follow, newId } from "./line.js";
import { Scan } from "./scan.js";
import { Closed, Countdown } from "./table.js";

const LIMITS = [[0, "None"], [30, "30 s"], [60, "1 min"], [120, "2 min"], [300, "5 min"]];

const ask = (code, body) => fetch("/api/v1/host", { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify(body) })
  .then(async (said) => ({ ok: said.ok, body: await said.json() }), () => ({ ok: false, body: { reason: "No connection to the game; try again." } }));

const HERE = ["localhost", "127.0.0.1", "[::1]"];

function Seats({ seats, act, code, tell }) {
  const link = (token) => `${location.origin}/game#${token}`;
  return html`<section class="card"><h2>Seats: open one on each player's phone</h2>${Object.entries(seats).map(([seat, token]) =>
    html`<div class="seat" key=${seat + token}><div class="offer"><strong>${seat}</strong><button type="button" class="button" onClick=${() => act({ do: "renew", seat })}>New link</button><${Scan} code=${code} seat=${seat} link=${link(token)} tell=${tell} /></div>
    <a data-seat=${seat} href=${link(token)}>${link(token)}</a></div>`)}
    ${HERE.includes(location.hostname) && html`<p class="flaw">These links lead to this machine only. Open this page by the address that was printed, and they are right for other phones.</p>`}
    <p class="words">A new link puts phones with the old one out. Several links behind one #, with commas between, put several seats on one phone.</p></section>`;
}

function Turn({ shown, act }) {
  const { asked, table } = shown;
  return html`<section class="card"><h2>If somebody sleeps, or all agree</h2>
    <p>${asked ? `${asked.seat} is asked: ${asked.why}` : "Nobody is asked anything."}</p>
    <div class="row"><button type="button" class="button" disabled=${!asked} onClick=${() => act({ do: "pass_over" })}>Pass over</button>
    <button type="button" class="button" disabled=${shown.undo === null} onClick=${() => act({ do: "undo", of: shown.undo })}>Take the newest back</button>
    <button type="button" class="button" onClick=${() => act({ do: table.paused ? "resume" : "pause" })}>${table.paused ? "Go on" : "Pause"}</button></div>
    <p class="words">How long a decision may sleep before its default is taken:</p>
    <div class="row">${LIMITS.map(([seconds, words]) => html`<button type="button" class="button ${table.limit_s === seconds ? "chosen" : ""}" aria-pressed=${table.limit_s === seconds}
      onClick=${() => act({ do: "limit", seconds })}>${words}</button>`)}</div></section>`;
}

/** A field as a list to choose from where there are many values; a place on the table as two numbers. */
function Field({ name, field, value, set }) {
  if (field.outline) return html`<div class="field" data-field=${name}><label>${name}, from the table's south-west corner</label><${PlaceInput} value=${value} set=${set} /></div>`;
  if (!field.cells) return html`<${FieldInput} name=${name} field=${field} value=${value} set=${set} />`;
  return html`<div class="field" data-field=${name}><label>${name}</label><select class="button" name=${name} value=${value ?? ""} onChange=${(event) => set(event.target.value)}>
    <option value="">choose</option>${field.cells.map((cell) => html`<option value=${cell}>${cell}</option>`)}</select></div>`;
}

const isGiven = (field, value) => field.outline ? Array.isArray(value) && value.every(Number.isFinite) : isFilled(field, value);

function Correct({ code, act, tell }) {
  const [offers, setOffers] = useState(null);
  const [offer, setOffer] = useState(null);
  const [values, setValues] = useState({});
  const look = async (id) => {
    const { ok, body } = await showing(ask(code, { do: "corrections", offer_id: id }));
    if (!ok) { tell(body.reason ?? body.error.message); return; }
    setOffers(body.corrections);
    setOffer(id && body.corrections.some((one) => one.id === id) ? { id, fields: body.fields } : null);
    setValues(Object.fromEntries(Object.entries(body.fields).map(([name, field]) => [name, body.now?.[name] ?? (field.outline ? undefined : firstValue(field))])));
  };
  const names = Object.keys(offer?.fields ?? {});
  const ready = offer && names.every((name) => isGiven(offer.fields[name], values[name]));
  return html`<section class="card"><h2>Agree otherwise</h2>
    <p class="words">One odd case must not end an evening. What you propose is done when every seat has agreed on its phone.</p>
    ${!offers ? html`<div class="row"><button type="button" class="button" onClick=${() => look("")}>Propose something</button></div>`
      : !offers.length ? html`<p class="words">Possible once the game has begun, and while nobody is asked anything.</p><div class="row"><button type="button" class="button" onClick=${() => look("")}>Look again</button></div>`
      : html`<select class="button" name="correction" value=${offer?.id ?? ""} onChange=${(event) => look(event.target.value)}>
      <option value="">choose what</option>${offers.map((one) => html`<option value=${one.id}>${one.label}</option>`)}</select>`}
    ${names.map((name) => html`<${Field} key=${offer.id + name} name=${name} field=${offer.fields[name]} value=${values[name]} set=${(value) => setValues({ ...values, [name]: value })} />`)}
    ${offer && html`<div class="row"><button type="button" class="button do" disabled=${!ready} onClick=${() => { act({ do: "propose", id: newId(), offer_id: offer.id, fields: values }); setOffers(null); setOffer(null); scrollTo(0, 0); }}>Ask the table</button></div>`}</section>`;
}

function Proposed({ proposal, limit_s, act }) {
  return html`<section class="card asked"><h2>The table is asked</h2><p><strong>${proposal.label}</strong></p>
    <p>${proposal.waits_for.length ? `Waiting for ${proposal.waits_for.join(", ")}.` : "All have agreed."}</p>
    <div class="row"><button type="button" class="button" onClick=${() => act({ do: "withdraw" })}>Take it back</button>
    <button type="button" class="button" onClick=${() => act({ do: "force" })}>Do it without those who sleep</button></div>
    <p class="words">Without them only after ${limit_s || 60} s of silence; the log says who slept.</p></section>`;
}

const capital = (name) => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ");
const ago = (seconds) => (seconds < 90 ? `${Math.max(0, Math.round(seconds))} s ago` : `${Math.round(seconds / 60)} min ago`);
const MACHINES = { dice: "dice box", mace: "Mace" };

/** Where dials, figures and devices do not say what the game says, each with what to do. */
function Differences({ shown }) {
  const { dials, astray, unused, device } = shown;
  const away = device.name && !device.there.length;
  if (!dials.length && !astray.length && !unused.length && !away) return null;
  return html`<section class="card astray" data-differences><h2>The table and the game differ</h2>
    ${dials.map((one) => html`<div class="differs" key=${`dial ${one.piece}`} data-dial=${one.piece}><p>The ${capital(one.piece)}'s dial stands at ${one.dial}, the game says ${one.game}.</p>
      <p class="words">Turn the dial to ${one.game}. If the dial is right, ${one.seat} touches “The dial is right” on the phone; if both may stay, “Leave both”.</p></div>`)}
    ${astray.map((one) => html`<div class="differs" key=${`figure ${one.piece}`} data-astray=${one.piece}><p>${one.words}</p>
      <p class="words">Put it where the game has it; if it stands right, take its move on the phone, or propose it below.</p></div>`)}
    ${away && html`<div class="differs" data-away><p>The ${MACHINES[device.name]} may answer what is asked, and is not plugged in.</p><p class="words">Plug it in, or answer on the phone.</p></div>`}
    ${unused.length > 0 && html`<div class="differs" data-unused>${[...unused].reverse().map((one) => html`<p key=${one.time_s + one.words}>${one.words} <span class="words">${ago(shown.time_s - one.time_s)}</span></p>`)}
      <p class="words">What counted is in the log. If the device's should count, all agree, take the newest back, and answer again.</p></div>`}</section>`;
}

let asked = 0; // answers may overtake each other; an older one than what is shown is dropped
let drawn = 0;

function Host() {
  const [code, setCode] = useHostCode();
  const [shown, setShown] = useState(null);
  const kept = new URLSearchParams(location.search).get("kept");
  const [told, setTold] = useState(kept ? `It is begun; the game before is kept in ${kept}. Give out the seats below: links of players who sat here before still hold.` : "");
  const [revision, setRevision] = useState(null);
  const act = async (body, quietly = false) => {
    const at = ++asked;
    const { ok, body: said } = await (quietly ? ask(code, body) : showing(ask(code, body)));
    if (!quietly) setTold(ok ? "" : said.reason ?? said.error.message);
    if (!ok || at < drawn) return;
    drawn = at;
    setShown(said);
  };
  const [waits, setWaits] = useState(false);
  const begun = async ({ kept }) => {
    setWaits(true);
    await untilThere(async () => { const { ok, body: said } = await ask(code, { do: "seats" }); return ok && said.game.opened !== shown.game.opened; });
    location.replace(`/host?kept=${encodeURIComponent(kept)}`);
  };
  // A code that was typed in this tab opens the page.
  useEffect(() => { if (kept) history.replaceState(null, "", "/host"); if (code) act({ do: "seats" }, true); }, []);
  useEffect(() => follow("", (view) => setRevision(view.revision), () => {}), []);
  // Also when the answer comes after the news that it is too old for.
  useEffect(() => { if (shown && revision !== null && revision !== shown.revision) act({ do: "seats" }, true); }, [revision, shown?.revision]);
  const seats = shown && html`<${Seats} seats=${shown.seats} act=${act} code=${code} tell=${setTold} />`; // first, before anything has been done
  return html`<main class="game" data-revision=${shown?.revision}><header class="prompt"><h1>The host${shown && html`<small class="words"> ${shown.game.title}</small>`}</h1><a class="button" href="/charts">Charts</a></header>
    ${told && html`<p class="told" role="alert"><span>${told}</span><button type="button" class="button" onClick=${() => setTold("")}>Close</button></p>`}
    <form class="card" onSubmit=${(event) => { event.preventDefault(); act({ do: "seats" }); }}>
      <h2>The code that was printed when the program started</h2>
      <div class="row"><input class="button" name="code" autocomplete="off" autocapitalize="characters" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <button class="button do">${shown ? "Look again" : "Open"}</button></div></form>
    ${shown && html`<${Closed} closed=${shown.table.closed} />
      ${shown.asked?.left_s !== undefined && html`<${Countdown} seconds=${shown.asked.left_s} />`}
      ${shown.table.proposal ? html`<${Proposed} proposal=${shown.table.proposal} limit_s=${shown.table.limit_s} act=${act} />` : null}
      <${Differences} shown=${shown.differs} />
      ${shown.undo === null && seats}
      <${Turn} shown=${shown} act=${act} />
      ${shown.table.proposal ? null : html`<${Correct} code=${code} act=${act} tell=${setTold} />`}
      ${shown.undo !== null && seats}
      ${waits ? html`<section class="card"><p class="waits" role="status">The other game is being put on the table…</p></section>` : html`<${Begin} code=${code} seats=${Object.keys(shown.seats)} begun=${begun} />`}`}
    <${Furnish} />
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Host} />`, root);
