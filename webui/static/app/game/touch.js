// Fingers on the map of a free table: a figure or the end of a way is dragged, anything else is touched. A drag begins only
// on what can be dragged; elsewhere the finger scrolls the page. Chromium 156 does not heed `touch-action` of a shape inside an
// svg: it scrolled and took the pointer away. So the page is kept still by hand while something is dragged.
import { useEffect, useRef, useState } from "../lib.js";

const SLOP_PX = 8; // a finger that moves less has touched
export const REACH_PX = 22; // half a finger: 44 px is the least that is hit

/** svg: a ref. at(event): the place in mm. near(place, reach): the figure there, or null; reach: px, half a finger where none is
 * given. drag(what, place): `what` is "goal", a bend's number or {figure}. may(what): whether it can be dragged. tap(place, near).
 * Gives handlers for the svg, and whether something is dragged now. */
export function useTouch({ svg, at, near, may, drag, tap }) {
  const down = useRef(null);
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const still = (event) => { if (down.current && down.current.held !== null && event.cancelable) event.preventDefault(); };
    const map = svg.current;
    map.addEventListener("touchmove", still, { passive: false });
    return () => map.removeEventListener("touchmove", still);
  }, []);
  const what = (event, figure) => {
    const handle = event.target.closest?.("[data-handle]")?.dataset.handle;
    return handle !== undefined ? (handle === "goal" ? "goal" : Number(handle)) : figure ? { figure } : null;
  };
  const handlers = {
    onPointerDown(event) {
      if (!event.isPrimary || event.button > 0) return;
      const place = at(event);
      const figure = near(place);
      const held = what(event, figure);
      down.current = { x: event.clientX, y: event.clientY, figure, held: held !== null && may(held) ? held : null, moved: false };
      if (down.current.held !== null) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const now = down.current;
      if (!now || !event.isPrimary) return;
      now.moved ||= Math.hypot(event.clientX - now.x, event.clientY - now.y) > SLOP_PX;
      if (!now.moved || now.held === null) return;
      setDragging(true);
      drag(now.held, at(event));
    },
    onPointerUp(event) {
      const now = down.current;
      down.current = null;
      setDragging(false);
      if (now?.moved && now.held !== null) drag(now.held, at(event));
      if (now && !now.moved) tap(at(event), near);
    },
    onPointerCancel() { down.current = null; setDragging(false); },
  };
  return { dragging, handlers };
}
