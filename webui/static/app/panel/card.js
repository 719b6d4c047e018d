// A figure's card, or a point's: everything the companion knows about it and how sure it is.
import { html } from "../lib.js";
import { cm, placeText, placeWithSpread, tidy } from "../format.js";
import { sayOf, sayTurn } from "../say.js";
import { ago } from "../status.js";
import { figureName, figureOf, sideClass } from "../spots.js";
import { serviceNowS, set } from "../store.js";

function baseText({ base_shape: shape, base_length_mm: length, base_width_mm: width }) {
  return shape === "disc" ? `${tidy(width)} mm round` : `${tidy(length)} x ${tidy(width)} mm ${shape}`;
}

const levelText = ({ stands_on: on, level_mm: level }) => (on ? `${on}${level ? `, ${tidy(level)} mm up` : ""}` : "the table");
const since = (then) => ago(serviceNowS() - then);

/** When it was seen, or what it does now. */
function seenText({ seen, seen_s, state, state_s }) {
  switch (state) {
    case "moving": return html`<span class="state-moving">moving</span>`;
    case "covered": return html`<span class="state-covered">covered for ${since(state_s)}</span>`;
    case "lost": return html`<span class="state-lost">lost for ${since(state_s)}</span>`;
    default: return seen ? "now" : `${since(seen_s)} ago`;
  }
}

/** What can be said of a figure. One with a marker has its name from that. */
function actions(view, { id, marker, name }) {
  const { guided, game_on: game } = view.watch;
  return html`<div class="row">
    ${guided && marker === null && html`<button class="button ${name ? "" : "main"}" onClick=${() => set({ naming: id })}>${name ? "Rename" : "Name it"}</button>`}
    ${guided && html`<button class="button" onClick=${() => sayOf(id, { do: "off" })}>Taken off</button>`}
    ${!game && html`<button class="button" onClick=${() => sayTurn([id])}>Its turn</button>`}
    <button class="button" onClick=${() => set({ rulings: { figure: id } })}>Rulings</button></div>`;
}

const onItsWay = ({ moved_mm: moved, moved_sigma_mm: sigma }) => moved !== null
  && html`<p class="on-way"><b>${cm(moved, sigma ?? 0).join(" ± ")} cm</b> from where it stood</p>`;

const fact = (name, value, wide = false) => value !== null && html`<dt>${name}</dt><dd class=${wide ? "wide" : ""}>${value}</dd>`;

function figureCard(view, figure) {
  const { place } = figure;
  return html`<article class="card ${sideClass(view, figure.side)}">
    <h2><i class="swatch ${figure.seen ? "" : "none-seen"}"></i><span>${figureName(figure)}</span>${figure.side && html`<small>${figure.side}</small>`}</h2>
    ${onItsWay(figure)}
    ${figure.name === null && actions(view, figure)}
    <dl class="facts two">
      ${fact("Place", placeWithSpread(place.x_mm, place.y_mm, place.sigma_mm), true)}
      ${fact("Stands on", levelText(place), true)}
      ${fact("Base", baseText(figure), true)}
      ${fact("Height", `${tidy(figure.height_mm)} mm`)}
      ${fact("Seen", seenText(figure))}
      ${fact("Heading", figure.heading_deg === null ? "not known" : `${Math.round(figure.heading_deg)}°`)}
      ${fact(figure.ring ? "Ring" : "Marker", figure.ring ?? (figure.marker === null ? "none" : String(figure.marker)))}
    </dl>
    ${figure.name !== null && actions(view, figure)}
    ${(figure.doubt || figure.others.length > 0) && html`<div class="note">
      <p>${figure.doubt ?? "More than one place fits."}</p>
      ${figure.others.map((other) => html`<p>Or at ${placeText(other.x_mm, other.y_mm)}, on ${levelText(other)}.</p>`)}
    </div>`}
  </article>`;
}

function offCard({ watch }, { id, name, since_s }) {
  return html`<article class="card side-none"><h2><i class="swatch none-seen"></i><span>${name}</span></h2>
    <p>Off the table for ${since(since_s)}.</p>
    <div class="row">${watch.guided && html`<button class="button" onClick=${() => sayOf(id, { do: "back" })}>Put back</button>`}
    <button class="button" onClick=${() => set({ rulings: { figure: id } })}>Rulings</button></div></article>`;
}

export function Card({ view, spot }) {
  const figure = figureOf(view, spot);
  if (figure) return figureCard(view, figure);
  const off = view.watch.off.find((one) => one.id === spot.id);
  if (off) return offCard(view, off);
  if (spot.id !== undefined) return html`<article class="card"><h2>${spot.id}</h2><p>It is no longer on the table.</p></article>`;
  return html`<article class="card"><h2><i class="swatch spot"></i><span>A point</span></h2>
    <dl class="facts">${fact("Place", placeText(spot.x, spot.y))}</dl></article>`;
}
