// The host's page: gives out seats, passes a sleeping phone over, takes commands back. It shows nobody's secrets.
import { html, render, useState } from "../lib.js";

const ask = (code, body) => fetch("/api/v1/host", { method: "POST", headers: { "Content-Type": "application/json", "X-Host": code }, body: JSON.stringify(body) })
  .then(async (said) => ({ ok: said.ok, body: await said.json() }), () => ({ ok: false, body: { reason: "No connection to the game; try again." } }));

function Host() {
  const [code, setCode] = useState("");
  const [shown, setShown] = useState(null);
  const [told, setTold] = useState("");
  const act = async (body) => {
    const { ok, body: said } = await ask(code, body);
    setTold(ok ? "" : said.reason ?? said.error.message);
    if (ok) setShown(said);
  };
  const link = (token) => `${location.origin}/game#${token}`;
  return html`<main class="game"><header class="prompt"><h1>The host</h1></header>
    ${told && html`<p class="told" role="alert"><span>${told}</span></p>`}
    <form class="card" onSubmit=${(event) => { event.preventDefault(); act({ do: "seats" }); }}>
      <h2>The code that was printed when the program started</h2>
      <div class="row"><input class="button" name="code" autocomplete="off" autocapitalize="characters" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <button class="button do">${shown ? "Look again" : "Open"}</button></div></form>
    ${shown && html`<section class="card"><h2>Seats: open one on each player's phone</h2><table>${Object.entries(shown.seats).map(([seat, token]) =>
      html`<tr><td><strong>${seat}</strong></td><td><a data-seat=${seat} href=${link(token)}>${link(token)}</a></td>
      <td><button type="button" class="button" onClick=${() => act({ do: "renew", seat })}>New link</button></td></tr>`)}</table>
      <p class="words">A new link puts phones with the old one out. Several links behind one #, with commas between, put several seats on one phone.</p></section>
    <section class="card"><h2>If somebody sleeps, or all agree</h2>
      <p>${shown.asked ? `${shown.asked.seat} is asked: ${shown.asked.why}` : "Nobody is asked anything."}</p>
      <div class="row"><button type="button" class="button" disabled=${!shown.asked} onClick=${() => act({ do: "pass_over" })}>Pass over</button>
      <button type="button" class="button" disabled=${shown.undo === null} onClick=${() => act({ do: "undo", of: shown.undo })}>Take the newest back</button></div></section>`}
  </main>`;
}

const root = document.getElementById("app");
root.textContent = "";
render(html`<${Host} />`, root);
