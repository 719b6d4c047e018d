// Figures as true-size bases: side colour, heading, how sure the place is, and other places that fit as well.
import { html, memo } from "../lib.js";
import { SIGMAS } from "../format.js";
import { sideClass } from "../spots.js";

const UNSURE_MM = 1.5;   // a ring is drawn when one sigma is more than this

function base(figure, more = 0) {
  const [length, width] = [figure.base_length_mm + 2 * more, figure.base_width_mm + 2 * more];
  switch (figure.base_shape) {
    case "rectangle": return { tag: "rect", x: -length / 2, y: -width / 2, width: length, height: width, rx: more ? more + 2 : 2 };
    case "oval": return { tag: "ellipse", rx: length / 2, ry: width / 2 };
    default: return { tag: "circle", r: width / 2 };
  }
}

function shape(figure, cls, more) {
  const { tag, ...attributes } = base(figure, more);
  return html`<${tag} class=${cls} ...${attributes} />`;
}

const put = (place, heading) => `translate(${place.x_mm} ${-place.y_mm}) rotate(${-(heading ?? 0)})`;

function one(figure, view, picked, k) {
  const { place, heading_deg: heading } = figure;
  const reach = figure.base_length_mm / 2;
  const state = figure.state && figure.state !== "seen" ? figure.state : figure.seen ? "" : "not-seen";
  return html`<g key=${figure.id} class="figure ${sideClass(view, figure.side)} ${state}" data-figure=${figure.id}>
    ${figure.others.map((other) => html`<g transform=${put(other, heading)}>${shape(figure, "ghost")}</g>`)}
    <g transform=${put(place, heading)}>
      ${place.sigma_mm > UNSURE_MM && shape(figure, "unsure", SIGMAS * place.sigma_mm)}
      ${picked && shape(figure, "halo", 4 / k)}
      ${shape(figure, "base")}
      ${heading !== null && html`<path class="heading" d="M${reach * 0.5} 0H${reach + 5 / k}" />`}
    </g>
    ${figure.now && html`<g transform=${put(figure.now, heading)}>${shape(figure, "arrived")}</g>`}
  </g>`;
}

export const Figures = memo(({ view, picked, k }) => {
  const chosen = picked.split("\n");
  // Large bases first, so that a small one on top of a large one can be seen.
  const figures = [...view.table.figures].sort((a, b) => b.base_width_mm - a.base_width_mm || (a.id < b.id ? -1 : 1));
  return html`<g>${figures.map((figure) => one(figure, view, chosen.includes(figure.id), k))}</g>`;
});
