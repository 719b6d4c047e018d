// The part of a free table's map that is shown: all of it, or zoomed in by two fingers or by buttons, never anything beside it. The
// drawing keeps its size on the page whatever is shown of it, so that nothing else moves. The camera is that of the table's page;
// its screen is as large as the whole drawing, in mm.
import { html, useRef, useState } from "../lib.js";
import { icon } from "../icons.js";
import { Camera } from "../map/camera.js";

const MOST_PX_PER_MM = 4;
const STEP = 1.8;
const EDGE_PX = 36; // what is dragged so near to the edge of the map has it follow
const CHANGED = 0.03;

const unlike = (a, b) => !a || Math.abs(a.width - b.width) > CHANGED * b.width || Math.abs(a.height - b.height) > CHANGED * b.height;

/** svg: a ref. Gives show(box), which says what of the box {x, y, width, height} is to be drawn; and what moves it. */
export function useZoom(svg) {
  const camera = useRef(null);
  const whole = useRef(null);
  const [, drawn] = useState(0);
  camera.current ??= new Camera();
  const eye = camera.current;
  /** mm in one px of the screen when all is shown, and where the drawing begins in the element, px. */
  const screen = () => {
    const { left, top, width, height } = svg.current.getBoundingClientRect();
    const mm = Math.max(whole.current.width / width, whole.current.height / height);
    return { mm, left, top, width, height, x: (width - whole.current.width / mm) / 2, y: (height - whole.current.height / mm) / 2 };
  };
  const frame = (box, mm) => { whole.current = box; eye.frame(box, box, MOST_PX_PER_MM * mm); };
  const moved = () => drawn((n) => n + 1);
  const zoom = (factor, x, y) => {
    const { mm, x: x0, y: y0 } = screen();
    if (!eye.touched) frame(whole.current, mm);
    eye.zoom(factor, (x - x0) * mm, (y - y0) * mm);
    if (eye.k <= 1.001) eye.touched = false;
    moved();
  };
  return {
    zoomed: eye.touched,
    show(box) {
      if (!eye.touched || unlike(whole.current, box)) frame(box, 1);
      return { x: -eye.tx / eye.k, y: -eye.ty / eye.k, width: whole.current.width / eye.k, height: whole.current.height / eye.k };
    },
    pan(dx, dy) { if (!eye.touched) return; const { mm } = screen(); eye.pan(dx * mm, dy * mm); moved(); },
    zoom,
    /** A step nearer, to what is spoken of ([x, y] as drawn, or null), or a step back. */
    step(nearer, focus) {
      const { width, height } = screen();
      zoom(nearer ? STEP : 1 / STEP, width / 2, height / 2);
      if (nearer && focus) { eye.centre(...focus); moved(); }
    },
    all() { eye.touched = false; moved(); },
    /** What is dragged has come near the edge of what is shown. */
    follow(event) {
      if (!eye.touched) return;
      const { mm, left, top, width, height } = screen();
      const past = (at, length) => Math.max(0, EDGE_PX - at) - Math.max(0, EDGE_PX - (length - at));
      const [dx, dy] = [past(event.clientX - left, width), past(event.clientY - top, height)];
      if (dx || dy) { eye.pan(0.35 * dx * mm, 0.35 * dy * mm); moved(); }
    },
  };
}

/** Over the map: nearer; and, once it is zoomed in, back and the whole table. focus: what is zoomed in on, as drawn, or null. corner: where they are. */
export function Zoomer({ zoom, focus, corner }) {
  const button = (name, words, act) => html`<button type="button" class="icon-button" aria-label=${words} data-zoom=${name} onClick=${act}>${icon(name)}</button>`;
  return html`<div class="zoomer ${corner}" role="toolbar" aria-label="Map">${button("plus", "Zoom in", () => zoom.step(true, focus))}
    ${zoom.zoomed && html`${button("minus", "Zoom out", () => zoom.step(false))}${button("whole", "Show the whole table", zoom.all)}`}</div>`;
}
