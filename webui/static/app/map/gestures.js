// Fingers, mouse and wheel on the map: a tap, a pan with one finger, pan and zoom with two that stay under the fingers.
// A tap is one pointer that came, hardly moved, and went; a second finger or a long way makes it none.

const STILL_PX = 9;
const TAP_MS = 700;

export function listenTo(element, { tap, pan, zoom }) {
  const down = new Map();   // pointer id -> [x, y] px in the element
  let start = null;         // {x, y, time} while it may still be a tap

  const place = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...down.values()];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, apart: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || down.size === 2) return;
    const [x, y] = place(event);
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, [x, y]);
    start = down.size === 1 ? { x, y, time: event.timeStamp } : null;
  });

  element.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) return;
    const [x, y] = place(event);
    const [oldX, oldY] = down.get(event.pointerId);
    if (down.size === 2) {
      const before = spread();
      down.set(event.pointerId, [x, y]);
      const after = spread();
      pan(after.x - before.x, after.y - before.y);
      zoom(after.apart / before.apart, after.x, after.y);
      return;
    }
    if (start && Math.hypot(x - start.x, y - start.y) < STILL_PX) return;
    start = null;
    down.set(event.pointerId, [x, y]);
    pan(x - oldX, y - oldY);
  });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    if (event.type === "pointerup" && start && event.timeStamp - start.time < TAP_MS) tap(start.x, start.y);
    start = null;
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);

  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    zoom(Math.exp(-event.deltaY * lines * 0.0016), ...place(event));
  }, { passive: false });
}
