// A figure's card, or a point's: everything the companion knows about it and how sure it is.
import { html } from "../lib.js";
import { placeText, spread, tidy } from "../format.js";
import { ago } from "../status.js";
import { figureName, figureOf, sideClass } from "../spots.js";
import { serviceNowS } from "../store.js";

function baseText({ base_shape: shape, base_length_mm: length, base_width_mm: width }) {
  return shape === "disc" ? `${tidy(width)} mm round` : `${tidy(length)} x ${tidy(width)} mm ${shape}`;
}

const levelText = ({ stands_on: on, level_mm: level }) => (on ? `${on}${level ? `, ${tidy(level)} mm up` : ""}` : "the table");
const seenText = ({ seen, seen_s }) => (seen ? "now" : `${ago(serviceNowS() - seen_s)} ago`);

const fact = (name, value, wide = false) => value !== null && html`<dt>${name}</dt><dd class=${wide ? "wide" : ""}>${value}</dd>`;

function figureCard(view, figure) {
  const { place } = figure;
  return html`<article class="card ${sideClass(view, figure.side)}">
    <h2><i class="swatch ${figure.seen ? "" : "none-seen"}"></i><span>${figureName(figure)}</span>${figure.side && html`<small>${figure.side}</small>`}</h2>
    <dl class="facts two">
      ${fact("Place", `${placeText(place.x_mm, place.y_mm)} ± ${spread(place.sigma_mm)} mm`, true)}
      ${fact("Stands on", levelText(place), true)}
      ${fact("Base", baseText(figure), true)}
      ${fact("Height", `${tidy(figure.height_mm)} mm`)}
      ${fact("Seen", seenText(figure))}
      ${fact("Heading", figure.heading_deg === null ? "not known" : `${Math.round(figure.heading_deg)}°`)}
      ${fact(figure.ring ? "Ring" : "Marker", figure.ring ?? (figure.marker === null ? "none" : String(figure.marker)))}
    </dl>
    ${(figure.doubt || figure.others.length > 0) && html`<div class="note">
      <p>${figure.doubt ?? "More than one place fits."}</p>
      ${figure.others.map((other) => html`<p>Or at ${placeText(other.x_mm, other.y_mm)}, on ${levelText(other)}.</p>`)}
    </div>`}
  </article>`;
}

export function Card({ view, spot }) {
  const figure = figureOf(view, spot);
  if (figure) return figureCard(view, figure);
  if (spot.id !== undefined) return html`<article class="card"><h2>${spot.id}</h2><p>It is no longer on the table.</p></article>`;
  return html`<article class="card"><h2><i class="swatch spot"></i><span>A point</span></h2>
    <dl class="facts">${fact("Place", placeText(spot.x, spot.y))}</dl></article>`;
}
