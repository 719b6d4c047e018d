// Lengths as people say them. ± is two sigma: the true length lies inside it about 95 times in 100 (docs/plus-minus.md).

export const SIGMAS = 2;
const INCH_MM = 25.4;

/** value and spread in the same unit -> ["23.4", "0.2"]; a spread is never shown as nothing. */
export function plusMinus(value, sigma, finest = 1) {
  const spread = SIGMAS * sigma;
  const digits = spread >= 9.5 ? 0 : finest === 2 && spread < 0.095 ? 2 : 1;
  const step = 10 ** -digits;
  return [value.toFixed(digits), Math.max(step, spread).toFixed(digits)];
}

export const cm = (mm, sigmaMm) => plusMinus(mm / 10, sigmaMm / 10);
export const inches = (mm, sigmaMm) => plusMinus(mm / INCH_MM, sigmaMm / INCH_MM, 2);
export const cmShort = (mm) => `${(mm / 10).toFixed(1)} cm`;
export const percent = (fraction) => `${Math.round(100 * fraction)}\u00a0%`;
export const placeText = (x, y) => `${(x / 10).toFixed(1)}, ${(y / 10).toFixed(1)} cm`;
export const tidy = (mm) => String(Math.round(mm * 10) / 10);

const CELL = { hex: ["hex", "hexes"], square: ["square", "squares"] };
export const cells = (n, kind) => `${n} ${CELL[kind]?.[n === 1 ? 0 : 1] ?? "cells"}`;

/** What one way of sight says: {kind, say: sentence with the answer, why}. kind is also the CSS class. */
export function sightWords(sight) {
  const behind = sight.first_blocker ? `behind ${sight.first_blocker}` : "";
  switch (sight.answer) {
    case "clear": return { kind: "clear", answer: "clear", why: "" };
    case "partly": return { kind: "partly", answer: percent(sight.fraction), why: behind };
    case "blocked": return { kind: "blocked", answer: "nothing", why: behind };
    default: return { kind: "close", answer: "too close to call", why: [`${percent(sight.low)} to ${percent(sight.high)}`, behind].filter(Boolean).join(", ") };
  }
}
