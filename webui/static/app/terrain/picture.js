// The picture with outlines on it: a tap adds a corner, a corner is dragged where it lies beside the finger, one finger pans,
// two zoom. Drawn in px of the picture at its full size.
import { html, useEffect, useRef } from "../lib.js";
import { icon } from "../icons.js";
import { Camera } from "../map/camera.js";
import { listenTo } from "../map/gestures.js";
import { set, state } from "../store.js";
import { corner, put, take } from "./desk.js";
import { cornerAt, moved, redrawn } from "./outline.js";

const REACH_PX = 26;   // a finger that moves takes the corner this near along
const OWN_PX = 12;     // a finger that does not move means the corner only this near
const camera = new Camera();
let svg = null;
let shown = "";

function drawn() {
  svg.firstElementChild.setAttribute("transform", camera.transform);
  if (camera.k !== state.k || camera.row !== state.row) set({ k: camera.k, row: camera.row });
}

function fit(picture) {
  const size = svg.getBoundingClientRect();
  if (!picture?.width || !size.width) return;
  camera.fit({ x: 0, y: 0, width: picture.width, height: picture.height }, size);
  drawn();
}

const at = (event) => {
  const box = svg.getBoundingClientRect();
  return camera.at(event.clientX - box.left, event.clientY - box.top);
};

/** Corners first: the rest of the fingers' work is the map's. */
function dragCorners(element) {
  let drag = null;
  const stop = (event) => { event.stopImmediatePropagation(); event.preventDefault(); };
  element.addEventListener("pointerdown", (event) => {
    const draft = state.desk?.draft;
    if (!draft || drag || event.button > 0) return;
    const from = at(event);
    const n = cornerAt(draft, from, REACH_PX / camera.k);
    if (n < 0) return;
    stop(event);
    element.setPointerCapture(event.pointerId);
    drag = { n, from, start: draft.corners[n], id: event.pointerId, far: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId || !state.desk.draft) return;
    stop(event);
    const [x, y] = at(event);
    const px = [drag.start.px[0] + x - drag.from[0], drag.start.px[1] + y - drag.from[1]];
    drag.far ||= Math.hypot(x - drag.from[0], y - drag.from[1]) * camera.k > 3;
    if (drag.far) put({ draft: moved(state.desk.draft, drag.n, { ...drag.start, px }) });
  });
  const up = (event) => {
    if (drag?.id !== event.pointerId) return;
    stop(event);
    const { n, far, start, from } = drag;
    drag = null;
    const draft = state.desk.draft;
    if (!draft) return;
    if (far && event.type === "pointerup") corner(draft.corners[n].px, n);
    else if (far) put({ draft: moved(draft, n, start) });
    else if (Math.hypot(from[0] - start.px[0], from[1] - start.px[1]) * camera.k > OWN_PX && !draft.closed) corner(from);
    else if (n === 0 && draft.corners.length >= 3 && !draft.closed) put({ draft: { ...draft, closed: true } });
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
}

function inside([x, y], outline) {
  let odd = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i, i += 1) {
    if (!outline[i] || !outline[j]) return false;
    const [[ax, ay], [bx, by]] = [outline[i], outline[j]];
    if ((ay > y) !== (by > y) && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) odd = !odd;
  }
  return odd;
}

function tapped(px, py) {
  const { draft, picture, proposals, overlay } = state.desk;
  const where = camera.at(px, py);
  if (!picture?.number) return;
  if (draft) { if (!draft.closed) corner(where); return; }
  const found = proposals?.find((one) => inside(where, one.outline_px));
  if (found) { take(found); return; }
  const piece = overlay?.pieces.find((one) => inside(where, one.outline_px) || inside(where, one.top_px));
  if (piece) put({ draft: redrawn(piece), told: null });
}

function start(element) {
  svg = element;
  dragCorners(svg);
  listenTo(svg, {
    tap: tapped,
    pan: (dx, dy) => { camera.pan(dx, dy); drawn(); },
    zoom: (factor, px, py) => { camera.zoom(factor, px, py); drawn(); },
  });
  const watch = new ResizeObserver(() => { if (camera.touched) drawn(); else fit(state.desk?.picture); });
  watch.observe(svg);
  return () => watch.disconnect();
}

const points = (outline) => outline.filter(Boolean).map(([x, y]) => `${x},${y}`).join(" ");

function piece(one, cls) {
  return html`<g class=${`piece ${cls}`} key=${one.id ?? one.name}>
    ${one.height_mm > 0 && html`<polygon class="top" points=${points(one.top_px)} />`}
    <polygon class="foot" points=${points(one.outline_px)} /></g>`;
}

function draftShape({ corners, closed }, k) {
  const shape = points(corners.map((one) => one.px));
  return html`<g class="draft">
    ${closed ? html`<polygon points=${shape} />` : html`<polyline points=${shape} />`}
    ${corners.map(({ px, mm }, n) => px && html`<circle key=${n} class=${`corner ${mm ? "" : "asked"} ${n === 0 && !closed ? "first" : ""}`} cx=${px[0]} cy=${px[1]} r=${9 / k} />`)}</g>`;
}

const zoom = (factor) => {
  const { width, height } = svg.getBoundingClientRect();
  camera.zoom(factor, width / 2, height / 2);
  drawn();
};

export function Picture({ desk, k, row }) {
  const element = useRef(null);
  useEffect(() => start(element.current), []);
  const { picture, overlay, draft, proposals } = desk;
  useEffect(() => {
    const now = `${picture?.width} ${picture?.height}`;
    if (now !== shown) fit(picture);
    shown = now;
  }, [picture?.url]);
  const kept = overlay?.pieces.filter((one) => one.name !== draft?.was && one.outline_px.length) ?? [];
  return html`<section class="map still" aria-label="The camera's picture">
    <svg ref=${element} role="img" aria-label=${`The camera's picture with ${kept.length} outlines`}>
      <g transform=${camera.transform}><g class="scaled">
        ${picture?.url && html`<image href=${picture.url} x="0" y="0" width=${picture.width} height=${picture.height} preserveAspectRatio="none" />`}
        ${kept.map((one) => piece(one, one.kind))}
        ${(proposals ?? []).filter((one) => one.id !== draft?.proposal).map((one) => piece(one, "proposal"))}
        ${draft && draftShape(draft, k)}
      </g></g>
    </svg>
    <div class="map-note" role="status">${picture?.fault && html`<p>${picture.fault}</p>`}</div>
    <div class=${`tools ${row ? "row" : ""}`} role="toolbar" aria-label="Picture"><div class="pair">
      <button class="icon-button" onClick=${() => zoom(1.5)} aria-label="Zoom in">${icon("plus")}</button>
      <button class="icon-button" onClick=${() => zoom(1 / 1.5)} aria-label="Zoom out">${icon("minus")}</button></div>
      <button class="icon-button" onClick=${() => fit(picture)} aria-label="Show the whole picture">${icon("whole")}</button></div>
  </section>`;
}
