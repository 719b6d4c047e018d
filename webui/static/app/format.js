// Lengths as people say them, by the rule of docs/measuring.md: ± is two sigma, rounded up to the tenth that is shown, never nothing.

export const SIGMAS = 2;
const INCH_MM = 25.4;

/** Two sigma as text: up to the next tenth, at least a tenth. */
export const spread = (sigma) => (Math.max(1, Math.ceil(SIGMAS * sigma * 10 - 1e-9)) / 10).toFixed(1);

/** [value, ±] in a unit of so many mm. */
const length = (mm, sigmaMm, unitMm) => [(mm / unitMm).toFixed(1), spread(sigmaMm / unitMm)];

export const cm = (mm, sigmaMm) => length(mm, sigmaMm, 10);
export const inches = (mm, sigmaMm) => length(mm, sigmaMm, INCH_MM);
/** "40 ± 1 mm". */
export const mm = (value, sigma) => `${value.toFixed(0)} ± ${Math.max(1, Math.ceil(SIGMAS * sigma - 1e-9))} mm`;
const LONGEST = 15;
/** A name short enough for a map or a line. */
export const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name);
export const cmShort = (mm) => `${(mm / 10).toFixed(1)} cm`;
export const percent = (fraction) => `${Math.round(100 * fraction)}\u00a0%`;
export const placeText = (x, y) => `${(x / 10).toFixed(1)}, ${(y / 10).toFixed(1)} cm`;
/** A place with its ±, in the unit in which distances are told. */
export const placeWithSpread = (x, y, sigmaMm) => `${(x / 10).toFixed(1)}, ${(y / 10).toFixed(1)} ± ${spread(sigmaMm / 10)} cm`;
export const tidy = (mm) => String(Math.round(mm * 10) / 10);

/** "1 figure", "2 figures". */
export const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** What a question's own picture shows: [for those who cannot see it, under it]. Of a lost figure it is an older one. */
export const askedPicture = (kind) => (kind === "lost" ? ["The figure, as it was last seen", "last seen so"] : ["What the camera sees there now", "there now"]);

const CELL = { hex: ["hex", "hexes"], square: ["square", "squares"] };
export const cells = (n, kind) => `${n} ${CELL[kind]?.[n === 1 ? 0 : 1] ?? "cells"}`;

/** What one way of sight says: {kind, answer, why}; "A sees B: " + answer + why is a sentence. kind is also the CSS class. */
export function sightWords(sight) {
  const { first_blocker: blocker } = sight;
  const behind = blocker ? `, behind ${blocker}` : "";
  switch (sight.answer) {
    case "clear": return { kind: "clear", answer: "clear", why: "" };
    case "partly": return { kind: "partly", answer: percent(sight.fraction), why: behind };
    case "blocked": return { kind: "blocked", answer: "blocked", why: blocker ? ` by ${blocker}` : "" };
    default: return { kind: "close", answer: "too close to call", why: `, ${percent(sight.low)} to ${percent(sight.high)}${behind}` };
  }
}
