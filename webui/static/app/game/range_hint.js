// How far one figure is from another, beside the choice of a target: the same answer as on the sheet at the foot of the screen, in
// a line or two.
import { html } from "../lib.js";
import { useAnswer } from "./answers.js";

/** token: of the seat that asks. */
export function RangeHint({ a, b, token }) {
  const { answer: range, fault, slow } = useAnswer(`/api/v1/range?${new URLSearchParams({ a, b })}`, token, "");
  if (!range || range.a !== a || range.b !== b) return html`<p class="words" data-range-hint>${fault ?? slow ?? "Measuring…"}</p>`;
  return html`<p class="words" data-range-hint><strong>${range.words}</strong>: ${range.bands.map((band) => [band.name, band.note].filter(Boolean).join(", ")).join(" or ")}${range.bands.length > 1 && html` <span class="close-words">too close to call</span>`}${range.sight && html`; ${range.sight.proposed}`}</p>`;
}
