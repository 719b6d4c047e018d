// Where things should stand, as on a saved table: a dashed base or outline, and an arrow from what stands wrong.
import { html } from "../lib.js";
import { pathOf } from "./lines.js";
import { points, upright } from "./plan.js";

const HEAD_PX = 10;

function base(ghost) {
  const [length, width] = [ghost.base_length_mm, ghost.base_width_mm];
  switch (ghost.base_shape) {
    case "rectangle": return { tag: "rect", x: -length / 2, y: -width / 2, width: length, height: width };
    case "oval": return { tag: "ellipse", rx: length / 2, ry: width / 2 };
    default: return { tag: "circle", r: width / 2 };
  }
}

function figure(ghost) {
  const { tag, ...attributes } = base(ghost);
  return html`<g key=${ghost.name} class=${`wanted ${ghost.state}`} data-wanted=${ghost.name} transform=${`translate(${ghost.x_mm} ${-ghost.y_mm}) rotate(${-(ghost.heading_deg ?? 0)})`}><${tag} ...${attributes} /></g>`;
}

const piece = (ghost) => html`<polygon key=${ghost.name} class=${`wanted ${ghost.state}`} points=${points(ghost.outline_mm)} />`;

function arrow(ghost, to, turn, k) {
  const end = upright(turn, ...to);
  const from = upright(turn, to[0] - ghost.dx_mm, to[1] - ghost.dy_mm);
  const angle = (Math.atan2(end[1] - from[1], end[0] - from[0]) * 180) / Math.PI;
  return html`<g key=${ghost.name} class="way-home"><path d=${pathOf([from, end])} />
    <path class="head" d="M0 0L${-HEAD_PX} ${-HEAD_PX * 0.6}V${HEAD_PX * 0.6}Z" transform="translate(${end[0]} ${end[1]}) rotate(${angle}) scale(${1 / k})" /></g>`;
}

const middle = (outline) => [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
const wrong = (ghost) => ghost.state === "off" && ghost.off_mm !== null && Math.hypot(ghost.dx_mm, ghost.dy_mm) > 1;

/** Under the figures, turned with the table. */
export const Ghosts = ({ ghosts }) => html`<g aria-hidden="true">${ghosts.terrain.map(piece)}${ghosts.figures.map(figure)}</g>`;

/** Over the figures, upright. */
export function WaysHome({ ghosts, turn, k }) {
  return html`<g class="scaled" aria-hidden="true">
    ${ghosts.terrain.filter(wrong).map((one) => arrow(one, middle(one.outline_mm), turn, k))}
    ${ghosts.figures.filter(wrong).map((one) => arrow(one, [one.x_mm, one.y_mm], turn, k))}</g>`;
}
