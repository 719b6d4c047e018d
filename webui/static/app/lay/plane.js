// The map from a board's drawing to a picture by four points: a projective one, as a camera makes it of a flat board.
// Only for drawing over the picture; where the board lies on the table is worked out by the server, with the lens.

/** Coefficients a..h of (ax + by + c, dx + ey + f) / (gx + hy + 1) that takes four points to four; null if there are none. */
export function projection(from, to) {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n];
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  });
  for (let at = 0; at < 8; at += 1) {
    let best = at;
    for (let row = at; row < 8; row += 1) if (Math.abs(rows[row][at]) > Math.abs(rows[best][at])) best = row;
    if (Math.abs(rows[best][at]) < 1e-9) return null;
    [rows[at], rows[best]] = [rows[best], rows[at]];
    for (let row = 0; row < 8; row += 1) {
      if (row === at) continue;
      const share = rows[row][at] / rows[at][at];
      for (let n = at; n < 9; n += 1) rows[row][n] -= share * rows[at][n];
    }
  }
  return rows.map((row, n) => row[8] / row[n]);
}

export const project = ([a, b, c, d, e, f, g, h], [x, y]) => {
  const w = g * x + h * y + 1;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
};
