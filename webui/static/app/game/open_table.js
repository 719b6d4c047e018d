// The map of a game without a board of squares: the table in mm, its terrain and figures, and the area that may be touched now.
import { html, useRef } from "../lib.js";

const KINDS = ["water", "trees", "hill", "rough", "wall", "building"];
const LEAST_R = 1 / 45; // of the table's width: a smaller one cannot be read on a phone
const named = (words) => String(words).replaceAll("-", " ").replaceAll("_", " ");
const initials = (words) => words.split(" ").map((word) => word[0]).join("").slice(0, 3);
const points = (ring, high) => ring.map(([x, y]) => `${x},${high - y}`).join(" ");
// Rings inside one another are holes: what other bases take.
const rings = (all, high) => all.map((ring) => `M${points(ring, high)}Z`).join("");

/** may: an area in mm ({outline, more}) or null; chosen: a point of it; choose([x, y]). */
export function OpenTable({ figures, may, chosen, choose }) {
  const svg = useRef(null);
  const { width_mm: wide, height_mm: high } = figures.table;
  const sides = Object.keys(figures.sides ?? {});
  const touch = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current.getScreenCTM().inverse());
    choose([Math.round(10 * at.x) / 10, Math.round(10 * (high - at.y)) / 10]);
  };
  const there = figures.figures.filter((one) => one.where === "table");
  return html`<svg class="map open-table" ref=${svg} viewBox="0 0 ${wide} ${high}" role="img" aria-label="The table">
    <rect class="square" width=${wide} height=${high} />
    ${(figures.terrain ?? []).map((piece) => html`<polygon class="terrain ${KINDS.includes(piece.kind) ? piece.kind : ""}" points=${points(piece.outline, high)}><title>${piece.name}</title></polygon>`)}
    ${may && html`<path class="may" data-area d=${rings([may.outline, ...(may.more ?? [])], high)} fill-rule="evenodd" onClick=${touch} />`}
    ${figures.body && !figures.body.gone && html`<text x=${figures.body.x_mm} y=${high - figures.body.y_mm} style=${{ fontSize: `${2 * LEAST_R * wide}px` }}>✝</text>`}
    ${there.map((one) => {
      const r = Math.max(LEAST_R * wide, one.base_mm / 2);
      return html`<g class="token" key=${one.name} data-token=${one.name}><circle class="hero side-of-${sides.indexOf(one.side)}" cx=${one.x_mm} cy=${high - one.y_mm} r=${r} />
        <text x=${one.x_mm} y=${high - one.y_mm} style=${{ fontSize: `${r}px` }}>${initials(one.title)}</text></g>`;
    })}
    ${Array.isArray(chosen) && html`<circle class="chosen-spot" cx=${chosen[0]} cy=${high - chosen[1]} r="12" />`}
  </svg>`;
}

function Figure({ one, side }) {
  const left = one.wounds - one.lost;
  const words = [one.level, one.elite && "elite", one.declared && `declared: ${one.declared}`, one.aim === "set" && "has aimed", one.prone && "prone", one.carries && `carries ${one.carries}`,
    ...(one.weapons ?? []).map((weapon) => `${weapon}${(one.loaded ?? []).includes(weapon) ? ", loaded" : ""}`), one.where !== "table" && one.where].filter(Boolean);
  return html`<div class="hero-line"><strong><i class="dot side-of-${side}" />${one.title}</strong>
    <span class="hits" role="img" aria-label="${left} of ${one.wounds}"><strong>${left}</strong>${Array.from({ length: one.wounds }, (_, n) => html`<i class=${n < left ? "full" : ""} />`)}</span>
    <div class="chips">${words.map((word) => html`<span class="chip">${named(word)}</span>`)}</div></div>`;
}

/** Each side with its figures, this seat's first, and what only this seat may know of its own. */
export function Sides({ figures, seat }) {
  const all = Object.entries(figures.sides ?? {});
  const order = [...all].sort(([, a], [, b]) => (b.seat === seat) - (a.seat === seat));
  return order.map(([name, side]) => html`<section class="card" key=${name}><h2>${named(name)}${side.seat === seat ? ", yours" : `, ${side.seat}`}</h2>
    ${figures.yours?.[name] && html`<p class="words"><strong>Only you see this.</strong> ${figures.yours[name].briefing}</p>`}
    ${figures.figures.filter((one) => one.side === name).map((one) => html`<${Figure} key=${one.name} one=${one} side=${all.findIndex(([other]) => other === name)} />`)}</section>`);
}
