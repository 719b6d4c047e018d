// Where figures look, on the map of a free table: the part of a circle that each can see, and a line across who lies.
import { html } from "../lib.js";

const REACH_PX = 26;
const on = (x, y, r, turn) => `${x + r * Math.cos(turn)},${y - r * Math.sin(turn)}`;

/** one: a figure with `facing_deg`, 0 to the east and counter-clockwise; sees: the whole angle, degrees. A stunned figure sees nothing. */
export function Facing({ one, sees, high, px }) {
  const [x, y, r] = [one.x_mm, high - one.y_mm, Math.max(one.base_mm, REACH_PX * px)];
  const [middle, half] = [(one.facing_deg * Math.PI) / 180, (sees * Math.PI) / 360];
  if (one.posture === "stunned") return html`<line class="lies" x1=${x - r / 2} y1=${y - r / 2} x2=${x + r / 2} y2=${y + r / 2} />`;
  return html`<g class="facing" data-facing=${one.name}><path d="M${x},${y} L${on(x, y, r, middle - half)} A${r},${r} 0 0 0 ${on(x, y, r, middle + half)} Z" />
    ${one.prone && html`<line class="lies" x1=${x - r / 2} y1=${y} x2=${x + r / 2} y2=${y} />`}</g>`;
}
