// Fingers on the map of a free table: a figure or the end of a way is dragged, anything else is touched. A drag begins only
// on what can be dragged; elsewhere one finger scrolls the page or, where the map is zoomed in, moves the map. Two fingers zoom.
// What fingers are is `map/gestures.js`'s, as on the table's page.
import { useEffect, useRef, useState } from "../lib.js";
import { listenTo } from "../map/gestures.js";

export const REACH_PX = 22; // half a finger: 44 px is the least that is hit
const SLOW_TAP_MS = 3000; // nothing else is done by a long touch

/** svg: a ref. at(event): the place in mm. near(place, reach): the figure there, or null; reach: px, half a finger where none is
 * given. drag(what, place): `what` is "goal", a bend's number or {figure}. may(what): whether it can be dragged. tap(place, near).
 * zoom: of `useZoom`. Gives whether something is dragged now. */
export function useTouch({ svg, at, near, may, drag, tap, zoom }) {
  const now = useRef(null);
  const [dragging, setDragging] = useState(false);
  now.current = { at, near, may, drag, tap, zoom };
  useEffect(() => listenTo(svg.current, {
    tap(x, y, event) { now.current.tap(now.current.at(event), now.current.near); },
    hold(event) {
      const handle = event.target.closest?.("[data-handle]")?.dataset.handle;
      const figure = now.current.near(now.current.at(event));
      const what = handle !== undefined ? (handle === "goal" ? "goal" : Number(handle)) : figure ? { figure } : null;
      return what !== null && now.current.may(what) ? what : null;
    },
    drag(what, event) {
      setDragging(true);
      now.current.zoom.follow(event);
      now.current.drag(what, now.current.at(event));
    },
    rest: () => setDragging(false),
    pan: (dx, dy) => now.current.zoom.pan(dx, dy),
    zoom: (factor, x, y) => now.current.zoom.zoom(factor, x, y),
    pans: () => now.current.zoom.zoomed,
    wheels: (event) => event.ctrlKey || event.metaKey, // two fingers on a touchpad; the plain wheel scrolls the page
    tap_ms: SLOW_TAP_MS,
  }), []);
  return dragging;
}
