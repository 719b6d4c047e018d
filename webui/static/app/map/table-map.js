// The map: puts ground, figures, names and lines together, and turns fingers into taps and a camera.
// Panning moves one attribute and draws nothing anew; zooming draws again, because text keeps its size on the screen.
import { html, useEffect, useRef } from "../lib.js";
import { many } from "../format.js";
import { icon } from "../icons.js";
import { tap } from "../measuring.js";
import { spotOfTap } from "../pick.js";
import { remember, set, state } from "../store.js";
import { Camera } from "./camera.js";
import { Figures } from "./figures.js";
import { listenTo } from "./gestures.js";
import { Ghosts, WaysHome } from "./ghosts.js";
import { Ground } from "./ground.js";
import { Lines } from "./lines.js";
import { Names } from "./names.js";
import { fromUpright, uprightBox } from "./plan.js";
import { Watching } from "./watching.js";

const camera = new Camera();
let svg = null;

function moved() {
  svg.firstElementChild.setAttribute("transform", camera.transform);
  if (camera.k !== state.k || camera.row !== state.row) set({ k: camera.k, row: camera.row });
}

function fit() {
  const size = svg.getBoundingClientRect();
  if (!state.view || !size.width) return;
  camera.fit(uprightBox(state.view.table.extent_mm, state.turn), size);
  moved();
}

function zoom(factor) {
  const { width, height } = svg.getBoundingClientRect();
  camera.zoom(factor, width / 2, height / 2);
  moved();
}

function start(element) {
  svg = element;
  listenTo(svg, {
    tap: (px, py) => { if (state.view) tap(spotOfTap(state.view, fromUpright(state.turn, ...camera.at(px, py)), camera.k)); },
    pan: (dx, dy) => { camera.pan(dx, dy); moved(); },
    zoom: (factor, px, py) => { camera.zoom(factor, px, py); moved(); },
  });
  const watch = new ResizeObserver(() => { if (camera.touched) moved(); else fit(); });
  watch.observe(svg);
  return () => watch.disconnect();
}

const KEYS = { "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), 0: fit };
const ARROWS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

function key(event) {
  if (KEYS[event.key]) KEYS[event.key]();
  else if (ARROWS[event.key]) { camera.pan(...ARROWS[event.key]); moved(); } else return;
  event.preventDefault();
}

const togglePicture = () => { remember("picture", state.pictureOn ? "0" : "1"); set({ pictureOn: !state.pictureOn, picture: null }); };
const turnMap = () => { const turn = (state.turn + 1) % 4; remember("turn", turn); set({ turn }); fit(); };

function summary({ figures, terrain }) {
  return `Top view of the table: ${many(figures.length, "figure")}, ${many(terrain.length, "piece")} of terrain. The figures are also listed as buttons below.`;
}

/** A round length that is 60 to 150 px long. */
function scaleBar(k) {
  const mm = [10, 20, 50, 100, 200, 500, 1000].find((one) => one * k >= 60) ?? 2000;
  return html`<div class="scale-bar" aria-hidden="true">${mm / 10} cm<i ref=${(element) => { if (element) element.style.width = `${mm * k}px`; }}></i></div>`;
}

export function TableMap({ state: now }) {
  const element = useRef(null);
  useEffect(() => start(element.current), []);
  const { view, turn, k } = now;
  useEffect(() => { if (!camera.touched) fit(); }, [view?.table.extent_mm.join(" ")]);
  const picked = (now.mode === "tape" ? now.tape : now.picked).map((spot) => spot.id ?? "").join("\n");
  const picture = now.pictureOn && now.picture?.url ? now.picture : null;
  const answer = now.mode === "measure" ? now.measured?.answer : null;
  const blockers = [answer?.a_sees_b?.first_blocker, answer?.b_sees_a?.first_blocker].filter(Boolean).join("\n");
  return html`<section class="map ${now.link === "lost" || now.link === "full" ? "old" : ""}" aria-label="Map">
    <svg ref=${element} role="img" tabindex="0" onKeyDown=${key} aria-label=${view ? summary(view.table) : "No table yet"}>
      <g transform=${camera.transform} class=${picture ? "over-picture" : ""}>
        ${view && html`
          <g class="scaled" transform="rotate(${90 * turn})">
            <${Ground} table=${view.table} picture=${picture} k=${k} blockers=${blockers} />
            ${view.ghosts && html`<${Ghosts} ghosts=${view.ghosts} />`}
            <${Figures} view=${view} picked=${picked} k=${k} />
          </g>
          <${Names} view=${view} picked=${picked} turn=${turn} k=${k} />
          ${view.ghosts && html`<${WaysHome} ghosts=${view.ghosts} turn=${turn} k=${k} />`}
          <${Watching} view=${view} turn=${turn} k=${k} />
          <${Lines} view=${view} mode=${now.mode} picked=${now.picked} measured=${now.measured} tape=${now.tape} taped=${now.taped} turn=${turn} k=${k} />`}
      </g>
    </svg>
    ${view && scaleBar(k)}
    <div class="map-note" role="status">
      ${view && !view.table.figures.length && !view.table.terrain.length && html`<p>Nothing is known on the table yet.</p>`}
      ${now.pictureOn && now.picture?.fault && html`<p>${now.picture.fault}</p>`}
    </div>
    <div class="tools ${now.row ? "row" : ""}" role="toolbar" aria-label="Map">
      <div class="pair">
        <button class="icon-button" onClick=${() => zoom(1.5)} aria-label="Zoom in">${icon("plus")}</button>
        <button class="icon-button" onClick=${() => zoom(1 / 1.5)} aria-label="Zoom out">${icon("minus")}</button>
      </div>
      <button class="icon-button" onClick=${fit} aria-label="Show the whole table">${icon("whole")}</button>
      <button class="icon-button" onClick=${turnMap} aria-label="Turn the map by a quarter">${icon("turn")}</button>
      <button class="icon-button" onClick=${togglePicture} aria-pressed=${String(now.pictureOn)} aria-label="Camera picture under the map">${icon("picture")}</button>
    </div>
  </section>`;
}
