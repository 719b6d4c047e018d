// Where names go so that they can be read: each takes the free place nearest its figure, important ones first. A name that
// would cover others is left out until the map is zoomed in. Hiding a small base whole weighs as much as hiding a name.
// Pure; all lengths are screen px.

const GAP = 5;
const MOST_COVERED = 0.13;
const OVER = [0, -1, 1, -2, 2];

function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function candidates({ x, y, halfX, halfY, width, height }) {
  const [right, below] = [halfX + GAP, halfY + GAP];
  const [sideX, sideY] = [0.72 * right, 0.72 * below];
  const boxes = [
    [-width / 2, below], [-width / 2, -below - height],
    [right, -height / 2], [-right - width, -height / 2],
    [sideX, sideY - height / 3], [-sideX - width, sideY - height / 3],
    [sideX, -sideY - height * 0.66], [-sideX - width, -sideY - height * 0.66],
    [-width / 2, below + height], [-width / 2, -below - 2 * height],
  ];
  return boxes.map(([dx, dy]) => ({ x: x + dx, y: y + dy, width, height }));
}

/**
 * wanted: [{key, x, y, halfX, halfY, width, height, must, inside}] in order of importance; taken: boxes that should stay free;
 * bounds: the box to stay in.
 * halfX, halfY: half the size of what is named. inside: the label may lie on its place (terrain). Returns Map key -> {x, y, width, height}.
 */
export function placeLabels(wanted, taken, bounds) {
  const full = [...taken];
  const placed = new Map();
  for (const one of wanted) {
    const centred = { x: one.x - one.width / 2, y: one.y - one.height / 2, width: one.width, height: one.height };
    const boxes = one.inside ? OVER.map((lines) => ({ ...centred, y: centred.y + lines * one.height })) : candidates(one);
    let best = null;
    let cost = Infinity;
    let covered = 0;
    boxes.forEach((box, order) => {
      const area = box.width * box.height;
      const outside = 3 * (area - overlap(box, bounds));
      const hides = full.reduce((sum, other) => sum + overlap(box, other) / Math.min(area, other.width * other.height || area), 0);
      const price = hides + outside / area + order * 0.004;
      if (price >= cost) return;
      cost = price;
      best = box;
      covered = (full.reduce((sum, other) => sum + overlap(box, other), 0) + outside) / area;
    });
    if (covered > MOST_COVERED && !one.must) continue;
    placed.set(one.key, best);
    full.push(best);
  }
  return placed;
}
