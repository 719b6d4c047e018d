// Heroes with their hit points: the game's number beside the dial's. That they differ is normal, and shown until it is settled.
import { html, useState } from "../lib.js";
import { act, called, COLOURS, Dot, Name } from "./do.js";

function Dial({ all, hero }) {
  const boards = all.devices.filter((one) => one.kind === "dials");
  if (!boards.length) return null;
  const choose = (event) => {
    const [device, at] = event.target.value.split("#");
    act({ do: "hero", colour: hero.colour, name: hero.name, device: device ?? "", at: Number(at ?? 0) });
  };
  return html`<label class="field">Dial <select value=${hero.device ? `${hero.device}#${hero.at}` : ""} onChange=${choose}><option value="">none</option>
    ${boards.flatMap((one) => one.dials.map((dial) => html`<option value="${one.id}#${dial.at}">${one.name} ${dial.at}</option>`))}</select></label>
    ${hero.device && html`<button class="button" onClick=${() => act({ do: "blink", device: hero.device, at: hero.at })}>Blink</button>`}`;
}

function Reading({ all, hero }) {
  if (!hero.device) return null;
  const dial = all.devices.find((one) => one.id === hero.device)?.dials.find((one) => one.at === hero.at);
  if (dial?.fault) return html`<p class="note">Dial ${hero.at} of ${called(all, hero.device)}: ${dial.fault}.</p>`;
  if (hero.dial === null) return html`<p class="hint">The dial has not been read yet.</p>`;
  if (!hero.disagrees) return html`<p class="hint">The dial stands at ${hero.dial}${hero.points !== null && hero.points !== hero.dial ? ", and is left there" : ""}.</p>`;
  return html`<div class="note">The dial stands at ${hero.dial}, the game says ${hero.points}. Turn it${all.game ? ", or settle it on its player's phone." : ", or:"}
    ${!all.game && html`<div class="row"><button class="button" onClick=${() => act({ do: "accept", colour: hero.colour, take: true })}>Take ${hero.dial}</button>
    <button class="button" onClick=${() => act({ do: "accept", colour: hero.colour, take: false })}>Leave it</button></div>`}</div>`;
}

function Hero({ all, hero }) {
  const points = (change) => act({ do: "points", colour: hero.colour, points: Math.max(0, Math.min(8, (hero.points ?? hero.dial ?? 8) + change)) });
  return html`<li class="hero"><div class="hero-row"><${Dot} colour=${hero.colour} />
      <${Name} key=${`n${hero.name}`} label="Name of the ${hero.colour} hero" hint=${hero.colour} name=${hero.name}
        take=${(name) => act({ do: "hero", colour: hero.colour, name, device: hero.device ?? "", at: hero.at })} />
      ${!all.game && html`<button class="button step" aria-label="One point less for ${hero.name || hero.colour}" onClick=${() => points(-1)}>−</button>`}
      <output class="points">${hero.points ?? "?"}</output>
      ${!all.game && html`<button class="button step" aria-label="One point more for ${hero.name || hero.colour}" onClick=${() => points(1)}>+</button>`}</div>
    <${Reading} all=${all} hero=${hero} />
    <div class="row"><${Dial} all=${all} hero=${hero} /><button class="button" onClick=${() => act({ do: "drop_hero", colour: hero.colour })}>Out</button></div></li>`;
}

export function Heroes({ all }) {
  const [adding, setAdding] = useState(false);
  const free = COLOURS.filter((colour) => !all.heroes.some((one) => one.colour === colour));
  return html`<section class="card" id="heroes"><h2>Heroes and hit points</h2>
    ${!all.heroes.length && html`<p class="hint">Each hero has a colour: of its ball in the mace, and of its dial.</p>`}
    <ul class="plain">${all.heroes.map((hero) => html`<${Hero} key=${hero.colour} all=${all} hero=${hero} />`)}</ul>
    ${all.heroes.length < 4 && html`<button class="button" aria-expanded=${String(adding)} onClick=${() => setAdding(!adding)}>Add a hero</button>`}
    ${adding && all.heroes.length < 4 && html`<div class="row">${free.map((colour) => html`<button class="button" onClick=${() => { setAdding(false); act({ do: "hero", colour }); }}><${Dot} colour=${colour} />${colour}</button>`)}</div>`}</section>`;
}
