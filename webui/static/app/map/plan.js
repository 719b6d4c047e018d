// From table mm to the drawing. Shapes are drawn at (x, -y) inside one group that is turned by quarter turns; text stands
// upright outside it, at `upright(turn, x, y)`. One unit is one mm everywhere.

export const points = (outline) => outline.map(([x, y]) => `${x},${-y}`).join(" ");

const TURNS = [[1, 0], [0, 1], [-1, 0], [0, -1]];   // cos, sin of turn * 90 degrees, y down: clockwise

/** Table mm -> upright drawing. */
export function upright(turn, x, y) {
  const [c, s] = TURNS[turn];
  return [c * x + s * y, s * x - c * y];
}

/** Upright drawing -> table mm. */
export function fromUpright(turn, X, Y) {
  const [c, s] = TURNS[turn];
  return [c * X + s * Y, s * X - c * Y];
}

/** The upright box {x, y, width, height} of an extent [x0, y0, x1, y1] in mm. */
export function uprightBox([x0, y0, x1, y1], turn) {
  const [a, b] = [upright(turn, x0, y0), upright(turn, x1, y1)];
  return { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) };
}

/** The middle of an outline's bounding box. */
export function middle(outline) {
  const xs = outline.map((p) => p[0]);
  const ys = outline.map((p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
