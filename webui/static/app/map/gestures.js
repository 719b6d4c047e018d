// Fingers, mouse and wheel on a map: a tap, a drag of what can be dragged, a pan with one finger, pan and zoom with two that stay
// under the fingers. A tap is one pointer that came, hardly moved, and went; a second finger or a long way makes it none, and a
// second finger lets go of what is dragged. Where one finger does not pan, it is the page's and scrolls it. Chromium 156 does not
// heed `touch-action` of a shape inside an svg: it scrolled and took the pointer away. So the page is kept still by hand.

const STILL_PX = 9;
const TAP_MS = 700;

/** tap(x, y, event), pan(dx, dy), zoom(factor, x, y): px in the element. hold(event): what is under the pointer to be dragged, or null;
 * drag(held, event) as it moves; rest(): nothing is dragged any more. pans(): whether one finger pans now. wheels(event): whether the
 * wheel zooms. Gives a function that stops listening. */
export function listenTo(element, { tap, pan, zoom, hold = () => null, drag, rest = () => {}, pans = () => true, wheels = () => true, tap_ms = TAP_MS }) {
  const down = new Map();   // pointer id -> [x, y] px in the element
  let start = null;         // {x, y, time} while it may still be a tap
  let held = null;
  const end = new AbortController();
  const on = (name, heard, more) => element.addEventListener(name, heard, { ...more, signal: end.signal });

  const place = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...down.values()];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, apart: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  };
  const drop = () => { if (held !== null) { held = null; rest(); } };

  on("pointerdown", (event) => {
    if (event.button > 0 || down.size === 2) return;
    const [x, y] = place(event);
    if (down.size) drop(); else held = hold(event);
    if (down.size || held !== null || pans()) element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, [x, y]);
    start = down.size === 1 ? { x, y, time: event.timeStamp } : null;
  });

  on("pointermove", (event) => {
    if (!down.has(event.pointerId)) return;
    const [x, y] = place(event);
    const [oldX, oldY] = down.get(event.pointerId);
    if (down.size === 2) {
      const before = spread();
      down.set(event.pointerId, [x, y]);
      const after = spread();
      zoom(after.apart / before.apart, before.x, before.y); // first, so that there is room to pan
      pan(after.x - before.x, after.y - before.y);
      return;
    }
    if (start && Math.hypot(x - start.x, y - start.y) < STILL_PX) return;
    start = null;
    down.set(event.pointerId, [x, y]);
    if (held !== null) drag(held, event);
    else if (pans()) pan(x - oldX, y - oldY);
  });

  on("touchmove", (event) => { if ((held !== null || down.size === 2) && event.cancelable) event.preventDefault(); }, { passive: false });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === "pointerup" && start && event.timeStamp - start.time < tap_ms) tap(start.x, start.y, event);
    else if (event.type === "pointerup" && held !== null) drag(held, event);
    start = null;
    drop();
  };
  on("pointerup", up);
  on("pointercancel", up);

  on("wheel", (event) => {
    if (!wheels(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    zoom(Math.exp(-event.deltaY * lines * 0.0016), ...place(event));
  }, { passive: false });
  return () => end.abort();
}
